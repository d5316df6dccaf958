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
