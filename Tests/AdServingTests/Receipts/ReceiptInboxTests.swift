import BatchUpdates
import Foundation
import TestSupport
import Testing

@testable import AdServing

extension Impression {
  /// An impression with the text of a receipt, or without.
  static func sent(
    _ device: String, _ stream: Int, _ number: Int, of ad: String, in campaign: String = "c", with receipt: String?
  ) -> Impression {
    Impression(
      id: ImpressionID(device: device, stream: stream, number: number),
      ad: AdIdentity(adID: ad, campaign: campaign, receipt: receipt), place: FeedPath(section: 0, row: 0), display: 0,
      began: .zero, at: .zero)
  }
}

@Suite struct ReceiptInboxTests {
  private func made(
    _ ad: String, for user: String = "ann", from issued: Int = 0, to expires: Int = 1_000
  ) throws -> ServingReceipt {
    try ServingReceipt(
      of: AdIdentity(adID: ad, campaign: "c"), for: user, price: Price("2 EUR"), issued: .seconds(issued),
      expires: .seconds(expires))
  }

  /// Receives an impression of a user, and returns what becomes of it.
  private func outcome(
    of impression: Impression, from user: String = "ann", at now: Int = 1, in inbox: inout ReceiptInbox
  ) -> String {
    let receipt = inbox.receive([impression], from: user, at: .seconds(now), tag: fnvTag)
    let isAcknowledged = receipt.acknowledgements.contains { $0.covers(impression.id) }
    let outcome = receipt.refused.first?.reason.rawValue ?? (receipt.repeatCount == 1 ? "repeated" : "new")
    return isAcknowledged ? outcome : outcome + ", not acknowledged"
  }

  @Test func `each reason is named`() throws {
    let text = try made("a").text(tag: fnvTag)
    let forged = try made("a").text { fnvTag($0 + [0]) }
    var inbox = ReceiptInbox(capacity: 1)
    for (impression, user, now, expected) in [
      (Impression.sent("", 0, 0, of: "a", with: text), "ann", 1, "noDevice, not acknowledged"),
      (.sent("d", 0, 0, of: "a", with: nil), "ann", 1, "noReceipt"),
      (.sent("d", 0, 0, of: "a", with: forged), "ann", 1, "invalidReceipt"),
      (.sent("d", 0, 0, of: "a", with: String(repeating: "A", count: 9_999)), "ann", 1, "invalidReceipt"),
      (.sent("d", 0, 0, of: "a", with: text), "bob", 1, "otherUser"),
      (.sent("d", 0, 0, of: "b", with: text), "ann", 1, "otherAd"),
      (.sent("d", 0, 0, of: "a", in: "d", with: text), "ann", 1, "otherAd"),
      (.sent("d", 0, 0, of: "a", with: text), "ann", 1_000, "expired"),
      (.sent("d", 0, 0, of: "a", with: text), "ann", 999, "new"),
      (.sent("d", 0, 0, of: "a", with: text), "ann", 999, "repeated"),
      (.sent("d", 0, 1, of: "a", with: text), "ann", 999, "used"),
      (.sent("e", 0, 0, of: "a", with: text), "ann", 999, "used"),
      (.sent("d", 0, 2, of: "b", with: try made("b").text(tag: fnvTag)), "ann", 999, "noMemory, not acknowledged"),
    ] {
      #expect(outcome(of: impression, from: user, at: now, in: &inbox) == expected)
    }
    #expect(inbox.usedCount == 1)
  }

  @Test func `an upload says what was handed out`() throws {
    var inbox = ReceiptInbox()
    let served = try ["a", "b", "c"].map { try made($0) }
    let upload = zip([2, 0, 1], served).map { number, served in
      Impression.sent("d", 3, number, of: served.adID, with: served.text(tag: fnvTag))
    }
    let receipt = inbox.receive(upload + upload.prefix(1), from: "ann", at: .zero, tag: fnvTag)
    #expect(receipt.new == upload && receipt.receipts == served && receipt.repeatCount == 1)
    #expect(receipt.receipts.map(\.price?.micros) == [2_000_000, 2_000_000, 2_000_000])
    let answer = try #require(receipt.acknowledgements.first)
    let covered = (0..<5).filter { answer.covers(ImpressionID(device: "d", stream: 3, number: $0)) }
    #expect(covered == [0, 1, 2] && receipt.acknowledgements.count == 1)
  }

