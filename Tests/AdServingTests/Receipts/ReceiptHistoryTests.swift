import Foundation
import TestSupport
import Testing

@testable import AdServing

/// Histories of users and devices, with receipts of every kind, crashes and merges, against a model that searches lists.
@Suite struct ReceiptHistoryTests {
  private typealias Outcome = ReceiptModel.Outcome

  /// What a journal has of an upload, or of a click.
  private struct JournalEntry: Codable {
    var now: Duration
    var user: String
    var upload: [Impression]
    var click: String?
  }

  private struct World {
    var inbox: ReceiptInbox
    var model: ReceiptModel
    var now = 1_700_000_000_000
    var texts: [String] = []
    var sent: [(user: String, impression: Impression)] = []
    var stored = Data()
    var journal: [Data] = []
    var counts: [Outcome: Int] = [:]
    var random: SeededGenerator

    init(seed: UInt64) throws {
      random = SeededGenerator(seed: seed)
      let capacity = Int.random(in: 0..<3, using: &random) == 0 ? 12 : 1_000
      inbox = ReceiptInbox(capacity: capacity)
      model = ReceiptModel(capacity: capacity)
      try store()
    }

    mutating func roll(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    mutating func store() throws {
      stored = try JSONEncoder().encode(inbox)
      journal = []
    }

    /// Hands out an ad; ads of several users have the same name.
    mutating func serve() throws {
      let (user, ad, campaign) = ("user \(roll(4))", "ad \(roll(60))", "c\(roll(3))")
      let lasting = [1_000, 30_000, 100_000, 600_000][roll(4)] + roll(1_000)
      let receipt = try ServingReceipt(
        of: AdIdentity(adID: ad, campaign: campaign), for: user, issued: .milliseconds(now),
        expires: .milliseconds(now + lasting))
      let text = receipt.text(tag: fnvTag)
      if model.served[text] == nil { texts.append(text) }
      model.served[text] = .init(user: user, ad: ad, campaign: campaign, expires: now + lasting)
    }

    /// An impression: mostly an honest one, else one with something wrong, or one that was sent before.
    mutating func impression(_ number: Int) -> (user: String, impression: Impression) {
      if roll(4) == 0, let again = sent.randomElement(using: &random) { return again }
      guard var text = texts.suffix(40).randomElement(using: &random), let served = model.served[text] else {
        return ("user 0", .sent("phone", 0, number, of: "ad", with: nil))
      }
      var (user, ad, campaign) = (served.user, served.ad, served.campaign)
      var isThere = true
      switch roll(12) {
      case 0: user = "user \(roll(4))"
      case 1: ad = "ad \(roll(60))"
      case 2: campaign = "c\(roll(3))"
      case 3: isThere = false
      case 4: text = String(decoding: random.damaged(Array(text.utf8), alphabet: Array("ABab.".utf8)), as: UTF8.self)
      case 5: text = text.split(separator: ".")[0] + "." + (texts[roll(texts.count)].split(separator: ".")[1])
      default: break
      }
      let device = "\(["phone", "tablet", "made up \(roll(1_000))"][roll(3)])"
      return (user, .sent(device, roll(3), number, of: ad, in: campaign, with: isThere ? text : nil))
    }

    mutating func upload(_ step: Int, _ label: Comment) throws {
      let first = impression(16 * step)
      let others = (1...8).prefix(roll(8)).map { impression(16 * step + $0) }.filter { $0.user == first.user }
      let upload = ([first] + others).map(\.impression).shuffled(using: &random)
      journal.append(
        try JSONEncoder().encode(JournalEntry(now: .milliseconds(now), user: first.user, upload: upload, click: nil)))
      let receipt = inbox.receive(upload, from: first.user, at: .milliseconds(now), tag: fnvTag)
      var (new, refused, repeats) = (receipt.new[...], receipt.refused[...], receipt.repeatCount)
      for impression in upload {
        let arrival = ReceiptModel.Arrival(
          event: .impression, id: impression.id, ad: impression.adID, campaign: impression.campaign,
          text: impression.receipt, user: first.user, now: now)
        let expected = model.outcomes(of: arrival)
        // What the inbox says of it: the lists are in the order of the upload.
        let outcome: Outcome
        if let first = refused.first, first.id == impression.id, expected.contains(.refused(first.reason)) {
          outcome = .refused(first.reason)
          refused.removeFirst()
        } else if new.first == impression, expected.contains(.new) {
          outcome = .new
          new.removeFirst()
          model.count(arrival)
        } else {
          outcome = .repeated
          repeats -= 1
        }
        #expect(expected.contains(outcome), "\(label): \(outcome) of \(impression), not \(expected)")
        counts[outcome, default: 0] += 1
        let isSettled = receipt.acknowledgements.contains { $0.covers(impression.id) }
        let mayBeSettled = outcome != .refused(.noMemory) || upload.count { $0.id == impression.id } > 1
        #expect(isSettled ? mayBeSettled : outcome == .refused(.noMemory), "\(label): \(impression)")
        sent.append((first.user, impression))
      }
      #expect(new.isEmpty && refused.isEmpty && repeats == 0, label)
      #expect(receipt.receipts.map(\.adID) == receipt.new.map(\.adID), label)
    }

    mutating func click(_ label: Comment) throws {
      let (user, impression) = impression(0)
      let text = impression.receipt
      journal.append(
        try JSONEncoder().encode(JournalEntry(now: .milliseconds(now), user: user, upload: [], click: text ?? "")))
      let arrival = ReceiptModel.Arrival(
        event: .click, id: nil, ad: "", campaign: "", text: text ?? "", user: user, now: now)
      let expected = model.outcomes(of: arrival)
      let outcome: Outcome
      do throws(ImpressionRefusal.Reason) {
        _ = try inbox.redeem(text ?? "", for: .click, from: user, at: .milliseconds(now), tag: fnvTag)
        outcome = .new
        model.count(arrival)
      } catch {
        outcome = .refused(error)
      }
      #expect(expected.contains(outcome), "\(label): click is \(outcome), not \(expected)")
    }

    /// Loads what was stored, and receives the journal again.
    mutating func crash(_ label: Comment) throws {
      var restored = try JSONDecoder().decode(ReceiptInbox.self, from: stored)
      for line in journal {
        let entry = try JSONDecoder().decode(JournalEntry.self, from: line)
        _ = restored.receive(entry.upload, from: entry.user, at: entry.now, tag: fnvTag)
        if let click = entry.click {
          _ = try? restored.redeem(click, for: .click, from: entry.user, at: entry.now, tag: fnvTag)
        }
      }
      #expect(restored == inbox, label)
      inbox = restored
    }

    mutating func step(_ number: Int, _ label: Comment) throws {
      switch roll(20) {
      case 0...6: try serve()
      case 7...14: try upload(number, label)
      case 15, 16: try click(label)
      case 17: now += roll(5) == 0 ? 200_000 : roll(10_000)
      case 18: if roll(6) == 0 { now -= roll(300_000) } else { try store() }
      default: try crash(label)
      }
      #expect(inbox.checkInvariants() && inbox.usedCount <= inbox.capacity, label)
    }
  }

