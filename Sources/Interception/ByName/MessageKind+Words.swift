/// What is said of a message in errors.
extension MessageKind {
  /// The name of the class that declares the message.
  final var className: String { "\(signature.receiver)" }

  /// Makes the message's arguments of boxed ones.
  final func make<Arguments>(_ values: [Any], as type: Arguments.Type) throws(AspectError) -> Arguments {
    try wording { () throws(ArgumentsMismatch) in try layout.make(values, as: type) }
  }

  /// Runs `body`, and words what it has against arguments as an error of the message.
  final func wording<Value>(_ body: () throws(ArgumentsMismatch) -> Value) throws(AspectError) -> Value {
    do throws(ArgumentsMismatch) {
      return try body()
    } catch {
      switch error {
      case .count(let expected, let given):
        throw .argumentCount(class: className, selector: selector, expected: expected, given: given)
      case .noSuchIndex(let index, let count):
        throw .noSuchArgument(class: className, selector: selector, index: index, count: count)
      case .type(let index, let expected, let given):
        throw .argumentType(class: className, selector: selector, index: index, expected: expected, given: given)
      }
    }
  }
}
