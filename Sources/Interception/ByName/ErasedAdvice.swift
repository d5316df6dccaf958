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

/// Where advice by name comes from.
@usableFromInline
enum AdviceSource: @unchecked Sendable {
  /// Advice that says what it takes, or takes anything.
  case known(ErasedAdvice)
  /// A value that may turn out to be a function.
  case function(Any)
  /// Advice with a result for calls in whose place it gives none.
  indirect case fallingBack(AdviceSource, result: Any)

  /// The advice, if it fits a message.
  ///
  /// - Throws: ``AspectError/missingSignature(class:selector:given:)`` where it is no function whose types can be known,
  ///   ``AspectError/incompatibleSignature(class:selector:expected:given:)`` where they do not fit, and
  ///   ``AspectError/resultType(class:selector:expected:given:)`` where what it falls back on does not.
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
    if let found, found.isInStep(with: kind.signature, at: position),
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

  /// What there is to say of advice that declares nothing.
  private var given: String {
    switch self {
    case .known(let advice): "(AspectInfo)\(advice.answer == nil ? " async" : "") throws -> Any?"
    case .function(let value): "\(type(of: value))"
    case .fallingBack(let source, _): source.given
    }
  }
}

/// A function that was handed over as `Any`, found out by trying the types that a message can use.
///
/// Swift's casts of functions are exact, so that a function which passes one is of these very types, and may be shared.
struct FunctionAdvice {
  let value: Any
  /// Whether there is a result to fall back on, so that the function may return nothing.
  var hasFallback = false

  /// How many of a message's arguments such a function may take.
  static var maximumArguments: Int { 6 }

  /// The function as advice for a message; nil where its types are others.
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

  /// The function as one that takes the info and `count` arguments.
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
  /// The type of the errors, where it is one type and not any.
  fileprivate var typedFailure: (any Error.Type)? { failure as? any Error.Type }
}

/// Advice that works on messages of any types, through an ``AspectInfo``; it is checked against a message when it is hooked.
///
/// ```swift
/// let log = BoxedAdvice { info in
///   print(info.className, info.selector, info.arguments)
///   return nil
/// }
/// try Runtime.hook("Account", "deposit(_:)", .before, log)
/// ```
///
/// Around a call and in its place, what the advice returns is the result of the call; at other positions it does not count. `nil`
/// stands for what its latest proceed came to. Where it has not proceeded, nil stands for proceeding now around a call, and for
/// doing nothing in place of a call, which then returns what the advice falls back on (``fallingBack(on:)``), or else nothing or nil;
/// a message that returns neither needs a result, and `nil` is a fault (``Runtime/onFault(_:)``).
public struct BoxedAdvice: Sendable {
  @usableFromInline let source: AdviceSource

  /// Takes advice that takes any message: nothing is known of its result and of its errors before it runs.
  ///
  /// What it returns or throws and the message cannot is reported as a fault: see ``Runtime/onFault(_:)``.
  public init(_ body: @escaping @Sendable (AspectInfo) throws -> Any?) {
    source = .known(ErasedAdvice(nil, answer: body, run: { _ = try body($0) }))
  }

  /// Takes advice that suspends, and takes whatever asynchronous message it is hooked to.
  @_disfavoredOverload
  public init(_ body: nonisolated(nonsending) @escaping @Sendable (AspectInfo) async throws -> Any?) {
    source = .known(ErasedAdvice(nil, answer: nil, run: nil, asyncAnswer: body))
  }

  /// Takes advice for messages of both kinds: `body` runs in calls that do not suspend, `asyncBody` in those that do.
  ///
  /// Advice that proceeds needs both to be hooked to any message, since it must await what it proceeds to if that suspends.
  public init(
    _ body: @escaping @Sendable (AspectInfo) throws -> Any?,
    awaiting asyncBody: nonisolated(nonsending) @escaping @Sendable (AspectInfo) async throws -> Any?
  ) {
    source = .known(ErasedAdvice(nil, answer: body, run: { _ = try body($0) }, asyncAnswer: asyncBody))
  }

  /// Takes advice that says what it takes: nothing, or the info, and then as many of the message's arguments as it likes.
  @inlinable
  public init<each Parameter, Output, Failure: Error>(
    taking advice: @escaping @Sendable (repeat each Parameter) throws(Failure) -> Output
  ) {
    source = .known(ErasedAdvice(taking: advice))
  }

  /// Takes advice that suspends, and says what it takes in the same way.
  @inlinable
  @_disfavoredOverload
  public init<each Parameter, Output, Failure: Error>(
    taking advice:
      nonisolated(nonsending) @escaping @Sendable (AspectInfo, repeat each Parameter) async throws(Failure) -> Output
  ) {
    source = .known(ErasedAdvice(awaiting: advice))
  }

  /// Takes a value of unknown type that should be such a function.
  ///
  /// Whether it is one, and fits, is found out when it is hooked. Such a function may take up to six of the message's arguments.
  public init(function value: any Sendable) {
    source = .function(value)
  }

  private init(_ source: AdviceSource) {
    self.source = source
  }

  /// The same advice with a result to fall back on: what a call returns in whose place the advice neither gives one nor proceeds.
  ///
  /// So advice that returns nothing can stand in place of any method:
  ///
  /// ```swift
  /// let notice = BoxedAdvice(taking: { (info: AspectInfo) in print(info.selector, "is not in this edition") })
  /// try Runtime.hook("DiscBurner", "burn(copies:)", .instead, notice.fallingBack(on: 0))
  /// ```
  ///
  /// It is compared with the message when it is hooked, at every position, and counts in place of a call only. A fault of the advice
  /// is reported, and where the message cannot throw it, the call returns this result too.
  public func fallingBack(on result: any Sendable) -> BoxedAdvice {
    switch source {
    case .fallingBack(let source, _): BoxedAdvice(.fallingBack(source, result: result))
    case .known, .function: BoxedAdvice(.fallingBack(source, result: result))
    }
  }
}
