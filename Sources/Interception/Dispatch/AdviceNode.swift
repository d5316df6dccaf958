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
  @usableFromInline typealias PlainBody = (inout AroundCall<Receiver, Arguments, Result, Failure>) -> Result
  @usableFromInline let body: Body
  /// The same where it does not throw, which is called at less cost.
  @usableFromInline let plainBody: PlainBody?
  @usableFromInline let admission: Admission?
  @usableFromInline let next: AroundNode?

  init(_ body: @escaping Body, plain plainBody: PlainBody? = nil, admission: Admission?, next: AroundNode?) {
    self.body = body
    self.plainBody = plainBody
    self.admission = admission
    self.next = next
  }

  /// Whether it is the only one, does not throw, and runs in every call.
  var isPlain: Bool { next == nil && admission == nil && plainBody != nil }

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
