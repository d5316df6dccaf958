// The feed of the article "Putting ads into a feed service" whose caps count what is served, line for line.
import AdServing
import Placement

/// Pages whose ads count when they are served; one for all connections of all users.
actor ServedFeed {
  let merger: FeedMerger
  let caps: [FrequencyCap]
  let pool: AdPool<String>
  private(set) var histories: [String: FrequencyHistory] = [:]

  init(pool: AdPool<String>, rules: String, caps: String) throws {
    (self.pool, merger, self.caps) = (pool, try FeedMerger(rules), try FrequencyCap.list(caps))
  }

  func page(
    _ posts: [String], of user: String, after cursor: FeedCursor?, at now: Duration
  ) async throws(PlacementError) -> MergedFeed<[String], [Ad<String>]> {
    let taken = await pool.take(upTo: 4, within: caps, seen: histories[user, default: FrequencyHistory()])
    // Meanwhile other connections of the user may have been served. This checks and records in one step.
    let (ads, refused) = histories[user, default: FrequencyHistory()].record(taken, within: caps, at: now)
    let page = Result { () throws(PlacementError) in try merger.merge(posts, with: ads, after: cursor) }
    let unused = ads.dropFirst((try? page.get().slots.count) ?? 0)
    for ad in unused { histories[user]?.withdraw(ad.identity, at: now) }
    await pool.putBack(unused + refused)
    return try page.get()
  }
}
