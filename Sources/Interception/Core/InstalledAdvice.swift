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

  /// Whether it runs in every call, without an admission check.
  final var isPlain: Bool { admission == nil }

  /// Whether the advice runs in the current call; read right before it would run.
  @inlinable final var isAdmitted: Bool { admission?.admits() ?? true }

  /// Returns whether the advice, which runs after a call, runs in this one; asked right before it would run.
  @inlinable
  final func isAdmitted<Receiver, Arguments, Result, Failure>(
    after call: borrowing AfterCall<Receiver, Arguments, Result, Failure>
  ) -> Bool {
    guard let admission else { return true }
    return ends(call) && admission.admits()
  }

  /// Returns whether a call ended as the advice's position asks; another call doesn't count as the one call of
  /// automatically removed advice.
  @usableFromInline
  final func ends<Receiver, Arguments, Result, Failure>(
    _ call: borrowing AfterCall<Receiver, Arguments, Result, Failure>
  ) -> Bool {
    call.ends(as: token.aspect.position)
  }
}

/// A factory for installed advice from closures, for messages of one kind.
protocol BodiedAdvice {
  /// The closure, wrapped in a case for the calls that it takes.
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
  enum Body {
    case before(AdviceFunction<BeforeCall<Receiver, Arguments>, Void, Failure>)
    case after(AdviceFunction<AfterCall<Receiver, Arguments, Result, Failure>, Void, Failure>)
    case around(AdviceFunction<AroundCall<Receiver, Arguments, Result, Failure>, Result, Failure>)
    case observer(Observer<Receiver, Arguments>)
  }

  static func isObserver(_ body: Body) -> Bool {
    if case .observer = body { true } else { false }
  }

  static func make(_ body: Body, _ token: AspectToken, _ admission: Admission?) -> InstalledAdvice {
    switch body {
    case .before(let body): AdviceNode(body, token, admission)
    case .after(let body): AdviceNode(body, token, admission)
    case .around(let body): AdviceNode(body, token, admission)
    case .observer(let observer): AdviceNode(observer, token, admission)
    }
  }
}

/// Advice on an asynchronous message.
enum TypedAsyncAdvice<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: BodiedAdvice {
  enum Body {
    case before(AsyncAdviceFunction<BeforeCall<Receiver, Arguments>, Void, Failure>)
    case after(AsyncAdviceFunction<AfterCall<Receiver, Arguments, Result, Failure>, Void, Failure>)
    case around(AsyncAdviceFunction<AsyncAroundCall<Receiver, Arguments, Result, Failure>, Result, Failure>)
  }

  static func make(_ body: Body, _ token: AspectToken, _ admission: Admission?) -> InstalledAdvice {
    switch body {
    case .before(let body): AdviceNode(body, token, admission)
    case .after(let body): AdviceNode(body, token, admission)
    case .around(let body): AdviceNode(body, token, admission)
    }
  }
}
