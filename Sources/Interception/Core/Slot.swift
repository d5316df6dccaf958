public import Synchronization

/// The entry of one message in one class object: its current chain, and the gate that counts calls.
///
/// It lives as long as its class object; only its chain changes.
@usableFromInline
final class Slot: @unchecked Sendable {
  /// The message kind, which builds the message's chains.
  let kind: MessageKind
  /// The part that sends access; owned.
  let state: CacheAligned<SlotState>
  /// Guarded by the registry's lock.
  private var drain = GraceQueue()

  init(kind: MessageKind, isShared: Bool) {
    self.kind = kind
    state = CacheAligned(
      SlotState(
        key: kind.key, traits: kind.traits, selector: kind.selector, signature: kind.signature,
        laneCount: isShared ? 16 : 1))
  }

  deinit {
    // No call is inside, since a call keeps its receiver and so the class object alive.
    TaggedReference(bits: state.value.chain.load(ordering: .relaxed))?.release()
  }

  /// Whether there is a chain, so that not only the original runs.
  var isHooked: Bool { state.value.isHooked }

  /// Sets the chain; the former one is freed when no call uses it.
  ///
  /// - Parameter adding: whether the new chain holds all advice and implementations of the former one. Then freeing the
  ///   former one frees memory only, and may wait for the next removal.
  func publish(_ chain: AnyObject?, adding: Bool, in registry: inout Registry) {
    let reference = chain.map { TaggedReference(retaining: $0, mark: (($0 as? Chain)?.shape ?? .any).rawValue) }
    replace(by: reference?.bits ?? SlotState.noChain, isUrgent: !adding, in: &registry)
  }

  /// Redirects calls that still arrive here to the object's current class, if the slot is hooked.
  func abandon(in registry: inout Registry) {
    if isHooked { replace(by: SlotState.lookAgain, isUrgent: true, in: &registry) }
  }

  private func replace(by new: UInt, isUrgent: Bool, in registry: inout Registry) {
    let old = state.value.chain.exchange(new, ordering: .sequentiallyConsistent)
    guard let retired = TaggedReference(bits: old) else { return }
    drain.add(retired.take())
    // A heavy fence interrupts all threads that send, so one serves several chains where that is possible.
    if isUrgent || drain.count > 8 { collect(in: &registry) }
  }

  /// The number of retired chains that aren't freed yet.
  var retiredCount: Int { drain.count }

  /// Returns whether a call on the current thread prevents a removed advice from being freed.
  func isKeptByCurrentThread(_ token: AspectToken) -> Bool {
    drain.awaits(state.value.gate.phasesOfCurrentThread, toFree: token)
  }

  /// Moves chains that no call uses anymore to the registry's garbage; returns whether no retired chains are left.
  @discardableResult
  func collect(in registry: inout Registry) -> Bool {
    if drain.isEmpty { return true }
    while true {
      drain.advance(state.value.gate, into: &registry.garbage)
      let awaited = drain.awaitedPhases
      if state.value.gate.setAwaited(phases: awaited) || awaited == 0 { break }
      // Calls that leave from now on see the awaited phases. Calls that left before are found by checking the counters
      // again.
      state.value.gate.makeCallsVisible()
    }
    registry.draining[ObjectIdentifier(self)] = drain.isEmpty ? nil : self
    // This may have been the last reference, and a slot's contents must not be freed while the lock is held.
    if drain.isEmpty { registry.garbage.append(self) }
    return drain.isEmpty
  }
}

/// The part of a slot that sends access, in memory of its own to avoid reference counting.
@usableFromInline
struct SlotState: ~Copyable {
  /// The key under which most sends look up the message.
  @usableFromInline let key: UInt
  // The message's types, which a send compares with its own. They are compared one by one, since the metadata of a
  // plain type is a constant, but that of a generic type built from them isn't. The receiver type isn't compared: a
  // class's slots serve objects of that class, and a subclass may declare another message with the same name.
  @usableFromInline let arguments: any Any.Type
  @usableFromInline let result: any Any.Type
  @usableFromInline let failure: any Any.Type

  /// The message's traits.
  @usableFromInline let traits: MessageTraits
  /// Whether the message is asynchronous.
  @usableFromInline let isAsync: Bool
  /// The message's name, for lookup while the address of its literal isn't in the table.
  let selector: Selector
  @usableFromInline let gate: CallGate
  /// The address of the retained chain combined with its shape's bits, or ``noChain``, or ``lookAgain``.
  ///
  /// It must be read after the call is counted; if the gate's fence doesn't ensure this, with an ordering sequentially
  /// consistent with the remover's exchange.
  @usableFromInline let chain = Atomic<UInt>(SlotState.noChain)

