public import Interception

/// What the control of a row does while a list is edited.
public enum ListEditingStyle: Sendable, Hashable {
  /// The row has no control.
  case none
  /// It deletes the row, when that has been confirmed.
  case delete
  /// It inserts a row.
  case insert
}

/// A side of a row, as its text runs.
public enum ListEdge: Sendable, Hashable, CaseIterable {
  /// Where the text begins.
  case leading
  /// Where it ends.
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
    list.tellChanges()
  }

  /// Begins or ends editing mode, by which nothing is selected any more; a row that is swiped is put back.
  public final func setEditing(_ isEditing: Bool, animated: Bool = false) {
    send(ListView.setEditing, (isEditing: isEditing, animated: animated))
  }

  /// The two messages of ``isEditing``; the list sends the second one too when it has begun or ended editing.
  public static let isEditing = Property<ListView, Bool>("isEditing") { list in
    list.told.isEditing.former ?? list.isEditingNow
  } set: { list, new in
    guard list.told.isEditing.former == nil else { return list.told.isEditing.former = nil }
    let wasTelling = list.told.isTelling
    // Observers hear of it by this message.
    list.told.isTelling = true
    list.setEditing(new)
    list.told.isTelling = wasTelling
    list.told.isEditing.accept(list.isEditingNow)
    list.tellChanges()
  }

  /// Whether the list is in editing mode, or a row of it is swiped; setting it is ``setEditing(_:animated:)``.
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

  /// The row whose actions are revealed; nil where none is.
  public final var indexPathForSwipedRow: ListPath? { send(ListView.indexPathForSwipedRow) }

  /// Whether a touch can select a row now.
  final var canSelect: Bool {
    guard editing.isInEditingMode else { return isSelectable }
    return allowsSelectionDuringEditing || allowsMultipleSelectionDuringEditing
  }

  /// Whether more than one row can be selected now.
  final var canSelectSeveral: Bool {
    editing.isInEditingMode ? allowsMultipleSelectionDuringEditing : allowsMultipleSelection
  }

  private func changeEditing(_ isEditing: Bool) {
    endSwipe()
    guard editing.isInEditingMode != isEditing else { return }
    editing.isInEditingMode = isEditing
    clearSelection()
    for path in shown.rows.keys.sorted() {
      guard let cell = shown.rows[path], setUpEditing(of: cell, at: path) else { return }
    }
  }

  /// What a callback answers; nil when it has changed the list, so that the question was about another row.
  final func ifUnchanged<Answer>(_ ask: () -> Answer) -> Answer? {
    let revision = revision
    let answer = ask()
    return isCurrent(revision) ? answer : nil
  }
}

// MARK: - Editing cells

/// What cells know of editing.
extension ListView {
  /// Asks how a row is indented and edited, and has its cell know; answers whether the list has not changed meanwhile.
  final func setUp(_ cell: ListCell, at path: ListPath) -> Bool {
    guard let level = ifUnchanged({ rawDelegate?.list(self, indentationLevelForRowAt: path) ?? 0 }) else {
      return false
    }
    cell.indentationLevel = max(0, level)
    return setUpEditing(of: cell, at: path)
  }

  /// Asks how a row is edited, if it is, and has its cell know; answers whether the list has not changed meanwhile.
  final func setUpEditing(of cell: ListCell, at path: ListPath) -> Bool {
    cell.endEditing()
    if editing.isInEditingMode {
      guard let editing = rowEditing(at: path) else { return false }
      // A callback may have ended editing mode.
      if self.editing.isInEditingMode { cell.take(editing) }
    }
    markSwiped()
    return true
  }

  /// Has the cell of the row that is swiped know.
  final func markSwiped() {
    guard let swiped = editing.swiped, let cell = shown.rows[swiped.path] else { return }
    cell.isEditing = true
    cell.showsDeleteConfirmation = swiped.edge == .trailing
  }

  /// Whether a row can be edited; nil when asking has changed the list.
  final func canEdit(_ path: ListPath) -> Bool? {
    ifUnchanged { rawDataSource?.list(self, canEditRowAt: path) ?? true }
  }

