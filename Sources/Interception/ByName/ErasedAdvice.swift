/// Type-erased advice, as stored by hooks by name, Sendable or not.
///
/// Advice hooked on a class comes from a ``BoxedAdvice``, and is Sendable. Advice hooked on a single object runs only
/// where the object is used.
@usableFromInline
struct ErasedAdvice: @unchecked Sendable {
  @usableFromInline typealias Answer = (AspectInfo) throws -> Any?
  @usableFromInline typealias Run = (AspectInfo) throws -> Void
  @usableFromInline typealias AsyncAnswer = nonisolated(nonsending) (AspectInfo) async throws -> Any?

  /// The declared types; nil if the advice fits any message.
  let types: AdviceTypes?
  /// Runs synchronous advice and returns its boxed result; nil for asynchronous advice.
  let answer: Answer?
  /// Runs synchronous advice without a result; separate from `answer`, since boxing an empty result would cost as much
  /// as the call.
  let run: Run?
  /// Runs asynchronous advice and returns its boxed result; nil for synchronous advice.
  let asyncAnswer: AsyncAnswer?
  /// The result of calls in which instead advice gives none; nil if not specified.
  private(set) var fallback: Any?

  /// Creates advice with known types, or without types if it fits any message.
  @usableFromInline
  init(_ types: AdviceTypes?, answer: Answer?, run: Run?, asyncAnswer: AsyncAnswer? = nil) {
    self.types = types
    self.answer = answer
    self.run = run
    self.asyncAnswer = asyncAnswer
  }

  /// Creates advice from a closure whose info and arguments are read from the call's memory without boxing.
  ///
  /// It is inlined at the closure's definition, where the compiler knows its types. These match the message's, since
  /// they are compared before the advice is hooked.
  @inlinable
  init<each Parameter, Output, Failure: Error>(
    taking advice: @escaping (repeat each Parameter) throws(Failure) -> Output
  ) {
    self.init(
      AdviceTypes((repeat each Parameter).self, Output.self, Failure.self),
      answer: { info in
        var reader = ParameterReader(info)
        return ErasedAdvice.boxed(try advice(repeat reader.next(as: (each Parameter).self)))
      },
      run: { info in
        var reader = ParameterReader(info)
        _ = try advice(repeat reader.next(as: (each Parameter).self))
      })
  }

  /// Creates advice from a closure that takes the info only.
  ///
  /// In a parameter pack the info would be retained and released in each call.
  @inlinable
  init<Output, Failure: Error>(taking advice: @escaping (AspectInfo) throws(Failure) -> Output) {
    self.init(
      AdviceTypes(AspectInfo.self, Output.self, Failure.self),
      answer: { info in ErasedAdvice.boxed(try advice(info)) },
      run: { info in _ = try advice(info) })
  }

  /// Creates asynchronous advice from a closure that takes the info and arguments in the same way.
  @inlinable
  init<each Parameter, Output, Failure: Error>(
    awaiting advice:
      nonisolated(nonsending) @escaping (AspectInfo, repeat each Parameter) async throws(Failure) -> Output
  ) {
    self.init(
      AdviceTypes((AspectInfo, repeat each Parameter).self, Output.self, Failure.self, isAsync: true), answer: nil,
      run: nil,
      asyncAnswer: { info in
        var reader = ParameterReader(info)
        return ErasedAdvice.boxed(
          try await advice(
            reader.next(as: AspectInfo.self), repeat reader.next(as: (each Parameter).self)))
      })
  }

  /// Returns an advice's result boxed; nil if the result has type `Any?` and is nil.
  @inlinable
  static func boxed<Output>(_ output: Output) -> Any? {
    // What is in a box already would be put in another one.
    if Output.self == Any?.self { return unsafe unsafeBitCast(output, to: Any?.self) }
    return Output.self == Any.self ? unsafe unsafeBitCast(output, to: Any.self) : output
  }

  /// Returns the advice with a fallback result for instead advice; the return value of advice declared to return `Void`
  /// is then ignored.
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

  /// Returns whether the advice, synchronous or asynchronous, can run in calls of a message.
  ///
  /// Asynchronous advice needs an asynchronous message, and advice that may proceed in such a message must be
  /// asynchronous.
  fileprivate func matchesAsyncness(with signature: MessageSignature, at position: AdvicePosition) -> Bool {
    guard signature.isAsync else { return answer != nil }
    return asyncAnswer != nil || !position.mayProceed
  }
}

/// The source of type-erased advice.
@usableFromInline
enum AdviceSource: @unchecked Sendable {
  /// Advice with declared types, or advice that fits any message.
  case known(ErasedAdvice)
  /// A value that may be a function.
  case function(Any)
  /// Advice with a fallback result.
  indirect case fallingBack(AdviceSource, result: Any)

