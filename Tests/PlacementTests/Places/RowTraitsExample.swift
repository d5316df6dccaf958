// What the article "Putting ads into a feed service" shows of rows that are asked, line for line; a test compares them.
import Placement

/// A post of a feed that knows what it is about.
struct Post: Sendable {
  var tags: [String] = []
  var isObituary = false
}

/// Merges a page; no ad stands beside an obituary, or beside what bears a tag that the rules avoid.
func page(
  _ posts: [Post], with ads: [String], after cursor: FeedCursor?, by merger: FeedMerger
) throws -> MergedFeed<[Post], [String]> {
  let traits = RowTraits<Post>(tags: { $0.tags }, isAdAllowedBeside: { !$0.isObituary })
  return try merger.merge(posts, with: ads, after: cursor, traits: traits)
}