  @Test func `each valid receipt is counted once and each reason is right`() throws {
    var counts: [Outcome: Int] = [:]
    for seed in 0..<Sample.of(UInt64(600), few: 8) {
      var world = try World(seed: seed)
      for number in 0..<400 { try world.step(number, "seed \(seed), step \(number)") }
      counts.merge(world.counts) { $0 + $1 }
    }
    let reasons: [ImpressionRefusal.Reason] = [
      .noMemory, .noReceipt, .invalidReceipt, .otherUser, .otherAd, .expired, .used,
    ]
    for outcome in [.new, .repeated] + reasons.map(Outcome.refused) {
      #expect(counts[outcome, default: 0] > 20, "\(outcome) of \(counts)")
    }
  }

  @Test func `merged inboxes remember what each has received`() throws {
    var doubleCount = 0
    for seed in 0..<Sample.of(UInt64(1_000), few: 60) {
      var random = SeededGenerator(seed: seed)
      let served = try (0..<30).map { number in
        try ServingReceipt(
          of: AdIdentity(adID: "ad \(number)", campaign: "c"), for: "ann", issued: .zero,
          expires: .seconds(Int.random(in: 50...900, using: &random)))
      }
      var inboxes = Array(repeating: ReceiptInbox(capacity: 100), count: 3)
      var users: [[Int: ImpressionID]] = [[:], [:], [:]]
      for _ in 0..<40 {
        let (index, number) = (Int.random(in: 0..<3, using: &random), Int.random(in: 0..<30, using: &random))
        let device = "d\(Int.random(in: 0..<2, using: &random))"
        let impression = Impression.sent(
          device, 0, number, of: served[number].adID, with: served[number].text(tag: fnvTag))
        let receipt = inboxes[index].receive([impression], from: "ann", at: .zero, tag: fnvTag)
        if !receipt.new.isEmpty { users[index][number] = impression.id }
      }
      var (one, other) = (inboxes[0], inboxes[1])
      let double = one.merge(inboxes[1])
      #expect(other.merge(inboxes[0]) == double && other == one, "seed \(seed)")
      // The lists say the same.
      let expected = users[0].filter { number, id in users[1][number] ?? id != id }
      #expect(Set(double.map(\.receipt)) == Set(expected.keys.map { served[$0] }), "seed \(seed)")
      for use in double { #expect(use.kept < use.other && use.event == .impression, "seed \(seed)") }
      #expect(one.usedCount == Set(users[0].keys).union(users[1].keys).count, "seed \(seed)")
      doubleCount += double.count
      // Again, and in another order.
      let merged = one
      #expect(one.merge(merged) == [] && one == merged && one.checkInvariants(), "seed \(seed)")
      _ = one.merge(inboxes[1])
      #expect(one == merged, "seed \(seed)")
      _ = one.merge(inboxes[2])
      var last = inboxes[2]
      _ = last.merge(inboxes[1])
      _ = last.merge(inboxes[0])
      #expect(last == one, "seed \(seed)")
      // Nothing that one of them has counted is counted again.
      for (number, id) in users.joined() {
        let impression = Impression.sent(
          id.device, 0, number, of: served[number].adID, with: served[number].text(tag: fnvTag))
        let receipt = last.receive([impression], from: "ann", at: .seconds(300), tag: fnvTag)
        #expect(receipt.new.isEmpty, "seed \(seed): \(id)")
      }
      #expect(try JSONDecoder().decode(ReceiptInbox.self, from: JSONEncoder().encode(last)) == last, "seed \(seed)")
    }
    #expect(doubleCount > 100)
  }
}
