public import Interception

/// A row that a person drags: where it stands, and where it would go if it were dropped now.
public struct ListMovement: Sendable, Hashable {
  /// Where the row stands, and is shown until it is dropped.
  public var origin: ListPath
  /// Where it would stand when it has been taken out and put in again.
  public var target: ListPath

  /// Makes a movement.
  public init(from origin: ListPath, to target: ListPath) {
    self.origin = origin
    self.target = target
  }
}

/// A movement, and the places that the row was held over; its identity tells one movement from the next.
final class MovementState {
  var movement: ListMovement
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

extension ListView {
  /// The place that a dragged row was held over before the one that the delegate is being asked about.
  package final var formerlyProposedPlace: ListPath? { movement?.formerlyProposed }
}

// MARK: - Movement

/// Dragging a row: the list shows the order that the data source has until the row is dropped, and knows where it would go.
///
/// A reload or an update ends a movement without a drop.
extension ListView {
  /// The message of ``beginInteractiveMovementForItem(at:)``.
  public static let beginInteractiveMovement = Message<ListView, ListPath, Bool>(
    "beginInteractiveMovementForItem(at:)"
  ) { list, path in
    list.beginMovement(path)
  }

  /// Has a person drag a row, if the data source says that it can be moved, and no other is being dragged; answers whether.
  public final func beginInteractiveMovementForItem(at path: ListPath) -> Bool {
    send(ListView.beginInteractiveMovement, path)
  }

  /// The message of ``updateInteractiveMovementTargetPosition(_:)``.
  public static let updateInteractiveMovement = Message<ListView, ListPoint, Void>(
    "updateInteractiveMovementTargetPosition(_:)"
  ) { list, point in
    list.updateMovement(point)
  }

  /// Has the row that is dragged held over a point of the content; the delegate is asked where it goes when the place is new.
  public final func updateInteractiveMovementTargetPosition(_ point: ListPoint) {
    send(ListView.updateInteractiveMovement, point)
  }

  /// The message of ``endInteractiveMovement()``.
  public static let endInteractiveMovement = Message<ListView, Void, Void>("endInteractiveMovement()") { list, _ in
    list.endMovement()
  }

  /// Drops the row that is dragged: the data source is told to move it, and the list shows it there, with its cell.
  ///
  /// Nobody is told of a row that is dropped where it was. A data source that has the movement cancelled, or changes the list,
  /// when it is told has refused the drop. Where its counts do not fit the move, the list is reloaded.
  public final func endInteractiveMovement() { send(ListView.endInteractiveMovement) }

  /// The message of ``cancelInteractiveMovement()``.
  public static let cancelInteractiveMovement = Message<ListView, Void, Void>("cancelInteractiveMovement()") {
    list, _ in
    list.movement = nil
  }

  /// Has the row that is dragged go back to where it was.
  public final func cancelInteractiveMovement() { send(ListView.cancelInteractiveMovement) }

  /// The message of ``interactiveMovement``.
  public static let getInteractiveMovement = Message<ListView, Void, ListMovement?>("interactiveMovement") { list, _ in
    list.movement?.movement
  }

  /// The row that is dragged, and where it would go; nil where none is.
  public final var interactiveMovement: ListMovement? { send(ListView.getInteractiveMovement) }

  /// The message of showing a row where it has been dropped, when the data source has moved it.
  ///
  /// Whoever weaves rows into the list makes of it what the move is to what is shown.
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

/// What happens while a row is dragged.
extension ListView {
  final func beginMovement(_ path: ListPath) -> Bool {
    loadIfNeeded()
    guard movement == nil, extents.contains(path), canMove(path) == true, ifUnchanged({ endSwipe() }) != nil,
      movement == nil
    else { return false }
    movement = MovementState(of: path)
    return true
  }

  final func updateMovement(_ point: ListPoint) {
    layoutRaw()
    guard let state = movement, let proposed = place(at: point, for: state.movement.origin),
      proposed != state.proposed
    else { return }
    state.propose(proposed)
    let target = target(of: state.movement, proposed)
    guard movement === state, isPlace(target, for: state.movement.origin) else { return }
    state.movement.target = target
  }

  final func endMovement() {
    guard let state = movement else { return }
    let move = state.movement
    if move.target != move.origin {
      // The data source has moved the row when the list has not: nothing can be asked for meanwhile.
      cycle.hold()
      isTellingMove = true
      rawDataSource?.list(self, moveRowAt: move.origin, to: move.target)
      isTellingMove = false
      cycle.release()
      guard movement === state else { return }
    }
    movement = nil
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

  /// Whether a row can stand at a path when it has been taken out.
  private func isPlace(_ path: ListPath, for origin: ListPath) -> Bool {
    extents.sections.indices.contains(path.section) && 0...lastPlace(in: path.section, for: origin) ~= path.row
  }

  private func lastPlace(in section: Int, for origin: ListPath) -> Int {
    extents.sections[section].rows.count - (section == origin.section ? 1 : 0)
  }

  /// The place of a row that is held over a point: that of the row there, or the nearest end of the section.
  ///
  /// The lower half of a row of another section is the place after it.
  private func place(at point: ListPoint, for origin: ListPath) -> ListPath? {
    guard !point.y.isNaN, let section = section(nearest: point.y) else { return nil }
    let last = lastPlace(in: section, for: origin)
    guard last >= 0 else { return nil }
    // Beside the content counts what stands nearest in it.
    let x = max(0, min(point.x, viewportWidth.nextDown))
    if let path = extents.row(at: ListPoint(x: x, y: point.y), width: viewportWidth) {
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

// MARK: - Movement

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

/// Says where a row that is dragged may go.
///
/// Part of ``ListDelegate``; every method is optional, and its default leaves the matter to the list. Targets are where the row
/// stands when it has been taken out and put in again; an answer that is no such place leaves the row where it would go so far.
public protocol ListMovementDelegate: AnyObject {
  /// Where a row goes that a person holds over a place; there, unless said otherwise.
  func list(
    _ list: ListView, targetIndexPathForMoveFromRowAt path: ListPath, toProposedIndexPath proposed: ListPath
  ) -> ListPath
  /// The same, told in addition where the row would go so far; what the method without that answers, unless said otherwise.
  func list(
    _ list: ListView, targetIndexPathForMoveOfItemFromOriginalIndexPath path: ListPath,
    atCurrentIndexPath current: ListPath, toProposedIndexPath proposed: ListPath
  ) -> ListPath
}

extension ListMovementDelegate {
  /// There.
  public func list(
    _ list: ListView, targetIndexPathForMoveFromRowAt path: ListPath, toProposedIndexPath proposed: ListPath
  ) -> ListPath { proposed }
  /// What the method without the current target answers.
  public func list(
    _ list: ListView, targetIndexPathForMoveOfItemFromOriginalIndexPath path: ListPath,
    atCurrentIndexPath current: ListPath, toProposedIndexPath proposed: ListPath
  ) -> ListPath {
    self.list(list, targetIndexPathForMoveFromRowAt: path, toProposedIndexPath: proposed)
  }
}
