/// An installed advice, as stored by its level and by call chains.
///
/// A subclass stores the closure and, after it, an ``AdviceLifetime``.
@usableFromInline
class InstalledAdvice: @unchecked Sendable {
  /// The sort key of the advice at one level: by priority, then by registration.
  struct Order: Comparable {
    let priority: Int
    let identifier: UInt64

    init(_ aspect: Aspect) {
      priority = aspect.options.priority
      identifier = aspect.identifier
    }

    static func < (one: Order, other: Order) -> Bool {
      one.priority != other.priority ? one.priority > other.priority : one.identifier < other.identifier
    }
  }

  final let token: AspectToken
  final let order: Order
  @usableFromInline final let admission: Admission?

  init(_ token: AspectToken, admission: Admission?) {
    self.token = token
    order = Order(token.aspect)
    self.admission = admission
  }

  final var aspect: Aspect { token.aspect }

  /// Whether an automatically removed advice has already run or was removed.
  final var isSpent: Bool { admission?.isSpent == true }
}

/// A factory for installed advice from closures, for messages of one kind.
protocol BodiedAdvice {
  /// The closure, wrapped in a case for its position.
  associatedtype Body

  /// Returns whether the closure is a property observer's, which doesn't belong to any level.
  static func isObserver(_ body: Body) -> Bool

  /// Creates the installed advice for a closure.
  static func make(_ body: Body, _ token: AspectToken, _ admission: Admission?) -> InstalledAdvice
}

extension BodiedAdvice {
  static func isObserver(_ body: Body) -> Bool { false }
}

/// Advice on a synchronous message.
enum TypedAdvice<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: BodiedAdvice {
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

  static func isObserver(_ body: Body) -> Bool {
    if case .observer = body { true } else { false }
  }

  static func make(_ body: Body, _ token: AspectToken, _ admission: Admission?) -> InstalledAdvice {
    switch body {
    case .before(let body): Before(body, token, admission)
    case .after(let body): makeAfter(body, token, admission)
    case .afterReturning(let body): makeAfter(after(returning: body), token, admission)
    case .afterThrowing(let body): makeAfter(after(throwing: body), token, admission)
    case .instead(let body), .around(let body): Around(body, token, admission)
    case .observer(let observer): ObserverNode(observer, token, admission)
    }
  }

  /// Creates after advice.
  ///
  /// After-returning and after-throwing advice checks the outcome before asking for admission, so that a call with the
  /// other outcome doesn't count as the one call of automatically removed advice.
  private static func makeAfter(_ body: After.Body, _ token: AspectToken, _ admission: Admission?) -> After {
    guard let admission, token.aspect.position != .after else { return After(body, token, admission) }
    let position = token.aspect.position
    let admitted = After.Body { call throws(Failure) in
      guard call.ends(as: position), admission.admits() else { return }
      try body(&call)
    }
    return After(admitted, token, admission, checksAdmissionInBody: true)
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

  /// Creates after advice.
  ///
  /// After-returning and after-throwing advice checks the outcome before asking for admission, so that a call with the
  /// other outcome doesn't count as the one call of automatically removed advice.
  private static func makeAfter(_ after: After.Body, _ token: AspectToken, _ admission: Admission?) -> After {
    guard let admission, token.aspect.position != .after else { return After(after, token, admission) }
    let position = token.aspect.position
    let admitted = After.Body { call async throws(Failure) in
      guard call.ends(as: position), admission.admits() else { return }
      try await after(&call)
    }
    return After(admitted, token, admission, checksAdmissionInBody: true)
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
