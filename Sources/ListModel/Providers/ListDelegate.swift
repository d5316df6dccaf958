/// Says how a list's rows look and behave, and hears what happens to them.
///
/// Every method is optional, as in UIKit: its default leaves the matter to the list. It lives where its list does, so that it
/// need not be Sendable.
public protocol ListDelegate: AnyObject {
  // MARK: Display

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

  // MARK: Heights and views

  /// A row's height; nil for the list's row height.
  func list(_ list: ListView, heightForRowAt path: ListPath) -> Double?
  /// A header's height; nil for the list's, or the one that its view or title asks for.
  func list(_ list: ListView, heightForHeaderInSection section: Int) -> Double?
  /// A footer's height; nil for the list's, or the one that its view or title asks for.
  func list(_ list: ListView, heightForFooterInSection section: Int) -> Double?
  /// A section's header; nil for one that shows the data source's title, if it has any.
  func list(_ list: ListView, viewForHeaderInSection section: Int) -> ListCell?
  /// A section's footer; nil for one that shows the data source's title, if it has any.
  func list(_ list: ListView, viewForFooterInSection section: Int) -> ListCell?

  // MARK: Highlight and selection

  /// Whether a touch highlights a row, without which it does not select it; yes, unless said otherwise.
  func list(_ list: ListView, shouldHighlightRowAt path: ListPath) -> Bool
  /// A row has been highlighted.
  func list(_ list: ListView, didHighlightRowAt path: ListPath)
  /// A row is no longer highlighted.
  func list(_ list: ListView, didUnhighlightRowAt path: ListPath)
  /// The row to select in place of the one that is about to be, which is that one unless said otherwise; nil for none.
  func list(_ list: ListView, willSelectRowAt path: ListPath) -> ListPath?
  /// The row to deselect in place of the one that is about to be, which is that one unless said otherwise; nil for none.
  func list(_ list: ListView, willDeselectRowAt path: ListPath) -> ListPath?
  /// A row has been selected.
  func list(_ list: ListView, didSelectRowAt path: ListPath)
  /// A row has been deselected.
  func list(_ list: ListView, didDeselectRowAt path: ListPath)
}

extension ListDelegate {
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
  /// Leaves it to the list.
  public func list(_ list: ListView, heightForRowAt path: ListPath) -> Double? { nil }
  /// Leaves it to the list.
  public func list(_ list: ListView, heightForHeaderInSection section: Int) -> Double? { nil }
  /// Leaves it to the list.
  public func list(_ list: ListView, heightForFooterInSection section: Int) -> Double? { nil }
  /// Leaves it to the title.
  public func list(_ list: ListView, viewForHeaderInSection section: Int) -> ListCell? { nil }
  /// Leaves it to the title.
  public func list(_ list: ListView, viewForFooterInSection section: Int) -> ListCell? { nil }
  /// Yes.
  public func list(_ list: ListView, shouldHighlightRowAt path: ListPath) -> Bool { true }
  /// Does nothing.
  public func list(_ list: ListView, didHighlightRowAt path: ListPath) {}
  /// Does nothing.
  public func list(_ list: ListView, didUnhighlightRowAt path: ListPath) {}
  /// That row.
  public func list(_ list: ListView, willSelectRowAt path: ListPath) -> ListPath? { path }
  /// That row.
  public func list(_ list: ListView, willDeselectRowAt path: ListPath) -> ListPath? { path }
  /// Does nothing.
  public func list(_ list: ListView, didSelectRowAt path: ListPath) {}
  /// Does nothing.
  public func list(_ list: ListView, didDeselectRowAt path: ListPath) {}
}
