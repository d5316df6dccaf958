import FeedFormats
import FeedWeave
import ListModel
import Placement
import Synchronization
import TerminalUI

/// Reads the tags of lines of files when rules ask for them.
final class LineTags: Sendable {
  private let lines: Mutex<[FileLines?]>

  /// Makes copies of the lines of sections, which share the memory of what has been found.
  init(_ lines: [FileLines?]) { self.lines = Mutex(lines) }

  /// Returns the tags of a line; none for a row that is no line.
  func tags(at path: UserPath) -> [String] {
    lines.withLock { lines in lines.indices.contains(path.section) ? lines[path.section]?.item(at: path.row).item : nil
    }?
    .tags ?? []
  }
}

/// The data source of the content: the items of the feeds, without knowing that there are ads.
final class ViewedContent: ListDataSource, ListDelegate {
  fileprivate(set) var sections: [FeedSection]
  /// Problems in lines that are shown, which nobody has been told of.
  var problems: [Message] = []
  /// The lines whose problems have been found, by section.
  private var linesWithProblems: Set<UserPath> = []

  init(_ sections: [FeedSection]) { self.sections = sections }

  /// The items of each section; none for lines of a file.
  var items: [[FeedItem]] { sections.map(\.document.items) }

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

  func numberOfSections(in list: ListView) -> Int { sections.count }

  func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { sections[section].itemCount }

  func list(_ list: ListView, cellForRowAt path: ListPath) -> ListCell {
    let user = UserPath(section: path.section, row: path.row)
    return ViewedCell.dequeue(from: list, for: path, showing: item(at: user) ?? FeedItem(), .content(user))
  }

  /// Returns the header of a section; the first one is always shown above the list.
  func list(_ list: ListView, viewForHeaderInSection section: Int) -> ListCell? {
    guard section > 0, let header = header(ofSection: section) else { return nil }
    let cell = SectionHeaderCell(reuseIdentifier: nil)
    cell.header = header
    return cell
  }

  func header(ofSection section: Int) -> SectionHeader? {
    guard sections.count > 1 || sections.contains(where: { $0.name != nil }) else { return nil }
    let count = sections[section].itemCount
    let words = count.grouped + (sections[section].lines?.isComplete == false ? "+" : "")
    return SectionHeader(
      title: SafeText(sections[section].title), detail: SafeText("\(words) \(count == 1 ? "item" : "items")"))
  }

  /// Replaces the items and performs the resulting changes on the list as one batch.
  func update(to items: [[FeedItem]], in list: ListView) throws(ListUpdateError) -> SectionedListChanges {
    let former = self.items
    let changes = SectionedListChanges.changes(
      from: former.enumerated().map { ListSection($0, rows: $1) },
      to: items.enumerated().map { ListSection($0, rows: $1) }, sectionsBy: .itself, rowsBy: .ofItems)
    do throws(ListUpdateError) {
      try list.performBatchUpdates { [self] () throws(ListUpdateError) in
        replace(by: items)
        try list.perform(changes)
      }
    } catch {
      replace(by: former)
      throw error
    }
    return changes
  }

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

  /// Looks for lines that have been appended to the file of a section; returns whether those before are as they were.
  func grow(section: Int) -> Bool { sections[section].lines?.grow() ?? false }

  /// The number of bytes that are read between two looks at the clock.
  private static let slice = 1 << 20

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

  private func replace(by items: [[FeedItem]]) {
    for (section, items) in items.enumerated() { sections[section].document.items = items }
  }
}
