/// An installed advice, as recorded by its level and run by chains; the subclass has the function.
@usableFromInline
class InstalledAdvice: @unchecked Sendable {
  /// The sort key of the advice of one class or object: by priority, then by registration.
  ///
  /// The priority says how far outside an advice is: of before, around and instead advice the highest comes first, of
  /// advice after the call it comes last.
  struct Order: Comparable {
    let rank: Int
    let identifier: UInt64

    init(_ aspect: Aspect) {
      let priority = aspect.options.priority
      rank = aspect.position.isAfter ? priority : ~priority
      identifier = aspect.identifier
    }

    static func < (one: Order, other: Order) -> Bool { (one.rank, one.identifier) < (other.rank, other.identifier) }
  }

  final let token: AspectToken
  final let order: Order
  @usableFromInline final let admission: Admission?
  /// Whether something is to be checked in each call, right before the advice would run.
  @usableFromInline final let isConditional: Bool
  /// Whether the advice runs only after a call that threw, or only after one that returned; nil for no such condition.
  @usableFromInline final let runsAfterThrowing: Bool?

  init(_ token: AspectToken, _ admission: Admission?) {
    self.token = token
    order = Order(token.aspect)
    self.admission = admission
    let position = token.aspect.position
    runsAfterThrowing = position == .afterThrowing ? true : position == .afterReturning ? false : nil
    isConditional = admission != nil || runsAfterThrowing != nil
  }

  final var aspect: Aspect { token.aspect }

  /// Whether an automatically removed advice has already run or was removed.
  final var isSpent: Bool { admission?.isSpent == true }

  /// Whether the advice runs in the current call; read right before it would run.
  @usableFromInline final var isAdmitted: Bool { admission?.admits() ?? true }

  /// Returns whether the advice, which runs after a call, runs in this one; asked right before it would run.
  ///
  /// A call that didn't end as the position asks doesn't count as the one call of automatically removed advice.
  @inlinable
  final func isAdmitted(afterThrowing hasThrown: Bool) -> Bool {
    if let runsAfterThrowing, runsAfterThrowing != hasThrown { return false }
    return admission == nil || isAdmitted
  }

  /// Returns the around advice that runs the observers in these arrays; nil if this isn't an observer.
  func observation(of observers: [AdviceArray]) -> InstalledAdvice? { nil }
}

/// An advice with its function: an ``AdviceFunction``, or an ``AsyncAdviceFunction``.
///
/// It is a final class with a constant function, so that running it needs no reference counting.
@usableFromInline
final class AdviceNode<Function>: InstalledAdvice, @unchecked Sendable {
  @usableFromInline let function: Function
  // The last property, so that it ends after the closure.
  private let lifetime: AdviceLifetime?

  /// Creates an advice; unless it runs others, whose token it has, it tells its token of its end.
  init(_ function: Function, _ token: AspectToken, _ admission: Admission?, runsOthers: Bool = false) {
    self.function = function
    lifetime = runsOthers ? nil : AdviceLifetime(token)
    super.init(token, admission)
  }
}

/// Makes the installed advice for a token.
typealias AdviceMaker = (AspectToken, Admission?) -> InstalledAdvice

extension AdvicePosition {
  /// Whether advice at this position runs after the call.
  var isAfter: Bool { self == .after || self == .afterReturning || self == .afterThrowing }
}

extension Unretained {
  /// Runs an advice.
  @inlinable @inline(__always)
  func run<Call: ~Copyable, Output, Failure>(
    _ call: inout Call
  ) throws(Failure) -> Output where Object == AdviceNode<AdviceFunction<Call, Output, Failure>> {
    try borrowThrowing { node throws(Failure) in try node.function.body(&call) }
  }
}
