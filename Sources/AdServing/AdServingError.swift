/// What this module refuses, and the values it refuses it for.
public enum AdServingError: Error, Equatable, Sendable {
  /// A value that its word cannot take, and what it could; the column is counted from 1, and nil outside of a line of text.
  case invalidValue(word: String, value: String, expected: String, column: Int?)
  /// A word that lacks its value.
  case missingValue(word: String, column: Int)
  /// Two words that cannot both be met.
  case contradiction(String, String)
  /// A member that an ad queue's policy, or a viewability rule, in JSON does not have.
  case unknownMember(String)
  /// A history of what a user saw that no recording leads to, or of another version, and what is wrong with it.
  case invalidHistory(String)
  /// A ledger of impressions that no history leads to, and what is wrong with it.
  case invalidLedger(String)
}

extension AdServingError: CustomStringConvertible {
  /// What is wrong, in words.
  public var description: String {
    switch self {
    case .invalidValue(let word, let value, let expected, let column):
      (column.map { "column \($0): " } ?? "")
        + "'\(word)' cannot be \(value.isEmpty ? "''" : value); it takes \(expected)"
    case .missingValue(let word, let column): "column \(column): '\(word)' lacks its value"
    case .contradiction(let one, let other): "'\(one)' and '\(other)' cannot both be met"
    case .unknownMember(let member): "a policy has no member '\(member)'"
    case .invalidHistory(let fault): "the frequency history cannot be used: \(fault)"
    case .invalidLedger(let fault): "the ledger of impressions is not possible: \(fault)"
    }
  }
}
