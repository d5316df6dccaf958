/// Before advice.
///
/// Nodes are final classes with constant members, so that running them needs no reference counting.
@usableFromInline
final class BeforeNode<Receiver: InterceptableObject, Arguments, Failure: Error>: InstalledAdvice, @unchecked Sendable {
  @usableFromInline typealias Body = AdviceFunction<BeforeCall<Receiver, Arguments>, Void, Failure>
  @usableFromInline let body: Body
  private let presence: AdviceLifetime

  init(_ body: Body, _ token: AspectToken, _ admission: Admission?) {
    self.body = body
    presence = AdviceLifetime(token)
    super.init(token, admission: admission)
  }

  /// Whether it runs in every call, without an admission check.
  var isPlain: Bool { admission == nil }

  @inlinable
  func run(_ call: inout BeforeCall<Receiver, Arguments>) throws(Failure) {
    if admission?.admits() ?? true { try body(&call) }
  }
}

extension AdviceList {
  /// Runs all before advice in order.
  @inlinable
  static func run<Receiver, Arguments, Failure>(
    _ tree: AdviceTree, _ call: inout BeforeCall<Receiver, Arguments>
  ) throws(Failure) where Node == BeforeNode<Receiver, Arguments, Failure> {
    if let left = tree.left { try run(left, &call) }
    try node(of: tree).run(&call)
    if let right = tree.right { try run(right, &call) }
  }
}

/// After advice.
@usableFromInline
final class AfterNode<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: InstalledAdvice,
  @unchecked Sendable
{
  @usableFromInline typealias Body = AdviceFunction<AfterCall<Receiver, Arguments, Result, Failure>, Void, Failure>
  @usableFromInline let body: Body
  /// The admission to check before the closure; nil if the closure checks it itself.
  @usableFromInline let gate: Admission?
  private let presence: AdviceLifetime

  init(_ body: Body, _ token: AspectToken, _ admission: Admission?, checksAdmissionInBody: Bool = false) {
    self.body = body
    gate = checksAdmissionInBody ? nil : admission
    presence = AdviceLifetime(token)
    super.init(token, admission: admission)
  }

  /// Whether it runs in every call, without an admission check.
  var isPlain: Bool { gate == nil }

  @inlinable
  func run(_ call: inout AfterCall<Receiver, Arguments, Result, Failure>) {
    if gate?.admits() ?? true { AfterNode.run(body, &call) }
  }

  /// Runs an advice after a call; a thrown error becomes the call's outcome.
  @inlinable
  @inline(__always)
  static func run(_ body: Body, _ call: inout AfterCall<Receiver, Arguments, Result, Failure>) {
    do throws(Failure) {
      try body(&call)
    } catch {
      call.outcome = .failure(error)
    }
  }
}

extension AdviceList {
  /// Runs all after advice in order.
  @inlinable
  static func run<Receiver, Arguments, Result, Failure>(
    _ tree: AdviceTree, _ call: inout AfterCall<Receiver, Arguments, Result, Failure>
  ) where Node == AfterNode<Receiver, Arguments, Result, Failure> {
    if let left = tree.left { run(left, &call) }
    node(of: tree).run(&call)
    if let right = tree.right { run(right, &call) }
  }
}

/// Around or instead advice.
@usableFromInline
final class AroundNode<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: InstalledAdvice,
  @unchecked Sendable
{
  @usableFromInline typealias Body = AdviceFunction<AroundCall<Receiver, Arguments, Result, Failure>, Result, Failure>
  @usableFromInline let body: Body
  private let presence: AdviceLifetime

  init(_ body: Body, _ token: AspectToken, _ admission: Admission?) {
    self.body = body
    presence = AdviceLifetime(token)
    super.init(token, admission: admission)
  }

  /// Whether it runs in every call, without an admission check.
  var isPlain: Bool { admission == nil }

  /// Runs this advice, the around advice at an index of a layer, or what is inside it if it isn't admitted.
  @inlinable
  @inline(never)
  func run(
    _ number: Int, in layer: Layer<Receiver, Arguments, Result, Failure>, _ receiver: Receiver, _ arguments: Arguments,
    _ original: @escaping Layer<Receiver, Arguments, Result, Failure>.Original
  ) throws(Failure) -> Result {
    if admission?.admits() ?? true {
      var call = unsafe AroundCall(
        receiver, arguments, layer: .passUnretained(layer),
        inner: AroundCall<Receiver, Arguments, Result, Failure>.around(number + 1), original)
      return try body(&call)
    }
    return try layer.proceed(toAround: number + 1, receiver, arguments, original)
  }

  /// Runs this advice instead of the implementation, to which it may proceed; returns nil if it isn't admitted.
  @inlinable
  func replace(
    in layer: Layer<Receiver, Arguments, Result, Failure>, _ receiver: Receiver, _ arguments: Arguments,
    _ original: @escaping Layer<Receiver, Arguments, Result, Failure>.Original
  ) throws(Failure) -> Result? {
    guard admission?.admits() ?? true else { return nil }
    var call = unsafe AroundCall(
      receiver, arguments, layer: .passUnretained(layer),
      inner: AroundCall<Receiver, Arguments, Result, Failure>.implementation, original)
    return try body(&call)
  }
}

extension AdviceList {
  /// Runs the layer's around advice `number`, which is at `index` in this subtree.
  @inlinable
  static func run<Receiver, Arguments, Result, Failure>(
    _ tree: AdviceTree, at index: Int, _ number: Int, in layer: Layer<Receiver, Arguments, Result, Failure>,
    _ receiver: Receiver, _ arguments: Arguments,
    _ original: @escaping Layer<Receiver, Arguments, Result, Failure>.Original
  ) throws(Failure) -> Result where Node == AroundNode<Receiver, Arguments, Result, Failure> {
    let ahead = tree.left?.count ?? 0
    if index < ahead, let left = tree.left {
      return try run(left, at: index, number, in: layer, receiver, arguments, original)
    }
    if index > ahead, let right = tree.right {
      return try run(right, at: index &- ahead &- 1, number, in: layer, receiver, arguments, original)
    }
    return try node(of: tree).run(number, in: layer, receiver, arguments, original)
  }

  /// Runs all instead advice in order, and returns the result of the last one.
  @inlinable
  static func replace<Receiver, Arguments, Result, Failure>(
    _ tree: AdviceTree, in layer: Layer<Receiver, Arguments, Result, Failure>, _ receiver: Receiver,
    _ arguments: Arguments, _ original: @escaping Layer<Receiver, Arguments, Result, Failure>.Original,
    _ last: inout Result?
  ) throws(Failure) where Node == AroundNode<Receiver, Arguments, Result, Failure> {
    if let left = tree.left { try replace(left, in: layer, receiver, arguments, original, &last) }
    if let result = try node(of: tree).replace(in: layer, receiver, arguments, original) { last = .some(result) }
    if let right = tree.right { try replace(right, in: layer, receiver, arguments, original, &last) }
  }
}

/// A property observer.
final class ObserverNode<Receiver: InterceptableObject, Value>: InstalledAdvice, @unchecked Sendable {
  let observer: Observer<Receiver, Value>
  private let presence: AdviceLifetime

  init(_ observer: Observer<Receiver, Value>, _ token: AspectToken, _ admission: Admission?) {
    self.observer = observer
    presence = AdviceLifetime(token)
    super.init(token, admission: admission)
  }
}
