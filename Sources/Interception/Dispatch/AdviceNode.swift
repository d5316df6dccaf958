/// A before advice in a chain, and the next one.
///
/// Nodes are final classes with constant members, so that walking them counts no references.
@usableFromInline
final class BeforeNode<Receiver: InterceptableObject, Arguments, Failure: Error>: @unchecked Sendable {
  @usableFromInline typealias Body = (inout BeforeCall<Receiver, Arguments>) -> Void
  @usableFromInline typealias ThrowingBody = (inout BeforeCall<Receiver, Arguments>) throws(Failure) -> Void
  // A closure that does not throw is called as it is; one that might must be wrapped where the error's type is not known.
  @usableFromInline let body: Body
  @usableFromInline let throwingBody: ThrowingBody?
  @usableFromInline let admission: Admission?
  @usableFromInline let next: BeforeNode?

  init(_ body: @escaping Body, throwing throwingBody: ThrowingBody?, admission: Admission?, next: BeforeNode?) {
    self.body = body
    self.throwingBody = throwingBody
    self.admission = admission
    self.next = next
  }

  /// Whether it is the only one, does not throw, and runs in every call.
  var isPlain: Bool { next == nil && admission == nil && throwingBody == nil }

  @inlinable
  func run(_ call: inout BeforeCall<Receiver, Arguments>) throws(Failure) {
    if admission?.admits() ?? true {
      if let throwingBody { try throwingBody(&call) } else { body(&call) }
    }
    try next?.run(&call)
  }
}

/// An after advice in a chain, and the next one.
@usableFromInline
final class AfterNode<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: @unchecked Sendable {
  @usableFromInline typealias Body = (inout AfterCall<Receiver, Arguments, Result, Failure>) -> Void
  @usableFromInline typealias ThrowingBody =
    (inout AfterCall<Receiver, Arguments, Result, Failure>) throws(Failure) -> Void
  @usableFromInline let body: Body
  @usableFromInline let throwingBody: ThrowingBody?
  @usableFromInline let admission: Admission?
  @usableFromInline let next: AfterNode?

  init(_ body: @escaping Body, throwing throwingBody: ThrowingBody?, admission: Admission?, next: AfterNode?) {
    self.body = body
    self.throwingBody = throwingBody
    self.admission = admission
    self.next = next
  }

  /// Whether it is the only one, does not throw, and runs in every call.
  var isPlain: Bool { next == nil && admission == nil && throwingBody == nil }

  @inlinable
  func run(_ call: inout AfterCall<Receiver, Arguments, Result, Failure>) {
    if admission?.admits() ?? true {
      if throwingBody != nil { runThrowing(&call) } else { body(&call) }
    }
    next?.run(&call)
  }

  @inlinable
  @inline(never)
  func runThrowing(_ call: inout AfterCall<Receiver, Arguments, Result, Failure>) {
    do throws(Failure) {
      try throwingBody?(&call)
    } catch {
      call.outcome = .failure(error)
    }
  }
}

/// An around or instead advice in a chain, and the next one inward.
@usableFromInline
final class AroundNode<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: @unchecked Sendable {
  @usableFromInline typealias Body =
    (inout AroundCall<Receiver, Arguments, Result, Failure>) throws(Failure) -> Result
  @usableFromInline let body: Body
  @usableFromInline let admission: Admission?
  @usableFromInline let next: AroundNode?

  init(_ body: @escaping Body, admission: Admission?, next: AroundNode?) {
    self.body = body
    self.admission = admission
    self.next = next
  }

  /// Runs this advice, which may proceed to what is inside it; or what is inside it, if it is not admitted.
  @inlinable
  @inline(never)
  func run(
    in layer: Layer<Receiver, Arguments, Result, Failure>, _ receiver: Receiver, _ arguments: Arguments
  ) throws(Failure) -> Result {
    if admission?.admits() ?? true {
      var call = AroundCall(receiver, arguments, layer: layer, inner: next, isInstead: false)
      return try body(&call)
    }
    if let next { return try next.run(in: layer, receiver, arguments) }
    return try layer.replaceOrImplement(receiver, arguments)
  }
}
