import AdPlacing
import AdServing
import FeedFormats
import FeedWeave
import ListModel
import Placement
import TerminalUI

/// The woven list that the viewer shows: feeds that may change, each a section, with ads placed among their items.
final class ViewedFeed {
  /// How ads are shown.
  enum AdsMode: String, CaseIterable {
    case shown, dimmed, hidden
  }

  /// The list.
  let list: ListView
  /// The placer of the ads.
  var placer: AdPlacer<Int> { ads.placer }
  /// How ads are shown.
  var adsMode = AdsMode.shown
  /// Whether cards show their row numbers.
  var hasGutter = false
  /// Whether cards show with a sign what the last update did to their rows.
  var showsChanges = false
  /// Whether cards show characters that are otherwise removed or replaced.
  var showsHiddenCharacters = false
  /// The feeds.
  var sections: [FeedSection] { content.sections }

  private let content: ViewedContent
  private let ads: LiveAds
  private let now: () -> Int64
  /// Whether the item that was selected before the last update is still there.
  private(set) var isSelectedItemKept = true
  /// The last update.
  private(set) var update: ViewedUpdate?
  /// The items of all sections before each of the last updates.
  private var former: [[[FeedItem]]] = []
  /// The items of all sections after each update that has been undone, the next one last.
  private var undone: [[[FeedItem]]] = []
  /// The maximum number of updates that can be undone.
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
    self.now = now
    content = ViewedContent(input.sections)
    let isHuge = input.sections.contains { $0.lines != nil }
    ads = try LiveAds(input.ads ?? [], rules: input.rules, isHuge: isHuge, now: elapsed) { list, path, items, index in
      ViewedCell.dequeue(from: list, for: path, showing: items[index], .ad(FeedPath(path)))
    }
    list = ListView(size: ListSize(width: 80, height: 0))
    list.estimatedRowHeight = 7
    list.register(ViewedCell.self, forCellReuseIdentifier: ViewedCell.identifier)
    list.weaver.dataSource = ads
    // Cells find the feed that shows them as the screen of their list.
    list.display.move(to: self)
    expect(content.items)
    list.dataSource = content
    list.delegate = content
    list.reloadData()
    list.layoutIfNeeded()
    try ads.placeAds(in: list.weaver)
  }

  /// Tells the placer of the tags of items, and of those of lines when they are asked for.
  private func expect(_ items: [[FeedItem]]) {
    let lines = LineTags(sections.map(\.lines))
    ads.expect(items) { path in lines.tags(at: path) }
  }

  /// Changes the items of a section as one batch, and places ads in what is new.
  func update(section: Int, to items: [FeedItem]) throws(CommandError) {
    if sections[section].lines != nil { try replace(section: section, by: nil) }
    var all = content.items
    all[section] = items
    let present = content.items
    try change(to: all)
    former = (former + [present]).suffix(Self.undoLimit)
    undone = []
  }

  /// Takes back the last update that has not been taken back; returns whether there is one.
  func undo() throws(CommandError) -> Bool { try step(from: \.former, to: \.undone) }

  /// Makes the update again that was taken back last; returns whether there is one.
  func redo() throws(CommandError) -> Bool { try step(from: \.undone, to: \.former) }

  /// The number of updates that have been taken back, and not made again.
  var undoneCount: Int { undone.count }

  private typealias Versions = ReferenceWritableKeyPath<ViewedFeed, [[[FeedItem]]]>

  /// Shows the last of some versions, and puts the present one at the end of others.
  private func step(from source: Versions, to target: Versions) throws(CommandError) -> Bool {
    guard let items = self[keyPath: source].last else { return false }
    let present = content.items
    try change(to: items)
    self[keyPath: source].removeLast()
    self[keyPath: target].append(present)
    return true
  }

  private func change(to items: [[FeedItem]]) throws(CommandError) {
    let before = ViewedRows(self)
    let selected = selectedPath.flatMap { list.weaver.map.userPath(for: $0) }.flatMap { path in
      sections[path.section].lines == nil ? ItemOccurrence(path, in: content.items) : nil
    }
    expect(items)
    let changes: SectionedListChanges
    do throws(ListUpdateError) { changes = try content.update(to: items, in: list) } catch {
      throw .internalError("\(error)")
    }
    list.layoutIfNeeded()
    try ads.placeAds(in: list.weaver)
    list.layoutIfNeeded()
    refreshPlaces()
    update = ViewedUpdate(changes, from: before, to: ViewedRows(self))
    isSelectedItemKept = selected.map { $0.path(in: items) != nil } ?? true
    // A row that was reloaded, or deleted here and inserted there, is no longer selected, but it is the same item.
    if selectedPath == nil, let user = selected?.path(in: items), let path = list.weaver.map.feedPath(for: user) {
      list.weaver.rawList.selectRow(at: path)
    }
  }

  /// Tells the cells in view which rows they are now.
  private func refreshPlaces() {
    let raw = list.weaver.rawList
    for (path, cell) in zip(raw.indexPathsForVisibleRows, raw.visibleCells) {
      guard let cell = cell as? ViewedCell else { continue }
      cell.place = list.weaver.map.userPath(for: path).map(ViewedCell.Place.content) ?? .ad(path)
    }
  }
}

