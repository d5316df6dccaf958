/// What an advice by name did that its message cannot do, and that could only be seen when it ran.
extension MessageKind {
  /// Makes a result of a boxed one.
  final func result<Result>(_ value: Any) throws(AspectError) -> Result {
    guard let result = value as? Result else {
      throw resultFault(given: "\(type(of: value))", expected: Result.self)
    }
    return result
  }

  /// The error of a result that is not of the message's type.
  final func resultFault<Result>(given: String, expected: Result.Type) -> AspectError {
    .resultType(class: className, selector: selector, expected: "\(Result.self)", given: given)
  }

  /// An error as one that the message may throw; nil where it is not, and is reported.
  final func own<Failure: Error>(_ error: any Error, as type: Failure.Type) -> Failure? {
    if let own = error as? Failure { return own }
    report(error)
    return nil
  }

  /// Hands an error that the message cannot throw to the listener for faults; returns the fault.
  @discardableResult
  final func report(_ error: any Error) -> AspectError {
    let fault =
      error as? AspectError
      ?? .errorType(
        class: className, selector: selector, expected: "\(signature.failure)", given: "\(type(of: error)): \(error)")
    Runtime.report(fault)
    return fault
  }
}