  /// The value for no chain, so that the original runs.
  @inlinable static var noChain: UInt { 0 }
  /// The value for an object that has moved to another class, where the call must repeat the lookup.
  @inlinable static var lookAgain: UInt { 1 }

  /// The mask of the bits that encode the chain's shape.
  @inlinable static var marks: UInt { TaggedReference.marks }

  init(key: UInt, traits: MessageTraits, selector: Selector, signature: MessageSignature, laneCount: Int) {
    self.key = key
    self.traits = traits
    self.selector = selector
    arguments = signature.arguments
    result = signature.result
    failure = signature.failure
    isAsync = signature.isAsync
    gate = CallGate(laneCount: laneCount)
  }

  /// Returns whether the slot's message has these types.
  @inlinable
  @inline(__always)
  func isOf(_ arguments: any Any.Type, _ result: any Any.Type, _ failure: any Any.Type) -> Bool {
    self.arguments == arguments && self.result == result && self.failure == failure
  }

  /// Returns whether the slot, found by the key of a synchronous message, belongs to a message with these types.
  ///
  /// On 64-bit systems, keys of throwing messages have a bit set that no address has, so the error type needn't be
  /// compared for nonthrowing ones.
  @inlinable
  @inline(__always)
  func isOfKeyed<Failure: Error>(
    _ arguments: any Any.Type, _ result: any Any.Type, _ failure: Failure.Type
  ) -> Bool {
    self.arguments == arguments && self.result == result
      && (UInt.bitWidth == 64 && failure == Never.self || self.failure == failure)
  }

  /// Returns whether a message with the slot's name is the slot's message.
  ///
  /// A message with other types isn't: the hooks here don't fit its calls, which run their original.
  func belongs(to signature: MessageSignature) -> Bool {
    isOf(signature.arguments, signature.result, signature.failure) && isAsync == signature.isAsync
  }

  /// Whether there is a chain at the moment; may be outdated immediately.
  @inlinable
  @inline(__always)
  var isHooked: Bool { chain.load(ordering: .relaxed) != SlotState.noChain }
}

// MARK: - Kept chain

/// Chain access for asynchronous calls.
extension SlotState {
  /// The result of a slot lookup by an asynchronous call.
  @usableFromInline
  enum KeptChain {
    /// There is no chain; the original runs.
    case none
    /// The object has moved to another class, where the lookup must be repeated.
    case moved
    /// The chain, retained for the call.
    case chain(AnyObject)
  }

  /// Returns the chain, retained, so that the caller can leave the gate, and its thread, before it runs the chain.
  ///
  /// A call that stayed in the gate while suspended would prevent all chains retired meanwhile from being freed.
  @usableFromInline
  func keepChain() -> KeptChain {
    let ticket = gate.enter()
    defer { CallGate.leave(ticket) }
    // Read after the call is counted; sequentially consistent with the remover's exchange, in case the gate's fence
    // doesn't ensure this.
    let bits = chain.load(ordering: .sequentiallyConsistent)
    guard let reference = TaggedReference(bits: bits) else { return bits == SlotState.noChain ? .none : .moved }
    return .chain(reference.retain())
  }
}

/// The shape of a chain, which lets frequent simple chains take a fast path.
@usableFromInline
enum ChainShape: UInt {
  // Each raw value is added to the chain's address, whose last four bits are zero.
  /// Any other chain.
  case any = 0
  /// One before advice.
  case before = 2
  /// At most one before advice, and one after.
  case pair = 4
  /// One around advice.
  case around = 6
  /// A run-time implementation of a dynamic subclass, without advice at its level.
  case override = 8
}

/// The base class of chains: the advice that runs for one message in one class, in order.
@usableFromInline
class Chain: @unchecked Sendable {
  @usableFromInline final let shape: ChainShape

  init(_ shape: ChainShape) {
    self.shape = shape
  }

  /// Returns whether the chain contains a token's advice.
  ///
  /// - Complexity: O(advice).
  func holds(_ token: AspectToken) -> Bool { preconditionFailure("abstract") }
}

/// The end of a call, which frees the retired chains that waited for it.
extension CallGate {
  /// Counts a call's exit from its thread's own lane, after its last use of the chain.
  @inlinable
  @inline(__always)
  static func leaveOwnLane(_ ticket: Ticket) {
    if _slowPath(countExitFromOwnLane(ticket)) { collect(after: ticket) }
  }

  /// Counts a call's exit, after its last use of the chain.
  @usableFromInline
  @inline(never)
  static func leave(_ ticket: Ticket) {
    if countExit(ticket) { collect(after: ticket) }
  }

  /// Frees the chains that waited for the call that just left, unless another thread is about to free them.
  @usableFromInline
  @inline(never)
  static func collect(after ticket: Ticket) {
    if claimCollection(after: ticket) { Registry.finishPendingWorkIfUnlocked() }
  }
}
