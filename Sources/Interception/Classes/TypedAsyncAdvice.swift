/// An advice on an asynchronous message, with its closure.
final class TypedAsyncAdvice<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: InstalledAdvice,
  BodiedAdvice, @unchecked Sendable
{
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

  private let body: Body

  init(_ aspect: Aspect, _ body: Body, _ presence: AdvicePresence, admission: Admission?) {
    self.body = body
    super.init(aspect, presence, admission: admission)
  }

  /// The advice as one that runs ahead of the call; nil where it stands elsewhere.
  var beforeNode: Before? {
    guard case .before(let body) = body else { return nil }
    return Before(body, admission: admission)
  }

  /// The advice as one that runs around the call; nil where it stands elsewhere.
  var aroundNode: Around? {
    guard case .around(let body) = body else { return nil }
    return Around(body, admission: admission)
  }

  /// The advice as one that runs in place of the call; nil where it stands elsewhere.
  var insteadNode: Around? {
    guard case .instead(let body) = body else { return nil }
    return Around(body, admission: admission)
  }

  /// The advice as one that runs behind the call; nil where it stands elsewhere.
  ///
  /// One that is meant for one end of a call is admitted to no other: that is not the call that an automatically removed one
  /// waits for.
  var afterNode: After? {
    guard let after else { return nil }
    guard let admission, aspect.position != .after else { return After(after, admission: admission) }
    let position = aspect.position
    let admitted = After.Body { call async throws(Failure) in
      guard call.ends(as: position), admission.admits() else { return }
      try await after(&call)
    }
    return After(admitted, admission: nil)
  }

  /// The closure, if it runs behind the call: in each case, or in its own.
  private var after: After.Body? {
    switch body {
    case .after(let body): body
    case .afterReturning(let body): TypedAsyncAdvice.after(returning: body)
    case .afterThrowing(let body): TypedAsyncAdvice.after(throwing: body)
    case .before, .instead, .around: nil
    }
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
