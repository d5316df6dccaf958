/// Objects as the bits of an atomic word. Whoever stores the bits sees to it that the object lives as long as they are read.
extension PointerTable {
  static func bits(of table: PointerTable) -> UInt {
    UInt(bitPattern: unsafe Unmanaged.passUnretained(table).toOpaque())
  }

  /// Bits of a table that lives for ever.
  static func bits(retaining table: PointerTable) -> UInt {
    UInt(bitPattern: unsafe Unmanaged.passRetained(table).toOpaque())
  }

  static func from(bits: UInt) -> PointerTable {
    guard let pointer = unsafe UnsafeRawPointer(bitPattern: bits) else { preconditionFailure("no table") }
    return unsafe Unmanaged.fromOpaque(pointer).takeUnretainedValue()
  }
}

extension ClassObject {
  static func from(bits: UInt) -> ClassObject? {
    guard let pointer = unsafe UnsafeRawPointer(bitPattern: bits) else { return nil }
    return unsafe Unmanaged.fromOpaque(pointer).takeUnretainedValue()
  }

  @usableFromInline
  var bits: UInt { UInt(bitPattern: unsafe Unmanaged.passUnretained(self).toOpaque()) }

  /// Bits of a class object that lives for ever.
  func retainedBits() -> UInt { UInt(bitPattern: unsafe Unmanaged.passRetained(self).toOpaque()) }
}

extension ClassSide {
  static func from(bits: UInt) -> ClassSide? {
    guard let pointer = unsafe UnsafeRawPointer(bitPattern: bits) else { return nil }
    return unsafe Unmanaged.fromOpaque(pointer).takeUnretainedValue()
  }

  /// Bits of a side, which lives for ever.
  func retainedBits() -> UInt { UInt(bitPattern: unsafe Unmanaged.passRetained(self).toOpaque()) }
}

extension AspectInfo {
  /// Bits with the reference that a variable held, which holds nothing then; ``take(bits:)`` or ``release(bits:)`` gives it back.
  ///
  /// The reference changes hands as it is: counting it up and down again would cost as much as making the object.
  @inline(__always)
  static func bits(movedOutOf info: inout AspectInfo?) -> UInt {
    unsafe withUnsafeMutableBytes(of: &info) { bytes in
      let bits = unsafe bytes.load(as: UInt.self)
      unsafe bytes.storeBytes(of: 0, as: UInt.self)
      return bits
    }
  }

  /// The info with its reference; nil for none.
  static func take(bits: UInt) -> AspectInfo? {
    guard let pointer = unsafe UnsafeRawPointer(bitPattern: bits) else { return nil }
    return unsafe Unmanaged.fromOpaque(pointer).takeRetainedValue()
  }

  static func release(bits: UInt) {
    guard let pointer = unsafe UnsafeRawPointer(bitPattern: bits) else { return }
    unsafe Unmanaged<AspectInfo>.fromOpaque(pointer).release()
  }
}
