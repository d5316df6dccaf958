/// What a list would do with what is dragged over it.
public struct ListDropProposal: Sendable, Hashable {
  /// What becomes of what is dropped.
  public enum Operation: Sendable, Hashable {
    /// Nothing, here.
    case cancel
    /// Nothing, though it might elsewhere.
    case forbidden
    /// It is copied.
    case copy
    /// It is moved; where that is not allowed, nothing is done.
    case move
  }

  /// Where it goes.
  public enum Intent: Sendable, Hashable {
    /// That is not known yet.
    case unspecified
    /// Into a row of its own, at the destination.
    case insertAtDestinationIndexPath
    /// Into the row at the destination.
    case insertIntoDestinationIndexPath
    /// Either, by the place.
    case automatic
  }

  /// What becomes of it.
  public var operation: Operation
  /// Where it goes; unspecified where there is no destination.
  public var intent: Intent

  /// Makes a proposal.
  public init(operation: Operation, intent: Intent = .unspecified) {
    self.operation = operation
    self.intent = intent
  }
}
