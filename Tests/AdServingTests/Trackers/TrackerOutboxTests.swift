import Foundation
import Placement
import TestSupport
import Testing

@testable import AdServing

@Suite struct TrackerOutboxTests {
  private let policy = TrackerPolicy()

  private func tracked(_ id: String = "a", until expires: Int = 1_000) throws -> TrackedAd {
    var macros = AuctionMacros()
    (macros.auctionID, macros.price) = (id, try Price("2 EUR"))
    let trackers = AdTrackers(
      events: [
        AdTracker(address: "https://x.example/1?${AUCTION_IMP_TS}"),
        AdTracker(event: 1, method: 2, address: "https://x.example/1.js"),
        AdTracker(event: 2, address: "https://x.example/2?${AUCTION_PRICE}"),
        AdTracker(event: 500, method: 501, address: "", customData: "{}"),
      ], scripts: ["count(${AUCTION_PRICE})"], win: "https://x.example/win?${AUCTION_PRICE}",
      billing: "https://x.example/bill?${AUCTION_ID}", loss: "https://x.example/lost?${AUCTION_LOSS}-${AUCTION_PRICE}",
      macros: macros)
    return TrackedAd(id: id, trackers: trackers, expires: .seconds(expires))
  }

  private func words(_ due: [DueTracker]) -> [String] {
    due.map { tracker in
      let what = (tracker.script ?? tracker.address).replacing("https://x.example/", with: "/")
      return "\(tracker.event) \(tracker.method) \(what) \(tracker.side)\(tracker.isRepeat ? " again" : "")"
    }
  }

  @Test func `each event makes its own trackers due, once`() throws {
    var outbox = TrackerOutbox()
    let ad = try tracked()
    let link = AdLink(clickTrackers: ["https://x.example/c?${AUCTION_PRICE}"])
    let steps: [(String, (inout TrackerOutbox) -> [DueTracker], [String])] = [
      ("win", { $0.win(ad, at: .seconds(1), under: policy) }, ["win 1 /win?2 server"]),
      (
        "impression", { $0.count([1], of: ad, at: .seconds(2), under: policy) },
        ["event 1 1 /1?2000 client", "billing 1 /bill?a server"]
      ),
      ("viewable", { $0.count([1, 2], of: ad, at: .seconds(3), under: policy) }, ["event 2 1 /2?2 client"]),
      ("own", { $0.count([500], of: ad, at: .seconds(3), under: policy) }, ["event 500 501  client"]),
      ("nothing", { $0.count([3, -1, .max], of: ad, at: .seconds(3), under: policy) }, []),
      ("click", { $0.click("7", on: link, of: ad, at: .seconds(4), under: policy) }, ["click 7 1 /c?2 client"]),
      ("next", { $0.click("8", on: link, of: ad, at: .seconds(4), under: policy) }, ["click 8 1 /c?2 client"]),
      ("loss", { $0.lose(ad, code: 102, at: .seconds(5), under: policy) }, ["loss 1 /lost?102- server"]),
    ]
    for (name, step, expected) in steps {
      #expect(words(step(&outbox)) == expected, "\(name)")
      #expect(step(&outbox) == [], "\(name) again")
    }
    #expect(outbox.eventCount == 8 && outbox.refusedCount == 0 && outbox.lostCount == 0)
    var other = TrackerOutbox()
    let lost = try other.lose(ad, code: 102, clearing: Price("3 EUR"), at: .zero, under: policy)
    #expect(words(lost) == ["loss 1 /lost?102-3 server"])
  }

