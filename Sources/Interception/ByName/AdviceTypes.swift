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
  func fit(_ kind: MessageKind, at position: AdvicePosition, hasFallback: Bool) -> Bool {
    let given = [AspectInfo.self] + kind.layout.elements.map(\.type)
    return parameters.count <= given.count && zip(parameters, given).allSatisfy { $0 == $1 }
      && AdviceTypes.results(of: kind, at: position, hasFallback: hasFallback).contains { $0 == result }
      && fitFailure(kind.signature)
  }

  /// Returns the result types allowed for advice: for around and instead advice, the message's result or a boxed one;
  /// otherwise `Void`.
  ///
  /// Instead advice may also return `Void` if it has a fallback result.
  static func results(of kind: MessageKind, at position: AdvicePosition, hasFallback: Bool) -> [any Any.Type] {
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

extension BoxedAdvice {
  /// Returns the advice for a position in calls of a synchronous message, whose types have been checked.
  func maker<Receiver, Arguments, Result, Failure>(
    for kind: TypedMessageKind<Receiver, Arguments, Result, Failure>, at position: AdvicePosition
  ) -> AdviceMaker {
    typealias Message = ThrowingMessage<Receiver, Arguments, Result, Failure>
    typealias Before = BeforeCall<Receiver, Arguments>
    typealias After = AfterJoinPoint<Receiver, Arguments, Result, Failure>
    typealias Around = AroundJoinPoint<Receiver, Arguments, Result, Failure>
    guard let answer else { preconditionFailure("advice that suspends, on '\(kind.selector)', which does not") }
    switch position {
    case .before:
      let point = JoinPoint(kind, position, self)
      return AdviceFunction { (call: inout Before) throws(Failure) in
        do {
          try unsafe point.show(&call, to: answer)
        } catch {
          if let own = kind.cast(error, to: Failure.self) { throw own }
        }
      }.maker(for: Message.self, at: position)
    case .after, .afterReturning, .afterThrowing:
      let point = After(kind, position, self)
      return AdviceFunction { (call: inout After.Call) throws(Failure) in point.run(&call, answer) }
        .maker(for: Message.self, at: position)
    case .around, .instead:
      let point = Around(kind, position, self)
      return AdviceFunction { (call: inout Around.Call) throws(Failure) in try point.run(&call, answer) }
        .maker(for: Message.self, at: position)
    }
  }

  /// Returns the advice for a position in calls of an asynchronous message; synchronous advice is wrapped.
  func maker<Receiver, Arguments, Result, Failure>(
    for kind: TypedAsyncMessageKind<Receiver, Arguments, Result, Failure>, at position: AdvicePosition
  ) -> AdviceMaker {
    typealias Message = AsyncThrowingMessage<Receiver, Arguments, Result, Failure>
    typealias Before = BeforeCall<Receiver, Arguments>
    typealias After = AfterJoinPoint<Receiver, Arguments, Result, Failure>
    typealias Around = AsyncAroundJoinPoint<Receiver, Arguments, Result, Failure>
    guard let answer = asyncAnswer ?? answer.map({ answer in { info in try answer(info) } }) else {
      preconditionFailure("advice that does nothing, on '\(kind.selector)'")
    }
    switch position {
    case .before:
      let point = JoinPoint(kind, position, self)
      return AsyncAdviceFunction { (call: inout Before) async throws(Failure) in
        do {
          try await unsafe point.show(&call, to: answer)
        } catch {
          if let own = kind.cast(error, to: Failure.self) { throw own }
        }
      }.maker(for: Message.self, at: position)
    case .after, .afterReturning, .afterThrowing:
      let point = After(kind, position, self)
      return AsyncAdviceFunction { (call: inout After.Call) async throws(Failure) in await point.run(&call, answer) }
        .maker(for: Message.self, at: position)
    case .around, .instead:
      let point = Around(kind, position, self)
      return AsyncAdviceFunction { (call: inout Around.Call) async throws(Failure) in
        try await point.run(&call, answer)
      }.maker(for: Message.self, at: position)
    }
  }
}

/// Reads an advice's parameters one by one: the info, then the call's arguments from memory.
///
/// The advice's types were compared with the message's when it was hooked.
@usableFromInline
struct ParameterReader {
  @usableFromInline let info: AspectInfo
  @usableFromInline var index = 0

  @inlinable @inline(__always)
  init(_ info: AspectInfo) {
    self.info = info
  }

  /// Returns the next parameter.
  @inlinable @inline(__always)
  mutating func next<Parameter>(as type: Parameter.Type) -> Parameter {
    defer { index += 1 }
    // The first parameter is the info, and a cast would be checked for each call.
    guard index > 0 else { return unsafe unsafeBitCast(info, to: Parameter.self) }
    return info.argument(at: index - 1)[Parameter.self]
  }
}
