import BatchUpdates
import FeedFormats
import FeedWeave
import ListModel
import Placement

extension PlannedFeed {
  /// Creates an empty list for feeds and ads at the places of a plan, with 256 rows in view.
  convenience init(_ sections: [FeedSection], ads: [FeedItem], at plan: PlacementPlan) {
    self.init(sections, ads: PlannedAds(ads, at: plan), in: .ofLines(height: 256))
  }

  /// Creates an empty list for what a command line names.
  ///
  /// - Throws: ``CommandError/refusedPlan(_:)`` for rules that cannot be applied to the feeds.
  convenience init(_ input: WovenInput) throws(CommandError) {
    let ads = input.ads ?? []
    self.init(input.sections, ads: ads, at: try PlacementPlan(input.rules, input.sections, adCount: ads.count))
  }

  /// Returns the map of the list as it was loaded.
  ///
  /// - Throws: ``CommandError/refusedPlan(_:)`` for a plan that the list cannot show.
  func checkedMap() throws(CommandError) -> InsertionMap {
    if let refusal = ads.refusal { throw .refusedPlan(refusal) }
    return map
  }

  /// Loads the list while the aspects of the input are woven, and returns each row as the list displays it.
  ///
  /// - Parameter surrounding: runs loading and displaying, when the aspects are woven already.
  /// - Throws: ``CommandError/refusedPlan(_:)``, ``CommandError/hidingAspects(_:)``, and any error that `surrounding` throws.
  func show(
    _ input: WovenInput, _ environment: CommandEnvironment,
    surrounding: (_ show: () -> Void) throws(CommandError) -> Void = { $0() }
  ) throws(CommandError) -> [FeedRow] {
    let woven = try input.aspects?.weave(environment)
    defer { woven?.end() }
    var rows: [FeedRow] = []
    try surrounding {
      load()
      list.layoutIfNeeded()
      rows = displayedRows()
    }
    let tally = try checkedMap().tally
    guard isWhole(rows, itemCounts: input.sections.map(\.itemCount)) else {
      throw input.aspects.map { .hidingAspects($0.file) } ?? .notWhole
    }
    // Aspects may prevent ads from being inserted.
    if input.aspects == nil { input.reportMissingPlaces(adCount: tally.ads) }
    return rows
  }

  /// Returns an entry of the merged feed for a row.
  func entry(of row: FeedRow) -> WovenEntry {
    let owner: WovenEntry.Owner =
      switch row.owner {
      case .content(let user): .content(userRow: user.row)
      case .ad: .ad(reason: ads.caption(at: row.path, in: map))
      }
    return WovenEntry(row.item, owner, section: row.path.section, row: row.path.row)
  }
}

extension ListView {
  /// Creates an empty list of rows that are all one line high: only their order matters, and they are laid out later.
  static func ofLines(height: Double) -> ListView {
    let list = ListView(size: ListSize(width: 1, height: height))
    list.rowHeight = 1
    list.estimatedRowHeight = 1
    return list
  }
}

extension CommandError {
  /// The list does not show all rows, and no aspect explains it.
  static let notWhole = CommandError.internalError("the list does not show all of its rows")
}
