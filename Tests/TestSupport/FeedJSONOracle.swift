/// JSON as RFC 8259 writes it down, rule by rule: slow, recursive, and without a line in common with the module.
public struct FeedJSONOracle {
  private let text: [UInt8]
  private let maxDepth: Int

  private init(_ text: [UInt8], _ maxDepth: Int) {
    self.text = text
    self.maxDepth = maxDepth
  }

  /// Whether the bytes are one JSON text in UTF-8, nested no deeper than allowed.
  public static func accepts(_ text: [UInt8], maxDepth: Int = 512) -> Bool {
    guard String(validating: text, as: UTF8.self) != nil else { return false }
    let oracle = FeedJSONOracle(text, maxDepth)
    return oracle.value(oracle.blank(0), 0).map { oracle.blank($0) == text.count } ?? false
  }

  // Each rule takes an offset and gives the offset behind what it matches, or nil.

  private func blank(_ start: Int) -> Int {
    var offset = start
    while offset < text.count, [0x20, 0x09, 0x0A, 0x0D].contains(text[offset]) { offset += 1 }
    return offset
  }

  private func literal(_ word: String, _ start: Int) -> Int? {
    let word = Array(word.utf8)
    return start + word.count <= text.count && Array(text[start..<start + word.count]) == word
      ? start + word.count : nil
  }

  private func value(_ start: Int, _ depth: Int) -> Int? {
    literal("true", start) ?? literal("false", start) ?? literal("null", start) ?? number(start) ?? string(start)
      ?? list(start, depth, "[", "]") { value($0, depth + 1) } ?? list(start, depth, "{", "}") { member($0, depth + 1) }
  }

  private func member(_ start: Int, _ depth: Int) -> Int? {
    guard let name = string(start), let colon = literal(":", blank(name)) else { return nil }
    return value(blank(colon), depth)
  }

  private func list(_ start: Int, _ depth: Int, _ open: String, _ close: String, _ element: (Int) -> Int?) -> Int? {
    guard depth < maxDepth, let inside = literal(open, start) else { return nil }
    if let end = literal(close, blank(inside)) { return end }
    var offset = inside
    while let behind = element(blank(offset)) {
      if let end = literal(close, blank(behind)) { return end }
      guard let comma = literal(",", blank(behind)) else { return nil }
      offset = comma
    }
    return nil
  }

  private func string(_ start: Int) -> Int? {
    guard var offset = literal("\"", start) else { return nil }
    while offset < text.count {
      if let end = literal("\"", offset) { return end }
      if let escape = literal("\\", offset) {
        let simple = ["\"", "\\", "/", "b", "f", "n", "r", "t"].compactMap { literal($0, escape) }.first
        guard let behind = simple ?? literal("u", escape).flatMap(hexadecimal) else { return nil }
        offset = behind
      } else {
        guard text[offset] >= 0x20 else { return nil }
        offset += 1
      }
    }
    return nil
  }

  private func hexadecimal(_ start: Int) -> Int? {
    guard start + 4 <= text.count else { return nil }
    return text[start..<start + 4].allSatisfy { "0123456789abcdefABCDEF".utf8.contains($0) } ? start + 4 : nil
  }

  private func digits(_ start: Int) -> Int? {
    var offset = start
    while offset < text.count, (0x30...0x39).contains(text[offset]) { offset += 1 }
    return offset > start ? offset : nil
  }

  /// Like every rule of a grammar the longest match: what a fraction or an exponent is missing is an error of its rule.
  private func number(_ start: Int) -> Int? {
    let sign = literal("-", start) ?? start
    guard var offset = literal("0", sign) ?? digits(sign) else { return nil }
    if let point = literal(".", offset) {
      guard let fraction = digits(point) else { return nil }
      offset = fraction
    }
    if let exponent = literal("e", offset) ?? literal("E", offset) {
      guard let power = digits(literal("+", exponent) ?? literal("-", exponent) ?? exponent) else { return nil }
      offset = power
    }
    return offset
  }
}
