import FeedFormats
import FeedWeave
import ListModel
import Placement
import TerminalUI

/// The woven feed that the viewer shows: how its cards look, and updates that can be undone.
final class ViewedFeed: LiveFeed {
  /// How ads are shown.
  enum AdsMode: String, CaseIterable {
    case shown, dimmed, hidden
  }

  /// How ads are shown.
  var adsMode = AdsMode.shown
  /// Whether cards show their row numbers.
  var hasGutter = false
  /// Whether cards show with a sign what the last update did to their rows.
  var showsChanges = false
  /// Returns whether an item of the content has not been read; nil where nobody keeps marks.
  var isUnread: (FeedItem) -> Bool? = { _ in nil }
  /// The names of the posts that are shown in spite of their warnings and filters.
  var unfolded: Set<ItemKey> = []
  /// Whether cards show characters that are otherwise removed or replaced.
  var showsHiddenCharacters = false
  /// The last update.
  private(set) var update: FeedUpdate? { didSet { updateCount += 1 } }
  /// How often rows have changed.
  private(set) var updateCount = 0
  /// The items of all sections, also of those that the filter leaves out.
  private(set) var whole: [[FeedItem]] = []
  /// Which items are shown; nil to show all.
  private(set) var filter: Filter?
  /// The rows of all items that the filter leaves, by section; nil without a filter.
  private var filteredRows: [[Int]]?
  /// Leaves some of the items.
  struct Filter {
    /// What was typed for it.
    let text: String
    let isLeft: (FeedItem) -> Bool
    /// Returns whether an ad may stand among them.
    let leavesAd: (FeedItem) -> Bool
  }
  /// What can be undone, or made again.
  enum Step {
    /// An update, with the items of all sections on its other side.
    case items([[FeedItem]])
    /// That items were marked as read, or as unread.
    case marks([ItemKey], asRead: Bool)
  }

  /// The last steps.
  private var former: [Step] = []
  /// The steps that have been undone, the next one last.
  private var undone: [Step] = []
  /// The maximum number of steps that can be undone.
  private static let undoLimit = 100

  /// Loads feeds and places ads among them.
  ///
  /// - Parameters:
  ///   - input: what the command line names.
  ///   - now: returns the time that ages are counted from, in seconds since 1970.
  ///   - elapsed: returns the time since a fixed moment, for counting what is seen.
  /// - Throws: ``CommandError/refusedPlan(_:)`` for rules that cannot be satisfied.
  init(
    _ input: WovenInput, now: @escaping () -> Int64, elapsed: @escaping () -> Duration
  ) throws(CommandError) {
    let isHuge = input.sections.contains { $0.lines != nil }
    let ads = try LiveAds(input.ads ?? [], rules: input.rules, isHuge: isHuge, now: elapsed)
    let list = ListView(size: ListSize(width: 80, height: 0))
    list.estimatedRowHeight = 7
    super.init(input.sections, ads: ads, in: list, cells: ViewedCell.self)
    // Cells find the feed that shows them as the screen of their list.
    list.display.move(to: self)
    list.delegate = content
    content.now = now
    whole = content.items
    try loadAndPlaceAds()
  }

  /// Changes the items of a section as one batch, and places ads in what is new.
  func update(section: Int, to items: [FeedItem]) throws(CommandError) {
    if content.sections[section].lines != nil { try replace(section: section, by: nil) }
    let present = whole
    var all = present
    all[section] = items
    try change(to: all)
    former = (former + [.items(present)]).suffix(Self.undoLimit)
    undone = []
  }

  /// Adds marks to the steps; updates that have been undone can still be made again.
  func add(marks: [ItemKey], asRead isRead: Bool) {
    former = (former + [.marks(marks, asRead: isRead)]).suffix(Self.undoLimit)
    undone.removeAll { !$0.isUpdate }
  }

  /// Undoes the last step that has not been undone, if there is one; who calls it undoes marks.
  func undo() throws(CommandError) -> Step? { try step(from: \.former, to: \.undone) }

  /// Makes the step again that was undone last, if there is one; who calls it makes marks again.
  func redo() throws(CommandError) -> Step? { try step(from: \.undone, to: \.former) }

  /// The number of updates that have been undone, and not made again.
  var undoneCount: Int { undone.count(where: \.isUpdate) }

  private func step(
    from source: ReferenceWritableKeyPath<ViewedFeed, [Step]>, to target: ReferenceWritableKeyPath<ViewedFeed, [Step]>
  ) throws(CommandError) -> Step? {
    guard let step = self[keyPath: source].last else { return nil }
    let present = whole
    if case .items(let items) = step { try change(to: items) }
    self[keyPath: source].removeLast()
    self[keyPath: target].append(step.isUpdate ? .items(present) : step)
    return step
  }

