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

  @usableFromInline let gate: CallGate
  /// The chain, retained; zero where the original runs.
  @usableFromInline let chain = Atomic<UInt>(0)
  /// Whether a chain waits for calls to leave; asked by each call that leaves.
  @usableFromInline let isDraining = Atomic<Bool>(false)

  init(signature: MessageSignature, laneCount: Int) {
    receiver = signature.receiver
    arguments = signature.arguments
    result = signature.result
    failure = signature.failure
    gate = CallGate(laneCount: laneCount)
  }

  /// Whether the slot belongs to a message of these types.
  @inlinable
  @inline(__always)
  func isOf(
    _ receiver: any Any.Type, _ arguments: any Any.Type, _ result: any Any.Type, _ failure: any Any.Type
  ) -> Bool {
    self.receiver == receiver && self.arguments == arguments && self.result == result && self.failure == failure
  }

  /// Frees what waited for the call that has just left, unless another thread is about to.
  @usableFromInline
  @inline(never)
  static func collectAfterCall() {
    Registry.collectLeftovers()
  }
}
