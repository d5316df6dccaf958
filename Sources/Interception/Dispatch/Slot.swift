public import Synchronization

/// The place of one message in one class object: the chain that a send finds there, and the gate that the call goes through.
///
/// It lives as long as its class object; only its chain comes and goes.
@safe
@usableFromInline
final class Slot: @unchecked Sendable {
  /// How chains of this message are built.
  let kind: MessageKind
  /// What sends see; owned.
  let state: UnsafeMutablePointer<SlotState>
  /// Guarded by the registry's lock.
  private var drain = GraceQueue()

  init(kind: MessageKind, isShared: Bool) {
    self.kind = kind
    unsafe state = .allocateApart()
    unsafe state.initialize(
      to: SlotState(
        key: kind.key, traits: kind.traits, selector: kind.selector, signature: kind.signature,
        laneCount: isShared ? 16 : 1))
  }

  deinit {
    // Nobody is inside: a call keeps its receiver, and with it the class object, alive.
    unsafe ChainReference(bits: state.pointee.chain.load(ordering: .relaxed))?.release()
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
  }

  /// The address by which tables know the slot.
  var stateBits: UInt { unsafe UInt(bitPattern: state) }

  /// Whether something stands between a sender and the original.
  var isHooked: Bool { unsafe state.pointee.chain.load(ordering: .relaxed) != SlotState.noChain }

  /// Puts a chain in place; the one before it is freed when no call is inside.
  func publish(_ chain: AnyObject?, in registry: inout Registry) {
    replace(by: chain.map { ChainReference(retaining: $0).bits } ?? SlotState.noChain, in: &registry)
  }

  /// Sends the calls that still come here to where the object is now, if there is anything for them to miss.
  func abandon(in registry: inout Registry) {
    if isHooked { replace(by: SlotState.lookAgain, in: &registry) }
  }

  private func replace(by new: UInt, in registry: inout Registry) {
    let old = unsafe state.pointee.chain.exchange(new, ordering: .sequentiallyConsistent)
    guard let retired = ChainReference(bits: old) else { return }
    drain.add(retired.take())
    collect(in: &registry)
  }

  /// How many chains have been taken out and are not freed yet.
  var retiredCount: Int { drain.count }

  /// Whether a call that the current thread is inside keeps an advice, which has been taken out, from being freed.
  func isKeptByCurrentThread(_ token: AspectToken) -> Bool {
    drain.awaits(unsafe state.pointee.gate.phasesOfCurrentThread, toFree: token)
  }

  /// Hands what no call can reach any more to the registry, to be freed outside the lock; answers whether that is all.
  @discardableResult
  func collect(in registry: inout Registry) -> Bool {
    if drain.isEmpty { return true }
    while true {
      unsafe drain.advance(state.pointee.gate, into: &registry.garbage)
      let awaited = drain.awaitedPhases
      if unsafe state.pointee.gate.awaitedPhases.pointee.exchange(awaited, ordering: .sequentiallyConsistent) == awaited
      {
        break
      }
      if awaited == 0 { break }
      // A call that leaves from now on sees that it is waited for. One that left without seeing it is found by another look.
      unsafe state.pointee.gate.makeCallsVisible()
    }
    registry.draining[ObjectIdentifier(self)] = drain.isEmpty ? nil : self
    // This may have been the last reference, and what a slot holds must not be freed under the lock.
    if drain.isEmpty { registry.garbage.append(self) }
    return drain.isEmpty
  }
}

/// What a send reads and writes of a slot: in memory of its own, so that it is reached without counting references.
@safe
@usableFromInline
struct SlotState: ~Copyable {
  /// The address by which most sends of the message know it.
  @usableFromInline let key: UInt
  // The message's types, by which a send knows that the slot is its own. Each is asked for by itself, since the metadata of a
  // plain type is a constant, while that of a generic type that is made of it is not. The receiver's is not asked for: the slots
  // of a class are for objects of that class, and a subclass may declare a message of its own under the name.
  @usableFromInline let arguments: any Any.Type
  @usableFromInline let result: any Any.Type
  @usableFromInline let failure: any Any.Type

