/// Drag and drop, as a person does it; a drag may begin in one list and end in another.
extension ListDisplay {
  /// Lifts the row at a point.
  ///
  /// - Returns: the drag; nil where nothing of the row can be dragged, or a drag out of the list is under way.
  @discardableResult
  public func lift(at point: ListPoint) -> ListDragSession? {
    list.asList { list.lift(at: point) }
  }

  /// The drag out of the list that is under way.
  public var drag: ListDragSession? { list.dragging.drag }

  /// Touches a row while a drag out of the list is under way, which adds to it.
  ///
  /// - Returns: whether anything was added.
  @discardableResult
  public func addToDrag(at point: ListPoint) -> Bool {
    list.asList { list.addToDrag(at: point) }
  }

  /// Ends the drag out of the list without a drop.
  public func cancelDrag() {
    list.asList { list.dragging.drag?.end() }
  }

  /// Has a drag, out of whichever list, be over a point of this one.
  ///
  /// - Returns: what would be done with it; nil where the list cannot take it.
  @discardableResult
  public func drag(
    _ session: ListDragSession, over point: ListPoint, fromOtherApplication isForeign: Bool = false
  ) -> ListDropProposal? {
    list.asList { list.drag(session, over: point, fromOtherApplication: isForeign) }
  }

  /// Has the drag that is over the list leave it.
  public func dragLeaves() {
    list.asList { list.dragLeaves() }
  }

  /// Drops what is dragged over the list, where it is, which ends the drag.
  ///
  /// - Returns: where everything lands; nil where nothing is dragged over the list, or it is not taken.
  @discardableResult
  public func drop() -> [ListDropLanding]? {
    list.asList { list.drop() }
  }
}
