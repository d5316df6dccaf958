/// A retained chain as the bits of an atomic word.
struct ChainReference {
  let bits: UInt

  /// Retains a chain; ``take()`` or ``release()`` balances this.
  init(retaining object: AnyObject) {
    let address = UInt(bitPattern: unsafe Unmanaged.passRetained(object).toOpaque())
    bits = address | ((object as? Chain)?.shape ?? .any).rawValue
  }

  /// Creates a reference from the bits of an atomic word; nil if they are no chain's.
  init?(bits: UInt) {
    guard bits > SlotState.lookAgain else { return nil }
    self.bits = bits
  }

  /// Returns the bits of a chain without retaining it.
  static func bits(of chain: Chain) -> UInt {
    UInt(bitPattern: unsafe Unmanaged.passUnretained(chain).toOpaque())
  }

  /// Returns the object and transfers its reference to the caller.
  func take() -> AnyObject {
    unsafe reference.takeRetainedValue()
  }

  /// Returns the object, retained; the caller must know that it is alive.
  func retain() -> AnyObject {
    unsafe reference.takeUnretainedValue()
  }

  func release() {
    unsafe reference.release()
  }

  private var reference: Unmanaged<AnyObject> {
    // The bits come from `init(retaining:)` only, so they are the address of a retained object.
    guard let pointer = unsafe UnsafeRawPointer(bitPattern: bits & ~SlotState.marks) else {
      preconditionFailure("no chain")
    }
    return unsafe Unmanaged.fromOpaque(pointer)
  }
}
