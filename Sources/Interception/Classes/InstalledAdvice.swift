/// An advice as it stands in the books.
class InstalledAdvice: @unchecked Sendable {
  let aspect: Aspect
  let admission: Admission?
  let presence: AdvicePresence

  init(_ aspect: Aspect, _ presence: AdvicePresence, admission: Admission?) {
    self.aspect = aspect
    self.presence = presence
    self.admission = admission
  }
}

/// An advice that can be made from its closure, whatever the kind of its message.
protocol BodiedAdvice: InstalledAdvice {
  /// The closure, by its position.
  associatedtype Body

  init(_ aspect: Aspect, _ body: Body, _ presence: AdvicePresence, admission: Admission?)

  /// Whether the closure is an observer's, which is no advice of any level.
  static func isObserver(_ body: Body) -> Bool
}

extension BodiedAdvice {
  static func isObserver(_ body: Body) -> Bool { false }
}

/// An advice with its closure.
final class TypedAdvice<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: InstalledAdvice,
  BodiedAdvice, @unchecked Sendable
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
    case observer(Observer<Receiver, Arguments>)
    case plainAround(AroundNode<Receiver, Arguments, Result, Failure>.PlainBody)
  }

  let body: Body

  init(_ aspect: Aspect, _ body: Body, _ presence: AdvicePresence, admission: Admission?) {
    self.body = body
    super.init(aspect, presence, admission: admission)
  }

  static func isObserver(_ body: Body) -> Bool {
    if case .observer = body { true } else { false }
  }

  /// The advice as an observer; nil where it is none.
  var observer: Observer<Receiver, Arguments>? {
    if case .observer(let observer) = body { observer } else { nil }
  }

  /// The advice as one that runs after the call, ahead of the next one; that one alone where it stands elsewhere.
  func afterNode(
    next: AfterNode<Receiver, Arguments, Result, Failure>?
  ) -> AfterNode<Receiver, Arguments, Result, Failure>? {
    let throwing: AfterNode<Receiver, Arguments, Result, Failure>.ThrowingBody
    switch body {
    case .after(let body) where admission == nil || aspect.position == .after:
      return AfterNode(body, throwing: nil, admission: admission, next: next)
    case .after(let body): throwing = { call throws(Failure) in body(&call) }
    case .throwingAfter(let body): throwing = body
    case .afterReturning(let advice): throwing = TypedAdvice.after(returning: advice)
    case .afterThrowing(let advice): throwing = TypedAdvice.after(throwing: advice)
    case .before, .throwingBefore, .instead, .around, .plainAround, .observer: return next
    }
    guard let admission, aspect.position != .after else {
      return AfterNode({ _ in }, throwing: throwing, admission: admission, next: next)
    }
    let position = aspect.position
    let admitted: AfterNode<Receiver, Arguments, Result, Failure>.ThrowingBody = { call throws(Failure) in
      // A call that ends otherwise is not the one that an automatically removed advice waits for.
      guard call.ends(as: position), admission.admits() else { return }
      try throwing(&call)
    }
    return AfterNode({ _ in }, throwing: admitted, admission: nil, next: next)
  }

  /// The advice as one that runs before the call, ahead of the next one; that one alone where it stands elsewhere.
  func beforeNode(next: BeforeNode<Receiver, Arguments, Failure>?) -> BeforeNode<Receiver, Arguments, Failure>? {
    switch body {
    case .before(let body): BeforeNode(body, throwing: nil, admission: admission, next: next)
    case .throwingBefore(let body): BeforeNode({ _ in }, throwing: body, admission: admission, next: next)
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
