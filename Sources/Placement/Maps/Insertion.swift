/// An insertion that was asked for, and where it landed.
///
/// The position is a ``FeedPath`` for a row and an `Int` for a section.
public struct Insertion<Position: Hashable & Sendable>: Hashable, Sendable {
  /// The position that was asked for.
  public var requested: Position

  /// The position it has: the one asked for, or the next that was free.
  public var resolved: Position

  /// Makes the record of an insertion.
  public init(requested: Position, resolved: Position) {
    self.requested = requested
    self.resolved = resolved
  }
}

extension Insertion: CustomStringConvertible {
  /// Both positions in words: `feed 0:3 → feed 0:4`.
  public var description: String { "\(requested) → \(resolved)" }
}