// MARK: - Lines of large files

extension ViewedFeed {
  /// The maximum number of rows that are added to the list at once, so that no key waits longer than a frame.
  private static let batchCount = 16 << 10
  /// The number while keys are pressed.
  private static let smallBatchCount = 2 << 10

  /// Whether lines of a file remain to be found or to be shown.
  var isReading: Bool { content.sections.contains { $0.lines?.isReading ?? false } }

  /// Finds more lines for about a duration, and shows them when there are enough.
  ///
  /// - Parameter isHurried: whether a key may be pressed at any moment, so that only few are shown at once.
  /// - Throws: ``CommandError`` if a file cannot be read on; the lines found before are shown.
  func readOn(for duration: Duration, isHurried: Bool = false) throws(CommandError) {
    let end = ContinuousClock.now + duration
    let batchCount = isHurried ? Self.smallBatchCount : Self.batchCount
    for section in content.sections.indices {
      try content.findLines(section: section, atLeast: batchCount, until: end)
      guard content.sections[section].lines?.isReady(batchCount: batchCount) ?? false else { continue }
      expect(content.items)
      do throws(ListUpdateError) {
        try content.showFound(section: section, atMost: batchCount, in: list)
      } catch { throw .internalError("\(error)") }
      list.layoutIfNeeded()
      guard ads.hasMore else { continue }
      try ads.placeAds(in: list.weaver)
      list.layoutIfNeeded()
      refreshPlaces()
    }
  }

  /// Looks for lines that have been appended to the file of a section; they are shown by ``readOn(for:)``.
  ///
  /// - Returns: Whether the lines before them are as they were.
  func grow(section: Int) -> Bool { content.grow(section: section) }

  /// Shows the lines of another file, or none, in place of all rows of a section; no update before can be undone.
  func replace(section: Int, by lines: FileLines?) throws(CommandError) {
    content.replace(section: section, by: lines)
    (former, undone, update) = ([], [], nil)
    expect(content.items)
    list.reloadData()
    list.layoutIfNeeded()
    try ads.placeAds(in: list.weaver)
    list.layoutIfNeeded()
    refreshPlaces()
  }

  /// Returns how many rows of the list, from one on in a direction, do not match; 0 unless it is a line of a file.
  ///
  /// Most lines are not decoded.
  ///
  /// - Parameters:
  ///   - text: what the line of a matching item contains, regardless of the case of ASCII letters.
  ///   - isMatch: returns whether an item matches.
  func rowsWithout(
    _ text: String, from path: FeedPath, _ direction: SearchDirection, where isMatch: @escaping (FeedItem) -> Bool
  ) -> Int {
    let map = list.weaver.map
    guard let user = map.userPath(for: path), let lines = content.sections[user.section].lines else { return 0 }
    let isForward = direction == .forward
    // A file that cannot be read has no match.
    let found = try? lines.firstRow(containing: text, from: user.row, forward: isForward, where: isMatch)
    let row = (found ?? nil).flatMap { map.feedPath(for: UserPath(section: user.section, row: $0))?.row }
    let end = row ?? (isForward ? map.feedCount(inFeedSection: path.section) ?? 0 : -1)
    let between = adsMode == .hidden ? 0..<0 : isForward ? path.row..<end : min(end + 1, path.row)..<path.row
    let ads = map.insertedRows(inFeedSection: path.section).filter { row in
      between.contains(row) && item(at: FeedPath(section: path.section, row: row)).map(isMatch) ?? false
    }
    return abs(((isForward ? ads.first : ads.last) ?? end) - path.row)
  }

