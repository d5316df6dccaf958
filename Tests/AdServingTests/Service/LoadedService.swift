import AdServing
import Foundation
import Placement
import Synchronization
import TestSupport

/// A feed server under load: its sources misbehave, its clock jumps, and it is started anew.
final class LoadedService: Sendable {
  /// A source that answers as sources do: mostly in time, and in every other way now and then.
  final class DemandSource: Sendable {
    let name: String
    private let issued = Atomic<Int>(0)
    private let asked = Atomic<Int>(0)

    init(_ name: String) { self.name = name }

    func answer(_ request: AdRequest, at now: Duration) async throws -> [Ad<String>] {
      var random = SeededGenerator(seed: UInt64(asked.add(1, ordering: .relaxed).newValue))
      struct Down: Error {}
      switch Int.random(in: 0..<50, using: &random) {
      case 0: throw Down()
      case 1: return []
      case 2: try await Task.sleep(for: .seconds(600))
      case 3: try? await Task.sleep(for: .milliseconds(60))
      case 4: return ads(10_000, at: now, &random)
      default: try await Task.sleep(for: .milliseconds(Int.random(in: 0...4, using: &random)))
      }
      return ads(request.count, at: now, &random)
    }

    private func ads(_ count: Int, at now: Duration, _ random: inout SeededGenerator) -> [Ad<String>] {
      (0..<count).map { _ in
        let number = issued.add(1, ordering: .relaxed).newValue
        return Ad(
          id: "\(name) \(number)", creativeID: "\(name) creative \(number % 900)",
          campaign: "\(name) campaign \(number % 300)", advertisers: ["advertiser \(number % 40)"],
          expires: Bool.random(using: &random) ? nil : now + .milliseconds(Int.random(in: 50...20_000, using: &random)),
          price: try? Price(micros: Int64(number % 1_000), currency: "EUR"), creative: "")
      }
    }
  }

  /// A clock that jumps, which sources read without keeping the service, which keeps them.
  private final class JumpingClock: Sendable {
    private let start = ContinuousClock.now
    let offset = Shared(Duration.zero)

    var now: Duration { .seconds(1_800_000_000) + offset.value + (.now - start) }
  }

  private static let seal = StandInSeal()
  private let clock = JumpingClock()
  let demand = [DemandSource("direct"), DemandSource("network")]
  let accepted = Shared([0, 0])
  private let current = Shared<FeedServer?>(nil)

  init(stock: Int) throws {
    try replaceServer(stock: stock, histories: [:], inbox: ReceiptInbox(capacity: 1 << 22))
  }

  var server: FeedServer { current.value ?? { preconditionFailure("It has not been started") }() }

  var now: Duration { clock.now }

  /// Sets the clock to another time, and the pools' clocks after it.
  func jump(by change: Duration) async {
    clock.offset.change { $0 += change }
    for source in server.sources { await source.pool.correctClock(to: now) }
  }

  private func replaceServer(stock: Int, histories: [String: FrequencyHistory], inbox: ReceiptInbox) throws {
    let policy = AdQueuePolicy(
      stock: stock, batch: 200, concurrent: 4, lifetime: .seconds(30), timeout: .milliseconds(30),
      retry: Backoff(first: .milliseconds(1), most: .milliseconds(10)), noFillPause: .milliseconds(5))
    let rules = try ["at 2 every 6", "every 3"].map { try PlacementRules($0) }
    let sources = try demand.indices.map { index in
      let pool = try AdPool<String>(
        tenant: demand[index].name, policy: policy, startingAt: now,
        log: { [accepted] event in
          switch event {
          case .answered(_, let receipt), .late(_, let receipt): accepted.change { $0[index] += receipt.taken }
          default: break
          }
        },
        source: { [source = demand[index], clock] in try await source.answer($0, at: clock.now) })
      return FeedServer.Source(tenant: Tenant(name: demand[index].name, rules: rules[index]), pool: pool)
    }
    let server = try FeedServer(
      sources, caps: "3, 40 per 1d by advertiser", histories: histories, inbox: inbox, seal: Self.seal.callAsFunction)
    current.change { $0 = server }
  }

  /// Ends the process and starts another with what was stored; returns how many ads its pools have accepted from the stock.
  func restart(stock: Int) async throws -> [Int] {
    let former = server
    let (histories, inbox) = await (former.histories, former.inbox)
    let stored = try JSONEncoder().encode(histories)
    var stocks: [Data] = []
    for source in former.sources { stocks.append(try JSONEncoder().encode(await source.pool.stock)) }
    try replaceServer(
      stock: stock, histories: JSONDecoder().decode([String: FrequencyHistory].self, from: stored),
      inbox: JSONDecoder().decode(ReceiptInbox.self, from: JSONEncoder().encode(inbox)))
    var accepted: [Int] = []
    for (source, stock) in zip(server.sources, stocks) {
      let ads = try JSONDecoder().decode([Ad<String>].self, from: stock)
      accepted.append(ads.count - (await source.pool.restock(ads, at: now)).count)
    }
    return accepted
  }
}
