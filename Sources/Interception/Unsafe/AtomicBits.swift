/// Conversions between objects and the bits of an atomic word. Code that stores the bits must keep the object alive
/// while they may be read.
extension PointerTable {
  static func bits(of table: PointerTable) -> UInt {
    UInt(bitPattern: unsafe Unmanaged.passUnretained(table).toOpaque())
  }

  /// Returns the bits of a table, which is retained and never released.
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

  /// Returns the bits of this class object, which is retained and never released.
  func retainedBits() -> UInt { UInt(bitPattern: unsafe Unmanaged.passRetained(self).toOpaque()) }
}

extension ClassSide {
  static func from(bits: UInt) -> ClassSide? {
    guard let pointer = unsafe UnsafeRawPointer(bitPattern: bits) else { return nil }
    return unsafe Unmanaged.fromOpaque(pointer).takeUnretainedValue()
  }

  /// Returns the bits of this class side, which is retained and never released.
  func retainedBits() -> UInt { UInt(bitPattern: unsafe Unmanaged.passRetained(self).toOpaque()) }
}

extension AspectInfo {
  /// Moves a variable's reference into bits and sets the variable to nil; ``take(bits:)`` or ``release(bits:)``
  /// balances it.
  ///
  /// The reference is moved without a retain and release, which would cost as much as creating the object.
  @inline(__always)
  static func bits(movedOutOf info: inout AspectInfo?) -> UInt {
    unsafe withUnsafeMutableBytes(of: &info) { bytes in
      let bits = unsafe bytes.load(as: UInt.self)
      unsafe bytes.storeBytes(of: 0, as: UInt.self)
      return bits
    }
  }

  /// Returns the info and takes over its reference; nil if the bits are zero.
  static func take(bits: UInt) -> AspectInfo? {
    guard let pointer = unsafe UnsafeRawPointer(bitPattern: bits) else { return nil }
    return unsafe Unmanaged.fromOpaque(pointer).takeRetainedValue()
  }

  static func release(bits: UInt) {
    guard let pointer = unsafe UnsafeRawPointer(bitPattern: bits) else { return }
    unsafe Unmanaged<AspectInfo>.fromOpaque(pointer).release()
  }
}
