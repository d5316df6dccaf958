import FeedFormats
import FeedWeave
import ListModel
import Placement

/// A woven list whose feed changes while it is shown, with both of its sides.
final class LiveFeed {
  /// The list.
  let list: ListView
  private let content = LiveContent()
  private let ads: LiveAds
  private let height: Int
  private let aspects: InputFile?
  /// How many rows at the top have come since the feed was loaded.
  private var arrivedAbove = 0

  /// Makes the list, still empty.
  ///
  /// - Parameters:
  ///   - height: how many rows are in view at once.
  ///   - aspects: where the aspects come from that are to blame when the list is not as it should be, if there are any.
  init(ads: [FeedItem], rules: PlacementRules, height: Int, hidingAspects aspects: InputFile? = nil) {
    self.ads = LiveAds(ads, rules: rules)
    self.height = height
    self.aspects = aspects
    list = .ofFeedCells(height: Double(height))
    list.weaver.policy = .anchored
    list.weaver.dataSource = self.ads
  }

  /// Loads the first version.
  ///
  /// - Throws: ``CommandError/refusedPlan(_:)`` for rules that cannot be kept in any feed.
  func load(_ items: [FeedItem]) throws(CommandError) -> FeedUpdate {
    ads.tags = items.map(\.tags)
    content.load(items, in: list)
    list.layoutIfNeeded()
    if let refusal = ads.refusal { throw .refusedPlan(refusal) }
    let rows = rows
    guard isWhole(rows, items.count) else { throw aspects.map { .hidingAspects($0) } ?? Self.notWhole }
    return FeedUpdate(loading: rows, counts: (items.count, adCount))
  }

  /// Changes to the next version: the content side says what changes, ads go with it, and are placed anew.
  ///
  /// - Throws: ``CommandError/internalError(_:)`` where the list refuses what it is told.
  func update(to items: [FeedItem]) throws(CommandError) -> FeedUpdate {
    let before = standing
    let changes: SectionedListChanges
    do throws(ListUpdateError) { changes = try content.update(to: items, in: list) } catch {
      throw .internalError("\(error)")
    }
    ads.tags = items.map(\.tags)
    var seen = changes.rows.seen(of: items.count)
    arrivedAbove = seen.end == 0 ? 0 : changes.rows.arrivedAbove(of: items.count, before: arrivedAbove)
    // Whatever stands below moves down anyway when rows come on top: then ads come among all that have.
    if seen.newAbove > 0 { seen.newAbove = arrivedAbove }
    try ads.replace(seen, in: list.weaver)
    list.layoutIfNeeded()
    let rows = rows
    guard isWhole(rows, items.count) else { throw aspects.map { .hidingUpdates($0) } ?? Self.notWhole }
    do throws(PlacementError) {
      return FeedUpdate(
        user: changes, feed: try changes.inFeed(from: before, to: standing), rows: rows,
        counts: (items.count, adCount))
    } catch { throw .internalError("\(error)") }
  }

  /// Whether the list shows all that it should, which aspects may keep it from.
  private func isWhole(_ rows: [LiveRow], _ itemCount: Int) -> Bool {
    let map = list.weaver.map
    return map.userCounts == [itemCount] && rows.count == min(height, map.feedCounts.reduce(0, +))
  }

  private static let notWhole = CommandError.internalError("the list shows not all of its rows")

  private var adCount: Int { list.weaver.map.insertedRows(inFeedSection: 0).count }

  /// Where everything stands.
  private var standing: StandingRows {
    let map = list.weaver.map
    return StandingRows(map) { self.ads.ad(at: $0, in: map)?.serial }
  }

  /// The rows in view, from the top down.
  private var rows: [LiveRow] {
    let map = list.weaver.map
    let raw = list.weaver.rawList
    return zip(raw.indexPathsForVisibleRows, raw.visibleCells).compactMap { path, cell in
      guard let cell = cell as? FeedCell else { return nil }
      let path = FeedPath(path)
      if let user = map.userPath(for: path) { return LiveRow(path: path, item: cell.item, owner: .content(user)) }
      return ads.ad(at: path, in: map).map {
        LiveRow(path: path, item: cell.item, owner: .ad($0.ad, $0.origin))
      }
    }
  }
}

/// A row of a live list, as its cell shows it.
struct LiveRow: Hashable {
  /// Whose a row is.
  enum Owner: Hashable {
    /// The content's, at this place of its own.
    case content(UserPath)
    /// An ad's, by its number among the ads, with the rule that put it there.
    case ad(Int, PlaceOrigin)
  }

  /// Where it stands.
  let path: FeedPath
  /// What it shows.
  let item: FeedItem
  /// Whose it is.
  let owner: Owner
}

extension ListChanges<FeedPath> {
  /// Which of so many rows after the changes were there before.
  func seen(of count: Int) -> AdPlacing.Seen {
    var seen = AdPlacing.Seen(end: count)
    for path in inserts where path.row == seen.newAbove { seen.newAbove += 1 }
    for path in inserts.reversed() where path.row == seen.end - 1 { seen.end -= 1 }
    return seen
  }

  /// How many of so many rows at the top have come now, or were among those that had come before.
  func arrivedAbove(of count: Int, before: Int) -> Int {
    let new = Set(inserts.map(\.row))
    let moved = Dictionary(moves.map { ($0.to.row, $0.from.row) }) { first, _ in first }
    let former = StayingPlaces(
      leaving: inserts.map(\.row) + moves.map(\.to.row), coming: deletes.map(\.row) + moves.map(\.from.row))
    return (0..<count).first { row in
      !new.contains(row) && (moved[row] ?? former.newPlace(of: row) ?? before) >= before
    } ?? count
  }
}
