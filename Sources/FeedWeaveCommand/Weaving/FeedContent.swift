import FeedFormats
import FeedWeave
import ListModel
import Placement
import TerminalUI

/// The data source of a woven feed: the items of feeds, without knowing that there are ads.
final class FeedContent: ListDataSource, ListDelegate {
  /// The feeds.
  fileprivate(set) var sections: [FeedSection]
  /// The class of the cells.
  let cells: FeedCell.Type
  /// Returns the time that ages and days are counted from, in seconds since 1970.
  var now: () -> Int64 = { 0 }
  /// Problems in lines that are shown, which have not been reported yet.
  var problems: [Message] = []
  /// The lines whose problems have been found, by section.
  fileprivate var linesWithProblems: Set<UserPath> = []
  /// The days of each section.
  private(set) var days: [TimelineDays] = []

  init(_ sections: [FeedSection], cells: FeedCell.Type = FeedCell.self) {
    self.sections = sections
    self.cells = cells
    findDays()
  }

  private func findDays() { days = sections.map(TimelineDays.init) }

  /// The items of each section; none for lines of a file.
  var items: [[FeedItem]] {
    get { sections.map(\.document.items) }
    set {
      for (section, items) in newValue.enumerated() { sections[section].document.items = items }
      findDays()
    }
  }

  /// Takes the title and the authors of another version of a feed, whose items are shown next.
  func take(headOf document: FeedDocument, section: Int) {
    let items = sections[section].document.items
    sections[section].document = document
    sections[section].document.items = items
  }

  /// Returns an item, which is read now if it is a line of a file; nil for a row that there is not.
  func item(at path: UserPath) -> FeedItem? {
    guard sections.indices.contains(path.section), 0..<sections[path.section].itemCount ~= path.row else { return nil }
    guard let (item, problem) = sections[path.section].lines?.item(at: path.row) else {
      return sections[path.section].document.items[path.row]
    }
    if let problem, linesWithProblems.insert(path).inserted {
      problems.append(Message(sections[path.section].file, "\(problem)", isPlaced: true))
    }
    return item
  }

  /// Replaces the items and performs the resulting changes on the list as one batch.
  ///
  /// - Returns: The changes, in content rows.
  /// - Throws: `ListUpdateError` if the list rejects the changes; the previous items are restored then.
  func update(to items: [[FeedItem]], in list: ListView) throws(ListUpdateError) -> SectionedListChanges {
    let former = self.items
    let changes = SectionedListChanges.changes(
      from: former.enumerated().map { ListSection($0, rows: $1) },
      to: items.enumerated().map { ListSection($0, rows: $1) }, sectionsBy: .itself, rowsBy: .ofItems)
    do throws(ListUpdateError) {
      try list.performBatchUpdates { [self] () throws(ListUpdateError) in
        self.items = items
        try list.perform(changes)
      }
    } catch {
      self.items = former
      throw error
    }
    return changes
  }

  // MARK: - What the list asks

  func numberOfSections(in list: ListView) -> Int { sections.count }

  func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { sections[section].itemCount }

  func list(_ list: ListView, cellForRowAt path: ListPath) -> ListCell {
    let user = UserPath(section: path.section, row: path.row)
    return cells.dequeue(from: list, for: path, showing: item(at: user) ?? FeedItem(), .content(user))
  }

  func list(_ list: ListView, viewForHeaderInSection section: Int) -> ListCell? {
    guard sections.haveHeaders else { return nil }
    let cell = FeedHeaderCell(reuseIdentifier: nil)
    (cell.content, cell.list, cell.section) = (self, list, section)
    return cell
  }

  /// Returns the header of a section; nil if the only feed has no name.
  ///
  /// - Parameter row: the first row below it, whose day is the title in a timeline.
  func header(ofSection section: Int, above row: Int = 0) -> SectionHeader? {
    guard sections.haveHeaders else { return nil }
    let count = sections[section].itemCount
    let words = count.grouped + (sections[section].lines?.isComplete == false ? "+" : "")
    return SectionHeader(
      title: title(ofSection: section, above: row),
      detail: SafeText(detail(ofSection: section, "\(words) \(count == 1 ? "item" : "items")")))
  }
}

