/// An object used without reference counting; the code that makes it ensures that the object stays alive meanwhile.
@safe @usableFromInline
package struct Unretained<Object: AnyObject> {
  @usableFromInline let reference: Unmanaged<Object>

  @inlinable @inline(__always)
  package init(_ object: Object) {
    unsafe reference = .passUnretained(object)
  }

  /// Retains an object, which is never released.
  init(retaining object: Object) {
    unsafe reference = .passRetained(object)
  }

  /// Creates the reference from an object's ``bits``; nil if they are zero.
  @inlinable @inline(__always)
  init?(bits: UInt) {
    guard bits != 0 else { return nil }
    self.init(nonzero: bits)
  }

  /// Creates the reference from an object's ``bits``, which aren't zero.
  @inlinable @inline(__always)
  init(nonzero bits: UInt) {
    unsafe reference = .fromOpaque(UnsafeRawPointer(bitPattern: bits).unsafelyUnwrapped)
  }

  /// The object's address.
  @inlinable var bits: UInt { UInt(bitPattern: unsafe reference.toOpaque()) }

  /// The object, retained for the caller.
  @inlinable package var object: Object { unsafe reference.takeUnretainedValue() }

  /// Whether nobody retains the object but the owner of this reference.
  @inline(__always)
  var isUniquelyReferenced: Bool {
    var object = unsafe reference
    return unsafe withUnsafeMutableBytes(of: &object) { bytes in
      unsafe isKnownUniquelyReferenced(&bytes.assumingMemoryBound(to: Object.self)[0])
    }
  }

  /// Whether nobody has a reference to the object but the owner of this one, not even a weak or an unowned one.
  @inline(__always)
  var isSoleReference: Bool {
    // The object counts itself once among both.
    isUniquelyReferenced && borrow { _getWeakRetainCount($0) <= 1 && _getUnownedRetainCount($0) <= 1 }
  }

  /// Returns the object, and gives up this reference's ownership.
  func takeRetained() -> Object { unsafe reference.takeRetainedValue() }

  /// Releases the object, for the owner of this reference.
  func release() { unsafe reference.release() }

  /// Calls `body` with the object, without reference counting.
  @inlinable @inline(__always)
  package func borrow<Result>(_ body: (Object) throws -> Result) rethrows -> Result {
    try unsafe reference._withUnsafeGuaranteedRef(body)
  }

  /// Calls `body`, which throws errors of one type, with the object, without reference counting.
  @inlinable @inline(__always)
  func borrowThrowing<Result, Failure>(_ body: (Object) throws(Failure) -> Result) throws(Failure) -> Result {
    // `_withUnsafeGuaranteedRef` doesn't support typed throws.
    let outcome = unsafe reference._withUnsafeGuaranteedRef { object -> Swift.Result<Result, Failure> in
      do throws(Failure) {
        return .success(try body(object))
      } catch {
        return .failure(error)
      }
    }
    return try outcome.get()
  }
}
