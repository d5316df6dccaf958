extension Unmanaged where Instance: InterceptableObject {
  /// The same object as one of the root class.
  @unsafe var upcast: Unmanaged<InterceptableObject> { unsafe .fromOpaque(toOpaque()) }
}

extension Unmanaged {
  /// Runs `body` with the object, which the caller knows to be alive throughout, without counting references.
  @inlinable
  @inline(__always)
  @unsafe
  func withBorrowed<Result, Failure>(_ body: (Instance) throws(Failure) -> Result) throws(Failure) -> Result {
    // The library's own function cannot say which errors it passes on.
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
