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