  @Test func `the policy says who opens an address and when it bills`() throws {
    let ad = try tracked()
    var policy = TrackerPolicy()
    (policy.images, policy.ownMethods, policy.clicks, policy.win) = (.server, .server, .server, .client)
    policy.billingEvent = 2
    var outbox = TrackerOutbox()
    #expect(words(outbox.win(ad, at: .zero, under: policy)) == ["win 1 /win?2 client"])
    #expect(
      words(outbox.count([1, 500], of: ad, at: .zero, under: policy, runsScripts: true)) == [
        "event 1 1 /1?0 server", "event 1 2 /1.js client", "event 1 2 count(2) client", "event 500 501  server",
      ])
    #expect(
      words(outbox.count([2], of: ad, at: .zero, under: policy))
        == ["event 2 1 /2?2 server", "billing 1 /bill?a server"])
    // Billed once, whatever the policy says later.
    #expect(outbox.count([1, 2], of: ad, at: .zero, under: self.policy, runsScripts: true) == [])
    var clicks = AdLink(clickTrackers: ["https://x.example/c?${AUCTION_PRICE:X}"])
    policy.encodings = ["X": { "<\($0)>" }]
    #expect(words(outbox.click("", on: clicks, of: ad, at: .zero, under: policy)) == ["click  1 /c?%3C2%3E server"])
    clicks.clickTrackers = []
    #expect(outbox.click("n", on: clicks, of: ad, at: .zero, under: policy) == [])
  }

  @Test func `a test auction is never billed`() throws {
    var ad = try tracked()
    ad.trackers.macros.isTest = true
    var outbox = TrackerOutbox()
    #expect(words(outbox.count([1], of: ad, at: .zero, under: policy)) == ["event 1 1 /1?AUDIT client"])
  }

  @Test func `what was not acknowledged is a repeat after a crash`() throws {
    var outbox = TrackerOutbox()
    let due =
      try outbox.win(tracked(), at: .zero, under: policy) + outbox.count([1], of: tracked(), at: .zero, under: policy)
    outbox.acknowledge([due[1].id, due[1].id, DueTracker.ID(adID: "?", event: .win, number: 9)])
    var loaded = try JSONDecoder().decode(TrackerOutbox.self, from: JSONEncoder().encode(outbox))
    #expect(loaded == outbox && due.count == 3)
    let repeats = loaded.unacknowledged(at: .seconds(999))
    #expect(words(repeats) == ["billing 1 /bill?a server again", "win 1 /win?2 server again"])
    #expect(loaded.unacknowledged(at: .seconds(1_000)) == [])
    loaded.acknowledge(repeats.map(\.id))
    #expect(loaded.unacknowledged(at: .zero) == [] && loaded.eventCount == 3)
    #expect(try loaded.count([1], of: tracked(), at: .zero, under: policy) == [])
  }

  @Test func `an ad that has expired or has no room is refused`() throws {
    var outbox = TrackerOutbox(capacity: 2)
    for (id, expires, now, count, refused) in [
      ("a", 100, 100, 0, 1), ("a", 100, 99, 1, 1), ("b", 300, 99, 1, 1), ("c", 300, 99, 0, 2),
      // The memory of "a" is free when its span is over, and it stays expired when the clock goes back.
      ("c", 300, 140, 1, 2), ("a", 100, 50, 0, 3),
    ] {
      let due = try outbox.win(tracked(id, until: expires), at: .seconds(now), under: policy)
      #expect(due.count == count && outbox.refusedCount == refused, "\(id) at \(now)")
    }
    #expect(outbox.lostCount == 1)
  }

  @Test func `an ad that is given a later end is remembered until then`() throws {
    var outbox = TrackerOutbox()
    _ = try outbox.count([1], of: tracked("a", until: 100), at: .zero, under: policy)
    _ = try outbox.count([2], of: tracked("a", until: 900), at: .zero, under: policy)
    #expect(outbox.checkInvariants())
    #expect(try outbox.count([1], of: tracked("a", until: 900), at: .seconds(800), under: policy) == [])
  }

  @Test func `too many trackers and too long ones are left out and counted`() throws {
    var ad = try tracked()
    ad.trackers = AdTrackers(events: (0..<70).map { AdTracker(address: "https://x.example/\($0)") })
    ad.trackers.events[3].address += String(repeating: "x", count: 9_000)
    ad.trackers.events[4].customData = String(repeating: "x", count: 9_000)
    var outbox = TrackerOutbox()
    let due = outbox.count([1], of: ad, at: .zero, under: policy)
    #expect(due.map(\.id.number) == Array(0..<64).filter { $0 != 3 && $0 != 4 } && outbox.lostCount == 8)
  }

  @Test func `reasons for a loss have the numbers of OpenRTB`() {
    #expect(AuctionLoss.allCases.map(\.code) == [2, 3, 2, 9, 3, 100, 3, 102, 200])
  }

  @Test func `a stored outbox that cannot be is refused`() throws {
    var outbox = TrackerOutbox(capacity: 9)
    _ = try outbox.win(tracked("a", until: 1), at: .zero, under: policy)
    _ = try outbox.win(tracked("b"), at: .seconds(100), under: policy)
    _ = try outbox.count([1], of: tracked("b"), at: .seconds(100), under: policy)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let json = try #require(String(data: encoder.encode(outbox), encoding: .utf8))
    for (former, new, path) in [
      (#""version":1"#, #""version":2"#, "version"), (#""capacity":9"#, #""capacity":0"#, "capacity"),
      (#""refused":0"#, #""refused":-1"#, "refused"), (#""lost":1"#, #""lost":-1"#, "lost"),
      (#""win"]"#, #""win","win"]"#, "ads"), (#"["billing","event 1","win"]"#, "[]", "ads"),
      (#""expires":1000000"#, #""expires":1000"#, "ads"),
      (#""expires":1000000"#, #""expires":9999999999999999"#, "ads"),
      (#""number":0"#, #""number":-1"#, "unacknowledged"), (#""event":"win""#, #""event":"loss""#, "unacknowledged"),
      (#""isRepeat":false"#, #""isRepeat":true"#, "unacknowledged"),
      (#""event":"win""#, #""event":"event 01""#, "unacknowledged.2.id.event"),
    ] {
      #expect(json.contains(former), "\(former)")
      let refusal = DecodingRefusal<AdServingError> {
        try JSONDecoder().decode(TrackerOutbox.self, from: Data(json.replacing(former, with: new).utf8))
      }
      #expect(refusal?.path == path, "\(new) in \(json)")
    }
  }

  @Test func `an outbox without room is a mistake`() async {
    await #expect(processExitsWith: .failure) { _ = TrackerOutbox(capacity: 0) }
  }
}
