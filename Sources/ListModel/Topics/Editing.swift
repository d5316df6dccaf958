public import Interception

/// An edge of a row, relative to the direction of its text.
public enum ListEdge: Sendable, Hashable, CaseIterable {
  /// The edge where the text begins.
  case leading
  /// The edge where the text ends.
  case trailing
}

// MARK: - Editing

/// Editing mode, in which rows have controls to delete, insert and move them.
extension ListView {
  /// The message of ``setEditing(_:animated:)``.
  public static let setEditing = Message<ListView, (isEditing: Bool, animated: Bool), Void>(
    "setEditing(_:animated:)"
  ) { list, request in
    list.changeEditing(request.isEditing)
    list.notifyObserversOfChanges()
  }

  /// Begins or ends editing mode, which clears the selection and closes a swipe.
  public final func setEditing(_ isEditing: Bool, animated: Bool = false) {
    send(ListView.setEditing, (isEditing: isEditing, animated: animated))
  }

  /// The two messages of ``isEditing``; the list also sends the setter's message after it has begun or ended editing.
  public static let isEditing = Property<ListView, Bool>("isEditing") { list in
    list.told.isEditing.former ?? list.isEditingNow
  } set: { list, new in
    guard list.told.isEditing.former == nil else { return list.told.isEditing.former = nil }
    let wasTelling = list.told.isTelling
    // Observers are notified by this message.
    list.told.isTelling = true
    list.setEditing(new)
    list.told.isTelling = wasTelling
    list.told.isEditing.accept(list.isEditingNow)
    list.notifyObserversOfChanges()
  }

  /// Whether the list is in editing mode, or one of its rows is swiped; setting it calls ``setEditing(_:animated:)``.
  public final var isEditing: Bool {
    get { send(ListView.isEditing) }
    set { send(ListView.isEditing, newValue) }
  }

  final var isEditingNow: Bool { editing.isInEditingMode || editing.swiped != nil }

  /// The message of ``indexPathForSwipedRow``.
  public static let indexPathForSwipedRow = Message<ListView, Void, ListPath?>("indexPathForSwipedRow") { list, _ in
    list.loadIfNeeded()
    return list.editing.swiped?.path
  }

  /// The row whose actions are revealed; nil if there is none.
  public final var indexPathForSwipedRow: ListPath? { send(ListView.indexPathForSwipedRow) }

  /// Whether a touch can currently select a row.
  final var canSelect: Bool { selection.canSelect(whileEditing: editing.isInEditingMode) }

  /// Whether more than one row can currently be selected.
  final var canSelectSeveral: Bool { selection.canSelectSeveral(whileEditing: editing.isInEditingMode) }

  private func changeEditing(_ isEditing: Bool) {
    endSwipe()
    guard editing.isInEditingMode != isEditing else { return }
    editing.isInEditingMode = isEditing
    clearSelection()
    for path in shown.rows.keys.sorted() {
      guard let cell = shown.rows[path], setUpEditing(of: cell, at: path) else { return }
    }
  }

  /// Returns the result of a callback; nil if it has changed the list, so that the result may be about another row.
  final func ifUnchanged<Answer>(_ ask: () -> Answer) -> Answer? {
    let revision = revision
    let answer = ask()
    return isCurrent(revision) ? answer : nil
  }
}

// MARK: - Editing cells

/// Editing state of cells.
extension ListView {
  /// Requests a row's indentation and editing state, and stores them in its cell; returns whether the list stayed
  /// unchanged.
  final func setUp(_ cell: ListCell, at path: ListPath) -> Bool {
    guard let level = ifUnchanged({ rawDelegate?.list(self, indentationLevelForRowAt: path) ?? 0 }) else {
      return false
    }
    cell.indentationLevel = max(0, level)
    return setUpEditing(of: cell, at: path)
  }

  /// Requests a row's editing state in editing mode, and stores it in its cell; returns whether the list stayed
  /// unchanged.
  private final func setUpEditing(of cell: ListCell, at path: ListPath) -> Bool {
    cell.endEditing()
    if editing.isInEditingMode {
      guard let editing = rowEditing(at: path) else { return false }
      // A callback may have ended editing mode.
      if self.editing.isInEditingMode { cell.take(editing) }
    }
    updateSwipedCell()
    return true
  }

  /// Updates the cell of the swiped row.
  final func updateSwipedCell() {
    guard let swiped = editing.swiped, let cell = shown.rows[swiped.path] else { return }
    cell.isEditing = true
    cell.showsDeleteConfirmation = swiped.edge == .trailing
  }

  /// Whether a row can be edited; nil if asking has changed the list.
  final func canEdit(_ path: ListPath) -> Bool? {
    ifUnchanged { rawDataSource?.list(self, canEditRowAt: path) ?? true }
  }

