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
    case after(AfterNode<Receiver, Arguments, Result, Failure>.Body)
    case afterReturning((inout ReturnedCall<Receiver, Arguments, Result>) throws(Failure) -> Void)
    case afterThrowing((inout ThrownCall<Receiver, Arguments, Failure>) throws(Failure) -> Void)
    case instead(AroundNode<Receiver, Arguments, Result, Failure>.Body)
    case around(AroundNode<Receiver, Arguments, Result, Failure>.Body)
  }

  let body: Body

  init(_ aspect: Aspect, _ body: Body, once: OnceFlag?) {
    self.body = body
    super.init(aspect, once: once)
  }

  /// The advice as one that runs after the call, whatever the outcome; nil where it stands elsewhere.
  var afterBody: AfterNode<Receiver, Arguments, Result, Failure>.Body? {
    switch body {
    case .after(let body): body
    case .afterReturning(let advice): TypedAdvice.after(returning: advice)
    case .afterThrowing(let advice): TypedAdvice.after(throwing: advice)
    case .before, .instead, .around: nil
    }
  }

  private static func after(
    returning advice: @escaping (inout ReturnedCall<Receiver, Arguments, Result>) throws(Failure) -> Void
  ) -> AfterNode<Receiver, Arguments, Result, Failure>.Body {
    { call throws(Failure) in
      guard case .success(let result) = call.outcome else { return }
      var returned = ReturnedCall(call.receiver, call.arguments, result)
      try advice(&returned)
      call.outcome = .success(returned.result)
    }
  }

  private static func after(
    throwing advice: @escaping (inout ThrownCall<Receiver, Arguments, Failure>) throws(Failure) -> Void
  ) -> AfterNode<Receiver, Arguments, Result, Failure>.Body {
    { call throws(Failure) in
      guard case .failure(let error) = call.outcome else { return }
      var thrown = ThrownCall(call.receiver, call.arguments, error)
      try advice(&thrown)
      call.outcome = .failure(thrown.error)
    }
  }
}
