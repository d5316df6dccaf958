/// The actions that a swipe across a row reveals; not Sendable, since their handlers need not be.
public struct ListSwipeActions {
  /// The actions, the one at the edge first; if empty, a swipe reveals nothing.
  public var actions: [ListContextualAction]
  /// Whether a full swipe performs the first action.
  public var performsFirstActionWithFullSwipe: Bool

  /// Makes the actions of a row.
  public init(actions: [ListContextualAction], performsFirstActionWithFullSwipe: Bool = true) {
    self.actions = actions
    self.performsFirstActionWithFullSwipe = performsFirstActionWithFullSwipe
  }

  /// Returns the same actions with handlers that are called through `call`.
  package func handled(by call: @escaping (() -> Void) -> Void) -> ListSwipeActions {
    var copy = self
    copy.actions = actions.map { action in
      var copy = action
      copy.handler = { shown, cell, completion in call { action.handler(shown, cell, completion) } }
      return copy
    }
    return copy
  }
}

/// An action that a swipe reveals.
public struct ListContextualAction {
  /// The appearance of an action.
  public enum Style: Sendable, Hashable {
    /// The normal appearance.
    case normal
    /// The appearance of an action that destroys something.
    case destructive
  }

  /// Carries out an action on the row of a cell; the completion receives whether it did, and closes the swipe.
  ///
  /// The cell is nil if the row is not visible. The completion may be called later.
  public typealias Handler = (ListContextualAction, ListCell?, @escaping (Bool) -> Void) -> Void

  /// The title.
  public var title: String?
  /// The appearance.
  public var style: Style
  /// The function of the action.
  public var handler: Handler

  /// Makes an action.
  public init(style: Style, title: String?, handler: @escaping Handler) {
    (self.title, self.style, self.handler) = (title, style, handler)
  }
}

/// An action at the trailing edge of a row, in the older form whose handler receives a path.
public struct ListRowAction {
  /// The appearance of an action.
  public enum Style: Sendable, Hashable {
    /// The appearance of an action that destroys something.
    case destructive
    /// The normal appearance.
    case normal

    /// The default appearance.
    public static let `default` = Style.destructive
  }

  /// Carries out an action on the row that is now at a path.
  public typealias Handler = (ListRowAction, ListPath) -> Void

  /// The title.
  public var title: String?
  /// The appearance.
  public var style: Style
  /// The function of the action.
  public var handler: Handler

  /// Makes an action.
  public init(style: Style, title: String?, handler: @escaping Handler) {
    (self.title, self.style, self.handler) = (title, style, handler)
  }

  /// Returns the same action with another handler.
  package func handled(by handler: @escaping Handler) -> ListRowAction {
    ListRowAction(style: style, title: title, handler: handler)
  }
}

/// Whether a list is in editing mode, and the row with revealed actions, of which there is at most one.
struct EditingState {
  var isInEditingMode = false
  var swiped: SwipedRow?
}

/// A row whose actions are revealed; its identity distinguishes one swipe from the next.
final class SwipedRow {
  /// The current path of the row.
  var path: ListPath
  let edge: ListEdge
  var actions: [RevealedAction]
  /// Whether the delegate is notified: true for a swipe, false for a tap on the control in editing mode.
  let isTold: Bool

  init(_ path: ListPath, _ edge: ListEdge, _ actions: [RevealedAction], isTold: Bool) {
    self.path = path
    self.edge = edge
    self.actions = actions
    self.isTold = isTold
  }
}

/// A revealed action in any of its forms.
struct RevealedAction {
  private enum Form {
    case contextual(ListContextualAction)
    case row(ListRowAction)
    /// The default if the delegate provides no actions: the data source deletes the row.
    case deletion
  }

  let title: String
  let style: ListContextualAction.Style
  private var form: Form

  init(_ action: ListContextualAction) {
    title = action.title ?? ""
    style = action.style
    form = .contextual(action)
  }

  init(_ action: ListRowAction) {
    title = action.title ?? ""
    style = action.style == .destructive ? .destructive : .normal
    form = .row(action)
  }

  init(deletingWithTitle title: String) {
    self.title = title
    style = .destructive
    form = .deletion
  }

  /// Carries out the action on a row, and calls the completion when it is done.
  func perform(_ list: ListView, _ row: SwipedRow, _ completion: @escaping (Bool) -> Void) {
    switch form {
    case .contextual(let action): return action.handler(action, list.shown.rows[row.path], completion)
    case .row(let action): action.handler(action, row.path)
    case .deletion: list.rawDataSource?.list(list, commit: .delete, forRowAt: row.path)
    }
    completion(true)
  }

  /// Returns the same action with other handlers.
  func exchanged(_ exchange: HandlerExchange) -> RevealedAction {
    var other = self
    switch form {
    case .contextual(let action):
      let actions = exchange.swipeActions(ListSwipeActions(actions: [action]))
      if let action = actions.actions.first { other.form = .contextual(action) }
    case .row(let action): other.form = .row(exchange.rowAction(action))
    case .deletion: break
    }
    return other
  }
}

