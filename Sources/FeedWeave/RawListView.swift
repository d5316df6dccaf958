public import ListModel
import Placement

/// A woven list without translation: a proxy whose calls reach the list's own implementations, in feed coordinates.
///
/// Rows are named by `FeedPath`, so that a path of the content, a `UserPath` or what the content side calls the list with, does not
/// fit. Only in the body of ``perform(_:)`` the list itself is spoken to, in its own `ListPath`.
///
/// It lives as its weaver does; when that has been removed, there is nothing behind it any more.
public struct RawListView {
  private let weaver: ListWeaver

  init(of weaver: ListWeaver) {
    self.weaver = weaver
  }

  /// Runs `body` with the list itself, to which every path it gives or takes is the feed's; nil when the list is gone.
  ///
  /// - Throws: what `body` throws.
  public func perform<Result, Failure>(_ body: (ListView) throws(Failure) -> Result) throws(Failure) -> Result? {
    guard let list = weaver.list else { return nil }
    return try weaver.inFeedSpace { () throws(Failure) in try body(list) }
  }

  /// The number of sections, inserted ones included.
  public var numberOfSections: Int { perform { $0.numberOfSections } ?? 0 }

  /// The number of rows of a section, inserted ones included.
  public func numberOfRows(inSection section: Int) -> Int { perform { $0.numberOfRows(inSection: section) } ?? 0 }

  /// The rectangle of a section with its header and footer.
  public func rect(forSection section: Int) -> ListRect { perform { $0.rect(forSection: section) } ?? .zero }

  /// The rectangle of a row.
  public func rectForRow(at path: FeedPath) -> ListRect { perform { $0.rectForRow(at: ListPath(path)) } ?? .zero }

  /// The row that stands at a point of the content.
  public func indexPathForRow(at point: ListPoint) -> FeedPath? {
    perform { $0.indexPathForRow(at: point).map { FeedPath($0) } } ?? nil
  }

  /// The row that a cell is shown for.
  public func indexPath(for cell: ListCell) -> FeedPath? {
    perform { $0.indexPath(for: cell).map { FeedPath($0) } } ?? nil
  }

  /// The cell of a row that is in view.
  public func cellForRow(at path: FeedPath) -> ListCell? { perform { $0.cellForRow(at: ListPath(path)) } ?? nil }

  /// The cells of all rows in view, from the top down.
  public var visibleCells: [ListCell] { perform { $0.visibleCells } ?? [] }

  /// All rows in view, from the top down.
  public var indexPathsForVisibleRows: [FeedPath] {
    perform { $0.indexPathsForVisibleRows.map { FeedPath($0) } } ?? []
  }

  /// All selected rows.
  public var indexPathsForSelectedRows: [FeedPath] {
    perform { $0.indexPathsForSelectedRows.map { FeedPath($0) } } ?? []
  }

  /// The row that has the focus.
  public var indexPathForFocusedRow: FeedPath? {
    perform { $0.indexPathForFocusedRow.map { FeedPath($0) } } ?? nil
  }

  /// Selects a row.
  public func selectRow(at path: FeedPath?, scrollPosition position: ListScrollPosition = .none) {
    _ = perform { $0.selectRow(at: path.map { ListPath($0) }, scrollPosition: position) }
  }

  /// Deselects a row.
  public func deselectRow(at path: FeedPath) { _ = perform { $0.deselectRow(at: ListPath(path)) } }

  /// Scrolls until a row stands where it should.
  public func scrollToRow(at path: FeedPath, at position: ListScrollPosition) {
    _ = perform { $0.scrollToRow(at: ListPath(path), at: position) }
  }

  /// Reloads the whole list: both sides are asked for everything again.
  public func reloadData() { _ = perform { $0.reloadData() } }

  /// Asks for the cells of rows anew.
  ///
  /// - Throws: `ListUpdateError` where the list has no such row.
  public func reloadRows(at paths: [FeedPath]) throws(ListUpdateError) {
    let rows = paths.map { ListPath($0) }
    _ = try perform { (list) throws(ListUpdateError) in try list.reloadRows(at: rows) }
  }

  /// What the row's owner says it shows.
  public func model(forRowAt path: FeedPath) -> Any? { weaver.row(at: path)?.model }
}

// MARK: - Rows

/// Which cells in view are asked for.
public enum VisibleCells: Sendable, Hashable, CaseIterable {
  /// Those of the content.
  case raw
  /// Those of insertions.
  case inserted
  /// All.
  case all
}

/// Looking at the feed as it is shown, with the insertions in it.
extension ListWeaver {
  /// The list without translation: every path is the feed's.
  public var rawList: RawListView { RawListView(of: self) }

  /// The cells in view, from the top down.
  public func visibleCells(_ which: VisibleCells) -> [ListCell] {
    let cells = inFeedSpace { list?.visibleCells ?? [] }
    switch which {
    case .raw: return cells.filter { !showsInsertion($0) }
    case .inserted: return cells.filter { showsInsertion($0) }
    case .all: return cells
    }
  }

  /// All rows of the feed in order, each with its owner and its model, asked for as they are come to.
  public var models: some Sequence<WovenRow> {
    loadList()
    return (0..<map.feedSectionCount).lazy.flatMap { section in
      (0..<(self.map.feedCount(inFeedSection: section) ?? 0)).lazy.compactMap { row in
        self.row(at: FeedPath(section: section, row: row))
      }
    }
  }

  /// A row of the feed; nil for one that the feed does not have.
  public func row(at path: FeedPath) -> WovenRow? {
    loadList()
    guard let list, let owner = owner(of: path) else { return nil }
    return WovenRow(path: path, owner: owner, model: router.list(list, modelForRowAt: ListPath(path)))
  }
}
