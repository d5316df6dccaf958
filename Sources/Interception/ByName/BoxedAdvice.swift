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
public struct BoxedAdvice: @unchecked Sendable {
  // What is made here for a single object needn't be Sendable, since it runs only where the object is used.
  @usableFromInline typealias Answer = (AspectInfo) throws -> Any?
  @usableFromInline typealias AsyncAnswer = nonisolated(nonsending) (AspectInfo) async throws -> Any?

  /// The declared types; nil if the advice fits any message.
  let types: AdviceTypes?
  /// Runs synchronous advice and returns its boxed result, if any; nil for asynchronous advice.
  let answer: Answer?
  /// Runs asynchronous advice and returns its boxed result, if any; nil for synchronous advice.
  let asyncAnswer: AsyncAnswer?
  /// A value that may be a function, for which the others are found when it is hooked.
  private let function: Any?
  /// The result of calls in which instead advice gives none; nil if not specified.
  private(set) var fallback: Any?

  @usableFromInline
  init(
    _ types: AdviceTypes? = nil, answer: Answer? = nil, asyncAnswer: AsyncAnswer? = nil, function: Any? = nil
  ) {
    self.types = types
    self.answer = answer
    self.asyncAnswer = asyncAnswer
    self.function = function
  }

  /// Creates advice that fits any message; its result and errors are checked only when it runs.
  ///
  /// A result or an error that the message can't return or throw is reported as a fault; see ``Runtime/onFault(_:)``.
  public init(_ body: @escaping @Sendable (AspectInfo) throws -> Any?) {
    self.init(answer: body)
  }

  /// Creates asynchronous advice that fits any asynchronous message.
  @_disfavoredOverload
  public init(_ body: nonisolated(nonsending) @escaping @Sendable (AspectInfo) async throws -> Any?) {
    self.init(asyncAnswer: body)
  }

  /// Creates advice for synchronous and asynchronous messages: `body` runs in calls of the former, `asyncBody` in calls
  /// of the latter.
  ///
  /// Advice that proceeds needs both closures to fit every message, since it must await an asynchronous implementation.
  public init(
    _ body: @escaping @Sendable (AspectInfo) throws -> Any?,
    awaiting asyncBody: nonisolated(nonsending) @escaping @Sendable (AspectInfo) async throws -> Any?
  ) {
    self.init(answer: body, asyncAnswer: asyncBody)
  }

  /// Creates advice with declared types: it takes nothing, or the info and then any number of the message's arguments.
  @inlinable
  public init<each Parameter, Output, Failure: Error>(
    taking advice: @escaping @Sendable (repeat each Parameter) throws(Failure) -> Output
  ) {
    self.init(unchecked: advice)
  }

  /// Creates asynchronous advice whose types are declared in the same way.
  @inlinable @_disfavoredOverload
  public init<each Parameter, Output, Failure: Error>(
    taking advice:
      nonisolated(nonsending) @escaping @Sendable (AspectInfo, repeat each Parameter) async throws(Failure) -> Output
  ) {
    self.init(unchecked: advice)
  }

  /// Creates advice from a value of unknown type, which must be such a function.
  ///
  /// Whether it is a function and fits is checked when it is hooked. The function may take up to six of the message's
  /// arguments.
  public init(function value: any Sendable) {
    self.init(function: value as Any)
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
    var advice = self
    advice.fallback = result
    return advice
  }
}

// MARK: - Typed closures

extension BoxedAdvice {
  /// Creates advice from a closure, Sendable or not, whose info and arguments are read from the call's memory.
  ///
  /// It is inlined at the closure's definition, where the compiler knows its types. These match the message's, since
  /// they are compared before the advice is hooked.
  @inlinable
  init<each Parameter, Output, Failure: Error>(
    unchecked advice: @escaping (repeat each Parameter) throws(Failure) -> Output
  ) {
    self.init(
      AdviceTypes((repeat each Parameter).self, Output.self, Failure.self),
      answer: { info in
        var reader = ParameterReader(info)
        return BoxedAdvice.boxed(try advice(repeat reader.next(as: (each Parameter).self)))
      })
  }

  /// Creates advice from a closure that takes the info only, which a parameter pack would retain in each call.
  @inlinable
  init<Output, Failure: Error>(unchecked advice: @escaping (AspectInfo) throws(Failure) -> Output) {
    self.init(
      AdviceTypes(AspectInfo.self, Output.self, Failure.self),
      answer: { info in BoxedAdvice.boxed(try advice(info)) })
  }

  /// Creates asynchronous advice in the same way.
  @inlinable @_disfavoredOverload
  init<each Parameter, Output, Failure: Error>(
    unchecked advice:
      nonisolated(nonsending) @escaping (AspectInfo, repeat each Parameter) async throws(Failure) -> Output
  ) {
    self.init(
      AdviceTypes((AspectInfo, repeat each Parameter).self, Output.self, Failure.self, isAsync: true),
      asyncAnswer: { info in
        var reader = ParameterReader(info)
        return BoxedAdvice.boxed(
          try await advice(
            reader.next(as: AspectInfo.self), repeat reader.next(as: (each Parameter).self)))
      })
  }

