/// The view of a row, a header or a footer; made by the row's owner and reused when it is no longer displayed.
///
/// A cell has no appearance: a subclass holds what its screen draws. Like its list, a cell is not bound to a thread and
/// not Sendable.
open class ListCell {
  /// The identifier for reuse; nil if the cell is not reused.
  public let reuseIdentifier: String?
  /// Whether the cell's row is selected; maintained by the list while the cell is displayed.
  public internal(set) var isSelected = false
  /// Whether the cell's row is highlighted; maintained by the list while the cell is displayed.
  public internal(set) var isHighlighted = false
  /// Whether the cell's row is edited, in editing mode or after a swipe; maintained by the list while the cell is
  /// displayed.
  public internal(set) var isEditing = false
  /// The action of the cell's editing control; maintained by the list while the cell is displayed.
  public internal(set) var editingStyle = ListEditingStyle.none
  /// Whether the trailing actions of the cell's row are revealed; maintained by the list while the cell is displayed.
  public internal(set) var showsDeleteConfirmation = false
  /// Whether the cell shows a reorder control in editing mode; maintained by the list while the cell is displayed.
  public internal(set) var showsReorderControl = false
  /// Whether the cell is indented for its editing control; maintained by the list while the cell is displayed.
  public internal(set) var shouldIndentWhileEditing = false
  /// The indentation in levels, which the delegate returns when the cell becomes visible.
  public internal(set) var indentationLevel = 0
  /// Whether the cell's row has the focus; maintained by the list while the cell is displayed.
  public internal(set) var isFocused = false

  /// Whether the view is reused as a header or footer; nil until that is known.
  final var isHeaderFooter: Bool?

  /// The layout element kind for which the view was dequeued; nil for the cell of a row.
  public internal(set) var elementKind: String?

  /// Makes a cell; a list calls this for registered classes.
  public required init(reuseIdentifier: String?) {
    self.reuseIdentifier = reuseIdentifier
  }

  /// Prepares the cell for another row.
  open func prepareForReuse() {}

  /// Returns the height that the cell wants at a width; nil to leave it to the list.
  ///
  /// Called if neither the delegate nor the list's row height gives one.
  open func fittingHeight(forWidth width: Double) -> Double? { nil }

  /// Returns the width that the cell wants at a height in a list that scrolls horizontally; nil to leave it to the list.
  ///
  /// Called if neither the delegate nor the list's row height gives one.
  open func fittingWidth(forHeight height: Double) -> Double? { nil }
}

/// A header or footer that shows a title, made by the list if the delegate provides no view.
public final class ListTitleView: ListCell {
  /// The title.
  public var title = ""
}

/// The function of a row's control in editing mode.
public enum ListEditingStyle: Sendable, Hashable {
  /// The row has no control.
  case none
  /// It deletes the row, after a confirmation.
  case delete
  /// It inserts a row.
  case insert
}
