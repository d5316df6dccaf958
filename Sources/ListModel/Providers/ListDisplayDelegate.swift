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
