/// The closure of an advice, in the form in which generic code calls it.
///
/// A closure that is read out of a generic type, or converted to one, is wrapped in another, which costs each call a call. One
/// that generic code takes, keeps and calls here is not.
@usableFromInline
struct AdviceFunction<Call: ~Copyable, Output, Failure: Error> {
  @usableFromInline let body: (inout Call) throws(Failure) -> Output

  @usableFromInline
  init(_ body: @escaping (inout Call) throws(Failure) -> Output) {
    self.body = body
  }

  /// Takes a closure that runs on the main actor only, where the calls of its message run.
  ///
  /// - Precondition: the message is of the main actor, so that each send checks that it comes from there.
  static func onMainActor(
    _ body: @escaping @MainActor @Sendable (inout Call) throws(Failure) -> Output
  ) -> AdviceFunction {
    // Isolation of a function that is not async is no part of how it is called.
    AdviceFunction(unsafe unsafeBitCast(body, to: ((inout Call) throws(Failure) -> Output).self))
  }

  @inlinable
  @inline(__always)
  func callAsFunction(_ call: inout Call) throws(Failure) -> Output {
    try body(&call)
  }
}

extension AdviceFunction where Call: ~Copyable, Failure: NeverThrown {
  /// The same closure as one of a message that may throw.
  func throwing<Other>(_ type: Other.Type) -> AdviceFunction<Call, Output, Other> {
    // Generic code calls a closure alike whatever its type of errors is, and this one throws none.
    unsafe unsafeBitCast(self, to: AdviceFunction<Call, Output, Other>.self)
  }
}

/// The type of errors of an advice that does not throw, which is `Never`.
///
/// A hook whose message is an argument takes closures that throw nothing through it, since the compiler finds `Never` for the
/// errors of such a closure, whatever the message throws. Nothing else may conform.
public protocol NeverThrown: Error {}

extension Never: NeverThrown {}
