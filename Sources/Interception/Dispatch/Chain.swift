/// What a chain comes to, so that the frequent ones take the shortest way.
@usableFromInline
enum ChainShape: UInt {
  // Each is what the chain's address is marked with, whose last four bits are zero.
  /// Whatever is none of the others.
  case any = 0
  /// One before advice.
  case before = 2
  /// At most one before advice, and one after.
  case pair = 4
  /// One around advice.
  case around = 6
}

/// What a slot holds: the advice of one message and one class, in the order in which it runs.
@usableFromInline
class Chain: @unchecked Sendable {
  @usableFromInline final let shape: ChainShape

  init(_ shape: ChainShape) {
    self.shape = shape
  }

  /// Whether the advice that a token stands for may run in a call of this chain.
  ///
  /// - Complexity: O(advice).
  func holds(_ token: AspectToken) -> Bool { preconditionFailure("abstract") }
}
