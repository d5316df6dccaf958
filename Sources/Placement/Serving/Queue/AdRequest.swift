/// That a queue asks its source for ads; it comes back with the answer.
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
  /// There is no ad to be had now.
  case noFill
  /// It could not be found out.
  case failure
}

extension AdAnswer: Sendable where Creative: Sendable {}
extension AdAnswer: Equatable where Creative: Equatable {}
extension AdAnswer: Hashable where Creative: Hashable {}
