public import Synchronization

/// The entry of one message in one class object, with its current chain.
///
/// It lives as long as its class object; only its chain changes.
@usableFromInline
final class Slot: @unchecked Sendable {
  let kind: MessageKind
  /// The part that sends access; owned.
  let state: CacheAligned<SlotState>

  init(kind: MessageKind) {
    self.kind = kind
    state = CacheAligned(SlotState(kind))
  }

  deinit {
    // No call is inside, since a call keeps its receiver and so the class object alive.
    let chain = state.value.chain.load(ordering: .relaxed)
    if chain > SlotState.lookAgain { Unretained<Chain>(nonzero: chain).release() }
  }

  /// Whether there is a chain, so that not only the original runs.
  var isHooked: Bool { state.value.isHooked }

  /// Sets the chain, or removes it if nil; the former one is freed when no call uses it.
  func publish(_ chain: Chain?, in registry: inout Registry) {
    replace(by: chain.map { Unretained(retaining: $0).bits } ?? SlotState.noChain, in: &registry)
  }

  /// Redirects calls that still arrive here to the object's current class, if the slot is hooked.
  func abandon(in registry: inout Registry) {
    if isHooked { replace(by: SlotState.lookAgain, in: &registry) }
  }

  private func replace(by new: UInt, in registry: inout Registry) {
    let former = state.value.chain.exchange(new, ordering: .sequentiallyConsistent)
    if former > SlotState.lookAgain { registry.retire(Unretained(nonzero: former)) }
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
  /// The message's name, for lookup while the address of its literal isn't in the table.
  let selector: Selector
  /// The pointers by which threads find their ``HazardCells``, stored here since a constant of the process would be
  /// checked for having been made.
  @usableFromInline let threads: ThreadPointer
  @usableFromInline let lightFence: LightFence
  /// The address of the retained chain, or ``noChain``, or ``lookAgain``.
  @usableFromInline let chain = Atomic<UInt>(SlotState.noChain)

  /// The value for no chain, so that the original runs.
  @inlinable static var noChain: UInt { 0 }
  /// The value for an object that has moved to another class, where the call must repeat the lookup.
  @inlinable static var lookAgain: UInt { 1 }

  init(_ kind: MessageKind) {
    (key, traits, selector) = (kind.key, kind.traits, kind.selector)
    (arguments, result, failure) = (kind.signature.arguments, kind.signature.result, kind.signature.failure)
    threads = HazardCells.threads
    lightFence = LightFence()
  }

  /// Returns whether the slot's message has these types.
  @inlinable @inline(__always)
  func isOf(_ arguments: any Any.Type, _ result: any Any.Type, _ failure: any Any.Type) -> Bool {
    self.arguments == arguments && self.result == result && self.failure == failure
  }

  /// Returns whether a message with the slot's name is the slot's message.
  ///
  /// A message with other types isn't: the hooks here don't fit its calls, which run their original.
  func belongs(to signature: MessageSignature) -> Bool {
    isOf(signature.arguments, signature.result, signature.failure)
      && traits.contains(.async) == signature.isAsync
  }

  /// Whether there is a chain at the moment; may be outdated immediately.
  @inlinable @inline(__always)
  var isHooked: Bool { chain.load(ordering: .relaxed) != SlotState.noChain }
}
