// The code of the article "Running an auction", line for line; a test compares them.
import AdServing
import Placement

/// For whom a page is, as its sources are told.
struct Visitor: Sendable {
  var user: String?
  var topic: String
  var hasConsented = false
}

/// Pages whose ads are sold by auction, each for its visitor, and filled up from a stock; one for all threads.
struct AuctionedFeed: Sendable {
  let merger: FeedMerger
  let caps: [FrequencyCap]
  let floor: Price
  let auction: Auction<String, Visitor>
  let stock: AdPool<String>
  /// Receives what came of each auction, and how many of its winners are on the page.
  let report: @Sendable (_ outcome: AuctionOutcome<String>, _ shown: Int) -> Void

  func page(
    _ posts: [String], for visitor: Visitor, after cursor: FeedCursor?, seen: FrequencyHistory, at now: Duration
  ) async throws -> MergedFeed<[String], [Ad<String>]> {
    if let cursor { try merger.check(cursor) }
    let request = PageRequest(for: visitor, places: 4, floor: floor, timeout: .milliseconds(120))
    let outcome = await auction.hold(for: request, at: now) { ad, chosen in
      seen.allows(ad.identity, caps: caps, reserved: ReservedAds(chosen), at: now)
    }
    let sold = outcome.winners.map(\.ad)
    let rest = await stock.take(upTo: 4 - sold.count, within: caps, seen: seen, reserved: ReservedAds(sold))
    let page = try merger.merge(posts, with: sold + rest, after: cursor)
    await stock.putBack(rest.suffix(sold.count + rest.count - page.slots.count))
    report(outcome, min(sold.count, page.slots.count))
    return page
  }
}

/// All sources failed or were late.
struct NobodyAnswered: Error {}

/// Makes a pool whose stock is bought by auction, for visitors of whom nothing is known.
func auctionedStock(
  _ auction: Auction<String, Visitor>, floor: Price, policy: AdQueuePolicy, now: @escaping @Sendable () -> Duration
) throws -> AdPool<String> {
  try AdPool(tenant: "auction", policy: policy, startingAt: now()) { request in
    let visitor = Visitor(topic: "any")
    let page = PageRequest(for: visitor, places: request.count, floor: floor, timeout: .seconds(1))
    let outcome = await auction.hold(for: page, at: now())
    guard outcome.answers.contains(where: \.isInTime) else { throw NobodyAnswered() }
    return outcome.winners.map(\.ad)
  }
}