  /// Returns an advice's result boxed; nil if it has type `Void`, or has type `Any?` and is nil.
  @inlinable
  static func boxed<Output>(_ output: Output) -> Any? {
    if Output.self == Void.self { return nil }
    // What is in a box already would be put in another one.
    if Output.self == Any?.self { return unsafe unsafeBitCast(output, to: Any?.self) }
    return Output.self == Any.self ? unsafe unsafeBitCast(output, to: Any.self) : output
  }
}

// MARK: - Check

extension BoxedAdvice {
  /// Returns the advice if it fits a message; then its types are known, unless it fits any.
  ///
  /// - Throws: ``AspectError/missingSignature(class:selector:given:)`` if it isn't a function with recognizable types,
  ///   ``AspectError/incompatibleSignature(class:selector:expected:given:)`` if the types don't fit, and
  ///   ``AspectError/resultType(class:selector:expected:given:)`` if the fallback result doesn't fit.
  func fitting(
    _ kind: MessageKind, at position: AdvicePosition, in className: String
  ) throws(AspectError) -> BoxedAdvice {
    if let fallback, !kind.canReturn(fallback) {
      throw .resultType(
        class: className, selector: kind.selector, expected: "\(kind.signature.result)", given: "\(type(of: fallback))")
    }
    if let function, !TypeShape(of: type(of: function)).isFunction {
      throw .missingSignature(class: className, selector: kind.selector, given: "\(type(of: function))")
    }
    let found = function == nil ? self : resolved(for: kind, at: position)
    let isAsync = kind.signature.isAsync
    // What may proceed in an asynchronous call must be asynchronous.
    if let found, isAsync && found.asyncAnswer != nil || !(isAsync && position.mayProceed) && found.answer != nil,
      found.types?.fit(kind, at: position, hasFallback: fallback != nil) ?? true
    {
      return found
    }
    throw .incompatibleSignature(
      class: className, selector: kind.selector,
      expected: AdviceTypes(allThat: kind, mayTakeAt: position).description, given: (found ?? self).description)
  }

  /// A description of the advice's types for errors.
  private var description: String {
    if let function { return "\(type(of: function))" }
    return types?.description ?? "(AspectInfo)\(answer == nil ? " async" : "") throws -> Any?"
  }

  /// Casts a value to a function that fits a message, by trying all types that do; nil if none does.
  ///
  /// Casts between function types succeed only for exactly equal types, including `@Sendable`. Such a function may take
  /// up to six of the message's arguments.
  private func resolved(for kind: MessageKind, at position: AdvicePosition) -> BoxedAdvice? {
    // No function takes what a message lacks.
    let types = kind.layout.elements.prefix(6).map(\.type) + Array(repeating: Never.self, count: 6)
    let own = (kind.signature.failure as? any Error.Type).map { [$0] } ?? []
    for output in AdviceTypes.results(of: kind, at: position, hasFallback: fallback != nil) {
      for failure in own + [Never.self, AspectError.self, (any Error).self] {
        var found = resolved(output, failure, types[0], types[1], types[2], types[3], types[4], types[5])
        found?.fallback = fallback
        if let found { return found }
      }
    }
    return nil
  }

  private func resolved<Output, Failure: Error, A, B, C, D, E, F>(
    _ output: Output.Type, _ failure: Failure.Type, _ a: A.Type, _ b: B.Type, _ c: C.Type, _ d: D.Type, _ e: E.Type,
    _ f: F.Type
  ) -> BoxedAdvice? {
    switch function {
    case let value as @Sendable () throws(Failure) -> Output: BoxedAdvice(taking: value)
    case let value as @Sendable (AspectInfo) throws(Failure) -> Output: BoxedAdvice(taking: value)
    case let value as @Sendable (AspectInfo, A) throws(Failure) -> Output: BoxedAdvice(taking: value)
    case let value as @Sendable (AspectInfo, A, B) throws(Failure) -> Output: BoxedAdvice(taking: value)
    case let value as @Sendable (AspectInfo, A, B, C) throws(Failure) -> Output: BoxedAdvice(taking: value)
    case let value as @Sendable (AspectInfo, A, B, C, D) throws(Failure) -> Output: BoxedAdvice(taking: value)
    case let value as @Sendable (AspectInfo, A, B, C, D, E) throws(Failure) -> Output: BoxedAdvice(taking: value)
    case let value as @Sendable (AspectInfo, A, B, C, D, E, F) throws(Failure) -> Output: BoxedAdvice(taking: value)
    default: nil
    }
  }
}
