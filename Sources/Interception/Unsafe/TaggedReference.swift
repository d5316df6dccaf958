/// A retained object and a small mark, as the bits of an atomic word.
@usableFromInline
struct TaggedReference {
  let bits: UInt

  /// The mask of the mark's bits, which are zero in every object's address.
  @inlinable static var marks: UInt { 15 }

  /// Retains an object; ``take()`` or ``release()`` balances this.
  init(retaining object: AnyObject, mark: UInt) {
    bits = Unretained(retaining: object).bits | mark
  }

  /// Creates a reference from the bits of an atomic word; nil if they refer to no object.
  init?(bits: UInt) {
    guard bits > TaggedReference.marks else { return nil }
    self.bits = bits
  }

  /// Returns the object and transfers its reference to the caller.
  func take() -> AnyObject { unsafe object.reference.takeRetainedValue() }

  /// Returns the object, retained; the caller must know that it is alive.
  func retain() -> AnyObject { object.object }

  /// Releases the object.
  func release() {
    unsafe object.reference.release()
  }

  // The bits come from `init(retaining:mark:)` only, so they are the address of a retained object.
  private var object: Unretained<AnyObject> { Unretained(nonzero: bits & ~TaggedReference.marks) }
}
