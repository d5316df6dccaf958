// The feed of the article "Asking sources", line for line; a test compares them.
import AdServing
import Placement

/// Pages with ads of a source that is asked over the network; one for all threads.
struct SourcedFeed: Sendable {
  let merger: FeedMerger
  let caps: [FrequencyCap]
  let pool: AdPool<String>

  init(pool: AdPool<String>, rules: String, caps: String) throws {
    (self.pool, merger, self.caps) = (pool, try FeedMerger(rules), try FrequencyCap.list(caps))
  }

  /// Serves requests, and asks the source beside them; when serving ends, so do the requests to the source.
  func run(serving: @escaping @Sendable (SourcedFeed) async throws -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await self.pool.run() }
      try await serving(self)
      group.cancelAll()
    }
  }

  func page(
    _ posts: [String], after cursor: FeedCursor?, seen: FrequencyHistory
  ) async throws(PlacementError) -> MergedFeed<[String], [Ad<String>]> {
    let ads = await pool.take(upTo: 4, within: caps, seen: seen, waiting: .milliseconds(50))
    do throws(PlacementError) {
      let page = try merger.merge(posts, with: ads, after: cursor)
      await pool.putBack(ads.dropFirst(page.slots.count))
      await pool.count { $0.count(page) }
      return page
    } catch {
      await pool.putBack(ads)
      await pool.count { $0.count(error) }
      throw error
    }
  }

  func metrics() async -> String { await pool.counters.prometheusText() }
}
