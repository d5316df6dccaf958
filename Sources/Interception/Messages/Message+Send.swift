public import Synchronization

extension ThrowingMessage {
  /// Sends the message: runs the receiver's advice and its implementation; the original where nothing is hooked.
  ///
  /// A send takes no lock. Where nothing is hooked on the receiver's class it costs two loads and a branch.
  ///
  /// - Complexity: O(advice).
  /// - Throws: what the implementation throws, or its advice.
  /// - Precondition: a message of the main actor is sent from there.
  @inlinable
  @inline(__always)
  public func send(to receiver: Receiver, _ arguments: Arguments) throws(Failure) -> Result {
    if traits.contains(.mainActor) {
      MainActor.preconditionIsolated("a message of the main actor, sent from elsewhere")
    }
    if receiver.isPlain { return try original(receiver, arguments) }
    return try ThrowingMessage.dispatch(name, traits, original, receiver, arguments)
  }

  /// A send to an object of whose class something is hooked, though perhaps not this message.
  ///
  /// The original comes as an argument of its own, so that the compiler can make a version of this for each message.
  @inlinable
  @inline(never)
  static func dispatch(
    _ name: StaticString, _ traits: MessageTraits, _ original: @escaping Implementation, _ receiver: Receiver,
    _ arguments: Arguments
  ) throws(Failure) -> Result {
    guard let slot = unsafe receiver.slot(named: name, traits, original), unsafe slot.pointee.isHooked else {
      return try original(receiver, arguments)
    }
    let ticket = unsafe slot.pointee.gate.enter()
    defer { unsafe slot.pointee.leave(ticket) }
    // Read after the call is counted; in one order with the remover's exchange, where the gate's fence does not see to that.
    let bits = unsafe slot.pointee.chain.load(ordering: .sequentiallyConsistent)
    guard bits > SlotState.lookAgain, let pointer = unsafe UnsafeRawPointer(bitPattern: bits) else {
      return bits == SlotState.noChain
        ? try original(receiver, arguments) : try dispatch(name, traits, original, receiver, arguments)
    }
    // The gate keeps the chain alive, and the slot has been seen to be of this type.
    let chain = unsafe Unmanaged<Layer<Receiver, Arguments, Result, Failure>>.fromOpaque(pointer)
    guard unsafe chain._withUnsafeGuaranteedRef({ $0.shape == .before }) else {
      return try unsafe chain.withBorrowed { chain throws(Failure) in
        try run(chain, original, receiver, arguments)
      }
    }
    var call = BeforeCall(receiver, arguments)
    unsafe chain._withUnsafeGuaranteedRef { $0.soleBefore(&call) }
    return try original(receiver, call.arguments)
  }

  /// A chain that is more than one before advice.
  @inlinable
  @inline(never)
  static func run(
    _ chain: Layer<Receiver, Arguments, Result, Failure>, _ original: Implementation, _ receiver: Receiver,
    _ arguments: Arguments
  ) throws(Failure) -> Result {
    if chain.shape == .pair {
      var call = BeforeCall(receiver, arguments)
      chain.soleBefore(&call)
      var done = AfterCall(receiver, call.arguments, outcome(of: original, receiver, call.arguments))
      chain.soleAfter(&done)
      return try done.outcome.get()
    }
    guard chain.shape == .around else { return try chain.run(receiver, arguments) }
    var call = AroundCall(receiver, arguments, layer: chain, inner: nil, isInstead: false)
    return try chain.soleAround(&call)
  }

  @inlinable
  @inline(__always)
  static func outcome(
    of original: Implementation, _ receiver: Receiver, _ arguments: Arguments
  ) -> Swift.Result<Result, Failure> {
    do throws(Failure) {
      return .success(try original(receiver, arguments))
    } catch {
      return .failure(error)
    }
  }

  /// The address by which tables know the message.
  @inlinable
  @inline(__always)
  var key: UInt { traits.key(of: name) }
}