  /// Returns the editing style of an editable row; nil if asking has changed the list.
  final func editingStyle(of path: ListPath) -> ListEditingStyle? {
    ifUnchanged { rawDelegate?.list(self, editingStyleForRowAt: path) ?? .delete }
  }

  /// Whether a row can be moved; nil if asking has changed the list.
  final func canMove(_ path: ListPath) -> Bool? {
    ifUnchanged { rawDataSource?.list(self, canMoveRowAt: path) ?? false }
  }

  private func rowEditing(at path: ListPath) -> RowEditing? {
    guard let canEdit = canEdit(path) else { return nil }
    var row = RowEditing(isEditing: canEdit)
    if canEdit {
      guard let style = editingStyle(of: path),
        let indents = ifUnchanged({ rawDelegate?.list(self, shouldIndentWhileEditingRowAt: path) ?? true })
      else { return nil }
      row.style = style
      row.indents = indents
    }
    guard let canMove = canMove(path) else { return nil }
    row.canMove = canMove
    return row
  }
}

/// The editing state of a row in editing mode.
struct RowEditing {
  var isEditing: Bool
  var style = ListEditingStyle.none
  var indents = false
  var canMove = false
}

extension ListCell {
  /// Resets the editing state.
  final func endEditing() {
    take(RowEditing(isEditing: false))
    showsDeleteConfirmation = false
  }

  final func take(_ editing: RowEditing) {
    isEditing = editing.isEditing
    editingStyle = editing.style
    shouldIndentWhileEditing = editing.indents
    showsReorderControl = editing.canMove
  }
}

// MARK: - Editing (ListDisplay)

/// Editing rows as a person does it.
extension ListDisplay {
  /// An action revealed beside a row.
  public struct Action: Sendable, Hashable {
    /// The title.
    public let title: String
    /// The appearance.
    public let style: ListContextualAction.Style
  }

  /// A row whose actions are revealed.
  public struct SwipedElement: Sendable, Hashable {
    /// The rectangle of the row in the content.
    public let frame: ListRect
    /// The edge at which the actions are.
    public let edge: ListEdge
    /// The actions, the one at the edge first.
    public let actions: [Action]
  }

  /// The row whose actions are revealed; nil if there is none.
  public var swiped: SwipedElement? {
    list.layoutRaw()
    guard let swiped = list.editing.swiped, list.extents.contains(swiped.path) else { return nil }
    return SwipedElement(
      frame: list.rect(list.extents.row(swiped.path)), edge: swiped.edge,
      actions: swiped.actions.map { Action(title: $0.title, style: $0.style) })
  }

  /// Swipes the row at a point of the content towards one edge, which reveals the actions at the other edge.
  ///
  /// A full swipe performs the first action, if the row's actions allow it.
  ///
  /// - Returns: whether the row has actions there.
  @discardableResult
  public func swipe(at point: ListPoint, towards edge: ListEdge, isFull: Bool = false) -> Bool {
    guard let path = list.touchedRow(at: point) else { return false }
    return list.swipe(path, revealing: edge == .leading ? .trailing : .leading, isFull: isFull)
  }

  /// Performs one of the revealed actions, counted from the edge.
  ///
  /// - Returns: whether the action exists.
  @discardableResult
  public func performSwipeAction(_ index: Int) -> Bool { list.performAction(index) }

  /// Taps the editing control of the row at a point, which inserts a row or reveals the row's actions.
  ///
  /// - Returns: whether the row has a control with a function.
  @discardableResult
  public func tapEditingControl(at point: ListPoint) -> Bool {
    guard let path = list.touchedRow(at: point) else { return false }
    return list.tapEditingControl(path)
  }

  /// Taps the accessory of the row at a point of the content, which notifies the delegate.
  ///
  /// - Returns: whether there is a row.
  @discardableResult
  public func tapAccessory(at point: ListPoint) -> Bool {
    guard let path = list.touchedRow(at: point) else { return false }
    list.rawDelegate?.list(list, accessoryButtonTappedForRowWith: path)
    return true
  }
}

/// Decides which rows can be edited and moved, and carries out the changes.
///
/// Part of ``ListDataSource``; every method is optional, and its default leaves the decision to the list.
public protocol ListEditingDataSource: AnyObject {
  /// Whether a row can be edited; true by default.
  ///
  /// In a collection this is `canEditItemAt`.
  func list(_ list: ListView, canEditRowAt path: ListPath) -> Bool
  /// Deletes a row, or inserts one: the data source changes its data and then updates the list.
  func list(_ list: ListView, commit style: ListEditingStyle, forRowAt path: ListPath)
  /// Whether the data source moves rows; true by default.
  ///
  /// In UIKit it is false unless `moveRowAt` is implemented; here that method has a default, so a data source that moves
  /// no rows returns false itself. Otherwise its dropped rows return to their origin.
  func movesRows(in list: ListView) -> Bool
  /// Whether a row can be moved; by default the value of ``movesRows(in:)``.
  func list(_ list: ListView, canMoveRowAt path: ListPath) -> Bool
  /// Moves a row that a person has moved: the data source changes its data; the list then moves the row by itself.
  ///
  /// The target is the position after the row has been removed and inserted again.
  func list(_ list: ListView, moveRowAt path: ListPath, to target: ListPath)
}

