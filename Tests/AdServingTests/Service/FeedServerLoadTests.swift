import AdServing
import Foundation
import Placement
import TestSupport
import Testing

/// Thousands of users with several connections each.
///
/// `FEEDWEAVE_LOAD` is for how many seconds; `.ci/run` sets a minute.
@Suite("A feed server under load", .serialized)
struct FeedServerLoadTests {
  private static let seconds = ProcessInfo.processInfo.environment["FEEDWEAVE_LOAD"].flatMap { Double($0) }
  // With assertions, whatever a queue does takes time by its stock.
  private static let stocks = seconds == nil ? (small: 20, large: 80) : (small: 200, large: 800)
  private static let (users, workers, phases) = seconds == nil ? (20, 8, 4) : (2_000, 64, 4)

  /// What all users have got.
  private struct Books {
    var ids: Set<String> = []
    var doubled: [String] = []
    var campaigns: [String: [String: Int]] = [:]
    var advertisers: [String: [String: Int]] = [:]
    var fromSource: [String: Int] = [:]
    var pages = 0
    var refusedCursors = 0
    /// How long pages took, by the stock of the pools, in microseconds.
    var times: [Int: [Int]] = [:]

    mutating func note(_ page: FeedServer.Page, of user: String) {
      pages += 1
      for ad in page.entries.compactMap(\.ad) {
        if !ids.insert(ad.id).inserted { doubled.append(ad.id) }
        campaigns[user, default: [:]][ad.campaign, default: 0] += 1
        for advertiser in ad.advertisers { advertisers[user, default: [:]][advertiser, default: 0] += 1 }
        fromSource[String(ad.id.prefix { $0 != " " }), default: 0] += 1
      }
    }
  }

  @Test func `nothing is lost, doubled or above a cap`() async throws {
    let service = try LoadedService(stock: Self.stocks.small)
    let (books, users) = (Shared(Books()), (0..<Self.users).map { Shared(LoadedUser("user \($0)")) })
    var kept = [0, 0]
    for phase in 0..<Self.phases {
      let stock = phase.isMultiple(of: 2) ? Self.stocks.small : Self.stocks.large
      let served = books.value.fromSource
      try await load(service, stock: stock, users, books, seed: UInt64(phase))
      let accepted = service.accepted.value
      service.accepted.change { $0 = [0, 0] }
      for (index, source) in service.server.sources.enumerated() {
        let name = source.tenant.name
        let (left, expired) = await (source.pool.stock.count, source.pool.counters.totals[.expiredAds])
        let count = books.value.fromSource[name, default: 0] - served[name, default: 0]
        #expect(kept[index] + accepted[index] == count + left + expired, "\(name): ads that came and where they are")
        #expect(left <= AdQueuePolicy.limit)
      }
      kept = try await service.restart(stock: phase.isMultiple(of: 2) ? Self.stocks.large : Self.stocks.small)
    }
    try await deliverAll(service, users)
    try await check(books.value, users, service)
  }

