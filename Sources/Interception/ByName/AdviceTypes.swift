/// The types that an advice declares, which are compared with the message's when it is hooked.
@usableFromInline
struct AdviceTypes {
  let parameters: [any Any.Type]
  let result: any Any.Type
  let failure: any Any.Type
  /// Whether the advice is asynchronous.
  let isAsync: Bool

  @usableFromInline
  init<each Parameter>(
    _ parameters: (repeat each Parameter).Type, _ result: any Any.Type, _ failure: any Any.Type, isAsync: Bool = false
  ) {
    var types: [any Any.Type] = []
    repeat types.append((each Parameter).self)
    self.parameters = types
    self.result = result
    self.failure = failure
    self.isAsync = isAsync
  }

  /// Creates the types of advice at a position that takes all the message's arguments.
  init(allThat kind: MessageKind, mayTakeAt position: AdvicePosition) {
    parameters = [AspectInfo.self] + kind.layout.elements.map(\.type)
    result = position.mayProceed ? kind.signature.result : Void.self
    failure = kind.signature.failure
    isAsync = kind.signature.isAsync
  }

  /// Returns whether the advice fits a message and position.
  ///
  /// Its parameters must be the info and at most the message's arguments, and its result and error types must be
  /// allowed there.
  func fit(_ kind: MessageKind, at position: AdvicePosition, hasFallback: Bool = false) -> Bool {
    let given = [AspectInfo.self] + kind.layout.elements.map(\.type)
    return parameters.count <= given.count && zip(parameters, given).allSatisfy { $0 == $1 }
      && AdviceTypes.results(of: kind, at: position, hasFallback: hasFallback).contains { $0 == result }
      && fitFailure(kind.signature)
  }

  /// Returns the result types allowed for advice: for around and instead advice, the message's result or a boxed one;
  /// otherwise `Void`.
  ///
  /// Instead advice may also return `Void` if it has a fallback result.
  static func results(
    of kind: MessageKind, at position: AdvicePosition, hasFallback: Bool = false
  ) -> [any Any.Type] {
    guard position.mayProceed else { return nothing }
    let results: [any Any.Type] = [kind.signature.result, Any.self, Any?.self]
    return position == .instead && hasFallback ? results + nothing : results
  }

  /// Whether the declared result is `Void` or `Void?`.
  var returnsNothing: Bool { AdviceTypes.nothing.contains { $0 == result } }

  /// `Void?` is the type of a closure that consists of a `try?` expression.
  private static let nothing: [any Any.Type] = [Void.self, Void?.self]

  /// Returns whether the declared error type is the message's, or one that any advice may declare.
  ///
  /// An ``AspectInfo`` throws ``AspectError``, and a closure throws any error unless it declares a type. Such errors
  /// are reported when thrown if the message can't throw them.
  private func fitFailure(_ signature: MessageSignature) -> Bool {
    let own: [any Any.Type] = [Never.self, (any Error).self, AspectError.self, signature.failure]
    return signature.failure == (any Error).self || own.contains { $0 == failure }
  }
}

extension AdviceTypes: CustomStringConvertible {
  /// The types in Swift notation: `"(AspectInfo, Int) -> ()"`.
  @usableFromInline var description: String {
    let effect = failure == Never.self ? "" : failure == (any Error).self ? " throws" : " throws(\(failure))"
    return "(\(parameters.map { "\($0)" }.joined(separator: ", ")))\(isAsync ? " async" : "")\(effect) -> \(result)"
  }
}

extension AdvicePosition {
  /// Whether advice at this position may proceed.
  var mayProceed: Bool { self == .around || self == .instead }
}

// MARK: - Advice

