/// An advice that is installed, as its level and the chains of calls hold it.
///
/// A subclass keeps the closure, and behind it an ``AdvicePresence``.
@usableFromInline
class InstalledAdvice: @unchecked Sendable {
  /// Where an advice stands among those of its level: by priority, then by registration.
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

  /// Whether it has had its one call.
  final var isSpent: Bool { admission?.isSpent == true }
}

/// How advice is made from a closure, for messages of one kind.
protocol BodiedAdvice {
  /// The closure, by its position.
  associatedtype Body

  /// Whether the closure is an observer's, which is no advice of any level.
  static func isObserver(_ body: Body) -> Bool

  /// The advice that the closure comes to.
  static func make(_ body: Body, _ token: AspectToken, _ admission: Admission?) -> InstalledAdvice
}

extension BodiedAdvice {
  static func isObserver(_ body: Body) -> Bool { false }
}

/// Advice on a message that does not suspend.
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

  /// An after advice.
  ///
  /// One that is meant for one end of a call is admitted to no other: that is not the call that an automatically removed one
  /// waits for.
  private static func makeAfter(_ body: After.Body, _ token: AspectToken, _ admission: Admission?) -> After {
    guard let admission, token.aspect.position != .after else { return After(body, token, admission) }
    let position = token.aspect.position
    let admitted = After.Body { call throws(Failure) in
      guard call.ends(as: position), admission.admits() else { return }
      try body(&call)
    }
    return After(admitted, token, admission, isAskedByBody: true)
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
