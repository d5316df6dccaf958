public import Synchronization

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
