/// A chain as the bits that an atomic word holds, with the reference count that goes with them.
struct ChainReference {
  let bits: UInt

  /// Takes a reference that ``take()`` or ``release()`` gives back.
  init(retaining object: AnyObject) {
    let address = UInt(bitPattern: unsafe Unmanaged.passRetained(object).toOpaque())
    bits = address | ((object as? Chain)?.shape ?? .any).rawValue
  }

  /// Names the reference that the bits of an atomic word stand for; nil for none.
  init?(bits: UInt) {
    guard bits > SlotState.lookAgain else { return nil }
    self.bits = bits
  }

  /// Bits that name a chain, without a reference that goes with them.
  static func bits(of chain: Chain) -> UInt {
    UInt(bitPattern: unsafe Unmanaged.passUnretained(chain).toOpaque())
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
    guard let pointer = unsafe UnsafeRawPointer(bitPattern: bits & ~SlotState.marks) else {
      preconditionFailure("no chain")
    }
    return unsafe Unmanaged.fromOpaque(pointer)
  }
}
