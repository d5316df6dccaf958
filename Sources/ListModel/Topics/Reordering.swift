public import Interception

/// A row dragged by a person: its current position, and its position if it were dropped now.
public struct ListMovement: Sendable, Hashable {
  /// The position at which the row is, and stays displayed until it is dropped.
  public var origin: ListPath
  /// The position after the row has been removed and inserted again.
  public var target: ListPath

  /// Makes a movement.
  public init(from origin: ListPath, to target: ListPath) {
    self.origin = origin
    self.target = target
  }
}

/// A movement and the positions over which the row was held; its identity distinguishes one movement from the next.
private final class MovementState {
  fileprivate var movement: ListMovement
  private(set) var proposed: ListPath
  private(set) var formerlyProposed: ListPath

  init(of path: ListPath) {
    movement = ListMovement(from: path, to: path)
    proposed = path
    formerlyProposed = path
  }

  func propose(_ path: ListPath) {
    formerlyProposed = proposed
    proposed = path
  }
}

/// The row that a person drags, and the data source's part in moving it.
struct ReorderingState {
  fileprivate var movement: MovementState?
  fileprivate var isDataSourceMoving = false

  /// Ends the movement without a drop.
  mutating func cancel() { movement = nil }
}

extension ListView {
  /// Whether the data source is moving a row that the list itself has not moved yet.
  package final var isDataSourceMovingRow: Bool { reordering.isDataSourceMoving }

  /// The position over which the row was held before the position that the delegate is being asked about.
  package final var previousProposedPath: ListPath? { reordering.movement?.formerlyProposed }
}

// MARK: - Movement

/// Dragging a row: the list keeps the data source's order until the row is dropped, and knows its target position.
///
/// A reload or an update ends a movement without a drop.
extension ListView {
  /// The message of ``beginInteractiveMovementForItem(at:)``.
  public static let beginInteractiveMovement = Message<ListView, ListPath, Bool>(
    "beginInteractiveMovementForItem(at:)"
  ) { list, path in
    list.beginMovement(path)
  }

  /// Starts dragging a row; returns false if the data source does not allow it, or another row is being dragged.
  public final func beginInteractiveMovementForItem(at path: ListPath) -> Bool {
    send(ListView.beginInteractiveMovement, path)
  }

  /// The message of ``updateInteractiveMovementTargetPosition(_:)``.
  public static let updateInteractiveMovement = Message<ListView, ListPoint, Void>(
    "updateInteractiveMovementTargetPosition(_:)"
  ) { list, point in
    list.updateMovement(point)
  }

  /// Holds the dragged row over a point of the content; at a new position the delegate is asked for the target.
  public final func updateInteractiveMovementTargetPosition(_ point: ListPoint) {
    send(ListView.updateInteractiveMovement, point)
  }

  /// The message of ``endInteractiveMovement()``.
  public static let endInteractiveMovement = Message<ListView, Void, Void>("endInteractiveMovement()") { list, _ in
    list.endMovement()
  }

  /// Drops the dragged row: the data source is asked to move it, and the list then moves the row and its cell.
  ///
  /// Nothing is called for a row that is dropped at its origin. A data source refuses the drop by cancelling the
  /// movement or changing the list when it is called. If its counts do not match the move, the list is reloaded.
  public final func endInteractiveMovement() { send(ListView.endInteractiveMovement) }

  /// The message of ``cancelInteractiveMovement()``.
  public static let cancelInteractiveMovement = Message<ListView, Void, Void>("cancelInteractiveMovement()") {
    list, _ in
    list.reordering.cancel()
  }

  /// Cancels the movement, so that the dragged row stays at its origin.
  public final func cancelInteractiveMovement() { send(ListView.cancelInteractiveMovement) }

  /// The message of ``interactiveMovement``.
  public static let getInteractiveMovement = Message<ListView, Void, ListMovement?>("interactiveMovement") { list, _ in
    list.reordering.movement?.movement
  }

  /// The dragged row and its target position; nil if no row is dragged.
  public final var interactiveMovement: ListMovement? { send(ListView.getInteractiveMovement) }

  /// The message that moves a dropped row in the list after the data source has moved it.
  ///
  /// A woven list overrides it to translate the move to its own paths.
  package static let settleMovement: ThrowingMessage<ListView, ListMovement, Void, ListUpdateError> = .init(
    "settleMovement(_:)"
  ) { (list, movement) throws(ListUpdateError) in
    try list.update(by: ListView.settleMovement.selector) {
      $0.movedRows.append((from: movement.origin, to: movement.target))
    }
  }

  package final func settleMovement(_ movement: ListMovement) throws(ListUpdateError) {
    try send(ListView.settleMovement, movement)
  }
}

// MARK: - Movement steps

/// The steps of dragging a row.
extension ListView {
  final func beginMovement(_ path: ListPath) -> Bool {
    loadIfNeeded()
    guard reordering.movement == nil, extents.contains(path), canMove(path) == true, ifUnchanged({ endSwipe() }) != nil,
      reordering.movement == nil
    else { return false }
    reordering.movement = MovementState(of: path)
    return true
  }

  final func updateMovement(_ point: ListPoint) {
    layoutRaw()
    guard let state = reordering.movement, let proposed = place(at: point, for: state.movement.origin),
      proposed != state.proposed
    else { return }
    state.propose(proposed)
    let target = target(of: state.movement, proposed)
    guard reordering.movement === state, isPlace(target, for: state.movement.origin) else { return }
    state.movement.target = target
  }

