/// A before advice in a chain, and the next one.
///
/// Nodes are final classes with constant members, so that walking them counts no references.
@usableFromInline
final class BeforeNode<Receiver: InterceptableObject, Arguments, Failure: Error>: @unchecked Sendable {
  @usableFromInline typealias Body = AdviceFunction<BeforeCall<Receiver, Arguments>, Void, Failure>
  @usableFromInline let body: Body
  @usableFromInline let admission: Admission?
  @usableFromInline let next: BeforeNode?

  init(_ body: Body, admission: Admission?, next: BeforeNode?) {
    self.body = body
    self.admission = admission
    self.next = next
  }

  /// Whether it is the only one, and runs in every call.
  var isPlain: Bool { next == nil && admission == nil }

  @inlinable
  func run(_ call: inout BeforeCall<Receiver, Arguments>) throws(Failure) {
    if admission?.admits() ?? true { try body(&call) }
    try next?.run(&call)
  }
}

/// An after advice in a chain, and the next one.
@usableFromInline
final class AfterNode<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: @unchecked Sendable {
  @usableFromInline typealias Body = AdviceFunction<AfterCall<Receiver, Arguments, Result, Failure>, Void, Failure>
  @usableFromInline let body: Body
  @usableFromInline let admission: Admission?
  @usableFromInline let next: AfterNode?

  init(_ body: Body, admission: Admission?, next: AfterNode?) {
    self.body = body
    self.admission = admission
    self.next = next
  }

  /// Whether it is the only one, and runs in every call.
  var isPlain: Bool { next == nil && admission == nil }

  @inlinable
  func run(_ call: inout AfterCall<Receiver, Arguments, Result, Failure>) {
    if admission?.admits() ?? true { AfterNode.run(body, &call) }
    next?.run(&call)
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

/// An around or instead advice in a chain, and the next one inward.
@usableFromInline
final class AroundNode<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: @unchecked Sendable {
  @usableFromInline typealias Body = AdviceFunction<AroundCall<Receiver, Arguments, Result, Failure>, Result, Failure>
  @usableFromInline let body: Body
  @usableFromInline let admission: Admission?
  @usableFromInline let next: AroundNode?

  init(_ body: Body, admission: Admission?, next: AroundNode?) {
    self.body = body
    self.admission = admission
    self.next = next
  }

  /// Whether it is the only one, and runs in every call.
  var isPlain: Bool { next == nil && admission == nil }

  /// What is inside it: the next one, or what stands for the insteads.
  @inlinable var inner: UInt {
    guard let next else { return AroundCall<Receiver, Arguments, Result, Failure>.insteads }
    return UInt(bitPattern: unsafe Unmanaged.passUnretained(next).toOpaque())
  }

  /// Runs this advice, which may proceed to what is inside it; or what is inside it, if it is not admitted.
  @inlinable
  @inline(never)
  func run(
    in layer: Layer<Receiver, Arguments, Result, Failure>, _ receiver: Receiver, _ arguments: Arguments,
    _ original: @escaping Layer<Receiver, Arguments, Result, Failure>.Original
  ) throws(Failure) -> Result {
    if admission?.admits() ?? true {
      var call = unsafe AroundCall(receiver, arguments, layer: .passUnretained(layer), inner: inner, original)
      return try body(&call)
    }
    if let next { return try next.run(in: layer, receiver, arguments, original) }
    return try layer.replaceOrImplement(receiver, arguments, original)
  }
}
