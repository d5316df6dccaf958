/// Says what a touch may do to a row, and hears what it did.
///
/// Part of ``ListDelegate``; every method is optional, and its default leaves the matter to the list.
public protocol ListSelectionDelegate: AnyObject {
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
  /// Whether several rows can be selected in one movement that begins at a row; no, unless said otherwise.
  func list(_ list: ListView, shouldBeginMultipleSelectionInteractionAt path: ListPath) -> Bool
  /// Selecting several rows in one movement begins: the time to allow it, where the list does not.
  func list(_ list: ListView, didBeginMultipleSelectionInteractionAt path: ListPath)
  /// Selecting several rows in one movement has ended; they stay selected.
  func listDidEndMultipleSelectionInteraction(_ list: ListView)
}

extension ListSelectionDelegate {
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
  /// No.
  public func list(_ list: ListView, shouldBeginMultipleSelectionInteractionAt path: ListPath) -> Bool { false }
  /// Does nothing.
  public func list(_ list: ListView, didBeginMultipleSelectionInteractionAt path: ListPath) {}
  /// Does nothing.
  public func listDidEndMultipleSelectionInteraction(_ list: ListView) {}
}
