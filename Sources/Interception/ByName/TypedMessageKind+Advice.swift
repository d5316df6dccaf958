extension TypedMessageKind {
  /// Advice by name, which has been checked against the message, as one that knows its types.
  func body(of advice: ErasedAdvice, at position: AdvicePosition) -> Advice.Body {
    guard let run = advice.run, let answer = advice.answer else {
      preconditionFailure("advice that suspends, on '\(selector)', which does not")
    }
    switch position {
    case .before:
      let point = BeforeJoinPoint<InterceptableObject, Arguments, Failure>(self, position)
      return mayThrow(advice)
        ? .before(AdviceFunction { call throws(Failure) in try point.runOrThrow(&call, run) })
        : .before(AdviceFunction { call throws(Failure) in point.run(&call, run) })
    case .after, .afterReturning, .afterThrowing:
      let point = AfterJoinPoint<InterceptableObject, Arguments, Result, Failure>(self, position)
      return .after(AdviceFunction { call throws(Failure) in point.run(&call, run) })
    case .around:
      let point = AroundJoinPoint<InterceptableObject, Arguments, Result, Failure>(self, position)
      return .around(AdviceFunction { call throws(Failure) in try point.run(&call, answer) })
    case .instead:
      let point = AroundJoinPoint<InterceptableObject, Arguments, Result, Failure>(
        self, position, fallback: advice.fallback)
      return .instead(AdviceFunction { call throws(Failure) in try point.run(&call, answer) })
    }
  }

  private func mayThrow(_ advice: ErasedAdvice) -> Bool {
    Failure.self != Never.self && advice.types?.failure != Never.self
  }

  /// Sends the message with boxed arguments.
  func send(_ values: [Any], to object: InterceptableObject) throws -> Any {
    guard let receiver = object as? Receiver else { throw object.actualClass.doesNotRespond(to: selector) }
    return try message.send(to: receiver, make(values, as: Arguments.self))
  }
}

extension TypedAsyncMessageKind {
  /// Advice by name, which has been checked against the message, as one that knows its types.
  func body(of advice: ErasedAdvice, at position: AdvicePosition) -> Advice.Body {
    let answer = awaited(advice)
    switch position {
    case .before:
      let point = BeforeJoinPoint<InterceptableObject, Arguments, Failure>(self, position)
      return .before(AsyncAdviceFunction { call async throws(Failure) in try await point.run(&call, answer) })
    case .after, .afterReturning, .afterThrowing:
      let point = AfterJoinPoint<InterceptableObject, Arguments, Result, Failure>(self, position)
      return .after(AsyncAdviceFunction { call async throws(Failure) in await point.run(&call, answer) })
    case .around:
      let point = AsyncAroundJoinPoint<InterceptableObject, Arguments, Result, Failure>(self, position)
      return .around(AsyncAdviceFunction { call async throws(Failure) in try await point.run(&call, answer) })
    case .instead:
      let point = AsyncAroundJoinPoint<InterceptableObject, Arguments, Result, Failure>(
        self, position, fallback: advice.fallback)
      return .instead(AsyncAdviceFunction { call async throws(Failure) in try await point.run(&call, answer) })
    }
  }

  /// Advice as one to be awaited, which it is at once where it does not suspend.
  private func awaited(_ advice: ErasedAdvice) -> ErasedAdvice.AsyncAnswer {
    if let answer = advice.asyncAnswer { return answer }
    guard let answer = advice.answer else { preconditionFailure("advice that does nothing, on '\(selector)'") }
    return { info in try answer(info) }
  }

  /// Sends the message with boxed arguments.
  nonisolated(nonsending) func send(_ values: [Any], to object: InterceptableObject) async throws -> Any {
    guard let receiver = object as? Receiver else { throw object.actualClass.doesNotRespond(to: selector) }
    return try await message.send(to: receiver, make(values, as: Arguments.self))
  }
}