  /// What the message is besides its types.
  @usableFromInline let traits: MessageTraits
  /// Whether calls of the message may suspend.
  @usableFromInline let isAsync: Bool
  /// The message's name, by which it is found when the address of its literal is not known yet.
  let selector: Selector
  @usableFromInline let gate: CallGate
  /// The address of the chain, retained, with the mark of its shape; or ``noChain``, or ``lookAgain``.
  ///
  /// It is to be read after the call is counted: in one order with the remover's exchange, where the gate's fence does not see to
  /// that.
  @usableFromInline let chain = Atomic<UInt>(SlotState.noChain)

  /// What stands for a chain where the original runs.
  @inlinable static var noChain: UInt { 0 }
  /// What stands for a chain where the object has gone to another class, in which the call is to look again.
  @inlinable static var lookAgain: UInt { 1 }

  /// The bits of the chain's shape.
  @inlinable static var marks: UInt { 15 }

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

  /// Whether the slot belongs to a message of these types.
  @inlinable
  @inline(__always)
  func isOf(_ arguments: any Any.Type, _ result: any Any.Type, _ failure: any Any.Type) -> Bool {
    self.arguments == arguments && self.result == result && self.failure == failure
  }

  /// Whether the slot, which was found by the key of a message that does not suspend, belongs to one of these types.
  ///
  /// Where addresses have 64 bits, the keys of messages that throw have one that no address has, so that those of others say that
  /// they do not.
  @inlinable
  @inline(__always)
  func isOfKeyed<Failure: Error>(
    _ arguments: any Any.Type, _ result: any Any.Type, _ failure: Failure.Type
  ) -> Bool {
    self.arguments == arguments && self.result == result
      && (UInt.bitWidth == 64 && failure == Never.self || self.failure == failure)
  }

  /// Whether a message that was found by its name is the slot's own.
  ///
  /// One of other types is not: what is hooked here does not fit its calls, which run their original.
  func belongs(to signature: MessageSignature) -> Bool {
    isOf(signature.arguments, signature.result, signature.failure) && isAsync == signature.isAsync
  }

  /// Whether there is anything but the original, as far as one look can tell.
  @inlinable
  @inline(__always)
  var isHooked: Bool { chain.load(ordering: .relaxed) != SlotState.noChain }
}

// MARK: - Kept chain

/// How a call that may suspend gets its chain.
extension SlotState {
  /// What such a call finds in a slot.
  @usableFromInline
  enum KeptChain {
    /// The original runs.
    case none
    /// The object has gone to another class, in which the call is to look again.
    case moved
    /// The chain, with a reference that is the call's own.
    case chain(AnyObject)
  }

  /// The chain with a reference to it, so that the caller may leave the gate, and the thread, before it runs it.
  ///
  /// A call that stayed in the gate while it is suspended would keep from being freed whatever is removed from the slot
  /// meanwhile.
  @usableFromInline
  func keepChain() -> KeptChain {
    let ticket = gate.enter()
    defer { CallGate.leave(ticket) }
    // Read after the call is counted; in one order with the remover's exchange, where the gate's fence does not see to that.
    let bits = chain.load(ordering: .sequentiallyConsistent)
    guard let reference = ChainReference(bits: bits) else { return bits == SlotState.noChain ? .none : .moved }
    return .chain(reference.retain())
  }
}

/// What a chain comes to, so that the frequent ones take the shortest way.
@usableFromInline
enum ChainShape: UInt {
  // Each is what the chain's address is marked with, whose last four bits are zero.
  /// Whatever is none of the others.
  case any = 0
  /// One before advice.
  case before = 2
  /// At most one before advice, and one after.
  case pair = 4
  /// One around advice.
  case around = 6
}

/// What a slot holds: the advice of one message and one class, in the order in which it runs.
@usableFromInline
class Chain: @unchecked Sendable {
  @usableFromInline final let shape: ChainShape

  init(_ shape: ChainShape) {
    self.shape = shape
  }

  /// Whether the advice that a token stands for may run in a call of this chain.
  ///
  /// - Complexity: O(advice).
  func holds(_ token: AspectToken) -> Bool { preconditionFailure("abstract") }
}
