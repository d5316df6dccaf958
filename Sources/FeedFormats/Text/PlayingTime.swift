/// Reads sizes and playing times as podcasts spell them.
enum PlayingTime {
  /// Returns the seconds of `3723`, `62:03`, `1:02:03` or `PT1H2M3S`, or nil if the text is none of them.
  static func seconds(of text: String) -> Double? {
    let text = text.trimmed
    guard text.utf8.count <= 32 else { return nil }
    if text.utf8.first.map({ $0 | 0x20 }) == UInt8(ascii: "p") { return secondsOfPeriod(text.uppercased()) }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { String($0).trimmed }
    guard parts.count <= 3, let last = parts.last.flatMap(number) else { return nil }
    var seconds = 0.0
    for part in parts.dropLast() {
      guard part.isEmpty || part.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
      seconds = (seconds + (number(part) ?? 0)) * 60
    }
    return seconds + last
  }

  /// Returns the seconds of a period of ISO 8601 that has no days, such as `PT1H2M3S`.
  private static func secondsOfPeriod(_ text: String) -> Double? {
    guard text.hasPrefix("PT"), text.utf8.count > 2 else { return nil }
    var seconds = 0.0
    var digits = ""
    for character in text.dropFirst(2) {
      guard let factor = ["H": 3600.0, "M": 60, "S": 1][character] else {
        digits.append(character)
        continue
      }
      guard let value = number(digits) else { return nil }
      seconds += value * factor
      digits = ""
    }
    return digits.isEmpty ? seconds : nil
  }

  /// Returns the bytes of `12345` or `12,345`, or nil if the text is not a size.
  static func bytes(of text: String) -> Int64? {
    let digits = text.trimmed.utf8.filter { !$0.isWhitespace && $0 != UInt8(ascii: ",") }
    guard !digits.isEmpty, digits.count <= 18, digits.allSatisfy(\.isASCIIDigit) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
  }

  /// Returns a number of digits with at most one point; other spellings of numbers are none of times.
  private static func number(_ text: String) -> Double? {
    guard text.utf8.first?.isASCIIDigit == true, text.utf8.count <= 12,
      text.utf8.allSatisfy({ $0.isASCIIDigit || $0 == UInt8(ascii: ".") })
    else { return nil }
    return Double(text)
  }
}
