/// Where an advice stands in a call.
public enum AdvicePosition: String, Sendable, Hashable, CaseIterable {
  /// Ahead of the implementation; sees the arguments and may change them.
  case before
  /// Behind the implementation, whether it returned or threw; sees the outcome and may replace it.
  case after
  /// Behind the implementation when the call returns; sees the result and may replace it.
  case afterReturning
  /// Behind the implementation when the call throws; sees the error and may replace it.
  case afterThrowing
  /// In place of the implementation, which runs only if the advice proceeds.
  case instead
  /// Outside everything but before and after: proceeds as often as it likes, with the same arguments or others.
  case around
}

/// Marks that tell the compiler which advice a hook takes, so that `.before` reads as a word and types as a closure.
extension AdvicePosition {
  /// The mark of a hook that takes an advice to run ahead.
  public struct Before: Sendable {
    /// Ahead of the implementation.
    public static let before = Before()
  }

  /// The mark of a hook that takes an advice to run behind.
  public struct After: Sendable {
    /// Behind the implementation, whether it returned or threw.
    public static let after = After()
  }

  /// The mark of a hook that takes an advice to run behind calls that return.
  public struct AfterReturning: Sendable {
    /// Behind the implementation when the call returns.
    public static let afterReturning = AfterReturning()
  }

  /// The mark of a hook that takes an advice to run behind calls that throw.
  public struct AfterThrowing: Sendable {
    /// Behind the implementation when the call throws.
    public static let afterThrowing = AfterThrowing()
  }

  /// The mark of a hook that takes a replacement.
  public struct Instead: Sendable {
    /// In place of the implementation.
    public static let instead = Instead()
  }

  /// The mark of a hook that takes an advice to run around.
  public struct Around: Sendable {
    /// Around the implementation.
    public static let around = Around()
  }
}
