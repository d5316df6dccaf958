/// Advice by name as its hook holds it, whether or not it may be shared between threads.
///
/// What is hooked on a class comes from a ``BoxedAdvice``, and is Sendable. What is hooked on one object runs where the object is used.
@usableFromInline
struct ErasedAdvice: @unchecked Sendable {
  /// What it declares; nil where it takes any message.
  let types: AdviceTypes?
  /// Runs it for what it answers.
  let answer: (AspectInfo) throws -> Any?
  /// Runs it for what it does; apart, since most advice answers nothing, and boxing that costs as much as calling it.
  let run: (AspectInfo) throws -> Void

  /// Advice whose types are known, or that takes any message.
  @usableFromInline
  init(
    _ types: AdviceTypes?, answer: @escaping (AspectInfo) throws -> Any?, run: @escaping (AspectInfo) throws -> Void
  ) {
    self.types = types
    self.answer = answer
    self.run = run
  }

  /// Advice that is given the info and arguments, which it takes out of the call's memory without boxing them.
  ///
  /// Made where the advice is written, where the compiler knows its types. They are those of the message, since nothing is hooked before
  /// they have been compared.
  @inlinable
  init<each Parameter, Output, Failure: Error>(
    taking advice: @escaping (repeat each Parameter) throws(Failure) -> Output
  ) {
    self.init(
      AdviceTypes(taking: advice),
      answer: { info in
        var reader = unsafe ParameterReader(info)
        return try advice(repeat unsafe reader.next(as: (each Parameter).self))
      },
      run: { info in
        var reader = unsafe ParameterReader(info)
        _ = try advice(repeat unsafe reader.next(as: (each Parameter).self))
      })
  }
}

/// Where advice by name comes from.
@usableFromInline
enum AdviceSource: @unchecked Sendable {
  /// Advice that says what it takes, or takes anything.
  case known(ErasedAdvice)
  /// A value that may turn out to be a function.
  case function(Any)

  /// The advice, if it fits a message.
  ///
  /// - Throws: ``AspectError/missingSignature(class:selector:given:)`` where it is no function whose types can be known, and
  ///   ``AspectError/incompatibleSignature(class:selector:expected:given:)`` where they do not fit.
  func advice(
    for kind: MessageKind, at position: AdvicePosition, in className: String
  ) throws(AspectError) -> ErasedAdvice {
    let given: String
    switch self {
    case .known(let advice):
      guard let types = advice.types, !types.fit(kind, at: position) else { return advice }
      given = types.description
    case .function(let value):
      given = "\(type(of: value))"
      guard TypeShape(of: type(of: value)).isFunction else {
        throw .missingSignature(class: className, selector: kind.selector, given: given)
      }
      let found = FunctionAdvice(value: value).known(for: kind, at: position)
      if let found, found.types?.fit(kind, at: position) ?? true { return found }
    }
    let expected = AdviceTypes(allThat: kind, mayTakeAt: position).description
    throw .incompatibleSignature(class: className, selector: kind.selector, expected: expected, given: given)
  }
}