  /// Returns the advice if it fits a message.
  ///
  /// - Throws: ``AspectError/missingSignature(class:selector:given:)`` if it isn't a function with recognizable types,
  ///   ``AspectError/incompatibleSignature(class:selector:expected:given:)`` if the types don't fit, and
  ///   ``AspectError/resultType(class:selector:expected:given:)`` if the fallback result doesn't fit.
  func advice(
    for kind: MessageKind, at position: AdvicePosition, in className: String
  ) throws(AspectError) -> ErasedAdvice {
    guard case .fallingBack(let source, let result) = self else {
      return try advice(for: kind, at: position, in: className, hasFallback: false)
    }
    func fits<Result>(_ type: Result.Type) -> Bool { result is Result }
    guard fits(kind.signature.result) else {
      throw .resultType(
        class: className, selector: kind.selector, expected: "\(kind.signature.result)", given: "\(type(of: result))")
    }
    return try source.advice(for: kind, at: position, in: className, hasFallback: true).fallingBack(on: result)
  }

  private func advice(
    for kind: MessageKind, at position: AdvicePosition, in className: String, hasFallback: Bool
  ) throws(AspectError) -> ErasedAdvice {
    let found = find(kind, position, hasFallback: hasFallback)
    if let found, found.matchesAsyncness(with: kind.signature, at: position),
      found.types?.fit(kind, at: position, hasFallback: hasFallback) ?? true
    {
      return found
    }
    let given = found?.types?.description ?? self.given
    if case .function(let value) = self, !TypeShape(of: type(of: value)).isFunction {
      throw .missingSignature(class: className, selector: kind.selector, given: given)
    }
    let expected = AdviceTypes(allThat: kind, mayTakeAt: position).description
    throw .incompatibleSignature(class: className, selector: kind.selector, expected: expected, given: given)
  }

  private func find(_ kind: MessageKind, _ position: AdvicePosition, hasFallback: Bool) -> ErasedAdvice? {
    switch self {
    case .known(let advice): advice
    case .function(let value):
      FunctionAdvice(value: value, hasFallback: hasFallback).known(for: kind, at: position)
    case .fallingBack(let source, _): source.find(kind, position, hasFallback: true)
    }
  }

  /// A description of advice without declared types, for errors.
  private var given: String {
    switch self {
    case .known(let advice): "(AspectInfo)\(advice.answer == nil ? " async" : "") throws -> Any?"
    case .function(let value): "\(type(of: value))"
    case .fallingBack(let source, _): source.given
    }
  }
}

/// A function passed as `Any`, whose type is found by trying the types that fit a message.
///
/// Casts between function types succeed only for exactly equal types, including `@Sendable`.
struct FunctionAdvice {
  let value: Any
  /// Whether there is a fallback result, so that the function may return `Void`.
  var hasFallback = false

  /// The maximum number of message arguments that such a function may take.
  private static var maximumArguments: Int { 6 }

  /// Returns the function as advice for a message; nil if its types don't fit.
  func known(for kind: MessageKind, at position: AdvicePosition) -> ErasedAdvice? {
    let elements = kind.layout.elements.prefix(FunctionAdvice.maximumArguments).map(\.type)
    func search<Output>(_ output: Output.Type) -> ErasedAdvice? {
      find(elements, output, Never.self) ?? kind.signature.typedFailure.flatMap { find(elements, output, $0) }
        ?? find(elements, output, AspectError.self) ?? find(elements, output, (any Error).self)
    }
    return AdviceTypes.results(of: kind, at: position, hasFallback: hasFallback).lazy.compactMap { search($0) }.first
  }

  private func find<Output, Failure: Error>(
    _ elements: [any Any.Type], _ output: Output.Type, _ failure: Failure.Type
  ) -> ErasedAdvice? {
    if let function = value as? @Sendable () throws(Failure) -> Output { return ErasedAdvice(taking: function) }
    return (0...elements.count).lazy.compactMap { count in
      func type(_ index: Int) -> any Any.Type { index < count ? elements[index] : Void.self }
      return Arity<Output, Failure>(value: value, count: count)
        .find(type(0), type(1), type(2), type(3), type(4), type(5))
    }.first
  }

  /// A cast of the function to one that takes the info and `count` arguments.
  private struct Arity<Output, Failure: Error> {
    let value: Any
    let count: Int

    func find<A, B, C, D, E, F>(
      _ a: A.Type, _ b: B.Type, _ c: C.Type, _ d: D.Type, _ e: E.Type, _ f: F.Type
    ) -> ErasedAdvice? {
      switch count {
      case 0: (value as? @Sendable (AspectInfo) throws(Failure) -> Output).map { ErasedAdvice(taking: $0) }
      case 1: (value as? @Sendable (AspectInfo, A) throws(Failure) -> Output).map { ErasedAdvice(taking: $0) }
      case 2: (value as? @Sendable (AspectInfo, A, B) throws(Failure) -> Output).map { ErasedAdvice(taking: $0) }
      case 3: (value as? @Sendable (AspectInfo, A, B, C) throws(Failure) -> Output).map { ErasedAdvice(taking: $0) }
      case 4: (value as? @Sendable (AspectInfo, A, B, C, D) throws(Failure) -> Output).map { ErasedAdvice(taking: $0) }
      case 5:
        (value as? @Sendable (AspectInfo, A, B, C, D, E) throws(Failure) -> Output).map { ErasedAdvice(taking: $0) }
      default:
        (value as? @Sendable (AspectInfo, A, B, C, D, E, F) throws(Failure) -> Output).map { ErasedAdvice(taking: $0) }
      }
    }
  }
}

