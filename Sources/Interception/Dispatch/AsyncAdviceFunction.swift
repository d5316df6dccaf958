/// The closure of an advice on an asynchronous message, in the form in which generic code calls it, as ``AdviceFunction`` is.
@usableFromInline
struct AsyncAdviceFunction<Call: ~Copyable, Output, Failure: Error> {
  @usableFromInline let body: nonisolated(nonsending) (inout Call) async throws(Failure) -> Output

  init(_ body: nonisolated(nonsending) @escaping (inout Call) async throws(Failure) -> Output) {
    self.body = body
  }

  /// Takes a closure that runs on the main actor only, where the calls of its message run.
  ///
  /// - Precondition: the message is of the main actor, so that each send checks that it comes from there.
  static func onMainActor(
    _ body: @escaping @MainActor @Sendable (inout Call) async throws(Failure) -> Output
  ) -> AsyncAdviceFunction {
    AsyncAdviceFunction { call async throws(Failure) in
      var lent = LentToMainActor(call)
      let outcome = await lent.run(body)
      call = lent.value
      return try outcome.get().value
    }
  }

  @inlinable
  @inline(__always)
  nonisolated(nonsending) func callAsFunction(_ call: inout Call) async throws(Failure) -> Output {
    try await body(&call)
  }
}

extension AsyncAdviceFunction where Call: ~Copyable, Failure: NeverThrown {
  /// The same closure as one of a message that may throw.
  func throwing<Other>(_ type: Other.Type) -> AsyncAdviceFunction<Call, Output, Other> {
    // Generic code calls a closure alike whatever its type of errors is, and this one throws none.
    unsafe unsafeBitCast(self, to: AsyncAdviceFunction<Call, Output, Other>.self)
  }
}

/// A call that an advice of the main actor is given by a caller that is there already, so that nothing is handed over.
private struct LentToMainActor<Call: ~Copyable>: ~Copyable, @unchecked Sendable {
  var value: Call

  init(_ value: consuming Call) {
    self.value = value
  }

  @MainActor
  mutating func run<Output, Failure>(
    _ body: @MainActor @Sendable (inout Call) async throws(Failure) -> Output
  ) async -> Result<StaysOnMainActor<Output>, Failure> {
    do throws(Failure) {
      return .success(StaysOnMainActor(try await body(&value)))
    } catch {
      return .failure(error)
    }
  }
}
