/// What advice around a call or in its place has come to.
enum Answer<Result, Failure: Error> {
  /// It has given a result, or an error that the message throws.
  case outcome(Swift.Result<Result, Failure>)
  /// It has given nothing that the message can return or throw: `nil`, or what has been reported as a fault.
  case nothing(AspectError?)
}

extension JoinPoint {
  /// Runs advice, and compares what it returns or throws with the message.
  ///
  /// A result of another type is thrown, as the fault that it is, where the message may throw that.
  final func answer<Result, Failure>(_ advice: () throws -> Any?) -> Answer<Result, Failure> {
    let value: Any?
    do {
      value = try advice()
    } catch {
      if let error = error as? Failure { return .outcome(.failure(error)) }
      return .nothing(kind.report(error))
    }
    guard let value else { return .nothing(nil) }
    do throws(AspectError) {
      return .outcome(.success(try kind.result(value)))
    } catch {
      kind.report(error)
      return (error as? Failure).map { .outcome(.failure($0)) } ?? .nothing(error)
    }
  }

  /// The outcome of a call in whose place an advice has run that neither proceeded nor gave an outcome.
  ///
  /// The implementation stays out, whatever the advice did wrong, since it may be what an edition is not to do. What the advice
  /// falls back on comes first.
  final func outcomeInPlace<Result, Failure>(after fault: AspectError?) -> Swift.Result<Result, Failure> {
    if let fallback, let result = fallback as? Result { return .success(result) }
    if let empty = EmptyResult.value(of: Result.self) { return .success(empty) }
    let fault = fault ?? kind.report(kind.resultFault(given: "nil", expected: Result.self))
    if let error = fault as? Failure { return .failure(error) }
    // Not a precondition, whose message an optimised build leaves out.
    fatalError(
      "\(fault); the advice in its place gave no result, and the implementation must not run. "
        + "Let the advice declare that it returns \(Result.self), to have it checked when it is hooked")
  }
}

/// The result of a call that does nothing.
enum EmptyResult {
  /// `()` for `Void`, nil for an optional; nil for a type that has no such value.
  static func value<Result>(of type: Result.Type) -> Result? {
    if Result.self == Void.self { return () as? Result }
    guard let type = Result.self as? any ExpressibleByNilLiteral.Type else { return nil }
    func empty<Value: ExpressibleByNilLiteral>(_ type: Value.Type) -> Result? {
      let value: Value = nil
      return value as? Result
    }
    return empty(type)
  }
}
