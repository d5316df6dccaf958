/// An amount of money as a number in JSON spells it, without going through binary fractions.
struct DecimalAmount {
  /// The amount in millionths, rounded down.
  let micros: Int64
  /// Whether nothing was rounded.
  let isExact: Bool

  /// Reads a valid number; nil if it is negative, or more than 2⁵³ − 1 millionths.
  ///
  /// - Complexity: O(*n*) for *n* digits.
  init?(_ number: ArraySlice<UInt8>) {
    var digits: [UInt8] = []
    var decimals = 0
    var rest = number
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { rest = rest.dropFirst() }
    var isFraction = false
    while let byte = rest.first, byte | 0x20 != UInt8(ascii: "e") {
      rest = rest.dropFirst()
      if byte == UInt8(ascii: ".") { isFraction = true; continue }
      if isFraction { decimals += 1 }
      digits.append(byte & 15)
    }
    let significant = digits.drop { $0 == 0 }
    guard !significant.isEmpty else {
      (micros, isExact) = (0, true)
      return
    }
    let exponent = rest.isEmpty ? 0 : Self.exponent(rest.dropFirst())
    guard !isNegative, let exponent else { return nil }
    // How many digits, or zeros after the last one, make up the millionths.
    let count = significant.count - decimals + exponent + 6
    guard count <= 16 else { return nil }
    var micros: Int64 = 0
    for place in 0..<max(count, 0) {
      let index = significant.startIndex + place
      micros = micros * 10 + (index < significant.endIndex ? Int64(significant[index]) : 0)
    }
    guard micros < 1 << 53 else { return nil }
    self.micros = micros
    isExact = significant.dropFirst(max(count, 0)).allSatisfy { $0 == 0 }
  }

  /// Reads an exponent; one of more than six digits is nil if it is positive, and the least one otherwise.
  private static func exponent(_ text: ArraySlice<UInt8>) -> Int? {
    let isNegative = text.first == UInt8(ascii: "-")
    let digits = text.drop { !(UInt8(ascii: "1")...UInt8(ascii: "9") ~= $0) }
    if digits.count > 6 { return isNegative ? -9_999_999 : nil }
    let value = digits.reduce(0) { $0 * 10 + Int($1 & 15) }
    return isNegative ? -value : value
  }
}
