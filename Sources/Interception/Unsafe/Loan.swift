/// The address of a variable that is lent for the time of a call, without its type.
///
/// The code that keeps the variable makes the loan. Its users name the variable's type, which they know from the
/// message: each join point has one type of arguments and one type of frame.
@safe @usableFromInline
struct Loan {
  @usableFromInline let address: UnsafeMutableRawPointer

  @inlinable @inline(__always)
  init(_ address: UnsafeMutableRawPointer) {
    unsafe self.address = unsafe address
  }

  /// Lends a variable to `body`, which mustn't keep the loan.
  @inline(__always)
  static func lending<Value: ~Copyable, Result, Failure>(
    _ variable: inout Value, _ body: (Loan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe withUnsafeMutablePointer(to: &variable) { pointer throws(Failure) in
      try body(unsafe Loan(UnsafeMutableRawPointer(pointer)))
    }
  }

  /// The variable, given its type.
  @inlinable @inline(__always)
  subscript<Value: ~Copyable>(type: Value.Type) -> Value {
    unsafeAddress { unsafe UnsafePointer(address.assumingMemoryBound(to: type)) }
    nonmutating unsafeMutableAddress { unsafe address.assumingMemoryBound(to: type) }
  }

  /// Returns the part of the variable at an offset.
  @inlinable @inline(__always)
  func part(at offset: Int) -> Loan { unsafe Loan(address + offset) }
}
