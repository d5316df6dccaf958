import Synchronization

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
