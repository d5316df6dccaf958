import Placement

/// The price of a thousand impressions, exact to a millionth of a currency's unit.
///
/// ```swift
/// let price = try Price("1.25 USD")
/// price.micros          // 1250000
/// ```
public struct Price: Hashable, Sendable {
  /// The price of a thousand impressions in millionths of the currency's unit, from 0 to 2⁵³ − 1.
  public let micros: Int64
  /// The currency's code of three capital letters, as ISO 4217 has it.
  public let currency: String

  /// Makes a price.
  /// - Throws: ``AdServingError/invalidValue(word:value:expected:column:)``.
  public init(micros: Int64, currency: String) throws(AdServingError) {
    guard 0...Duration.latestMilliseconds ~= micros else {
      throw .invalidValue(word: "price", value: "\(micros)", expected: Self.expected, column: nil)
    }
    guard currency.utf8.count == 3, currency.utf8.allSatisfy({ UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 }) else {
      throw .invalidValue(word: "currency", value: currency, expected: "three capital letters", column: nil)
    }
    self.micros = micros
    self.currency = currency
  }

  private static let expected = "a number from 0 with at most six decimals and a currency, such as '1.25 USD'"
}

// MARK: - Text

extension Price {
  /// Parses a price such as `1.25 USD`.
  /// - Throws: ``AdServingError/invalidValue(word:value:expected:column:)``.
  public init(_ text: String) throws(AdServingError) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 2, let micros = Price.micros(words[0]) else {
      throw .invalidValue(word: "price", value: String(text.prefix(32)), expected: Self.expected, column: nil)
    }
    try self.init(micros: micros, currency: String(words[1]))
  }

  private static func micros(_ number: Substring) -> Int64? {
    let parts = number.split(separator: ".", omittingEmptySubsequences: false)
    let decimals = parts.count > 1 ? parts[1] : "0"
    let isNumber = { (part: Substring) in
      !part.isEmpty && part.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    }
    guard parts.count <= 2, decimals.utf8.count <= 6, parts.allSatisfy(isNumber) else { return nil }
    return Int64(parts[0] + decimals + String(repeating: "0", count: 6 - decimals.utf8.count))
  }

  /// The shortest number that spells an amount in millionths, such as `1.25`.
  package static func number(_ micros: Int64) -> String {
    let (whole, rest) = micros.quotientAndRemainder(dividingBy: 1_000_000)
    if rest == 0 { return "\(whole)" }
    var decimals = String(String(1_000_000 + rest).dropFirst())
    while decimals.utf8.last == UInt8(ascii: "0") { decimals.removeLast() }
    return "\(whole).\(decimals)"
  }
}

extension Price: CustomStringConvertible {
  /// The text from which the price can be parsed, with at least two decimals, such as `1.25 USD`.
  public var description: String {
    let (whole, rest) = micros.quotientAndRemainder(dividingBy: 1_000_000)
    var decimals = String(String(1_000_000 + rest).dropFirst())
    while decimals.utf8.count > 2, decimals.hasSuffix("0") { decimals.removeLast() }
    return "\(whole).\(decimals) \(currency)"
  }
}

extension Price: Codable {
  /// Decodes a price from its text.
  /// - Throws: `DecodingError`; its underlying error is an ``AdServingError``, if it is not the decoder's own.
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    self = try decoder.checking { try Price(text) }
  }

  /// Encodes the price as its text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
