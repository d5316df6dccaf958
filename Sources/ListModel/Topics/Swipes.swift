/// The actions that a swipe across a row reveals; no more Sendable than their handlers.
public struct ListSwipeActions {
  /// The actions, the one at the edge first; none for a row that nothing is revealed of.
  public var actions: [ListContextualAction]
  /// Whether swiping all the way performs the first one.
  public var performsFirstActionWithFullSwipe: Bool

  /// Makes the actions of a row.
  public init(actions: [ListContextualAction], performsFirstActionWithFullSwipe: Bool = true) {
    self.actions = actions
    self.performsFirstActionWithFullSwipe = performsFirstActionWithFullSwipe
  }

  /// The same actions, whose handlers are called by `call`.
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
  /// How an action looks.
  public enum Style: Sendable, Hashable {
    /// Like any other.
    case normal
    /// Like one that takes something away.
    case destructive
  }

  /// Carries an action out on the row of a cell; says by the completion whether it did, which puts the row back.
  ///
  /// The cell is nil where the row is not in view. The completion may be called later.
  public typealias Handler = (ListContextualAction, ListCell?, @escaping (Bool) -> Void) -> Void

  /// What it is called.
  public var title: String?
  /// How it looks.
  public var style: Style
  /// What it does.
  public var handler: Handler

  /// Makes an action.
  public init(style: Style, title: String?, handler: @escaping Handler) {
    self.title = title
    self.style = style
    self.handler = handler
  }
}

/// An action that a swipe reveals at the end of a row, in the older form that gets the row's path.
public struct ListRowAction {
  /// How an action looks.
  public enum Style: Sendable, Hashable {
    /// Like one that takes something away.
    case destructive
    /// Like any other.
    case normal

    /// The style where nothing is said of it.
    public static let `default` = Style.destructive
  }

  /// Carries an action out on the row that now stands at a path.
  public typealias Handler = (ListRowAction, ListPath) -> Void

  /// What it is called.
  public var title: String?
  /// How it looks.
  public var style: Style
  /// What it does.
  public var handler: Handler

  /// Makes an action.
  public init(style: Style, title: String?, handler: @escaping Handler) {
    self.title = title
    self.style = style
    self.handler = handler
  }

  /// The same action with another handler.
  package func handled(by handler: @escaping Handler) -> ListRowAction {
    ListRowAction(style: style, title: title, handler: handler)
  }
}

/// Whether a list is in editing mode, and which row has its actions revealed: one at a time.
struct EditingState {
  var isInEditingMode = false
  var swiped: SwipedRow?
}

/// A row whose actions are revealed; its identity tells one swipe from the next.
final class SwipedRow {
  /// Where the row stands now.
  var path: ListPath
  let edge: ListEdge
  var actions: [RevealedAction]
  /// Whether the delegate hears of it: of a swipe, but not of a tap on the control in editing mode.
  let isTold: Bool

  init(_ path: ListPath, _ edge: ListEdge, _ actions: [RevealedAction], isTold: Bool) {
    self.path = path
    self.edge = edge
    self.actions = actions
    self.isTold = isTold
  }
}

/// An action that is revealed, in whichever form it was given.
struct RevealedAction {
  private enum Form {
    case contextual(ListContextualAction)
    case row(ListRowAction)
    /// Of a row whose delegate gives none: the data source deletes it.
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

  /// Carries it out on a row, and calls the completion when that is done.
  func perform(_ list: ListView, _ row: SwipedRow, _ completion: @escaping (Bool) -> Void) {
    switch form {
    case .contextual(let action): return action.handler(action, list.shown.rows[row.path], completion)
    case .row(let action): action.handler(action, row.path)
    case .deletion: list.rawDataSource?.list(list, commit: .delete, forRowAt: row.path)
    }
    completion(true)
  }

  /// The same action with other handlers.
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

/// Revealing the actions of a row, one row at a time, until it is put back.
///
/// It is put back when an action says that it is done, by a touch beside it, by another swipe, by scrolling, and when its row
/// goes or is asked for anew. It goes with its row in updates.
extension ListView {
  /// Reveals the actions at an edge of a row, and performs the first if it is swept all the way; answers whether there are any.
  ///
  /// In editing mode rows have controls instead, and are not swiped.
  final func swipe(_ path: ListPath, revealing edge: ListEdge, isFull: Bool) -> Bool {
    guard ifUnchanged({ endSwipe() }) != nil, !editing.isInEditingMode, extents.contains(path),
      canEdit(path) == true, let revealed = actions(of: path, at: edge), !revealed.actions.isEmpty,
      editing.swiped == nil, !editing.isInEditingMode
    else { return false }
    let row = SwipedRow(path, edge, revealed.actions, isTold: true)
    editing.swiped = row
    rawDelegate?.list(self, willBeginEditingRowAt: path)
    guard editing.swiped === row else { return false }
    markSwiped()
    return isFull && revealed.performsFirst ? performAction(0) : true
  }

  /// Taps the control that a row has in editing mode; answers whether it has one that does anything.
  ///
  /// To insert, the data source is told at once; to delete, the row's actions are revealed.
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
      markSwiped()
      return true
    }
  }

  /// Performs one of the actions that are revealed; answers whether there is such a one.
  final func performAction(_ index: Int) -> Bool {
    guard let swiped = editing.swiped, swiped.actions.indices.contains(index) else { return false }
    swiped.actions[index].perform(self, swiped) { [weak self] _ in
      // Who says it late does not put another row back.
      if let self, editing.swiped === swiped { endSwipe() }
    }
    return true
  }

  /// Puts the row back whose actions are revealed; answers whether there was one.
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

  /// Ends the swipe of a row that an update takes away or has asked for anew.
  final func endSwipe(ofGone origins: ListOrigins) {
    guard let path = editing.swiped?.path else { return }
    if origins.reloaded.contains(path) || origins.destination(of: path) == nil { endSwipe(isGone: true) }
  }

  /// Takes the swiped row to its new place; one that is gone, because it was swiped when the end of a swipe was told, is forgotten.
  final func followSwipe(_ origins: ListOrigins) {
    guard let swiped = editing.swiped else { return }
    if let place = origins.keptPlace(of: swiped.path) { swiped.path = place } else { editing.swiped = nil }
  }

  /// The actions at an edge of a row; nil where it has none, or asking for them has changed the list.
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

  /// The actions at the end of a row for which no configuration is given: those of the older form, or else to delete it.
  private func rowActions(of path: ListPath) -> [RevealedAction]? {
    guard let given = ifUnchanged({ rawDelegate?.list(self, editActionsForRowAt: path) }) else { return nil }
    if let given { return given.map(RevealedAction.init) }
    guard editingStyle(of: path) == .delete else { return nil }
    return ifUnchanged { rawDelegate?.list(self, titleForDeleteConfirmationButtonForRowAt: path) }
      .map { [RevealedAction(deletingWithTitle: $0 ?? "Delete")] }
  }
}
