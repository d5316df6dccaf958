/// An advice on an asynchronous message, with its closure.
final class TypedAsyncAdvice<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: InstalledAdvice,
  BodiedAdvice, @unchecked Sendable
{
  typealias Before = nonisolated(nonsending) (inout BeforeCall<Receiver, Arguments>) async throws(Failure) -> Void
  typealias After =
    nonisolated(nonsending) (inout AfterCall<Receiver, Arguments, Result, Failure>) async throws(Failure) -> Void
  typealias AfterReturning =
    nonisolated(nonsending) (inout ReturnedCall<Receiver, Arguments, Result>) async throws(Failure) -> Void
  typealias AfterThrowing =
    nonisolated(nonsending) (inout ThrownCall<Receiver, Arguments, Failure>) async throws(Failure) -> Void
  typealias Around =
    nonisolated(nonsending) (inout AsyncAroundCall<Receiver, Arguments, Result, Failure>)
    async throws(Failure) -> Result

  enum Body {
    case before(Before)
    case after(After)
    case afterReturning(AfterReturning)
    case afterThrowing(AfterThrowing)
    case instead(Around)
    case around(Around)
  }

  private let body: Body

  init(_ aspect: Aspect, _ body: Body, _ presence: AdvicePresence, admission: Admission?) {
    self.body = body
    super.init(aspect, presence, admission: admission)
  }

  /// The closure, if it runs ahead of the call.
  var before: Before? {
    if case .before(let body) = body { body } else { nil }
  }

  /// The closure, if it runs around the call.
  var around: Around? {
    if case .around(let body) = body { body } else { nil }
  }

  /// The closure, if it runs in place of the call.
  var instead: Around? {
    if case .instead(let body) = body { body } else { nil }
  }

  /// The advice, if it runs behind the call; one that is meant for one end of a call is admitted to no other.
  var admittedAfter: Admitted<After>? {
    guard let after else { return nil }
    guard let admission, aspect.position != .after else { return Admitted(body: after, admission: admission) }
    let position = aspect.position
    return Admitted(
      body: { call async throws(Failure) in
        guard call.ends(as: position), admission.admits() else { return }
        try await after(&call)
      }, admission: nil)
  }

  /// The closure, if it runs behind the call: in each case, or in its own.
  private var after: After? {
    switch body {
    case .after(let body): body
    case .afterReturning(let body): TypedAsyncAdvice.after(returning: body)
    case .afterThrowing(let body): TypedAsyncAdvice.after(throwing: body)
    case .before, .instead, .around: nil
    }
  }

  private static func after(returning advice: @escaping AfterReturning) -> After {
    { call async throws(Failure) in
      guard case .success(let result) = call.outcome else { return }
      var returned = ReturnedCall(call.receiver, call.arguments, result)
      try await advice(&returned)
      call.outcome = .success(returned.result)
    }
  }

  private static func after(throwing advice: @escaping AfterThrowing) -> After {
    { call async throws(Failure) in
      guard case .failure(let error) = call.outcome else { return }
      var thrown = ThrownCall(call.receiver, call.arguments, error)
      try await advice(&thrown)
      call.outcome = .failure(thrown.error)
    }
  }
}
