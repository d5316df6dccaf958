// The code of the article "Keep an advertiser away from a row", line for line; a test compares them.
import AdServing
import Placement

/// A post of a feed, as its service knows it.
struct RatedPost: Sendable {
  var author: String
  var text: String
  var risk: ContentRisk?

  var facts: RowFacts { RowFacts(author: author, text: text, risk: risk) }
}

/// A page of a feed with its ads, and what the next page needs of it.
struct RatedPage: Sendable {
  var feed: MergedFeed<[RatedPost], [Ad<String>?]>
  var ads: [AdjacencyPage.EarlierAd]
}

/// Merges a page: places by the rules of positions, and the ads of a queue by those of adjacency.
func ratedPage(
  _ posts: [RatedPost], _ queue: [Ad<String>], after last: RatedPage? = nil, lastPost: RatedPost? = nil,
  by merger: FeedMerger, _ rules: AdjacencyRules, blocks: [String: RowBlocks]
) throws -> RatedPage {
  // Only the positions count here: a place for which there is no ad stays empty.
  let slots = try merger.merge(posts, with: Array(repeating: (), count: posts.count), after: last?.feed.cursor).slots
  let first = last?.feed.cursor.contentCount ?? 0
  let page = AdjacencyPage(
    rows: posts.map(\.facts), places: slots.map { $0.content.row - first }, rowBefore: lastPost?.facts,
    adsBefore: last?.ads ?? [])
  let facts = queue.map { ad in AdFacts(ad, blocks: blocks[ad.campaign] ?? RowBlocks()) }
  let chosen = rules.assign(facts, to: page)
  let ads = chosen.map { $0.map { queue[$0] } }
  let feed = try merger.merge(posts, with: ads, after: last?.feed.cursor)
  return RatedPage(feed: feed, ads: rules.adsBeforeNextPage(page, chosen.map { $0.map { facts[$0] } }))
}