extension MessageSignature {
  /// The error type; nil for untyped throws.
  fileprivate var typedFailure: (any Error.Type)? { failure as? any Error.Type }
}

/// Type-erased advice that works through an ``AspectInfo`` and is checked against the message when it is hooked.
///
/// ```swift
/// let log = BoxedAdvice { info in
///   print(info.className, info.selector, info.arguments)
///   return nil
/// }
/// try Runtime.hook("Account", "deposit(_:)", .before, log)
/// ```
///
/// The return value of around and instead advice is the call's result; at other positions it is ignored. If the advice
/// returns `nil`, the result is that of its latest proceed. If it hasn't proceeded, around advice proceeds then, and
/// instead advice doesn't: the call returns the fallback result (``fallingBack(on:)``), or without one, `()` or nil.
/// For a message that returns neither `Void` nor an optional, `nil` is then a fault (``Runtime/onFault(_:)``).
public struct BoxedAdvice: Sendable {
  @usableFromInline let source: AdviceSource

  /// Creates advice that fits any message; its result and errors are checked only when it runs.
  ///
  /// A result or an error that the message can't return or throw is reported as a fault; see ``Runtime/onFault(_:)``.
  public init(_ body: @escaping @Sendable (AspectInfo) throws -> Any?) {
    source = .known(ErasedAdvice(nil, answer: body, run: { _ = try body($0) }))
  }

  /// Creates asynchronous advice that fits any asynchronous message.
  @_disfavoredOverload
  public init(_ body: nonisolated(nonsending) @escaping @Sendable (AspectInfo) async throws -> Any?) {
    source = .known(ErasedAdvice(nil, answer: nil, run: nil, asyncAnswer: body))
  }

  /// Creates advice for synchronous and asynchronous messages: `body` runs in calls of the former, `asyncBody` in calls
  /// of the latter.
  ///
  /// Advice that proceeds needs both closures to fit every message, since it must await an asynchronous implementation.
  public init(
    _ body: @escaping @Sendable (AspectInfo) throws -> Any?,
    awaiting asyncBody: nonisolated(nonsending) @escaping @Sendable (AspectInfo) async throws -> Any?
  ) {
    source = .known(ErasedAdvice(nil, answer: body, run: { _ = try body($0) }, asyncAnswer: asyncBody))
  }

  /// Creates advice with declared types: it takes nothing, or the info and then any number of the message's arguments.
  @inlinable
  public init<each Parameter, Output, Failure: Error>(
    taking advice: @escaping @Sendable (repeat each Parameter) throws(Failure) -> Output
  ) {
    source = .known(ErasedAdvice(taking: advice))
  }

  /// Creates advice that takes the info only; see ``ErasedAdvice/init(taking:)``.
  ///
  /// It has another name than the public initializers, which take closures whose types are not declared.
  @inlinable
  init<Output, Failure: Error>(takingInfo advice: @escaping @Sendable (AspectInfo) throws(Failure) -> Output) {
    source = .known(ErasedAdvice(taking: advice))
  }

  /// Creates asynchronous advice whose types are declared in the same way.
  @inlinable
  @_disfavoredOverload
  public init<each Parameter, Output, Failure: Error>(
    taking advice:
      nonisolated(nonsending) @escaping @Sendable (AspectInfo, repeat each Parameter) async throws(Failure) -> Output
  ) {
    source = .known(ErasedAdvice(awaiting: advice))
  }

  /// Creates advice from a value of unknown type, which must be such a function.
  ///
  /// Whether it is a function and fits is checked when it is hooked. The function may take up to six of the message's
  /// arguments.
  public init(function value: any Sendable) {
    source = .function(value)
  }

  private init(_ source: AdviceSource) {
    self.source = source
  }

  /// Returns the same advice with a fallback result, which the call returns if instead advice neither returns a result
  /// nor proceeds.
  ///
  /// With it, advice that returns nothing can replace any method:
  ///
  /// ```swift
  /// let notice = BoxedAdvice(taking: { (info: AspectInfo) in print(info.selector, "is not in this edition") })
  /// try Runtime.hook("DiscBurner", "burn(copies:)", .instead, notice.fallingBack(on: 0))
  /// ```
  ///
  /// The result's type is checked when the advice is hooked, at every position, but the result is used by instead
  /// advice only. The call also returns it after a fault of the advice that the message can't throw; the fault is
  /// reported.
  public func fallingBack(on result: any Sendable) -> BoxedAdvice {
    switch source {
    case .fallingBack(let source, _): BoxedAdvice(.fallingBack(source, result: result))
    case .known, .function: BoxedAdvice(.fallingBack(source, result: result))
    }
  }
}
