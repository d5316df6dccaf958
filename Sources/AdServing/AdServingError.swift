/// An error of this module, with the values that cause it.
public enum AdServingError: Error, Equatable, Sendable {
  /// A word has an invalid value, and `expected` is what it takes; `column` counts from 1 and is nil outside of a line
  /// of text.
  case invalidValue(word: String, value: String, expected: String, column: Int?)
  /// A word lacks its value.
  case missingValue(word: String, column: Int)
  /// Two words contradict each other.
  case contradiction(String, String)
  /// The JSON of an ad queue's policy, or of a viewability rule, has an unknown member.
  case unknownMember(String)
  /// A frequency history is of another version, or no recording produces it; the string says what is wrong.
  case invalidHistory(String)
  /// An impression, a ledger, an inbox, an outbox or an acknowledgement is of another version, or no events produce it; the
  /// string says what is wrong.
  case invalidLedger(String)
  /// The text of a receipt is not one that the service has given out; the string says what is wrong.
  case invalidReceipt(String)
  /// A ledger of impressions is merged into one of another device, which is named first.
  case otherDevice(String, String)
}

extension AdServingError: CustomStringConvertible {
  /// A description of the error in English.
  public var description: String {
    switch self {
    case .invalidValue(let word, let value, let expected, let column):
      (column.map { "column \($0): " } ?? "")
        + "invalid value \(value.isEmpty ? "''" : value) for '\(word)'; expected \(expected)"
    case .missingValue(let word, let column): "column \(column): '\(word)' lacks its value"
    case .contradiction(let one, let other): "'\(one)' and '\(other)' cannot both be met"
    case .unknownMember(let member): "a policy has no member '\(member)'"
    case .invalidHistory(let fault): "the frequency history cannot be used: \(fault)"
    case .invalidLedger(let fault): "the record of impressions is not possible: \(fault)"
    case .invalidReceipt(let fault): "the receipt does not count: \(fault)"
    case .otherDevice(let own, let other): "a ledger of device '\(other)' cannot be merged into one of '\(own)'"
    }
  }
}
