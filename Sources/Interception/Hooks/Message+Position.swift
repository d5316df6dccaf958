extension ThrowingMessage {
  /// Where in a call of this message an advice runs, which says what its closure is given and what it returns.
  ///
  /// ```swift
  /// try Account.deposit.hook(.before) { call in call.arguments += 1 }
  /// try Account.deposit.hook(.around) { call in call.proceed() }
  /// ```
  public struct Position<Call: ~Copyable, Output>: Sendable {
    typealias Body = TypedAdvice<Receiver, Arguments, Result, Failure>.Body

    let position: AdvicePosition
    let body: @Sendable (AdviceFunction<Call, Output, Failure>) -> Body

    init(_ position: AdvicePosition, _ body: @escaping @Sendable (AdviceFunction<Call, Output, Failure>) -> Body) {
      self.position = position
      self.body = body
    }
  }
}

extension ThrowingMessage.Position where Call == BeforeCall<Receiver, Arguments>, Output == Void {
  /// Before the implementation; the advice may change the arguments.
  public static var before: Self { Self(.before) { .before($0) } }
}

extension ThrowingMessage.Position
where Call == AfterCall<Receiver, Arguments, Result, Failure>, Output == Void {
  /// After the implementation, whether it returned or threw; the advice may replace the outcome.
  public static var after: Self { Self(.after) { .after($0) } }
}

extension ThrowingMessage.Position where Call == ReturnedCall<Receiver, Arguments, Result>, Output == Void {
  /// After the implementation when the call returns; the advice may replace the result.
  public static var afterReturning: Self { Self(.afterReturning) { .afterReturning($0) } }
}

extension ThrowingMessage.Position where Call == ThrownCall<Receiver, Arguments, Failure>, Output == Void {
  /// After the implementation when the call throws; the advice may replace the error.
  public static var afterThrowing: Self { Self(.afterThrowing) { .afterThrowing($0) } }
}

extension ThrowingMessage.Position
where Call == AroundCall<Receiver, Arguments, Result, Failure>, Output == Result {
  /// In place of the implementation; the advice returns the result.
  public static var instead: Self { Self(.instead) { .instead($0) } }

  /// Around the implementation; the advice proceeds as often as it likes, and returns the result.
  public static var around: Self { Self(.around) { .around($0) } }
}

@available(*, unavailable, message: "the position comes first, and then the options: hook(.before, [.named(\"log\")])")
extension ThrowingMessage.Position: ExpressibleByArrayLiteral
where Call == BeforeCall<Receiver, Arguments>, Output == Void {
  /// Says what to write in place of a list of options that has the position in it.
  public init(arrayLiteral elements: HookOptions...) {
    preconditionFailure("the position comes first, and then the options")
  }
}
