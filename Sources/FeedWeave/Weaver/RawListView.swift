public import ListModel

/// A woven list without translation: a proxy whose calls reach the list's own implementations, in feed coordinates.
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
  public func rectForRow(at path: ListPath) -> ListRect { perform { $0.rectForRow(at: path) } ?? .zero }

  /// The row that stands at a point of the content.
  public func indexPathForRow(at point: ListPoint) -> ListPath? { perform { $0.indexPathForRow(at: point) } ?? nil }

  /// The row that a cell is shown for.
  public func indexPath(for cell: ListCell) -> ListPath? { perform { $0.indexPath(for: cell) } ?? nil }

  /// The cell of a row that is in view.
  public func cellForRow(at path: ListPath) -> ListCell? { perform { $0.cellForRow(at: path) } ?? nil }

  /// The cells of all rows in view, from the top down.
  public var visibleCells: [ListCell] { perform { $0.visibleCells } ?? [] }

  /// All rows in view, from the top down.
  public var indexPathsForVisibleRows: [ListPath] { perform { $0.indexPathsForVisibleRows } ?? [] }

  /// All selected rows.
  public var indexPathsForSelectedRows: [ListPath] { perform { $0.indexPathsForSelectedRows } ?? [] }

  /// The row that has the focus.
  public var indexPathForFocusedRow: ListPath? { perform { $0.indexPathForFocusedRow } ?? nil }

  /// Selects a row.
  public func selectRow(at path: ListPath?, scrollPosition position: ListScrollPosition = .none) {
    _ = perform { $0.selectRow(at: path, scrollPosition: position) }
  }

  /// Deselects a row.
  public func deselectRow(at path: ListPath) { _ = perform { $0.deselectRow(at: path) } }

  /// Scrolls until a row stands where it should.
  public func scrollToRow(at path: ListPath, at position: ListScrollPosition) {
    _ = perform { $0.scrollToRow(at: path, at: position) }
  }

  /// Reloads the whole list: both sides are asked for everything again.
  public func reloadData() { _ = perform { $0.reloadData() } }

  /// Asks for the cells of rows anew.
  ///
  /// - Throws: `ListUpdateError` where the list has no such row.
  public func reloadRows(at paths: [ListPath]) throws(ListUpdateError) {
    _ = try perform { (list) throws(ListUpdateError) in try list.reloadRows(at: paths) }
  }

  /// What the row's owner says it shows.
  public func model(forRowAt path: ListPath) -> Any? { weaver.row(at: .init(path))?.model }
}
