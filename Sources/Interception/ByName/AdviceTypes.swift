/// The types that an advice declares, checked against a message's when it is hooked.
@usableFromInline
struct AdviceTypes {
  let parameters: [any Any.Type]
  let result: any Any.Type
  let failure: any Any.Type
  /// Whether it suspends.
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

  /// All that an advice may take and give there.
  init(allThat kind: MessageKind, mayTakeAt position: AdvicePosition) {
    parameters = [AspectInfo.self] + kind.layout.elements.map(\.type)
    result = position.mayProceed ? kind.signature.result : Void.self
    failure = kind.signature.failure
    isAsync = kind.signature.isAsync
  }

  /// Whether the advice may stand there: it takes the info and at most the message's arguments, and gives what is asked of it.
  func fit(_ kind: MessageKind, at position: AdvicePosition, hasFallback: Bool = false) -> Bool {
    let given = [AspectInfo.self] + kind.layout.elements.map(\.type)
    return parameters.count <= given.count && zip(parameters, given).allSatisfy { $0 == $1 }
      && AdviceTypes.results(of: kind, at: position, hasFallback: hasFallback).contains { $0 == result }
      && fitFailure(kind.signature)
  }

  /// What an advice may return: around a call and in its place the message's result, or a boxed one; elsewhere nothing.
  ///
  /// In place of a call it may return nothing too where there is a result to fall back on.
  static func results(
    of kind: MessageKind, at position: AdvicePosition, hasFallback: Bool = false
  ) -> [any Any.Type] {
    guard position.mayProceed else { return nothing }
    let results: [any Any.Type] = [kind.signature.result, Any.self, Any?.self]
    return position == .instead && hasFallback ? results + nothing : results
  }

  /// Whether it declares that it returns nothing.
  var returnsNothing: Bool { AdviceTypes.nothing.contains { $0 == result } }

  /// `try?` makes an optional of nothing.
  private static let nothing: [any Any.Type] = [Void.self, Void?.self]

  /// An advice throws what the message does, or is not said to throw anything else.
  ///
  /// What an info throws is an ``AspectError``, and what a closure throws is any error unless it says which. Of those, what the
  /// message cannot throw is reported when it is thrown.
  private func fitFailure(_ signature: MessageSignature) -> Bool {
    let own: [any Any.Type] = [Never.self, (any Error).self, AspectError.self, signature.failure]
    return signature.failure == (any Error).self || own.contains { $0 == failure }
  }
}

extension AdviceTypes: CustomStringConvertible {
  /// The types as Swift would write them: `"(AspectInfo, Int) -> ()"`.
  @usableFromInline var description: String {
    let effect = failure == Never.self ? "" : failure == (any Error).self ? " throws" : " throws(\(failure))"
    return "(\(parameters.map { "\($0)" }.joined(separator: ", ")))\(isAsync ? " async" : "")\(effect) -> \(result)"
  }
}

extension AdvicePosition {
  /// Whether an advice stands around something there.
  var mayProceed: Bool { self == .around || self == .instead }
}

// MARK: - Advice

extension TypedMessageKind {
  /// Advice by name, which has been checked against the message, as one that knows its types.
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
  /// Advice by name, which has been checked against the message, as one that knows its types.
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

  /// Advice as one to be awaited, which it is at once where it does not suspend.
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

/// How the runtime describes a type in memory: the little of it that the standard library gives no safe access to.
///
/// It reads the type metadata that the compiler emits, whose form is part of Swift's stable binary interface.
@safe
struct TypeShape {
  /// The elements of a tuple, with where each stands in memory; nil for a type that is no tuple.
  let elements: [ArgumentsLayout.Element]?
  /// Whether it is the type of functions.
  let isFunction: Bool

  /// Reads the shape of a type.
  init(of type: any Any.Type) {
    // The metadata of a type lives for ever, and begins with a word that says of which kind it is.
    let metadata = unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
    let kind = unsafe metadata.load(as: UInt.self)
    isFunction = kind == TypeShape.functionKind
    elements = kind == TypeShape.tupleKind ? unsafe TypeShape.elements(ofTuple: metadata) : nil
  }

  private static var tupleKind: UInt { 0x301 }
  private static var functionKind: UInt { 0x302 }

  /// A tuple's metadata: its kind, how many elements there are, their labels, then a type and an offset for each.
  @unsafe
  private static func elements(ofTuple metadata: UnsafeRawPointer) -> [ArgumentsLayout.Element] {
    let word = MemoryLayout<UInt>.size
    let count = Int(unsafe metadata.load(fromByteOffset: word, as: UInt.self))
    let text = unsafe metadata.load(fromByteOffset: 2 * word, as: UnsafePointer<CChar>?.self)
    let labels = labels(in: unsafe text.map { unsafe String(cString: $0) } ?? "")
    return (0..<count).map { index in
      let place = (3 + 2 * index) * word
      return ArgumentsLayout.Element(
        type: unsafe metadata.load(fromByteOffset: place, as: Any.Type.self),
        label: labels.indices.contains(index) ? labels[index] : nil,
        offset: Int(unsafe metadata.load(fromByteOffset: place + word, as: UInt32.self)))
    }
  }

  /// A blank follows each label; where an element has none, there is the blank alone.
  private static func labels(in text: String) -> [String?] {
    text.split(separator: " ", omittingEmptySubsequences: false).map { $0.isEmpty ? nil : String($0) }
  }
}

/// Hands an advice its parameters one by one: the info, then the call's arguments from where they stand in memory.
///
/// Whoever makes one promises that the advice's types are those of the message.
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

  /// The next parameter.
  @inlinable
  @inline(__always)
  mutating func next<Parameter>(as type: Parameter.Type) -> Parameter {
    defer { unsafe index += 1 }
    guard unsafe index > 0 else { return unsafe unsafeBitCast(info, to: Parameter.self) }
    return unsafe info.place(ofArgument: index - 1).assumingMemoryBound(to: Parameter.self).pointee
  }
}
