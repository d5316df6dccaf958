/// An advice in a chain, or a property observer, with its closure, the body.
///
/// It is a final class with constant members, so that running it needs no reference counting.
@usableFromInline
final class AdviceNode<Body>: InstalledAdvice, @unchecked Sendable {
  @usableFromInline let body: Body
  // The last property, so that it ends after the closure.
  private let lifetime: AdviceLifetime

  init(_ body: Body, _ token: AspectToken, _ admission: Admission?) {
    self.body = body
    lifetime = AdviceLifetime(token)
    super.init(token, admission: admission)
  }
}

/// A property observer.
typealias ObserverNode<Receiver: InterceptableObject, Value> = AdviceNode<Observer<Receiver, Value>>

/// The running of advice, in the order of its tree.
extension Layer {
  /// Runs all before advice.
  @inlinable
  static func run(_ befores: AdviceTree, _ call: inout BeforeCall<Receiver, Arguments>) throws(Failure) {
    if let left = befores.left { try run(left, &call) }
    let advice = AdviceList<Before>.node(of: befores)
    if advice.isAdmitted { try advice.body(&call) }
    if let right = befores.right { try run(right, &call) }
  }

  /// Runs all after advice.
  @inlinable
  static func run(_ afters: AdviceTree, _ call: inout AfterCall<Receiver, Arguments, Result, Failure>) {
    if let left = afters.left { run(left, &call) }
    let advice = AdviceList<After>.node(of: afters)
    if advice.isAdmitted(after: call) { call.run(advice.body) }
    if let right = afters.right { run(right, &call) }
  }

  /// Runs this layer's around advice `number`, which is at `index` in a subtree, or what is inside it if it isn't
  /// admitted.
  @inlinable
  func run(
    _ arounds: AdviceTree, at index: Int, _ number: Int, _ receiver: Receiver, _ arguments: Arguments,
    _ original: @escaping Original
  ) throws(Failure) -> Result {
    let ahead = arounds.left?.count ?? 0
    if index < ahead, let left = arounds.left {
      return try run(left, at: index, number, receiver, arguments, original)
    }
    if index > ahead, let right = arounds.right {
      return try run(right, at: index &- ahead &- 1, number, receiver, arguments, original)
    }
    return try run(AdviceList<Around>.node(of: arounds), number, receiver, arguments, original)
  }

  /// Runs around advice `number`, or what is inside it if it isn't admitted.
  @inlinable
  @inline(never)
  func run(
    _ advice: Around, _ number: Int, _ receiver: Receiver, _ arguments: Arguments, _ original: @escaping Original
  ) throws(Failure) -> Result {
    if advice.isAdmitted {
      var call = Step(receiver, arguments, layer: Unretained(self), inner: Step.around(number + 1), original)
      return try advice.body(&call)
    }
    return try proceed(toAround: number + 1, receiver, arguments, original)
  }

  /// Runs all instead advice, which may proceed to the implementation; `last` is set to the result of the last one.
  @inlinable
  func replace(
    by insteads: AdviceTree, _ receiver: Receiver, _ arguments: Arguments, _ original: @escaping Original,
    _ last: inout Result?
  ) throws(Failure) {
    if let left = insteads.left { try replace(by: left, receiver, arguments, original, &last) }
    let advice = AdviceList<Around>.node(of: insteads)
    if advice.isAdmitted {
      var call = Step(receiver, arguments, layer: Unretained(self), inner: Step.implementation, original)
      last = .some(try advice.body(&call))
    }
    if let right = insteads.right { try replace(by: right, receiver, arguments, original, &last) }
  }
}
