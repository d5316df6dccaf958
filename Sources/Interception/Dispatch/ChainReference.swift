/// A chain as the bits that an atomic word holds, with the reference count that goes with them.
struct ChainReference {
  let bits: UInt

  /// Takes a reference that ``take()`` or ``release()`` gives back.
  init(retaining object: AnyObject) {
    bits = UInt(bitPattern: unsafe Unmanaged.passRetained(object).toOpaque())
  }

  /// Names the reference that the bits of an atomic word stand for; nil for none.
  init?(bits: UInt) {
    guard bits > SlotState.lookAgain else { return nil }
    self.bits = bits
  }

  /// The object; its reference is the caller's from now on.
  func take() -> AnyObject {
    unsafe reference.takeRetainedValue()
  }

  /// The object, with a reference more, for a caller who knows it to be alive.
  func retain() -> AnyObject {
    unsafe reference.takeUnretainedValue()
  }

  func release() {
    unsafe reference.release()
  }

  private var reference: Unmanaged<AnyObject> {
    // The bits come from `init(retaining:)` and from nowhere else, so that they are an object that we hold.
    guard let pointer = unsafe UnsafeRawPointer(bitPattern: bits) else { preconditionFailure("no chain") }
    return unsafe Unmanaged.fromOpaque(pointer)
  }
}
