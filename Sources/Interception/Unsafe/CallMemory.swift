/// Heap memory for a value of an asynchronous call, whose address stays valid while the call is suspended.
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

  /// The value's address; valid as long as this instance exists.
  @unsafe var address: UnsafeMutableRawPointer { unsafe UnsafeMutableRawPointer(pointer) }

  /// The current value.
  var value: Value { unsafe pointer.pointee }
}
