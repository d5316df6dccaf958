import AdPlacing
import FeedWeave
import Placement
import TerminalUI

// Why an ad stands in a row, or why none does, in plain words.
extension ViewerSession {
  /// Says why the selected row is an ad, or why there is none before it.
  func sayWhy() {
    let words = SafeText(reason)
    let line = CardLine([.init(words)])
    // What the status line has no room for is shown instead of the list.
    guard line.width >= viewer.size.columns else { return say(words.string) }
    let lines = WrappedLines(words, columns: viewer.size.columns).map { CardLine([.init($0)]) }
    viewer.show(lines, titled: "why")
  }

  private var reason: String {
    guard let path = feed.selectedPath, let explanation = feed.ads.placer.explain(path) else {
      return feed.ads.items.isEmpty ? "there are no ads" : "there is no row"
    }
    switch explanation {
    case .ad(let ad): return "an ad stands here by the rule '\(ad.origin)': \(rank(of: path))"
    case .content(_, let places):
      if let place = places.first { return reasonAgainst(place.origin, place.reason, at: path) }
      // A place that the rules refuse from the beginning is none of the list's.
      let plan = try? PlacementPlan(feed.ads.rules, feed.content.sections, adCount: feed.ads.items.count)
      guard case .refused(let place, _)? = plan?.explain(path) else {
        return "no ad here: no rule asks for one. \(distances(of: path))"
      }
      return reasonAgainst(place.origin, .refused(.rule(place.reason)), at: path)
    }
  }

  private func reasonAgainst(_ origin: PlaceOrigin, _ reason: UnfilledPlace.Reason, at path: FeedPath) -> String {
    "no ad here, though '\(origin)' asks for one: \(words(for: reason, at: path))"
  }

  /// Returns which of the ads of its section an ad is, such as "the 2nd of 8".
  private func rank(of path: FeedPath) -> String {
    let rows = feed.map.insertedRows(inFeedSection: path.section)
    return "the \(Place.ordinalWord((rows.firstIndex(of: path.row) ?? 0) + 1)) of \(rows.count)"
  }

  private func words(for reason: UnfilledPlace.Reason, at path: FeedPath) -> String {
    switch reason {
    case .refused(.rule(.gap(let gap))): "\(distances(of: path)), and gap \(gap) asks for \(gap) between ads"
    case .refused(.rule(.max(let count))): "max \(count) allows no more ads in its section"
    case .refused(.rule(.maxInAll(let count))): "max \(count) in all allows no more ads"
    case .refused(.rule(.before(let count))): "\(Self.rows(count)) must come before the first ad"
    case .refused(.rule(.after(let count))): "\(Self.rows(count)) must come after the last ad"
    case .refused(.rule(.share(let share))): "ads would be more than \(share * 100) % of the rows"
    case .refused(.rule(.avoid(let tag))): "the item above or below it has the tag '\(tag)', which ads avoid"
    case .noAd where !feed.ads.hasMore, .refused(.rule(.noAd)): "all \(feed.ads.items.count) ads are in use"
    default: feed.filter == nil ? "\(reason)" : "& leaves only ads that match"
    }
  }

  /// Returns how far the ads above and below a row are.
  private func distances(of path: FeedPath) -> String {
    let rows = feed.map.insertedRows(inFeedSection: path.section)
    let above = rows.last { $0 < path.row }.map { "\(Self.rows(path.row - $0 - 1)) since the last ad" }
    let below = rows.first { $0 > path.row }.map { "\(Self.rows($0 - path.row)) until the next" }
    let words = [above, below].compactMap(\.self)
    return words.isEmpty ? "there are no ads in its section" : words.joined(separator: ", ")
  }

  private static func rows(_ count: Int) -> String { "\(count) content \(count == 1 ? "row" : "rows")" }
}
