/// Dragging rows by points of the content.
extension ListDisplay {
  /// A row that is dragged.
  public struct MovedElement: Sendable, Hashable {
    /// Where it stands in the content.
    public let frame: ListRect
    /// What stands where it would go: another row, itself, or, after the last row of another section, nothing.
    public let target: ListRect
  }

  /// The row that is dragged, and where it would go; nil where none is.
  public var moved: MovedElement? {
    list.layoutRaw()
    guard let move = list.movement?.movement else { return nil }
    let extents = list.extents
    let target =
      extents.contains(move.target)
      ? extents.row(move.target) : ListExtent(top: extents.footer(move.target.section).top, height: 0)
    return MovedElement(frame: list.rect(extents.row(move.origin)), target: list.rect(target))
  }

  /// Takes hold of the row at a point, if it can be moved.
  ///
  /// - Returns: whether it is dragged now.
  @discardableResult
  public func beginMovement(at point: ListPoint) -> Bool {
    guard let path = list.rowRaw(at: point) else { return false }
    return list.beginMovement(path)
  }

  /// Holds the row that is dragged over a point; the delegate is asked where it goes.
  public func updateMovement(to point: ListPoint) { list.updateInteractiveMovementTargetPosition(point) }

  /// Drops the row that is dragged: the data source is told to move it.
  public func endMovement() { list.endInteractiveMovement() }

  /// Has the row that is dragged go back to where it was.
  public func cancelMovement() { list.cancelInteractiveMovement() }
}