extension ListEditingDataSource {
  /// Returns true.
  public func list(_ list: ListView, canEditRowAt path: ListPath) -> Bool { true }
  /// Does nothing.
  public func list(_ list: ListView, commit style: ListEditingStyle, forRowAt path: ListPath) {}
  /// Returns true.
  public func movesRows(in list: ListView) -> Bool { true }
  /// Returns the value of ``movesRows(in:)``.
  public func list(_ list: ListView, canMoveRowAt path: ListPath) -> Bool { movesRows(in: list) }
  /// Cancels the movement, so that the row stays at its origin.
  public func list(_ list: ListView, moveRowAt path: ListPath, to target: ListPath) {
    list.cancelInteractiveMovement()
  }
}

/// Decides how rows are edited, and receives notifications about it.
///
/// Part of ``ListDelegate``; every method is optional, and its default leaves the decision to the list.
public protocol ListEditingDelegate: AnyObject {
  /// Returns the function of a row's control in editing mode, if the row can be edited; deletion by default.
  func list(_ list: ListView, editingStyleForRowAt path: ListPath) -> ListEditingStyle
  /// Returns the title of the action that deletes a row; nil for "Delete".
  func list(_ list: ListView, titleForDeleteConfirmationButtonForRowAt path: ListPath) -> String?
  /// Returns the actions at the leading edge of a row; nil for none.
  func list(_ list: ListView, leadingSwipeActionsConfigurationForRowAt path: ListPath) -> ListSwipeActions?
  /// Returns the actions at the trailing edge of a row; nil for those of ``list(_:editActionsForRowAt:)``.
  func list(_ list: ListView, trailingSwipeActionsConfigurationForRowAt path: ListPath) -> ListSwipeActions?
  /// Returns the trailing actions in their older form; nil for a deletion, if that is the row's editing style.
  func list(_ list: ListView, editActionsForRowAt path: ListPath) -> [ListRowAction]?
  /// Whether a row is indented in editing mode; true by default.
  func list(_ list: ListView, shouldIndentWhileEditingRowAt path: ListPath) -> Bool
  /// Notifies that a row was swiped, and its actions are about to be revealed.
  func list(_ list: ListView, willBeginEditingRowAt path: ListPath)
  /// Notifies that a swipe was closed; the path is nil if the row was deleted or reloaded.
  func list(_ list: ListView, didEndEditingRowAt path: ListPath?)
  /// Returns the indentation of a row, in levels; zero by default.
  func list(_ list: ListView, indentationLevelForRowAt path: ListPath) -> Int
  /// Notifies that the accessory of a row was tapped.
  func list(_ list: ListView, accessoryButtonTappedForRowWith path: ListPath)
}

extension ListEditingDelegate {
  /// Returns ``ListEditingStyle/delete``.
  public func list(_ list: ListView, editingStyleForRowAt path: ListPath) -> ListEditingStyle { .delete }
  /// Returns nil: the title "Delete".
  public func list(_ list: ListView, titleForDeleteConfirmationButtonForRowAt path: ListPath) -> String? { nil }
  /// Returns nil: no actions.
  public func list(_: ListView, leadingSwipeActionsConfigurationForRowAt _: ListPath) -> ListSwipeActions? { nil }
  /// Returns nil: the actions in the older form.
  public func list(_: ListView, trailingSwipeActionsConfigurationForRowAt _: ListPath) -> ListSwipeActions? { nil }
  /// Returns nil: a deletion.
  public func list(_ list: ListView, editActionsForRowAt path: ListPath) -> [ListRowAction]? { nil }
  /// Returns true.
  public func list(_ list: ListView, shouldIndentWhileEditingRowAt path: ListPath) -> Bool { true }
  /// Does nothing.
  public func list(_ list: ListView, willBeginEditingRowAt path: ListPath) {}
  /// Does nothing.
  public func list(_ list: ListView, didEndEditingRowAt path: ListPath?) {}
  /// Returns 0.
  public func list(_ list: ListView, indentationLevelForRowAt path: ListPath) -> Int { 0 }
  /// Does nothing.
  public func list(_ list: ListView, accessoryButtonTappedForRowWith path: ListPath) {}
}
