/// Advice by name as its hook holds it, whether or not it may be shared between threads.
///
/// What is hooked on a class comes from a ``BoxedAdvice``, and is Sendable. What is hooked on one object runs where the object is
/// used.
@usableFromInline
struct ErasedAdvice: @unchecked Sendable {
  @usableFromInline typealias Answer = (AspectInfo) throws -> Any?
  @usableFromInline typealias Run = (AspectInfo) throws -> Void
  @usableFromInline typealias AsyncAnswer = nonisolated(nonsending) (AspectInfo) async throws -> Any?

  /// What it declares; nil where it takes any message.
  let types: AdviceTypes?
  /// Runs it for what it answers; nil where it must be awaited.
  let answer: Answer?
  /// Runs it for what it does; apart, since most advice answers nothing, and boxing that costs as much as calling it.
  let run: Run?
  /// Awaits what it answers; nil where it does not suspend.
  let asyncAnswer: AsyncAnswer?
  /// What a call returns in whose place it gives no result; nil where that was not said.
  private(set) var fallback: Any?

  /// Advice whose types are known, or that takes any message.
  @usableFromInline
  init(_ types: AdviceTypes?, answer: Answer?, run: Run?, asyncAnswer: AsyncAnswer? = nil) {
    self.types = types
    self.answer = answer
    self.run = run
    self.asyncAnswer = asyncAnswer
  }

  /// Advice that is given the info and arguments, which it takes out of the call's memory without boxing them.
  ///
  /// Made where the advice is written, where the compiler knows its types. They are those of the message, since nothing is hooked
  /// before they have been compared.
  @inlinable
  init<each Parameter, Output, Failure: Error>(
    taking advice: @escaping (repeat each Parameter) throws(Failure) -> Output
  ) {
    self.init(
      AdviceTypes((repeat each Parameter).self, Output.self, Failure.self),
      answer: { info in
        var reader = unsafe ParameterReader(info)
        return ErasedAdvice.boxed(try advice(repeat unsafe reader.next(as: (each Parameter).self)))
      },
      run: { info in
        var reader = unsafe ParameterReader(info)
        _ = try advice(repeat unsafe reader.next(as: (each Parameter).self))
      })
  }

  /// Advice that suspends, and is given the info and arguments in the same way.
  @inlinable
  init<each Parameter, Output, Failure: Error>(
    awaiting advice:
      nonisolated(nonsending) @escaping (AspectInfo, repeat each Parameter) async throws(Failure) -> Output
  ) {
    self.init(
      AdviceTypes((AspectInfo, repeat each Parameter).self, Output.self, Failure.self, isAsync: true), answer: nil,
      run: nil,
      asyncAnswer: { info in
        var reader = unsafe ParameterReader(info)
        return ErasedAdvice.boxed(
          try await advice(
            unsafe reader.next(as: AspectInfo.self), repeat unsafe reader.next(as: (each Parameter).self)))
      })
  }

  /// What an advice returns, boxed; nil where it returns a box that is optional, and none.
  @inlinable
  static func boxed<Output>(_ output: Output) -> Any? {
    // A cast would put a box that is not there into another one.
    Output.self == Any?.self ? unsafe unsafeBitCast(output, to: Any?.self) : output
  }

  /// The advice with a result that a call in its place falls back on; what it answers is then no result where it declares none.
  func fallingBack(on result: Any) -> ErasedAdvice {
    guard let types, types.returnsNothing else {
      var advice = self
      advice.fallback = result
      return advice
    }
    var advice = ErasedAdvice(
      types,
      answer: run.map { run in
        { info in
          try run(info)
          return nil
        }
      }, run: run,
      asyncAnswer: asyncAnswer.map { answer in
        { info in
          _ = try await answer(info)
          return nil
        }
      })
    advice.fallback = result
    return advice
  }

  /// Whether it can run in calls of a message: one that suspends needs an asynchronous message, and what proceeds in one
  /// suspends.
  func isInStep(with signature: MessageSignature, at position: AdvicePosition) -> Bool {
    guard signature.isAsync else { return answer != nil }
    return asyncAnswer != nil || !position.mayProceed
  }
}