/// The header of a section, which counts the items that have been found so far.
private final class FeedHeaderCell: SectionHeaderCell {
  weak var content: FeedContent?
  weak var list: ListView?
  var section = 0

  override var header: SectionHeader {
    get { content?.header(ofSection: section, above: firstRow) ?? super.header }
    set { super.header = newValue }
  }

  /// The first row of the content that is in view.
  private var firstRow: Int {
    guard let display = list?.display else { return 0 }
    let top = display.uncoveredViewport.minY
    let places = display.elements.lazy.filter { $0.frame.maxY > top }.compactMap { ($0.view as? FeedCell)?.place }
    return places.compactMap { if case .content(let path) = $0 { path.row } else { nil } }.first ?? 0
  }
}

extension [FeedSection] {
  /// Whether sections have headers: there are several, or the only one has a name or days.
  var haveHeaders: Bool { count > 1 || contains { $0.name != nil || $0.isTimeline } }
}

// MARK: - Lines of large files

extension FeedContent {
  /// Finds lines of a file until a number of them is to be shown, or until a time.
  func findLines(
    section: Int, atLeast count: Int, until end: ContinuousClock.Instant
  ) throws(CommandError) {
    while sections[section].lines?.isReady(batchCount: count) == false, ContinuousClock.now < end {
      do throws(InputFailure) { try sections[section].lines?.readOn(upTo: Self.slice) } catch {
        sections[section].lines?.stop()
        throw .noInput(sections[section].file, reason: "\(error.reason); the lines before are shown")
      }
      guard let lines = sections[section].lines, lines.isComplete, lines.isFull else { continue }
      problems.append(Message(lines.file, "only the first \(lines.count.grouped) items are shown"))
    }
  }

  /// The number of bytes that are read between two looks at the clock.
  private static let slice = 1 << 20

  /// Looks for lines that have been appended to the file of a section; returns whether those before are as they were.
  func grow(section: Int) -> Bool { sections[section].lines?.grow() ?? false }

  /// Finds the problems of last lines without a newline, of which nothing more is waited for.
  func endLines() {
    for section in sections.indices {
      if let row = sections[section].lines?.end() { _ = item(at: UserPath(section: section, row: row)) }
    }
  }

  /// Replaces all rows of a section by lines of a file, or by none.
  func replace(section: Int, by lines: FileLines?) {
    sections[section].lines = lines
    sections[section].document = FeedDocument(format: .itemLines)
    linesWithProblems = linesWithProblems.filter { $0.section != section }
  }

  /// Shows lines that have been found, up to a number of them; the list shows them at its end.
  func showFound(section: Int, atMost number: Int, in list: ListView) throws(ListUpdateError) {
    let former = sections
    let unfinished = sections[section].lines?.unfinishedRow
    do throws(ListUpdateError) {
      try list.performBatchUpdates { [self] () throws(ListUpdateError) in
        let rows = sections[section].lines?.showFound(atMost: number) ?? 0..<0
        try list.insertRows(at: rows.map { ListPath(row: $0, section: section) })
      }
      if let unfinished { try list.reconfigureRows(at: [ListPath(row: unfinished, section: section)]) }
    } catch {
      sections = former
      throw error
    }
  }
}

// MARK: - Identity

/// The identity of an item from one version to the next.
enum ItemName: Hashable {
  case id(String)
  case page(String)
  case title(String?)
}

extension FeedItem {
  /// Its id, else its page, else its title.
  var name: ItemName { id.map(ItemName.id) ?? url.map(ItemName.page) ?? .title(title) }
}

extension ListIdentity<FeedItem, ItemName> {
  /// Identifies items by id, else by page, else by title; items with the same identity are distinguished by their
  /// order.
  static var ofItems: Self {
    Self(id: \.name) { $0.hasSameContent(as: $1) }
  }
}