  @Test func `a receipt is good once for an impression and once for a click`() throws {
    var inbox = ReceiptInbox(capacity: 2)
    let served = try made("a")
    let text = served.text(tag: fnvTag)
    func click(
      _ text: String?, from user: String = "ann", at now: Int = 1
    ) -> Result<String, ImpressionRefusal.Reason> {
      Result { () throws(ImpressionRefusal.Reason) in
        try inbox.redeem(text, for: .click, from: user, at: .seconds(now), tag: fnvTag).adID
      }
    }
    #expect(click(nil) == .failure(.noReceipt) && click(text + "A") == .failure(.invalidReceipt))
    #expect(click(text, from: "bob") == .failure(.otherUser) && click(text, at: 1_000) == .failure(.expired))
    #expect(click(text) == .success("a") && click(text) == .failure(.used))
    #expect(outcome(of: .sent("d", 0, 0, of: "a", with: text), in: &inbox) == "new")
    #expect(click(text) == .failure(.used))
    #expect(outcome(of: .sent("d", 0, 0, of: "a", with: text), in: &inbox) == "repeated")
    #expect(click(try made("b").text(tag: fnvTag)) == .failure(.noMemory))
  }

  @Test func `a receipt is good once for each rule that is known`() throws {
    var inbox = ReceiptInbox()
    let text = try made("a").text(tag: fnvTag)
    func seen(_ number: Int, by rule: String) -> Impression {
      var impression = Impression.sent("d", 0, number, of: "a", with: text)
      impression.rule = rule
      return impression
    }
    let upload = [seen(0, by: ""), seen(1, by: "video"), seen(2, by: "video"), seen(3, by: "made up")]
    let receipt = inbox.receive(upload, from: "ann", at: .zero, by: ["", "video"], tag: fnvTag)
    #expect(receipt.new == Array(upload[..<2]) && receipt.refused.map(\.reason) == [.used, .otherRule])
    inbox = try JSONDecoder().decode(ReceiptInbox.self, from: JSONEncoder().encode(inbox))
    let again = inbox.receive(upload, from: "ann", at: .zero, by: ["", "video"], tag: fnvTag)
    #expect(again.repeatCount == 2 && again.new == [] && inbox.usedCount == 2)
    // Another process has counted another impression by one of the rules.
    var other = ReceiptInbox()
    _ = other.receive([seen(9, by: "video")], from: "ann", at: .zero, by: ["video"], tag: fnvTag)
    #expect(inbox.merge(other).map(\.rule) == ["video"] && inbox.usedCount == 2)
  }

  @Test func `what is made up takes no memory and changes nothing`() throws {
    var inbox = ReceiptInbox(capacity: 4)
    #expect(outcome(of: .sent("d", 0, 0, of: "a", with: try made("a").text(tag: fnvTag)), in: &inbox) == "new")
    let before = inbox
    let texts = [nil, "", "x.y", try made("a").text { _ in [1, 2, 3] }, try made("b", for: "bob").text(tag: fnvTag)]
    let upload = (0..<5_000).map { Impression.sent("made up \($0)", 0, $0, of: "a", with: texts[$0 % texts.count]) }
    let receipt = inbox.receive(upload, from: "eve", at: .seconds(2), tag: fnvTag)
    #expect(receipt.refused.count == 5_000 && inbox == before)
    for ad in ["b", "c", "d"] {
      #expect(outcome(of: .sent("d", 0, 1, of: ad, with: try made(ad).text(tag: fnvTag)), in: &inbox) == "new")
    }
  }

  @Test func `memory is free again when receipts have expired`() throws {
    var inbox = ReceiptInbox(capacity: 3)
    for round in 0..<20 {
      let now = 1_000 * round
      for number in 0..<5 {
        let text = try made("a\(number)", from: now, to: now + 900).text(tag: fnvTag)
        let outcome = outcome(of: .sent("d", 0, number, of: "a\(number)", with: text), at: now, in: &inbox)
        #expect(outcome == (number < 3 ? "new" : "noMemory, not acknowledged"), "round \(round)")
      }
      #expect(inbox.usedCount == 3 && inbox.checkInvariants())
    }
  }

