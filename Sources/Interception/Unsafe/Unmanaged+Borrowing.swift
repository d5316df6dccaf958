extension Unmanaged where Instance: InterceptableObject {
  /// The same reference, typed as the root class.
  @unsafe var upcast: Unmanaged<InterceptableObject> { unsafe .fromOpaque(toOpaque()) }
}

extension Unmanaged {
  /// Calls `body` with the object, without reference counting; the caller must keep the object alive meanwhile.
  @inlinable
  @inline(__always)
  @unsafe
  func withBorrowed<Result, Failure>(_ body: (Instance) throws(Failure) -> Result) throws(Failure) -> Result {
    // `_withUnsafeGuaranteedRef` doesn't support typed throws.
    let outcome = unsafe _withUnsafeGuaranteedRef { instance -> Swift.Result<Result, Failure> in
      do throws(Failure) {
        return .success(try body(instance))
      } catch {
        return .failure(error)
      }
    }
    return try outcome.get()
  }
}