  private func check(_ books: Books, _ users: [Shared<LoadedUser>], _ service: LoadedService) async throws {
    #expect(books.doubled == [])
    let most = books.campaigns.values.flatMap(\.values).max() ?? 0
    #expect((1...3).contains(most), "of a campaign, a user gets at most 3")
    #expect((1...40).contains(books.advertisers.values.flatMap(\.values).max() ?? 0), "of an advertiser, at most 40")
    let metrics = try PrometheusText(await service.server.metrics()).metrics
    let counted = try #require(metrics.first { $0.name == "feedweave_new_impressions_total" }?.samples[[:]])
    // Counters begin at 0 with each process, the inbox does not.
    #expect(counted <= Double(await service.server.inbox.usedCount))
    let seen = users.map(\.value.seenCount).reduce(0, +)
    #expect(await service.server.inbox.usedCount == seen, "each impression counts once, and none that is made up")
    #expect(books.pages > 0)
    if Self.seconds != nil { #expect(books.refusedCursors > 0) }
    for (stock, times) in books.times.sorted(by: { $0.key < $1.key }) {
      let sorted = times.sorted()
      print(
        "stock \(stock): \(times.count) pages, half of them within \(sorted[sorted.count / 2]) us,",
        "99 of 100 within \(sorted[sorted.count * 99 / 100]) us")
    }
    let halves = books.times.mapValues { $0.sorted()[$0.count / 2] }
    if Self.seconds != nil, let small = halves[Self.stocks.small], let large = halves[Self.stocks.large] {
      #expect(large <= 2 * small, "a page takes no longer with a larger stock")
    }
  }

  // MARK: What users do

  /// Serves users on many connections for a time, while the clock jumps.
  private func load(
    _ service: LoadedService, stock: Int, _ users: [Shared<LoadedUser>], _ books: Shared<Books>, seed: UInt64
  ) async throws {
    let end = ContinuousClock.now + .seconds((Self.seconds ?? 1.2) / Double(Self.phases))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for source in service.server.sources { group.addTask { await source.pool.run() } }
      try await withThrowingTaskGroup(of: Void.self) { connections in
        for worker in 0..<Self.workers {
          connections.addTask {
            var random = SeededGenerator(seed: seed * 1_000 + UInt64(worker))
            while ContinuousClock.now < end {
              let user = users[Int.random(in: 0..<users.count, using: &random)]
              try await visit(service, stock: stock, user, books, &random)
            }
          }
        }
        connections.addTask {
          var random = SeededGenerator(seed: seed)
          while ContinuousClock.now < end {
            try await Task.sleep(for: .milliseconds(20))
            await service.jump(by: .milliseconds(Int.random(in: -5_000...5_000, using: &random)))
          }
        }
        try await connections.waitForAll()
      }
      for source in service.server.sources { await source.pool.shutdown() }
      try await group.waitForAll()
    }
  }

  private func visit(
    _ service: LoadedService, stock: Int, _ user: Shared<LoadedUser>, _ books: Shared<Books>,
    _ random: inout SeededGenerator
  ) async throws {
    let (server, name) = (service.server, user.value.name)
    var cursor = user.value.cursor
    let isDamaged = cursor != nil && Int.random(in: 0..<20, using: &random) == 0
    if isDamaged { cursor?.append("A") }
    let began = ContinuousClock.now
    do {
      let page = try await server.page(of: name, after: cursor, at: service.now) { from in
        from < 60 ? (from..<from + 12).map { "post \($0)" } : []
      }
      let time = Int((ContinuousClock.now - began) / .microseconds(1))
      books.change {
        $0.note(page, of: name)
        $0.times[stock, default: []].append(time)
      }
      let (now, shown) = (service.now, random.next())
      user.change { user in
        var random = SeededGenerator(seed: shown)
        user.show(page, at: now, &random)
      }
    } catch {
      #expect(isDamaged, "\(error)")
      books.change { $0.refusedCursors += 1 }
    }
    let made = user.value.madeUp(&random)
    _ = await server.receive(made, from: name, at: service.now)
    // Receipts of another user's count for nobody.
    _ = await server.receive(user.value.upload(&random), from: "somebody else", at: service.now)
    let answer = await server.receive(user.value.upload(&random), from: name, at: service.now)
    // Some answers are lost.
    if Bool.random(using: &random) { user.change { $0.take(answer) } }
  }

  private func deliverAll(_ service: LoadedService, _ users: [Shared<LoadedUser>]) async throws {
    for user in users {
      for _ in 0..<100 where !user.value.pending.isEmpty {
        let answer = await service.server.receive(user.value.pending, from: user.value.name, at: service.now)
        user.change { $0.take(answer) }
      }
      #expect(user.value.pending.isEmpty, "all is acknowledged in the end")
    }
  }
}
