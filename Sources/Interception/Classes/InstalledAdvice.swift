/// An advice as it stands in the books.
class InstalledAdvice: @unchecked Sendable {
  let aspect: Aspect
  let once: OnceFlag?

  init(_ aspect: Aspect, once: OnceFlag?) {
    self.aspect = aspect
    self.once = once
  }
}

/// An advice with its closure.
final class TypedAdvice<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: InstalledAdvice,
  @unchecked Sendable
{
  enum Body {
    case before(BeforeNode<Receiver, Arguments, Failure>.Body)
    case throwingBefore(BeforeNode<Receiver, Arguments, Failure>.ThrowingBody)
    case after(AfterNode<Receiver, Arguments, Result, Failure>.Body)
    case throwingAfter(AfterNode<Receiver, Arguments, Result, Failure>.ThrowingBody)
    case afterReturning((inout ReturnedCall<Receiver, Arguments, Result>) throws(Failure) -> Void)
    case afterThrowing((inout ThrownCall<Receiver, Arguments, Failure>) throws(Failure) -> Void)
    case instead(AroundNode<Receiver, Arguments, Result, Failure>.Body)
    case around(AroundNode<Receiver, Arguments, Result, Failure>.Body)
    case plainAround(AroundNode<Receiver, Arguments, Result, Failure>.PlainBody)
  }

  let body: Body

  init(_ aspect: Aspect, _ body: Body, once: OnceFlag?) {
    self.body = body
    super.init(aspect, once: once)
  }

  /// The advice as one that runs after the call, ahead of the next one; that one alone where it stands elsewhere.
  func afterNode(
    next: AfterNode<Receiver, Arguments, Result, Failure>?
  ) -> AfterNode<Receiver, Arguments, Result, Failure>? {
    let throwing: AfterNode<Receiver, Arguments, Result, Failure>.ThrowingBody
    switch body {
    case .after(let body): return AfterNode(body, throwing: nil, once: once, next: next)
    case .throwingAfter(let body): throwing = body
    case .afterReturning(let advice): throwing = TypedAdvice.after(returning: advice)
    case .afterThrowing(let advice): throwing = TypedAdvice.after(throwing: advice)
    case .before, .throwingBefore, .instead, .around, .plainAround: return next
    }
    return AfterNode({ _ in }, throwing: throwing, once: once, next: next)
  }

  /// The advice as one that runs before the call, ahead of the next one; that one alone where it stands elsewhere.
  func beforeNode(next: BeforeNode<Receiver, Arguments, Failure>?) -> BeforeNode<Receiver, Arguments, Failure>? {
    switch body {
    case .before(let body): BeforeNode(body, throwing: nil, once: once, next: next)
    case .throwingBefore(let body): BeforeNode({ _ in }, throwing: body, once: once, next: next)
    default: next
    }
  }

  private static func after(
    returning advice: @escaping (inout ReturnedCall<Receiver, Arguments, Result>) throws(Failure) -> Void
  ) -> AfterNode<Receiver, Arguments, Result, Failure>.ThrowingBody {
    { call throws(Failure) in
      guard case .success(let result) = call.outcome else { return }
      var returned = ReturnedCall(call.receiver, call.arguments, result)
      try advice(&returned)
      call.outcome = .success(returned.result)
    }
  }

  private static func after(
    throwing advice: @escaping (inout ThrownCall<Receiver, Arguments, Failure>) throws(Failure) -> Void
  ) -> AfterNode<Receiver, Arguments, Result, Failure>.ThrowingBody {
    { call throws(Failure) in
      guard case .failure(let error) = call.outcome else { return }
      var thrown = ThrownCall(call.receiver, call.arguments, error)
      try advice(&thrown)
      call.outcome = .failure(thrown.error)
    }
  }
}
