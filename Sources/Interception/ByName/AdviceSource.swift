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
