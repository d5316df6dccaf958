/// What an advice by name did that its message cannot do, and that could only be seen when it ran.
extension MessageKind {
  /// Makes a result of a boxed one.
  final func result<Result>(_ value: Any) throws(AspectError) -> Result {
    guard let result = value as? Result else {
      throw .resultType(
        class: className, selector: selector, expected: "\(Result.self)", given: "\(type(of: value))")
    }
    return result
  }

  /// An error as one that the message may throw; nil where it is not, and is reported.
  final func own<Failure: Error>(_ error: any Error, as type: Failure.Type) -> Failure? {
    if let own = error as? Failure { return own }
    report(error)
    return nil
  }

  /// Hands an error that the message cannot throw to whoever wants to hear of it.
  final func report(_ error: any Error) {
    let own = error as? AspectError
    Runtime.report(
      own
        ?? .errorType(
          class: className, selector: selector, expected: "\(signature.failure)", given: "\(type(of: error)): \(error)")
    )
  }
}
