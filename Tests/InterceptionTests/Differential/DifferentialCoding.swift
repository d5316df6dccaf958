import TestSupport

/// Arguments and results of one type as the numbers that the model knows them by.
struct DifferentialCoding<Arguments, Result>: Sendable {
  let message: InterceptionModel.Message
  let argument: @Sendable (Arguments) -> Int
  let makeArgument: @Sendable (Int) -> Arguments
  let result: @Sendable (Result) -> Int
  let makeResult: @Sendable (Int) -> Result
}

extension DifferentialCoding where Arguments == Int, Result == Int {
  static func numbers(_ message: InterceptionModel.Message) -> Self {
    Self(message: message, argument: { $0 }, makeArgument: { $0.short }, result: { $0 }, makeResult: { $0.short })
  }
}

extension DifferentialCoding where Arguments == Void, Result == Int {
  static var getter: Self {
    Self(message: .getter, argument: { 0 }, makeArgument: { _ in }, result: { $0 }, makeResult: { $0.short })
  }
}

extension DifferentialCoding where Arguments == Int, Result == Void {
  static var setter: Self {
    Self(message: .setter, argument: { $0 }, makeArgument: { $0.short }, result: { 0 }, makeResult: { _ in })
  }
}
