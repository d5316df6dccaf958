public import Synchronization

/// What a send reads and writes of a slot: in memory of its own, so that it is reached without counting references.
@safe
@usableFromInline
struct SlotState: ~Copyable {
  // The message's types, by which a send knows that the slot is its own. Each is asked for by itself, since the metadata of a
  // plain type is a constant, while that of a generic type that is made of it is not.
  @usableFromInline let receiver: any Any.Type
  @usableFromInline let arguments: any Any.Type
  @usableFromInline let result: any Any.Type
  @usableFromInline let failure: any Any.Type

  let isAsync: Bool

  /// The message's name, by which it is found when the address of its literal is not known yet.
  let selector: Selector
  @usableFromInline let gate: CallGate
  /// The chain, retained; or ``noChain``, or ``lookAgain``.
  @usableFromInline let chain = Atomic<UInt>(SlotState.noChain)
  /// The phases for whose calls a chain waits, a bit each; asked by each call that leaves.
  @usableFromInline let awaitedPhases = Atomic<Int>(0)

  /// What stands for a chain where the original runs.
  @usableFromInline static var noChain: UInt { 0 }
  /// What stands for a chain where the object has gone to another class, in which the call is to look again.
  @usableFromInline static var lookAgain: UInt { 1 }

  init(selector: Selector, signature: MessageSignature, laneCount: Int) {
    self.selector = selector
    receiver = signature.receiver
    arguments = signature.arguments
    result = signature.result
    failure = signature.failure
    isAsync = signature.isAsync
    gate = CallGate(laneCount: laneCount)
  }

  /// The types of the slot's message.
  var signature: MessageSignature {
    MessageSignature(receiver: receiver, arguments: arguments, result: result, failure: failure, isAsync: isAsync)
  }

  /// Whether the slot belongs to a message of these types.
  @inlinable
  @inline(__always)
  func isOf(
    _ receiver: any Any.Type, _ arguments: any Any.Type, _ result: any Any.Type, _ failure: any Any.Type
  ) -> Bool {
    self.receiver == receiver && self.arguments == arguments && self.result == result && self.failure == failure
  }

  /// Whether there is anything but the original, as far as one look can tell.
  @inlinable
  @inline(__always)
  var isHooked: Bool { chain.load(ordering: .relaxed) != SlotState.noChain }

  /// Ends a call that went through the gate.
  @inlinable
  @inline(__always)
  func leave(_ ticket: CallGate.Ticket) {
    gate.leave(ticket)
    // Only the outermost call of a thread can be the one for which something waits.
    if awaitedPhases.load(ordering: .sequentiallyConsistent) != 0, ticket.former <= 0 { collectAfterCall(ticket) }
  }

  /// Frees what waited for the call that has just left, unless another thread is about to.
  ///
  /// Calls that entered since have another phase than what is waited for, and go on at once. Of those that have that phase, one
  /// goes to look; if that was not the last, the phase is waited for again.
  @usableFromInline
  @inline(never)
  func collectAfterCall(_ ticket: CallGate.Ticket) {
    let phase = 1 << gate.phase(of: ticket)
    guard awaitedPhases.load(ordering: .relaxed) & phase != 0,
      awaitedPhases.exchange(0, ordering: .sequentiallyConsistent) != 0
    else { return }
    Registry.collectLeftovers()
  }
}
