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
