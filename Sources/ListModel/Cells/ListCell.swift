/// What a list shows for a row, a header or a footer; made by the owner of the row, reused when it is out of sight.
///
/// A cell has no look of its own: a subclass bears what its screen draws. It is as little bound to a thread as its
/// list, and as little Sendable.
open class ListCell {
  /// The identifier under which the cell is reused; nil for one that is not.
  public let reuseIdentifier: String?
  /// Whether the cell's row is selected; kept by the list while the cell is shown.
  public internal(set) var isSelected = false
  /// Whether the cell's row is highlighted; kept by the list while the cell is shown.
  public internal(set) var isHighlighted = false
  /// Whether the cell's row is edited, in editing mode or because it is swiped; kept by the list while the cell is shown.
  public internal(set) var isEditing = false
  /// What the control does that the cell has in editing mode; kept by the list while the cell is shown.
  public internal(set) var editingStyle = ListEditingStyle.none
  /// Whether the actions at the end of the cell's row are revealed; kept by the list while the cell is shown.
  public internal(set) var showsDeleteConfirmation = false
  /// Whether the cell has a control to move its row, in editing mode; kept by the list while the cell is shown.
  public internal(set) var showsReorderControl = false
  /// Whether the cell is indented for its control, in editing mode; kept by the list while the cell is shown.
  public internal(set) var shouldIndentWhileEditing = false
  /// How far the cell is indented, in levels; what the delegate says when the cell comes into view.
  public internal(set) var indentationLevel = 0
  /// Whether the cell's row has the focus; kept by the list while the cell is shown.
  public internal(set) var isFocused = false

  /// Whether it is reused as a header or footer; nil until it is known.
  final var isHeaderFooter: Bool?

  /// The kind of the layout's elements that it was dequeued as; nil for the cell of a row.
  public internal(set) var elementKind: String?

  /// Makes a cell; a list calls this for the identifiers of classes that are registered with it.
  public required init(reuseIdentifier: String?) {
    self.reuseIdentifier = reuseIdentifier
  }

  /// Makes the cell ready to be handed out again.
  open func prepareForReuse() {}

  /// The height that the cell wants at a width; nil where it leaves that to the list.
  ///
  /// Asked when neither the delegate nor the list's row height says.
  open func fittingHeight(forWidth width: Double) -> Double? { nil }
}

/// A header or footer that shows a title; what a list makes where its delegate gives it no view.
public final class ListTitleView: ListCell {
  /// The title.
  public var title = ""
}