extension TypedMessageKind {
  /// Converts type-erased advice, already checked against the message, to typed advice.
  func body(of advice: ErasedAdvice, at position: AdvicePosition) -> Advice.Body {
    guard let run = advice.run, let answer = advice.answer else {
      preconditionFailure("advice that suspends, on '\(selector)', which does not")
    }
    switch position {
    case .before:
      let point = BeforeJoinPoint<InterceptableObject, Arguments, Failure>(self, position)
      return mayThrow(advice)
        ? .before(AdviceFunction { call throws(Failure) in try point.runOrThrow(&call, run) })
        : .before(AdviceFunction { call throws(Failure) in point.run(&call, run) })
    case .after, .afterReturning, .afterThrowing:
      let point = AfterJoinPoint<InterceptableObject, Arguments, Result, Failure>(self, position)
      return .after(AdviceFunction { call throws(Failure) in point.run(&call, run) })
    case .around:
      let point = AroundJoinPoint<InterceptableObject, Arguments, Result, Failure>(self, position)
      return .around(AdviceFunction { call throws(Failure) in try point.run(&call, answer) })
    case .instead:
      let point = AroundJoinPoint<InterceptableObject, Arguments, Result, Failure>(
        self, position, fallback: advice.fallback)
      return .instead(AdviceFunction { call throws(Failure) in try point.run(&call, answer) })
    }
  }

  private func mayThrow(_ advice: ErasedAdvice) -> Bool {
    Failure.self != Never.self && advice.types?.failure != Never.self
  }

  /// Sends the message with boxed arguments.
  func send(_ values: [Any], to object: InterceptableObject) throws -> Any {
    guard let receiver = object as? Receiver else { throw object.actualClass.doesNotRespond(to: selector) }
    return try message.send(to: receiver, make(values, as: Arguments.self))
  }
}

extension TypedAsyncMessageKind {
  /// Converts type-erased advice, already checked against the message, to typed advice.
  func body(of advice: ErasedAdvice, at position: AdvicePosition) -> Advice.Body {
    let answer = awaited(advice)
    switch position {
    case .before:
      let point = BeforeJoinPoint<InterceptableObject, Arguments, Failure>(self, position)
      return .before(AsyncAdviceFunction { call async throws(Failure) in try await point.run(&call, answer) })
    case .after, .afterReturning, .afterThrowing:
      let point = AfterJoinPoint<InterceptableObject, Arguments, Result, Failure>(self, position)
      return .after(AsyncAdviceFunction { call async throws(Failure) in await point.run(&call, answer) })
    case .around:
      let point = AsyncAroundJoinPoint<InterceptableObject, Arguments, Result, Failure>(self, position)
      return .around(AsyncAdviceFunction { call async throws(Failure) in try await point.run(&call, answer) })
    case .instead:
      let point = AsyncAroundJoinPoint<InterceptableObject, Arguments, Result, Failure>(
        self, position, fallback: advice.fallback)
      return .instead(AsyncAdviceFunction { call async throws(Failure) in try await point.run(&call, answer) })
    }
  }

  /// Converts advice to asynchronous advice; synchronous advice is wrapped.
  private func awaited(_ advice: ErasedAdvice) -> ErasedAdvice.AsyncAnswer {
    if let answer = advice.asyncAnswer { return answer }
    guard let answer = advice.answer else { preconditionFailure("advice that does nothing, on '\(selector)'") }
    return { info in try answer(info) }
  }

  /// Sends the message with boxed arguments.
  nonisolated(nonsending) func send(_ values: [Any], to object: InterceptableObject) async throws -> Any {
    guard let receiver = object as? Receiver else { throw object.actualClass.doesNotRespond(to: selector) }
    return try await message.send(to: receiver, make(values, as: Arguments.self))
  }
}

/// Reads an advice's parameters one by one: the info, then the call's arguments from memory.
///
/// The creator must ensure that the advice's types are those of the message.
@unsafe
@usableFromInline
struct ParameterReader {
  @usableFromInline let info: AspectInfo
  @usableFromInline var index = 0

  @inlinable
  @inline(__always)
  init(_ info: AspectInfo) {
    unsafe self.info = info
  }

  /// Returns the next parameter.
  @inlinable
  @inline(__always)
  mutating func next<Parameter>(as type: Parameter.Type) -> Parameter {
    defer { unsafe index += 1 }
    guard unsafe index > 0 else { return unsafe unsafeBitCast(info, to: Parameter.self) }
    return unsafe info.place(ofArgument: index - 1).assumingMemoryBound(to: Parameter.self).pointee
  }
}