  /// Returns a problem in a line that came into view, once.
  func takeProblem() -> Message? { content.problems.isEmpty ? nil : content.problems.removeFirst() }
}

// MARK: - Rows

extension ViewedFeed {
  /// Returns the item of an ad, by its index in the list of ads.
  func item(ofAd index: Int) -> FeedItem { ads.item(at: index) }

  /// Returns the item in a row of the list.
  func item(at path: FeedPath) -> FeedItem? {
    if let user = list.weaver.map.userPath(for: path) {
      return content.item(at: user)
    }
    return placer.ad(at: path).map { ads.item(at: $0.ad.creative) }
  }

  /// Whether a row of the list is an ad.
  func isAd(_ path: FeedPath) -> Bool { list.weaver.map.isInserted(path) }

  /// Returns the row of the list that a cell shows at present.
  func path(of cell: ViewedCell) -> FeedPath? {
    switch cell.place {
    case .ad(let path): path
    case .content(let user): list.weaver.map.feedPath(for: user)
    }
  }

  /// The selected row.
  var selectedPath: FeedPath? { list.weaver.rawList.indexPathsForSelectedRows.last }

  /// Returns the card of a cell.
  ///
  /// - Parameter isWhole: whether the card has all of the text, and not only its beginning.
  func card(of cell: ViewedCell, isWhole: Bool = false) -> Card {
    let item = showsHiddenCharacters ? cell.item.decoded.withVisibleCharacters : cell.item
    let map = list.weaver.map
    switch cell.place {
    case .content(let user):
      let row = map.feedPath(for: user)?.row ?? user.row
      return Card(
        item, authors: sections[user.section].document.authors, kind: .content,
        gutter: gutter(at: FeedPath(section: user.section, row: row), "\(row) ← \(user.row)"), now: now(),
        isWhole: isWhole)
    case .ad(let path):
      var card = Card(
        item, authors: [], kind: .ad(reason: SafeText(caption(ofAdAt: path, map))),
        gutter: gutter(at: path, "\(path.row)"), now: now(), isWhole: isWhole)
      card.isDimmed = adsMode == .dimmed
      return card
    }
  }

  /// Returns what stands before a title: the sign of what the last update did to the row, and its numbers.
  private func gutter(at path: FeedPath, _ numbers: String) -> String {
    let sign = showsChanges ? update?.signs[path]?.rawValue : nil
    return [sign, hasGutter ? numbers : nil].compactMap { $0 }.joined(separator: " ")
  }

  /// Returns the reason why an ad is where it is, such as `every 6 from 3 · 2nd of 8`.
  private func caption(ofAdAt path: FeedPath, _ map: InsertionMap) -> String {
    guard let origin = placer.ad(at: path)?.origin else { return "" }
    let rows = map.insertedRows(inFeedSection: path.section)
    guard let rank = rows.firstIndex(of: path.row) else { return "\(origin)" }
    return "\(origin) · \(Place.ordinalWord(rank + 1)) of \(rows.count)"
  }

  /// Returns the header of a section of the content; nil if the only feed has no name.
  func header(ofUserSection section: Int) -> SectionHeader? { content.header(ofSection: section) }
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

  /// Returns where the item is among other items; nil if it is gone.
  func path(in sections: [[FeedItem]]) -> UserPath? {
    let rows = sections[section].indices.lazy.filter { sections[section][$0].name == name }
    return rows.dropFirst(rank).first.map { UserPath(section: section, row: $0) }
  }
}
