internal import AdServing
internal import Foundation
internal import Placement

/// The cost of a page for a feed service that keeps no state: what the client sends is read, and what it gets is made.
enum ServingBenchmarks {
  static let all: [Benchmark] = [
    Benchmark(
      "a page: cursor read, 12 candidates' caps asked, 20 posts and 4 ads merged and walked, 3 recorded, cursor written",
      group: group, baseline: "the same page walked without ads", limit: nil, timeLimit: 6_000
    ) {
      let service = Service()
      return .timed(
        operations: pageCount, measured: { repeated { service.page() } }, baselineOperations: pageCount,
        baseline: { repeated { service.plainPage() } })
    },
    Benchmark(
      "a cursor's text read, checked and written", group: group, baseline: "the text copied byte by byte", limit: nil,
      timeLimit: 1_000
    ) {
      let service = Service()
      return .timed(
        operations: pageCount, measured: { repeated { service.cursor() } }, baselineOperations: pageCount,
        baseline: { repeated { service.copiedText() } })
    },
    Benchmark(
      "a history of 4,096 campaigns read from JSON", group: group, baseline: "its bytes copied to a string", limit: nil,
      timeLimit: 1_000_000
    ) {
      let json = weekOfCampaigns(4_096)
      return .timed(
        operations: 1, measured: { made { try JSONDecoder().decode(FrequencyHistory.self, from: json) }.count },
        baselineOperations: 1, baseline: { String(decoding: json, as: UTF8.self).utf8.count })
    },
    Benchmark(
      "bytes of that history in JSON", group: group, baseline: "", limit: 40_000
    ) { .counted { weekOfCampaigns(4_096).count } },
  ]

  static let group = "serving"

  private static let pageCount = 1_000

  private static func repeated(_ body: () -> Int) -> Int { (0..<pageCount).reduce(0) { sum, _ in sum &+ body() } }

  /// Returns the result of `make`, which cannot fail because what this file makes is constant and valid.
  static func made<Value>(_ make: () throws -> Value) -> Value {
    do { return try make() } catch { fatalError("what is written here is refused: \(error)") }
  }

  /// Returns the JSON of a history of campaigns seen once within a week, under caps of several windows.
  private static func weekOfCampaigns(_ campaigns: Int) -> Data {
    var history = FrequencyHistory()
    var random = SeededRandom(seed: 3)
    let caps = made { try ["2 per 24h, 5 per 7d", "1 per 7d", "3 per 10d"].map { try FrequencyCap.list($0) } }
    for number in 0..<campaigns {
      let time = Duration.milliseconds(1_790_000_000_000 + Int64(random.next() % 600_000_000))
      history.record("campaign-\(number)", caps: caps[number % 3] + [made { try FrequencyCap("9 per 14d") }], at: time)
    }
    return made { try JSONEncoder().encode(history) }
  }
}

/// A service with a page of posts, its candidates for ads, and a client's state.
private struct Service: Sendable {
  let merger = ServingBenchmarks.made { try FeedMerger("every 6 from 3 max 40 gap 2") }
  let caps = ServingBenchmarks.made { try FrequencyCap.list("2 per 24h") }
  let posts = (0..<20).map { "post \($0)" }
  let candidates = (0..<12).map { Ad(id: "ad \($0)", campaign: "campaign \($0)", creative: $0) }
  let history: FrequencyHistory
  let text: String
  let now = Duration.seconds(1_790_000_000)

  init() {
    var history = FrequencyHistory()
    for ad in candidates.prefix(6) { history.record(ad.campaign, caps: caps, at: now - .seconds(60)) }
    self.history = history
    let (merger, posts) = (merger, posts)
    text = ServingBenchmarks.made { try merger.merge(posts, with: 0..<9).cursor.text }
  }

  @inline(never)
  func page() -> Int {
    var history = history
    let allowed = candidates.filter { history.allows($0.campaign, caps: caps, at: now) }
    let page = ServingBenchmarks.made { try merger.merge(posts, with: allowed, after: FeedCursor(text: text)) }
    var sum = 0
    var recorded = 0
    for entry in page {
      switch entry {
      case .content(let post, let path): sum &+= post.utf8.count &+ path.row
      case .ad(let ad, let slot):
        sum &+= ad.creative &+ slot.path.row
        if recorded < 3 { history.record(ad.campaign, caps: caps, at: now) }
        recorded += 1
      }
    }
    return sum &+ page.cursor.text.utf8.count &+ history.count
  }

  @inline(never)
  func plainPage() -> Int {
    var sum = 0
    for (row, post) in posts.enumerated() { sum &+= post.utf8.count &+ row }
    return sum
  }

  @inline(never)
  func cursor() -> Int {
    let cursor = ServingBenchmarks.made { () throws(PlacementError) in
      let cursor = try FeedCursor(text: text)
      try merger.check(cursor)
      return cursor
    }
    return cursor.text.utf8.count
  }

  @inline(never)
  func copiedText() -> Int {
    var copy: [UInt8] = []
    for byte in text.utf8 { copy.append(byte) }
    return copy.count
  }
}
