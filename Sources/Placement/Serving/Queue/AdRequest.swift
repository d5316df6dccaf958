/// A queue's request for ads: its source gives it back with the answer.
public struct AdRequest: Hashable, Sendable {
  /// Which of the queue's requests it is; never given again.
  public let number: Int
  /// Whose queue asks.
  public let tenant: String
  /// The most ads that the answer should have.
  public let count: Int
  /// Which attempt in a row it is, from 1; beyond 1 the one before failed.
  public let attempt: Int
}

/// What a source answers.
public enum AdAnswer<Creative> {
  /// Some ads; none is the same as ``noFill``.
  case ads([Ad<Creative>])
  /// The source has no ad at the moment.
  case noFill
  /// The source failed, and may have ads all the same.
  case failure
}

extension AdAnswer: Sendable where Creative: Sendable {}
extension AdAnswer: Equatable where Creative: Equatable {}
extension AdAnswer: Hashable where Creative: Hashable {}
