/// Provides the contents of a list: the number of sections and rows, and the cell of each row.
///
/// Methods that are optional in UIKit have a default implementation here, and the list then behaves as UIKit does. A
/// data source is used where its list is used, so it need not be Sendable.
public protocol ListDataSource: ListEditingDataSource, ListIndexDataSource, ListSupplementaryDataSource {
  /// Returns the number of sections; one by default; negative numbers count as zero.
  func numberOfSections(in list: ListView) -> Int
  /// Returns the number of rows of a section; negative numbers count as zero.
  func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int
  /// Returns the cell of a row that becomes visible; the cell must not be in use for another row.
  func list(_ list: ListView, cellForRowAt path: ListPath) -> ListCell
  /// Returns the title of a section's header; nil for none.
  func list(_ list: ListView, titleForHeaderInSection section: Int) -> String?
  /// Returns the title of a section's footer; nil for none.
  func list(_ list: ListView, titleForFooterInSection section: Int) -> String?
  /// Returns the model that a row shows, for code that lists rows with their models; nil if there is none to report.
  func list(_ list: ListView, modelForRowAt path: ListPath) -> Any?
}

extension ListDataSource {
  /// Returns 1.
  public func numberOfSections(in list: ListView) -> Int { 1 }
  /// Returns nil: no title.
  public func list(_ list: ListView, titleForHeaderInSection section: Int) -> String? { nil }
  /// Returns nil: no title.
  public func list(_ list: ListView, titleForFooterInSection section: Int) -> String? { nil }
  /// Returns nil: no model.
  public func list(_ list: ListView, modelForRowAt path: ListPath) -> Any? { nil }
}

/// Decides how a list's rows look and behave, and receives notifications about them.
///
/// Every method is optional, as in UIKit: its default leaves the decision to the list. A delegate is used where its
/// list is used, so it need not be Sendable.
public protocol ListDelegate:
  ListDisplayDelegate,
  ListHeightDelegate,
  ListSelectionDelegate,
  ListEditingDelegate,
  ListMovementDelegate,
  ListFocusDelegate,
  ListMenuDelegate,
  ListScrollDelegate,
  ListLayoutDelegate
{}

/// Receives notifications about displayed elements.
///
/// Part of ``ListDelegate``; every method is optional.
public protocol ListDisplayDelegate: AnyObject {
  /// Notifies that a row's cell is about to be displayed.
  func list(_ list: ListView, willDisplay cell: ListCell, forRowAt path: ListPath)
  /// Notifies that a row's cell is no longer displayed; the path is the one at which it was last displayed.
  func list(_ list: ListView, didEndDisplaying cell: ListCell, forRowAt path: ListPath)
  /// Notifies that a section's header is about to be displayed.
  func list(_ list: ListView, willDisplayHeaderView view: ListCell, forSection section: Int)
  /// Notifies that a section's footer is about to be displayed.
  func list(_ list: ListView, willDisplayFooterView view: ListCell, forSection section: Int)
  /// Notifies that a section's header is no longer displayed.
  func list(_ list: ListView, didEndDisplayingHeaderView view: ListCell, forSection section: Int)
  /// Notifies that a section's footer is no longer displayed.
  func list(_ list: ListView, didEndDisplayingFooterView view: ListCell, forSection section: Int)
}

extension ListDisplayDelegate {
  /// Does nothing.
  public func list(_ list: ListView, willDisplay cell: ListCell, forRowAt path: ListPath) {}
  /// Does nothing.
  public func list(_ list: ListView, didEndDisplaying cell: ListCell, forRowAt path: ListPath) {}
  /// Does nothing.
  public func list(_ list: ListView, willDisplayHeaderView view: ListCell, forSection section: Int) {}
  /// Does nothing.
  public func list(_ list: ListView, willDisplayFooterView view: ListCell, forSection section: Int) {}
  /// Does nothing.
  public func list(_ list: ListView, didEndDisplayingHeaderView view: ListCell, forSection section: Int) {}
  /// Does nothing.
  public func list(_ list: ListView, didEndDisplayingFooterView view: ListCell, forSection section: Int) {}
}
