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
    let found = find(kind, position)
    if let found, found.isInStep(with: kind.signature, at: position), found.types?.fit(kind, at: position) ?? true {
      return found
    }
    let given = found?.types?.description ?? self.given
    if case .function(let value) = self, !TypeShape(of: type(of: value)).isFunction {
      throw .missingSignature(class: className, selector: kind.selector, given: given)
    }
    let expected = AdviceTypes(allThat: kind, mayTakeAt: position).description
    throw .incompatibleSignature(class: className, selector: kind.selector, expected: expected, given: given)
  }

  private func find(_ kind: MessageKind, _ position: AdvicePosition) -> ErasedAdvice? {
    switch self {
    case .known(let advice): advice
    case .function(let value): FunctionAdvice(value: value).known(for: kind, at: position)
    }
  }

  /// What there is to say of advice that declares nothing.
  private var given: String {
    switch self {
    case .known(let advice): "(AspectInfo)\(advice.answer == nil ? " async" : "") throws -> Any?"
    case .function(let value): "\(type(of: value))"
    }
  }
}