// MARK: - Swipes

/// Revealing the actions of one row at a time, until the swipe is closed.
///
/// A swipe is closed when an action reports that it is done, by a touch outside the row, by another swipe, by
/// scrolling, and when its row is deleted or reloaded. It follows its row in updates.
extension ListView {
  /// Reveals the actions at an edge of a row, and performs the first one for a full swipe; returns whether there are
  /// any.
  ///
  /// In editing mode rows have controls instead, and cannot be swiped.
  final func swipe(_ path: ListPath, revealing edge: ListEdge, isFull: Bool) -> Bool {
    guard ifUnchanged({ endSwipe() }) != nil, !editing.isInEditingMode, extents.contains(path),
      canEdit(path) == true, let revealed = actions(of: path, at: edge), !revealed.actions.isEmpty,
      editing.swiped == nil, !editing.isInEditingMode
    else { return false }
    let row = SwipedRow(path, edge, revealed.actions, isTold: true)
    editing.swiped = row
    rawDelegate?.list(self, willBeginEditingRowAt: path)
    guard editing.swiped === row else { return false }
    updateSwipedCell()
    return isFull && revealed.performsFirst ? performAction(0) : true
  }

  /// Taps the editing control of a row; returns whether the row has one with a function.
  ///
  /// To insert, the data source is called at once; to delete, the row's actions are revealed.
  final func tapEditingControl(_ path: ListPath) -> Bool {
    guard ifUnchanged({ endSwipe() }) != nil, editing.isInEditingMode, let cell = shown.rows[path] else { return false }
    switch cell.editingStyle {
    case .none: return false
    case .insert:
      rawDataSource?.list(self, commit: .insert, forRowAt: path)
      return true
    case .delete:
      guard let revealed = actions(of: path, at: .trailing), !revealed.actions.isEmpty, editing.isInEditingMode else {
        return false
      }
      editing.swiped = SwipedRow(path, .trailing, revealed.actions, isTold: false)
      updateSwipedCell()
      return true
    }
  }

  /// Performs one of the revealed actions; returns whether it exists.
  final func performAction(_ index: Int) -> Bool {
    guard let swiped = editing.swiped, swiped.actions.indices.contains(index) else { return false }
    swiped.actions[index].perform(self, swiped) { [weak self] _ in
      // A late completion must not close the swipe of another row.
      if let self, editing.swiped === swiped { endSwipe() }
    }
    return true
  }

  /// Closes the swipe; returns whether there was one.
  @discardableResult
  final func endSwipe(isGone: Bool = false) -> Bool {
    guard let swiped = editing.swiped else { return false }
    editing.swiped = nil
    let cell = shown.rows[swiped.path]
    cell?.showsDeleteConfirmation = false
    if swiped.isTold {
      cell?.isEditing = false
      rawDelegate?.list(self, didEndEditingRowAt: isGone ? nil : swiped.path)
    }
    return true
  }

  /// Closes the swipe of a row that an update deletes or reloads.
  final func endSwipe(ofGone origins: ListOrigins) {
    guard let path = editing.swiped?.path else { return }
    if origins.reloaded.contains(path) || origins.destination(of: path) == nil { endSwipe(isGone: true) }
  }

  /// Moves the swipe with its row.
  ///
  /// The row may be deleted if it was swiped by a callback at the end of another swipe; the swipe is then discarded.
  final func followSwipe(_ origins: ListOrigins) {
    guard let swiped = editing.swiped else { return }
    if let place = origins.keptDestination(of: swiped.path) { swiped.path = place } else { editing.swiped = nil }
  }

  /// Returns the actions at an edge of a row; nil if it has none, or if asking for them has changed the list.
  private func actions(
    of path: ListPath, at edge: ListEdge
  ) -> (actions: [RevealedAction], performsFirst: Bool)? {
    let given = ifUnchanged {
      edge == .leading
        ? rawDelegate?.list(self, leadingSwipeActionsConfigurationForRowAt: path)
        : rawDelegate?.list(self, trailingSwipeActionsConfigurationForRowAt: path)
    }
    guard let given else { return nil }
    if let given { return (given.actions.map(RevealedAction.init), given.performsFirstActionWithFullSwipe) }
    return edge == .leading ? nil : rowActions(of: path).map { ($0, true) }
  }

  /// Returns the trailing actions of a row without a configuration: those in the older form, or else a deletion.
  private func rowActions(of path: ListPath) -> [RevealedAction]? {
    guard let given = ifUnchanged({ rawDelegate?.list(self, editActionsForRowAt: path) }) else { return nil }
    if let given { return given.map(RevealedAction.init) }
    guard editingStyle(of: path) == .delete else { return nil }
    return ifUnchanged { rawDelegate?.list(self, titleForDeleteConfirmationButtonForRowAt: path) }
      .map { [RevealedAction(deletingWithTitle: $0 ?? "Delete")] }
  }
}