  /// The style of a row that can be edited; nil when asking has changed the list.
  final func editingStyle(of path: ListPath) -> ListEditingStyle? {
    ifUnchanged { rawDelegate?.list(self, editingStyleForRowAt: path) ?? .delete }
  }

  /// Whether a row can be moved; nil when asking has changed the list.
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

/// How a row is edited in editing mode.
struct RowEditing {
  var isEditing: Bool
  var style = ListEditingStyle.none
  var indents = false
  var canMove = false
}

extension ListCell {
  /// Forgets all that it knows of editing.
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

// MARK: - Editing

/// What a person does to rows to edit them.
extension ListDisplay {
  /// An action that is revealed beside a row.
  public struct Action: Sendable, Hashable {
    /// What it is called.
    public let title: String
    /// How it looks.
    public let style: ListContextualAction.Style
  }

  /// A row whose actions are revealed.
  public struct SwipedElement: Sendable, Hashable {
    /// Where the row stands in the content.
    public let frame: ListRect
    /// The side on which the actions are.
    public let edge: ListEdge
    /// The actions, the one at the edge first.
    public let actions: [Action]
  }

  /// The row whose actions are revealed; nil where none is.
  public var swiped: SwipedElement? {
    list.layoutRaw()
    guard let swiped = list.editing.swiped, list.extents.contains(swiped.path) else { return nil }
    return SwipedElement(
      frame: list.rect(list.extents.row(swiped.path)), edge: swiped.edge,
      actions: swiped.actions.map { Action(title: $0.title, style: $0.style) })
  }

  /// Swipes the row at a point of the content towards one edge, which reveals the actions at the other.
  ///
  /// Where the row is swept all the way, its first action is performed, if the row's actions allow it.
  ///
  /// - Returns: whether the row has actions there.
  @discardableResult
  public func swipe(at point: ListPoint, towards edge: ListEdge, isFull: Bool = false) -> Bool {
    guard let path = list.rowRaw(at: point) else { return false }
    return list.swipe(path, revealing: edge == .leading ? .trailing : .leading, isFull: isFull)
  }

  /// Performs one of the actions that are revealed, counted from the edge.
  ///
  /// - Returns: whether there is such a one.
  @discardableResult
  public func performSwipeAction(_ index: Int) -> Bool { list.performAction(index) }

  /// Taps the control that the row at a point has in editing mode: to insert, or to have its actions revealed.
  ///
  /// - Returns: whether it has one that does anything.
  @discardableResult
  public func tapEditingControl(at point: ListPoint) -> Bool {
    guard let path = list.rowRaw(at: point) else { return false }
    return list.tapEditingControl(path)
  }

