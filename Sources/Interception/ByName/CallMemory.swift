/// A value of an asynchronous call at an address that stays the same while the call is suspended.
@safe
struct CallMemory<Value>: ~Copyable {
  private let pointer: UnsafeMutablePointer<Value>

  init(_ value: Value) {
    unsafe pointer = .allocate(capacity: 1)
    unsafe pointer.initialize(to: value)
  }

  deinit {
    unsafe pointer.deinitialize(count: 1)
    unsafe pointer.deallocate()
  }

  /// Where the value stands; good for as long as this lives.
  @unsafe var address: UnsafeMutableRawPointer { unsafe UnsafeMutableRawPointer(pointer) }

  /// The value as it is now.
  var value: Value { unsafe pointer.pointee }
}
