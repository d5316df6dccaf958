import AdServing
import Foundation
import Placement
import TestSupport
import Testing

@Suite struct ImpressionsExampleTests {
  private static let caps = Result { try FrequencyCap.list("1 per 1d") }

  private func device() throws -> Device {
    let rule = ViewabilityRule(duration: .zero)
    return Device(ledger: try ImpressionLedger(rule: rule, device: "phone", stream: 1), caps: try Self.caps.get())
  }

  private func see(_ campaign: String, by device: inout Device, at now: Duration) {
    let display = device.ledger.nextDisplay
    let ad = AdIdentity(adID: "ad", campaign: campaign)
    device.note(device.ledger.begin(display, ad, place: FeedPath(section: 0, row: 0), at: now))
    device.note(device.ledger.show(display, share: 1, at: now))
  }

  @Test func `what is sent twice is counted once`() async throws {
    var device = try device()
    let server = ImpressionServer()
    for second in 1...3 { see("c\(second % 2)", by: &device, at: .seconds(second)) }
    // The answer to the first upload is lost.
    struct Lost: Error {}
    await #expect(throws: Lost.self) {
      try await device.upload { body in
        _ = try await server.receive(body, of: "ann", at: .seconds(4))
        throw Lost()
      }
    }
    #expect(device.ledger.pending.count == 3)
    try await device.upload { try await server.receive($0, of: "ann", at: .seconds(5)) }
    #expect(device.ledger.pending == [])
    let (counts, refusals) = (await server.counts, await server.refusals)
    #expect(counts == ["c0": 1, "c1": 2] && refusals == [:])
  }

  /// A user makes up devices, and uses the name of another's.
  @Test func `what one user sends does not change what anothers is worth`() async throws {
    var device = try device()
    let server = ImpressionServer()
    for second in 1...3 { see("c", by: &device, at: .seconds(second)) }
    for time in [Duration.seconds(4), .seconds(86_000)] {
      let forged = ["phone"] + (0..<1_000).map { "made up \($0)" }
      let upload = forged.flatMap { name in (0..<9).map { Impression.sent(name, 1, $0, at: time) } }
      _ = try await server.receive(JSONEncoder().encode(upload), of: "bob", at: .seconds(4))
    }
    let bobs = await server.counts["c", default: 0]
    try await device.upload { try await server.receive($0, of: "ann", at: .seconds(5)) }
    #expect(await server.counts == ["c": bobs + 3] && device.ledger.pending == [])
    let refusals = await server.refusals
    #expect(refusals.count == 1 && refusals[.noMemory] != nil, "\(refusals)")
  }

  /// A server with a large inbox is restored from what it stored before a journal began, and then ends again.
  @Test func `an inbox is restored from its journal`() throws {
    for seed in 0..<Sample.of(UInt64(200), few: 12) {
      var random = SeededGenerator(seed: seed)
      var inbox = ImpressionInbox(capacity: Int.random(in: 3...9, using: &random))
      var (stored, journal, new) = (try JSONEncoder().encode(inbox), [Data](), [Impression]())
      var counted: Set<ImpressionID> = []
      var (time, times) = (Duration.seconds(1_700_000_000), [Duration]())
      for step in 0..<120 {
        time += .nanoseconds(Int64.random(in: 0...900_000_000_001, using: &random))
        times.append(time)
        let upload = (0..<Int.random(in: 0...9, using: &random)).map { _ in
          let (device, number) = (Int.random(in: 0..<12, using: &random), Int.random(in: 0...step, using: &random))
          // Seen when its step was, however late it is sent.
          return Impression.sent("d\(device)", number % 3, number, at: times[number])
        }
        journal.append(try JSONEncoder().encode(JournaledUpload(time: time, impressions: upload)))
        let received = inbox.receive(upload, at: time).new
        #expect(received.allSatisfy { counted.insert($0.id).inserted }, "seed \(seed), step \(step)")
        new += received
        switch Int.random(in: 0..<20, using: &random) {
        case 0: (stored, journal, new) = (try JSONEncoder().encode(inbox), [], [])
        case 1:
          let after = try restored(stored, journal: journal)
          #expect(after.inbox == inbox && after.new == new, "seed \(seed), step \(step)")
          inbox = after.inbox
        case 2:
          // What was received before it was stored is received again; what had to wait then may be new now.
          let late = try restored(JSONEncoder().encode(inbox), journal: journal)
          #expect(counted.isDisjoint(with: late.new.map(\.id)), "seed \(seed), step \(step)")
        default: break
        }
      }
    }
  }

  @Test func `only what was handed out is owed and once`() async throws {
    let server = BillingServer(seal: { fnvTag($0) })
    var device = try device()
    let ads = try (0..<3).map { number in
      let ad = Ad(id: "a\(number)", campaign: "c", price: try Price("1.5 EUR"), creative: "")
      return try server.handOut(ad, to: "ann", at: .seconds(1))
    }
    func see(_ ad: AdIdentity) {
      let display = device.ledger.nextDisplay
      device.ledger.begin(display, ad, place: FeedPath(section: 0, row: 0), at: .seconds(2))
      device.ledger.show(display, share: 1, at: .seconds(2))
    }
    for ad in [ads[0], ads[0], ads[1]] { see(ad.identity) }
    see(AdIdentity(adID: "made up", campaign: "c"))
    for user in ["eve", "ann", "ann"] {
      let pending = device.ledger
      try await device.upload { try await server.receive($0, of: user, at: .seconds(3)) }
      #expect(device.ledger.pending == [])
      device.ledger = pending
    }
    for user in ["eve", "ann", "ann"] { await server.click(ads[2].receipt, of: user, at: .seconds(4)) }
    #expect(await server.owed == ["c": 3_000_000])
    #expect(await server.clicks == ["c": 1])
    // Eve's three, and the second display of the first ad, twice; one that was made up, three times.
    #expect(await server.refusals == [.otherUser: 4, .used: 3, .noReceipt: 3])
  }

  /// Three pages are fetched before any is shown.
  @Test func `what is held keeps caps on pages that are fetched ahead`() throws {
    var device = try device()
    let caps = try Self.caps.get()
    let ads = (0..<2).flatMap { number in
      [Ad(id: "a\(number)", campaign: "c", creative: ""), Ad(id: "b\(number)", creative: "")]
    }
    func page() -> [String] {
      let page = allowed(ads, caps: caps, seen: device.history, held: device.held, at: .seconds(9))
      return page.map(\.campaign)
    }
    #expect(page() == ["c", "b0", "b1"])
    #expect(page() == ["c", "b0", "b1"])
    device.held = ["c": 1, "b0": 1]
    #expect(page() == ["b1"])
    // The page with "b0" is discarded, and "c" is seen.
    device.held["b0"] = nil
    see("c", by: &device, at: .seconds(8))
    #expect(device.held == ["c": 0] && page() == ["b0", "b1"])
  }

  @Test func `the article shows the code as it is compiled`() throws {
    let article = try ProjectFiles.text("Sources/AdServing/AdServing.docc/ImpressionsEndToEnd.md")
    let source = try ProjectFiles.text("Tests/AdServingTests/ImpressionsExample.swift")
    let shown = article.components(separatedBy: "```swift\n").dropFirst().compactMap {
      $0.components(separatedBy: "\n```").first
    }
    let compiled = source.components(separatedBy: "import Placement")[1]
    #expect(shown.joined(separator: "\n\n") == compiled.trimmingCharacters(in: .newlines))
  }
}
