public import ListModel
import Placement

/// A proxy of a woven list without translation: its calls reach the list's own methods, in feed coordinates.
///
/// Its methods take `FeedPath`, so that a path in content coordinates, a `UserPath` or a `ListPath`, doesn't fit. Only
/// the body of ``perform(_:)`` uses the list itself, with its own `ListPath`.
///
/// It is valid as long as its weaver. After the weaver has been removed, its methods do nothing and return empty
/// values.
public struct RawListView {
  private let weaver: ListWeaver

  init(of weaver: ListWeaver) {
    self.weaver = weaver
  }

  /// Runs `body` with the list itself, with all paths in feed coordinates; returns nil if the list no longer exists.
  ///
  /// - Throws: The error that `body` throws.
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

  /// Returns the row at a point of the content.
  public func indexPathForRow(at point: ListPoint) -> FeedPath? {
    perform { $0.indexPathForRow(at: point).map { FeedPath($0) } } ?? nil
  }

  /// Returns the row that a cell is shown for.
  public func indexPath(for cell: ListCell) -> FeedPath? {
    perform { $0.indexPath(for: cell).map { FeedPath($0) } } ?? nil
  }

  /// Returns the cell of a row that is in view.
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

  /// Scrolls until a row is at a given position of the viewport.
  public func scrollToRow(at path: FeedPath, at position: ListScrollPosition) {
    _ = perform { $0.scrollToRow(at: ListPath(path), at: position) }
  }

  /// Reloads the whole list: both providers are asked for everything again.
  public func reloadData() { _ = perform { $0.reloadData() } }

  /// Requests the cells of rows again.
  ///
  /// - Throws: `ListUpdateError` where the list has no such row.
  public func reloadRows(at paths: [FeedPath]) throws(ListUpdateError) {
    let rows = paths.map { ListPath($0) }
    _ = try perform { (list) throws(ListUpdateError) in try list.reloadRows(at: rows) }
  }

  /// Returns the model that the row's owner gives for it.
  public func model(forRowAt path: FeedPath) -> Any? { weaver.row(at: path)?.model }
}

// MARK: - Rows

/// Which of the cells in view to return.
public enum VisibleCells: Sendable, Hashable, CaseIterable {
  /// Cells of the content.
  case raw
  /// Cells of insertions.
  case inserted
  /// All cells.
  case all

  fileprivate func includes(isInserted: Bool) -> Bool {
    switch self {
    case .raw: !isInserted
    case .inserted: isInserted
    case .all: true
    }
  }
}

/// Access to the feed as it is shown, with its insertions.
extension ListWeaver {
  /// The list without translation, in feed coordinates.
  public var rawList: RawListView { RawListView(of: self) }

  /// Returns the cells in view, from the top down.
  public func visibleCells(_ which: VisibleCells) -> [ListCell] {
    let cells = inFeedSpace { list?.visibleCells ?? [] }
    return cells.filter { which.includes(isInserted: showsInsertion($0)) }
  }

  /// Returns the views of an element kind in view, such as headers, ordered by path.
  public func visibleSupplementaryViews(ofKind kind: String, _ which: VisibleCells) -> [ListCell] {
    let views = inFeedSpace { list?.visibleSupplementaryViews(ofKind: kind) ?? [] }
    return views.filter { which.includes(isInserted: showsInsertedElement($0)) }
  }

  /// All rows of the feed in order, each with its owner and model, which are requested lazily.
  public var models: some Sequence<WovenRow> {
    loadList()
    return (0..<map.feedSectionCount).lazy.flatMap { section in
      (0..<(self.map.feedCount(inFeedSection: section) ?? 0)).lazy.compactMap { row in
        self.row(at: FeedPath(section: section, row: row))
      }
    }
  }

  /// Returns a row of the feed; nil for a row that the feed does not have.
  public func row(at path: FeedPath) -> WovenRow? {
    loadList()
    guard let list, let owner = owner(of: path) else { return nil }
    return WovenRow(path: path, owner: owner, model: router.list(list, modelForRowAt: ListPath(path)))
  }
}
