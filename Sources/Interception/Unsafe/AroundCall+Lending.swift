/// Calls without a release at their end.
extension AroundCall {
  /// The original of a message, in a type with the memory layout of the function alone.
  @usableFromInline
  struct Original {
    @usableFromInline let function: ThrowingMessage<Receiver, Arguments, Result, Failure>.Implementation

    @inlinable
    @inline(__always)
    init(_ function: @escaping ThrowingMessage<Receiver, Arguments, Result, Failure>.Implementation) {
      self.function = function
    }

    /// Whether the function has a context, which its copies retain.
    @inlinable
    @inline(__always)
    var hasContext: Bool { unsafe unsafeBitCast(self, to: (function: UInt, context: UInt).self).context != 0 }
  }

  /// Lends a new call to `body`, and destroys it afterwards unless there is nothing to release.
  ///
  /// The call holds the original, which is a function without a context in a message that is declared as a constant. The
  /// compiler knows this when it makes the call, but not at its end, where it would release the context that isn't
  /// there, which costs more than the rest of leaving.
  @inlinable
  @inline(__always)
  static func lending<Value>(
    _ target: Receiver, _ arguments: Arguments, layer: Unretained<Layer<Receiver, Arguments, Result, Failure>>,
    inner: UInt, _ original: @escaping ThrowingMessage<Receiver, Arguments, Result, Failure>.Implementation,
    _ body: (inout AroundCall) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    // The variant with stack protection would add an overrun check to each send.
    let outcome = unsafe _withUnprotectedUnsafeTemporaryAllocation(of: AroundCall.self, capacity: 1) {
      memory -> Swift.Result<Value, Failure> in
      let call = unsafe memory.baseAddress.unsafelyUnwrapped
      unsafe call.initialize(to: AroundCall(target, arguments, layer: layer, inner: inner, original))
      defer {
        if Original(original).hasContext || !_isPOD(Arguments.self) { unsafe call.deinitialize(count: 1) }
      }
      do throws(Failure) {
        return .success(try unsafe body(&call.pointee))
      } catch {
        return .failure(error)
      }
    }
    return try outcome.get()
  }
}
