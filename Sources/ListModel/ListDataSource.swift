/// Says what stands in a list: how many sections and rows, and the cell of each row.
///
/// What is optional in UIKit has a default here that says so, and the list then does as UIKit does. It lives where its list
/// does, so that it need not be Sendable.
public protocol ListDataSource: ListEditingDataSource, ListIndexDataSource, ListSupplementaryDataSource {
  /// The number of sections; one, unless said otherwise; less than none counts as none.
  func numberOfSections(in list: ListView) -> Int
  /// The number of rows of a section; less than none counts as none.
  func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int
  /// The cell of a row, which must be shown for no other; asked when the row comes into view.
  func list(_ list: ListView, cellForRowAt path: ListPath) -> ListCell
  /// The title of a section's header; nil for none.
  func list(_ list: ListView, titleForHeaderInSection section: Int) -> String?
  /// The title of a section's footer; nil for none.
  func list(_ list: ListView, titleForFooterInSection section: Int) -> String?
  /// What a row shows, for whoever lists the rows with their models; nil where the owner does not say.
  func list(_ list: ListView, modelForRowAt path: ListPath) -> Any?
}

extension ListDataSource {
  /// One section.
  public func numberOfSections(in list: ListView) -> Int { 1 }
  /// No title.
  public func list(_ list: ListView, titleForHeaderInSection section: Int) -> String? { nil }
  /// No title.
  public func list(_ list: ListView, titleForFooterInSection section: Int) -> String? { nil }
  /// Not said.
  public func list(_ list: ListView, modelForRowAt path: ListPath) -> Any? { nil }
}

/// Says how a list's rows look and behave, and hears what happens to them.
///
/// Every method is optional, as in UIKit: its default leaves the matter to the list. It lives where its list does, so that it
/// need not be Sendable.
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

/// Hears of what is shown.
///
/// Part of ``ListDelegate``; every method is optional, and its default leaves the matter to the list.
public protocol ListDisplayDelegate: AnyObject {
  /// A row's cell is about to be shown.
  func list(_ list: ListView, willDisplay cell: ListCell, forRowAt path: ListPath)
  /// A row's cell is out of sight; the path is the one at which it was last shown.
  func list(_ list: ListView, didEndDisplaying cell: ListCell, forRowAt path: ListPath)
  /// A section's header is about to be shown.
  func list(_ list: ListView, willDisplayHeaderView view: ListCell, forSection section: Int)
  /// A section's footer is about to be shown.
  func list(_ list: ListView, willDisplayFooterView view: ListCell, forSection section: Int)
  /// A section's header is out of sight.
  func list(_ list: ListView, didEndDisplayingHeaderView view: ListCell, forSection section: Int)
  /// A section's footer is out of sight.
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
