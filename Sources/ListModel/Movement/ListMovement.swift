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

/// A movement, and the place that the delegate was asked about last; its identity tells one movement from the next.
final class MovementState {
  var movement: ListMovement
  var proposed: ListPath

  init(of path: ListPath) {
    movement = ListMovement(from: path, to: path)
    proposed = path
  }
}
