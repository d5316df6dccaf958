import FeedFormats
import FeedWeave
import ListModel
import Placement

/// A woven list whose feed changes while it is shown, with both of its sides.
final class LiveFeed {
  /// The list.
  let list: ListView
  /// How many rows are in view at once, from the next version on.
  var height: Int
  private let content = LiveContent()
  private let ads: LiveAds
  private let aspects: InputFile?

  /// Makes the list, still empty.
  ///
  /// - Parameters:
  ///   - height: how many rows are in view at once.
  ///   - aspects: where the aspects come from that are to blame when the list is not as it should be, if there are any.
  /// - Throws: ``CommandError/refusedPlan(_:)`` for rules that cannot be kept in any feed.
  init(
    ads: [FeedItem], rules: PlacementRules, height: Int, hidingAspects aspects: InputFile? = nil
  ) throws(CommandError) {
    self.ads = try LiveAds(ads, rules: rules)
    self.height = height
    self.aspects = aspects
    list = .ofFeedCells(height: 0)
    list.weaver.dataSource = self.ads
  }

  /// Loads the first version.
  func load(_ items: [FeedItem]) throws(CommandError) -> FeedUpdate {
    try change(to: items) { content.load(items, in: list) }
    let rows = rows
    guard isWhole(rows, items.count) else { throw aspects.map { .hidingAspects($0) } ?? Self.notWhole }
    return FeedUpdate(loading: rows, counts: (items.count, adCount))
  }

  /// Changes to the next version: the content side says what changes, ads go with it, are withdrawn and come.
  ///
  /// - Throws: ``CommandError/internalError(_:)`` where the list refuses what it is told.
  func update(to items: [FeedItem]) throws(CommandError) -> FeedUpdate {
    let before = standing
    // An ad that somebody looks at stays even where a rule forbids it.
    show(rows: 0)
    let changes = try change(to: items) { () throws(CommandError) in
      do throws(ListUpdateError) { return try content.update(to: items, in: list) } catch {
        throw .internalError("\(error)")
      }
    }
    let rows = rows
    guard isWhole(rows, items.count) else { throw aspects.map { .hidingUpdates($0) } ?? Self.notWhole }
    do throws(PlacementError) {
      return FeedUpdate(
        user: changes, feed: try changes.inFeed(from: before, to: standing), rows: rows,
        counts: (items.count, adCount))
    } catch { throw .internalError("\(error)") }
  }

  /// Changes the content and the ads while nobody looks, and has them be seen.
  private func change<Changes>(
    to items: [FeedItem], by change: () throws(CommandError) -> Changes
  ) throws(CommandError) -> Changes {
    ads.expect(items)
    let changes = try change()
    list.layoutIfNeeded()
    try ads.settle(in: list.weaver)
    show(rows: height)
    return changes
  }

  /// Has so many rows be in view.
  private func show(rows count: Int) {
    list.viewportSize.height = Double(count)
    list.layoutIfNeeded()
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
    StandingRows(list.weaver.map) { self.ads.placer.ad(at: $0) }
  }

  /// The rows in view, from the top down.
  private var rows: [LiveRow] {
    let map = list.weaver.map
    let raw = list.weaver.rawList
    return zip(raw.indexPathsForVisibleRows, raw.visibleCells).compactMap { path, cell in
      guard let cell = cell as? FeedCell else { return nil }
      if let user = map.userPath(for: path) { return LiveRow(path: path, item: cell.item, owner: .content(user)) }
      return ads.placer.ad(at: path).map {
        LiveRow(path: path, item: cell.item, owner: .ad($0.ad.creative, $0.origin))
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
