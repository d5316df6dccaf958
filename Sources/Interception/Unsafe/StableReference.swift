/// A reference to a value whose memory isn't moved, nor freed while the reference is used, without reference counting.
@safe @usableFromInline
struct StableReference<Value: ~Copyable>: @unchecked Sendable {
  @usableFromInline let pointer: UnsafePointer<Value>

  @inlinable
  init(_ pointer: UnsafePointer<Value>) {
    unsafe self.pointer = unsafe pointer
  }

  /// Creates the reference from its ``bits``; nil if they are zero.
  @inlinable
  init?(bits: UInt) {
    guard bits != 0 else { return nil }
    self.init(nonzero: bits)
  }

  /// Creates the reference from its ``bits``, which aren't zero.
  @inlinable
  init(nonzero bits: UInt) {
    unsafe self.init(UnsafePointer(bitPattern: bits).unsafelyUnwrapped)
  }

  /// Refers to a stored property of an object; a value that can't be copied stays where it is.
  init(to property: borrowing Value) {
    unsafe pointer = withUnsafePointer(to: property) { unsafe $0 }
  }

  /// The value's address.
  @inlinable
  var bits: UInt { UInt(bitPattern: unsafe pointer) }

  /// The value.
  @inlinable
  var value: Value {
    unsafeAddress { unsafe pointer }
  }
}

/// A value in memory that shares no cache lines with other allocations, and is freed with its owner.
@safe
struct CacheAligned<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
  private let pointer: UnsafeMutablePointer<Value>

  init(_ value: consuming Value) {
    unsafe pointer = .allocateCacheAligned()
    unsafe pointer.initialize(to: value)
  }

  deinit {
    unsafe pointer.deinitialize(count: 1)
    unsafe pointer.deallocate()
  }

  /// A reference to the value, which is valid as long as the owner exists.
  var reference: StableReference<Value> { unsafe StableReference(pointer) }

  /// The value.
  var value: Value {
    unsafeAddress { unsafe UnsafePointer(pointer) }
  }
}

extension UnsafeMutablePointer where Pointee: ~Copyable {
  /// Allocates memory that shares no cache lines with other allocations, to avoid false sharing.
  @unsafe
  static func allocateCacheAligned(capacity: Int = 1) -> UnsafeMutablePointer {
    // Processors fetch lines in pairs.
    let pair = 128
    let size = capacity * MemoryLayout<Pointee>.stride
    let memory = UnsafeMutableRawPointer.allocate(byteCount: (size + pair - 1) / pair * pair, alignment: pair)
    return unsafe memory.bindMemory(to: Pointee.self, capacity: capacity)
  }
}
