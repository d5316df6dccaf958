/// Advice on an asynchronous message.
enum TypedAsyncAdvice<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: BodiedAdvice {
  typealias Before = AsyncBeforeNode<Receiver, Arguments, Failure>
  typealias After = AsyncAfterNode<Receiver, Arguments, Result, Failure>
  typealias Around = AsyncAroundNode<Receiver, Arguments, Result, Failure>
  typealias AfterReturning = AsyncAdviceFunction<ReturnedCall<Receiver, Arguments, Result>, Void, Failure>
  typealias AfterThrowing = AsyncAdviceFunction<ThrownCall<Receiver, Arguments, Failure>, Void, Failure>

  enum Body {
    case before(Before.Body)
    case after(After.Body)
    case afterReturning(AfterReturning)
    case afterThrowing(AfterThrowing)
    case instead(Around.Body)
    case around(Around.Body)
  }

  static func make(_ body: Body, _ token: AspectToken, _ admission: Admission?) -> InstalledAdvice {
    switch body {
    case .before(let body): Before(body, token, admission)
    case .after(let body): makeAfter(body, token, admission)
    case .afterReturning(let body): makeAfter(after(returning: body), token, admission)
    case .afterThrowing(let body): makeAfter(after(throwing: body), token, admission)
    case .instead(let body), .around(let body): Around(body, token, admission)
    }
  }

  /// An after advice.
  ///
  /// One that is meant for one end of a call is admitted to no other: that is not the call that an automatically removed one
  /// waits for.
  private static func makeAfter(_ after: After.Body, _ token: AspectToken, _ admission: Admission?) -> After {
    guard let admission, token.aspect.position != .after else { return After(after, token, admission) }
    let position = token.aspect.position
    let admitted = After.Body { call async throws(Failure) in
      guard call.ends(as: position), admission.admits() else { return }
      try await after(&call)
    }
    return After(admitted, token, admission, isAskedByBody: true)
  }

  private static func after(returning advice: AfterReturning) -> After.Body {
    After.Body { call async throws(Failure) in
      guard case .success(let result) = call.outcome else { return }
      var returned = ReturnedCall(call.receiver, call.arguments, result)
      try await advice(&returned)
      call.outcome = .success(returned.result)
    }
  }

  private static func after(throwing advice: AfterThrowing) -> After.Body {
    After.Body { call async throws(Failure) in
      guard case .failure(let error) = call.outcome else { return }
      var thrown = ThrownCall(call.receiver, call.arguments, error)
      try await advice(&thrown)
      call.outcome = .failure(thrown.error)
    }
  }
}
