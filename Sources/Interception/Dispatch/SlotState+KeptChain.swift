import Synchronization

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