  final func endMovement() {
    guard let state = reordering.movement else { return }
    let move = state.movement
    if move.target != move.origin {
      // Until the list moves the row too, its paths differ from the data source's, so no layout may run.
      cycle.hold()
      reordering.isDataSourceMoving = true
      rawDataSource?.list(self, moveRowAt: move.origin, to: move.target)
      reordering.isDataSourceMoving = false
      cycle.release()
      guard reordering.movement === state else { return }
    }
    reordering.cancel()
    if move.target != move.origin { settle(move) }
  }

  private func settle(_ move: ListMovement) {
    do throws(ListUpdateError) {
      try settleMovement(move)
    } catch {
      discardData()
    }
  }

  private func target(of move: ListMovement, _ proposed: ListPath) -> ListPath {
    guard let delegate = rawDelegate else { return proposed }
    return delegate.list(
      self, targetIndexPathForMoveOfItemFromOriginalIndexPath: move.origin, atCurrentIndexPath: move.target,
      toProposedIndexPath: proposed)
  }

  /// Whether a path is a valid target for a row that has been removed from `origin`.
  private func isPlace(_ path: ListPath, for origin: ListPath) -> Bool {
    extents.sections.indices.contains(path.section) && 0...lastPlace(in: path.section, for: origin) ~= path.row
  }

  private func lastPlace(in section: Int, for origin: ListPath) -> Int {
    extents.sections[section].rows.count - (section == origin.section ? 1 : 0)
  }

  /// Returns the target position of a row held over a point: the row at the point, or the nearest end of the section.
  ///
  /// The lower half of a row in another section is the position after that row.
  private func place(at point: ListPoint, for origin: ListPath) -> ListPath? {
    let point = axis.turned(point)
    guard !point.y.isNaN, let section = section(nearest: point.y) else { return nil }
    let last = lastPlace(in: section, for: origin)
    guard last >= 0 else { return nil }
    // A point beside the content counts as the nearest point inside.
    let x = max(0, min(point.x, breadth.nextDown))
    if let path = extents.row(at: ListPoint(x: x, y: point.y), width: breadth) {
      let row = extents.row(path)
      let isPast = section != origin.section && point.y > row.top + row.height / 2
      return isPast ? ListPath(row: path.row + 1, section: section) : path
    }
    return ListPath(row: point.y < extents.rowsTop(section) ? 0 : last, section: section)
  }

  private func section(nearest y: Double) -> Int? {
    if y < 0 { return extents.firstSectionWithHeight(from: 0) }
    return extents.section(at: y) ?? extents.sections.indices.last
  }
}

// MARK: - Movement (ListDisplay)

/// Dragging rows by points of the content.
extension ListDisplay {
  /// A dragged row.
  public struct MovedElement: Sendable, Hashable {
    /// The rectangle of the row in the content.
    public let frame: ListRect
    /// The rectangle at the target: of another row, of the row itself, or empty after the last row of another section.
    public let target: ListRect
  }

  /// The dragged row and its target; nil if no row is dragged.
  public var moved: MovedElement? {
    list.layoutRaw()
    guard let move = list.reordering.movement?.movement else { return nil }
    let extents = list.extents
    let target =
      extents.contains(move.target)
      ? extents.row(move.target) : ListExtent(top: extents.extent(of: .footer, move.target.section).top, height: 0)
    return MovedElement(frame: list.rect(extents.row(move.origin)), target: list.rect(target))
  }

  /// Starts dragging the row at a point, if it can be moved.
  ///
  /// - Returns: whether the row is now being dragged.
  @discardableResult
  public func beginMovement(at point: ListPoint) -> Bool {
    guard let path = list.touchedRow(at: point) else { return false }
    return list.beginMovement(path)
  }

  /// Holds the dragged row over a point; the delegate is asked for its target.
  public func updateMovement(to point: ListPoint) { list.updateInteractiveMovementTargetPosition(point) }

  /// Drops the dragged row: the data source is asked to move it.
  public func endMovement() { list.endInteractiveMovement() }

  /// Cancels the movement, so that the dragged row stays at its origin.
  public func cancelMovement() { list.cancelInteractiveMovement() }
}

/// Decides where a dragged row may be moved.
///
/// Part of ``ListDelegate``; every method is optional, and its default leaves the decision to the list. Targets are
/// positions after the row has been removed and inserted again. An invalid target leaves the former target in effect.
public protocol ListMovementDelegate: AnyObject {
  /// Returns the target of a row held over a position; the proposed position by default.
  func list(
    _ list: ListView, targetIndexPathForMoveFromRowAt path: ListPath, toProposedIndexPath proposed: ListPath
  ) -> ListPath
  /// Returns the target, given also the current target; by default calls the method without the current target.
  func list(
    _ list: ListView, targetIndexPathForMoveOfItemFromOriginalIndexPath path: ListPath,
    atCurrentIndexPath current: ListPath, toProposedIndexPath proposed: ListPath
  ) -> ListPath
}

extension ListMovementDelegate {
  /// Returns the proposed position.
  public func list(
    _ list: ListView, targetIndexPathForMoveFromRowAt path: ListPath, toProposedIndexPath proposed: ListPath
  ) -> ListPath { proposed }
  /// Calls the method without the current target.
  public func list(
    _ list: ListView, targetIndexPathForMoveOfItemFromOriginalIndexPath path: ListPath,
    atCurrentIndexPath current: ListPath, toProposedIndexPath proposed: ListPath
  ) -> ListPath {
    self.list(list, targetIndexPathForMoveFromRowAt: path, toProposedIndexPath: proposed)
  }
}
