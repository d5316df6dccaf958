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
  typealias Before = BeforeNode<Receiver, Arguments, Failure>
  typealias After = AfterNode<Receiver, Arguments, Result, Failure>
  typealias Around = AroundNode<Receiver, Arguments, Result, Failure>
  typealias AfterReturning = AdviceFunction<ReturnedCall<Receiver, Arguments, Result>, Void, Failure>
  typealias AfterThrowing = AdviceFunction<ThrownCall<Receiver, Arguments, Failure>, Void, Failure>

  enum Body {
    case before(Before.Body)
    case after(After.Body)
    case afterReturning(AfterReturning)
    case afterThrowing(AfterThrowing)
    case instead(Around.Body)
    case around(Around.Body)
    case observer(Observer<Receiver, Arguments>)
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

  /// The advice as one that runs after the call, ahead of the next one; that one alone where it has another position.
  func afterNode(next: After?) -> After? {
    let body: After.Body
    switch self.body {
    case .after(let advice): body = advice
    case .afterReturning(let advice): body = TypedAdvice.after(returning: advice)
    case .afterThrowing(let advice): body = TypedAdvice.after(throwing: advice)
    case .before, .instead, .around, .observer: return next
    }
    guard let admission, aspect.position != .after else { return After(body, admission: admission, next: next) }
    let position = aspect.position
    let admitted = After.Body { call throws(Failure) in
      // A call that ends otherwise is not the one that an automatically removed advice waits for.
      guard call.ends(as: position), admission.admits() else { return }
      try body(&call)
    }
    return After(admitted, admission: nil, next: next)
  }

  /// The advice as one that runs before the call, ahead of the next one; that one alone where it has another position.
  func beforeNode(next: Before?) -> Before? {
    guard case .before(let body) = body else { return next }
    return Before(body, admission: admission, next: next)
  }

  private static func after(returning advice: AfterReturning) -> After.Body {
    After.Body { call throws(Failure) in
      guard case .success(let result) = call.outcome else { return }
      var returned = ReturnedCall(call.receiver, call.arguments, result)
      try advice(&returned)
      call.outcome = .success(returned.result)
    }
  }

  private static func after(throwing advice: AfterThrowing) -> After.Body {
    After.Body { call throws(Failure) in
      guard case .failure(let error) = call.outcome else { return }
      var thrown = ThrownCall(call.receiver, call.arguments, error)
      try advice(&thrown)
      call.outcome = .failure(thrown.error)
    }
  }
}