  @Test func `a clock that goes back counts nothing twice and nothing less for long`() throws {
    var inbox = ReceiptInbox()
    let (one, two) = (try made("a").text(tag: fnvTag), try made("b", to: 9_000).text(tag: fnvTag))
    #expect(outcome(of: .sent("d", 0, 0, of: "a", with: one), at: 10, in: &inbox) == "new")
    // The clock is a year ahead, and goes back.
    #expect(outcome(of: .sent("d", 0, 1, of: "b", with: two), at: 31_536_000, in: &inbox) == "expired")
    #expect(inbox.usedCount == 0)
    #expect(outcome(of: .sent("d", 0, 0, of: "a", with: one), at: 10, in: &inbox) == "expired")
    #expect(outcome(of: .sent("d", 0, 1, of: "b", with: two), at: 10, in: &inbox) == "new")
  }

  @Test func `an inbox is read as it was written or refused`() throws {
    var inbox = ReceiptInbox(capacity: 9)
    for (number, expires) in [100, 400, 900, 900].enumerated() {
      let text = try made("a\(number)", to: expires).text(tag: fnvTag)
      #expect(outcome(of: .sent("d", 0, number, of: "a\(number)", with: text), in: &inbox) == "new")
    }
    let text = try made("a3", to: 900).text(tag: fnvTag)
    _ = try inbox.redeem(text, for: .click, from: "ann", at: .seconds(200), tag: fnvTag)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let json = String(decoding: try encoder.encode(inbox), as: UTF8.self)
    let read = try JSONDecoder().decode(ReceiptInbox.self, from: Data(json.utf8))
    #expect(read == inbox && read.checkInvariants() && read.usedCount == 4)
    #expect(String(decoding: try encoder.encode(read), as: UTF8.self) == json)
    for (former, new, path) in [
      (#""version":1"#, #""version":2"#, "version"), (#""capacity":9"#, #""capacity":0"#, "capacity"),
      (#""event":"click""#, #""event":"impression""#, "used"), (#""removedBefore":2"#, #""removedBefore":9"#, "used"),
      (#""receipt":"E"#, #""receipt":"F"#, "used"), (#""number":1"#, #""number":-1"#, "used.0.id.number"),
    ] {
      #expect(json.contains(former), "\(former) in \(json)")
      let refusal = DecodingRefusal<AdServingError> {
        try JSONDecoder().decode(ReceiptInbox.self, from: Data(json.replacing(former, with: new).utf8))
      }
      #expect(refusal?.path == path, "\(new)")
    }
  }

  @Test func `an inbox without room is a mistake`() async {
    await #expect(processExitsWith: .failure) { _ = ReceiptInbox(capacity: 0) }
  }

  @Test func `a client that sends again comes to an end`() throws {
    // More streams and more gaps than an acknowledgement has room for, and receipts of every kind.
    var pending = try (0..<40).flatMap { stream in
      try (0..<100).map { number in
        let ad = "\(stream)/\(number)"
        let text = number % 3 == 0 ? nil : try made(ad, for: number % 7 == 0 ? "bob" : "ann").text(tag: fnvTag)
        return Impression.sent("d\(stream % 2)", stream, 2 * number, of: ad, with: text)
      }
    }
    var random = SeededGenerator(seed: 3)
    var inbox = ReceiptInbox()
    var (newCount, rounds) = (0, 0)
    while !pending.isEmpty, rounds < 100 {
      let receipt = inbox.receive(pending.shuffled(using: &random), from: "ann", at: .seconds(rounds), tag: fnvTag)
      newCount += receipt.new.count
      let json = try JSONEncoder().encode(receipt.acknowledgements)
      let answers = try JSONDecoder().decode([ImpressionAcknowledgement].self, from: json)
      pending.removeAll { impression in answers.contains { $0.covers(impression.id) } }
      rounds += 1
    }
    let valid = 40 * (0..<100).count { $0 % 3 != 0 && $0 % 7 != 0 }
    // 20 streams of each device, of which 16 fit, with 100 pieces, of which 32 fit, or 33 from number 0 on.
    #expect(pending.isEmpty && newCount == valid && rounds <= 2 * 4, "\(rounds) rounds")
  }
}
