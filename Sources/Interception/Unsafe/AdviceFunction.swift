/// The closure of an advice, with the calling convention that generic code uses.
///
/// A closure that is converted to or from a generic function type is wrapped in a thunk, which costs an extra call.
/// Passing, storing and calling it in generic code only, as here, avoids that.
@usableFromInline
struct AdviceFunction<Call: ~Copyable, Output, Failure: Error> {
  @usableFromInline let body: (inout Call) throws(Failure) -> Output

  @usableFromInline
  init(_ body: @escaping (inout Call) throws(Failure) -> Output) {
    self.body = body
  }

  /// Wraps a closure isolated to the main actor, on which its message's calls run.
  ///
  /// - Precondition: the message is a main-actor message, so that each send checks that it is on the main actor.
  static func onMainActor(
    _ body: @escaping @MainActor @Sendable (inout Call) throws(Failure) -> Output
  ) -> AdviceFunction {
    // The actor isolation of a synchronous function doesn't affect its calling convention.
    AdviceFunction(unsafe unsafeBitCast(body, to: ((inout Call) throws(Failure) -> Output).self))
  }

  @inlinable
  func callAsFunction(_ call: inout Call) throws(Failure) -> Output {
    try body(&call)
  }
}

extension AdviceFunction where Call: ~Copyable, Failure: NeverThrown {
  /// Converts the nonthrowing closure to one for a throwing message.
  func throwing<Other>(_ type: Other.Type) -> AdviceFunction<Call, Output, Other> {
    // Generic code calls closures in the same way for every error type, and this one throws none.
    unsafe unsafeBitCast(self, to: AdviceFunction<Call, Output, Other>.self)
  }
}

/// A protocol that only `Never` conforms to: the error type of advice that doesn't throw.
///
/// Hooks with a message parameter accept nonthrowing closures through this protocol, since the compiler infers `Never`
/// as such a closure's error type, whatever the message throws. Don't add conformances.
public protocol NeverThrown: Error {}

extension Never: NeverThrown {}

/// The closure of an advice on an asynchronous message; the counterpart of ``AdviceFunction``.
@usableFromInline
struct AsyncAdviceFunction<Call: ~Copyable, Output, Failure: Error> {
  @usableFromInline let body: nonisolated(nonsending) (inout Call) async throws(Failure) -> Output

  init(_ body: nonisolated(nonsending) @escaping (inout Call) async throws(Failure) -> Output) {
    self.body = body
  }

  /// Wraps a closure isolated to the main actor, on which its message's calls run.
  ///
  /// - Precondition: the message is a main-actor message, so that each send checks that it is on the main actor.
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
  nonisolated(nonsending) func callAsFunction(_ call: inout Call) async throws(Failure) -> Output {
    try await body(&call)
  }
}

extension AsyncAdviceFunction where Call: ~Copyable, Failure: NeverThrown {
  /// Converts the nonthrowing closure to one for a throwing message.
  func throwing<Other>(_ type: Other.Type) -> AsyncAdviceFunction<Call, Output, Other> {
    // Generic code calls closures in the same way for every error type, and this one throws none.
    unsafe unsafeBitCast(self, to: AsyncAdviceFunction<Call, Output, Other>.self)
  }
}

/// A call passed to main-actor advice by a caller on the main actor, so that it never crosses an isolation boundary.
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

/// A value passed to or from a main-actor function by a caller on the main actor, so that it never crosses an isolation
/// boundary.
struct StaysOnMainActor<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
