extension TypedMessageKind {
  /// Advice by name as one that knows the message's types.
  func body(of advice: ErasedAdvice, at position: AdvicePosition) -> Advice.Body {
    switch position {
    case .before:
      let point = BeforeJoinPoint<Receiver, Arguments, Failure>(self, position, advice)
      return mayThrow(advice)
        ? .throwingBefore { call throws(Failure) in try point.runOrThrow(&call) } : .before { point.run(&$0) }
    case .after, .afterReturning, .afterThrowing:
      let point = AfterJoinPoint<Receiver, Arguments, Result, Failure>(self, position, advice)
      return .after { point.run(&$0) }
    case .around:
      let point = AroundJoinPoint<Receiver, Arguments, Result, Failure>(self, position, advice)
      return .around { call throws(Failure) in try point.run(&call) }
    case .instead:
      let point = AroundJoinPoint<Receiver, Arguments, Result, Failure>(self, position, advice)
      return .instead { call throws(Failure) in try point.run(&call) }
    }
  }

  private func mayThrow(_ advice: ErasedAdvice) -> Bool {
    Failure.self != Never.self && advice.types?.failure != Never.self
  }

  /// Sends the message with boxed arguments.
  func send(_ values: [Any], to object: InterceptableObject) throws -> Any {
    guard let receiver = object as? Receiver else { throw object.actualClass.doesNotRespond(to: selector) }
    let arguments = try wording { () throws(ArgumentsMismatch) in try layout.make(values, as: Arguments.self) }
    return try message.send(to: receiver, arguments)
  }
}