  /// Taps the accessory of the row at a point of the content, of which the delegate is told.
  ///
  /// - Returns: whether a row is there.
  @discardableResult
  public func tapAccessory(at point: ListPoint) -> Bool {
    guard let path = list.rowRaw(at: point) else { return false }
    list.rawDelegate?.list(list, accessoryButtonTappedForRowWith: path)
    return true
  }
}

/// Says which rows can be edited and moved, and carries it out.
///
/// Part of ``ListDataSource``; every method is optional, and its default leaves the matter to the list.
public protocol ListEditingDataSource: AnyObject {
  /// Whether a row can be edited; yes, unless said otherwise.
  ///
  /// In a collection this is what `canEditItemAt` asks.
  func list(_ list: ListView, canEditRowAt path: ListPath) -> Bool
  /// A row is to be deleted, or one inserted: the data source does so, and tells the list.
  func list(_ list: ListView, commit style: ListEditingStyle, forRowAt path: ListPath)
  /// Whether the data source moves rows; yes, unless said otherwise.
  ///
  /// UIKit takes it for a no when `moveRowAt` is not there, which cannot be seen here: who moves no rows says so, or has those
  /// that are dropped go back.
  func movesRows(in list: ListView) -> Bool
  /// Whether a row can be moved; what ``movesRows(in:)`` answers, unless said otherwise.
  func list(_ list: ListView, canMoveRowAt path: ListPath) -> Bool
  /// A row has been moved by a person: the data source does the same; the list shows it without being told.
  ///
  /// The target is where the row stands when it has been taken out and put in again.
  func list(_ list: ListView, moveRowAt path: ListPath, to target: ListPath)
}

extension ListEditingDataSource {
  /// Yes.
  public func list(_ list: ListView, canEditRowAt path: ListPath) -> Bool { true }
  /// Does nothing.
  public func list(_ list: ListView, commit style: ListEditingStyle, forRowAt path: ListPath) {}
  /// Yes.
  public func movesRows(in list: ListView) -> Bool { true }
  /// What ``movesRows(in:)`` answers.
  public func list(_ list: ListView, canMoveRowAt path: ListPath) -> Bool { movesRows(in: list) }
  /// Has the row go back to where it was.
  public func list(_ list: ListView, moveRowAt path: ListPath, to target: ListPath) {
    list.cancelInteractiveMovement()
  }
}

/// Says how rows are edited, and hears of it.
///
/// Part of ``ListDelegate``; every method is optional, and its default leaves the matter to the list.
public protocol ListEditingDelegate: AnyObject {
  /// What the control of a row does in editing mode, if the row can be edited; deletes it, unless said otherwise.
  func list(_ list: ListView, editingStyleForRowAt path: ListPath) -> ListEditingStyle
  /// What the action that deletes a row is called; nil for "Delete".
  func list(_ list: ListView, titleForDeleteConfirmationButtonForRowAt path: ListPath) -> String?
  /// The actions at the start of a row; nil for none.
  func list(_ list: ListView, leadingSwipeActionsConfigurationForRowAt path: ListPath) -> ListSwipeActions?
  /// The actions at the end of a row; nil for those of ``list(_:editActionsForRowAt:)``.
  func list(_ list: ListView, trailingSwipeActionsConfigurationForRowAt path: ListPath) -> ListSwipeActions?
  /// The actions at the end of a row, in their older form; nil for one that deletes it, if that is its editing style.
  func list(_ list: ListView, editActionsForRowAt path: ListPath) -> [ListRowAction]?
  /// Whether a row is indented in editing mode; yes, unless said otherwise.
  func list(_ list: ListView, shouldIndentWhileEditingRowAt path: ListPath) -> Bool
  /// A row has been swiped, and its actions are about to be revealed.
  func list(_ list: ListView, willBeginEditingRowAt path: ListPath)
  /// A row that was swiped has been put back; nil for one that is gone or asked for anew.
  func list(_ list: ListView, didEndEditingRowAt path: ListPath?)
  /// How far a row is indented, in levels; none, unless said otherwise.
  func list(_ list: ListView, indentationLevelForRowAt path: ListPath) -> Int
  /// The accessory of a row has been tapped.
  func list(_ list: ListView, accessoryButtonTappedForRowWith path: ListPath)
}

extension ListEditingDelegate {
  /// Deletes.
  public func list(_ list: ListView, editingStyleForRowAt path: ListPath) -> ListEditingStyle { .delete }
  /// "Delete".
  public func list(_ list: ListView, titleForDeleteConfirmationButtonForRowAt path: ListPath) -> String? { nil }
  /// None.
  public func list(_ list: ListView, leadingSwipeActionsConfigurationForRowAt path: ListPath) -> ListSwipeActions? {
    nil
  }
  /// Those of the older form.
  public func list(_ list: ListView, trailingSwipeActionsConfigurationForRowAt path: ListPath) -> ListSwipeActions? {
    nil
  }
  /// To delete the row.
  public func list(_ list: ListView, editActionsForRowAt path: ListPath) -> [ListRowAction]? { nil }
  /// Yes.
  public func list(_ list: ListView, shouldIndentWhileEditingRowAt path: ListPath) -> Bool { true }
  /// Does nothing.
  public func list(_ list: ListView, willBeginEditingRowAt path: ListPath) {}
  /// Does nothing.
  public func list(_ list: ListView, didEndEditingRowAt path: ListPath?) {}
  /// None.
  public func list(_ list: ListView, indentationLevelForRowAt path: ListPath) -> Int { 0 }
  /// Does nothing.
  public func list(_ list: ListView, accessoryButtonTappedForRowWith path: ListPath) {}
}