  /// Shows the items that a filter leaves, or all of them, as an update of the list that is no update of the feed.
  ///
  /// The selected item stays selected if it is shown; if not, the next one that is takes its place, or else the last one.
  ///
  /// - Returns: whether there are any.
  func show(only filter: Filter?) throws(CommandError) -> Bool {
    if let filter, !whole.joined().contains(where: filter.isLeft) { return false }
    let selected = selectedRow
    self.filter = filter
    ads.offer(filter?.leavesAd ?? { _ in true })
    // This is another list: ads that had only moved with the items left would stand one below the other.
    try show(whole) { items throws(CommandError) in
      content.items = items
      try loadAndPlaceAds()
    }
    updateCount += 1
    guard let selected else { return true }
    let rows = content.items.enumerated().flatMap { section, items in
      items.indices.map { UserPath(section: section, row: $0) }
    }
    select(rows.first { rowOfAll($0) >= selected } ?? rows.last)
    return true
  }

  /// The row of the selected item among all items, or that of the first one below a selected ad.
  private var selectedRow: UserPath? {
    guard let path = selectedPath else { return nil }
    let rows = path.row..<(map.feedCount(inFeedSection: path.section) ?? path.row)
    let users = rows.lazy.compactMap { [map] in map.userPath(for: FeedPath(section: path.section, row: $0)) }
    return users.first.map(rowOfAll)
  }

  /// Returns the row among all items of an item that is shown.
  private func rowOfAll(_ user: UserPath) -> UserPath {
    UserPath(section: user.section, row: filteredRows?[user.section][user.row] ?? user.row)
  }

  private func select(_ user: UserPath?) {
    if let user, let path = map.feedPath(for: user) { list.weaver.rawList.selectRow(at: path) }
  }

  private func change(to whole: [[FeedItem]]) throws(CommandError) {
    let selected = selectedPath.flatMap { map.userPath(for: $0) }.flatMap { path in
      content.sections[path.section].lines == nil ? ItemOccurrence(path, in: content.items) : nil
    }
    try show(whole) { items throws(CommandError) in update = try update(to: items) }
    self.whole = whole
    // A row that was reloaded, or deleted here and inserted there, is no longer selected, but it is the same item.
    if selectedPath == nil { select(selected?.path(in: content.items)) }
  }

  /// Shows those of some items that the filter leaves.
  private func show(
    _ whole: [[FeedItem]], by change: ([[FeedItem]]) throws(CommandError) -> Void
  ) throws(CommandError) {
    let rows = filter.map { filter in whole.map { items in items.indices.filter { filter.isLeft(items[$0]) } } }
    try change(rows.map { zip(whole, $0).map { items, rows in rows.map { items[$0] } } } ?? whole)
    filteredRows = rows
  }

  /// Shows the lines of another file, or none, in place of all rows of a section; no update before can be undone.
  func replace(section: Int, by lines: FileLines?) throws(CommandError) {
    content.replace(section: section, by: lines)
    whole[section] = []
    (former, undone, update) = ([], [], nil)
    try loadAndPlaceAds()
  }
}

// MARK: - Rows

extension ViewedFeed {
  /// Returns the item in a row of the list.
  func item(at path: FeedPath) -> FeedItem? {
    if let user = map.userPath(for: path) { return content.item(at: user) }
    return ads.ad(at: path, in: map).map { ads.items[$0.index] }
  }

  /// Whether a row of the list is an ad.
  func isAd(_ path: FeedPath) -> Bool { map.isInserted(path) }

  /// The selected row.
  var selectedPath: FeedPath? { list.weaver.rawList.indexPathsForSelectedRows.last }

  /// Returns the card of a cell.
  func card(of cell: ViewedCell) -> Card {
    var card = card(of: shownItem(of: cell), at: cell.place) { path, numbers in
      let sign = showsChanges ? update?.signs[path]?.rawValue : nil
      return [sign, hasGutter ? numbers : nil].compactMap { $0 }.joined(separator: " ")
    }
    if case .ad = cell.place { card.isDimmed = adsMode == .dimmed } else { card.isUnread = isUnread(cell.item) }
    return card
  }

  /// Returns the page of a cell when it is opened.
  func page(of cell: ViewedCell) -> ItemPage {
    ItemPage(card(of: cell), shownItem(of: cell), isFolded: !unfolded.contains(cell.item.decoded.key))
  }

  private func shownItem(of cell: ViewedCell) -> FeedItem {
    showsHiddenCharacters ? cell.item.decoded.withVisibleCharacters : cell.item
  }
}

extension ViewedFeed.Step {
  /// Whether it is an update.
  fileprivate var isUpdate: Bool { if case .items = self { true } else { false } }
}

/// An item, told apart from others as an update does it: by its name, and by its rank among those of that name.
private struct ItemOccurrence {
  private let section: Int
  private let name: ItemName
  private let rank: Int

  init(_ path: UserPath, in sections: [[FeedItem]]) {
    section = path.section
    let items = sections[path.section]
    name = items[path.row].name
    rank = items[..<path.row].count { [name] in $0.name == name }
  }

  /// Returns where the item is among other items; nil if it was deleted.
  func path(in sections: [[FeedItem]]) -> UserPath? {
    let rows = sections[section].indices.lazy.filter { sections[section][$0].name == name }
    return rows.dropFirst(rank).first.map { UserPath(section: section, row: $0) }
  }
}
