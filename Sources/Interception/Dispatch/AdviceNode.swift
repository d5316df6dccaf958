/// A before advice.
///
/// Advice are final classes with constant members, so that running them counts no references.
@usableFromInline
final class BeforeNode<Receiver: InterceptableObject, Arguments, Failure: Error>: InstalledAdvice, @unchecked Sendable {
  @usableFromInline typealias Body = AdviceFunction<BeforeCall<Receiver, Arguments>, Void, Failure>
  @usableFromInline let body: Body
  private let presence: AdvicePresence

  init(_ body: Body, _ token: AspectToken, _ admission: Admission?) {
    self.body = body
    presence = AdvicePresence(token)
    super.init(token, admission: admission)
  }

  /// Whether it runs in every call, without being asked.
  var isPlain: Bool { admission == nil }

  @inlinable
  func run(_ call: inout BeforeCall<Receiver, Arguments>) throws(Failure) {
    if admission?.admits() ?? true { try body(&call) }
  }
}

extension AdviceList {
  /// Runs before advice in their order.
  @inlinable
  static func run<Receiver, Arguments, Failure>(
    _ tree: AdviceTree, _ call: inout BeforeCall<Receiver, Arguments>
  ) throws(Failure) where Node == BeforeNode<Receiver, Arguments, Failure> {
    if let left = tree.left { try run(left, &call) }
    try node(of: tree).run(&call)
    if let right = tree.right { try run(right, &call) }
  }
}

/// An after advice.
@usableFromInline
final class AfterNode<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: InstalledAdvice,
  @unchecked Sendable
{
  @usableFromInline typealias Body = AdviceFunction<AfterCall<Receiver, Arguments, Result, Failure>, Void, Failure>
  @usableFromInline let body: Body
  /// What is asked ahead of the closure; nil where that asks for itself.
  @usableFromInline let gate: Admission?
  private let presence: AdvicePresence

  init(_ body: Body, _ token: AspectToken, _ admission: Admission?, isAskedByBody: Bool = false) {
    self.body = body
    gate = isAskedByBody ? nil : admission
    presence = AdvicePresence(token)
    super.init(token, admission: admission)
  }

  /// Whether it runs in every call, without being asked.
  var isPlain: Bool { gate == nil }

  @inlinable
  func run(_ call: inout AfterCall<Receiver, Arguments, Result, Failure>) {
    if gate?.admits() ?? true { AfterNode.run(body, &call) }
  }

  /// Runs an advice after a call; what it throws is what the call comes to.
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
  /// Runs after advice in their order.
  @inlinable
  static func run<Receiver, Arguments, Result, Failure>(
    _ tree: AdviceTree, _ call: inout AfterCall<Receiver, Arguments, Result, Failure>
  ) where Node == AfterNode<Receiver, Arguments, Result, Failure> {
    if let left = tree.left { run(left, &call) }
    node(of: tree).run(&call)
    if let right = tree.right { run(right, &call) }
  }
}

/// An around or instead advice.
@usableFromInline
final class AroundNode<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: InstalledAdvice,
  @unchecked Sendable
{
  @usableFromInline typealias Body = AdviceFunction<AroundCall<Receiver, Arguments, Result, Failure>, Result, Failure>
  @usableFromInline let body: Body
  private let presence: AdvicePresence

  init(_ body: Body, _ token: AspectToken, _ admission: Admission?) {
    self.body = body
    presence = AdvicePresence(token)
    super.init(token, admission: admission)
  }

  /// Whether it runs in every call, without being asked.
  var isPlain: Bool { admission == nil }

  /// Runs this advice, the one of a number among the arounds of a layer; or what is inside it, if it is not admitted.
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

  /// Runs this advice in place of the implementation, which it may proceed to; nil if it is not admitted.
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
  /// Runs the around advice of a number, whose place in this subtree is `index`.
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

  /// Runs instead advice in their order, of which the last one's result stays.
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

/// An observer of a property.
final class ObserverNode<Receiver: InterceptableObject, Value>: InstalledAdvice, @unchecked Sendable {
  let observer: Observer<Receiver, Value>
  private let presence: AdvicePresence

  init(_ observer: Observer<Receiver, Value>, _ token: AspectToken, _ admission: Admission?) {
    self.observer = observer
    presence = AdvicePresence(token)
    super.init(token, admission: admission)
  }
}
