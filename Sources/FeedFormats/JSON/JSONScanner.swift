/// A scanner that validates JSON as RFC 8259 defines it, without storing values.
///
/// Two kinds of flaws are recorded and skipped, so that the caller can omit just the item that contains them: nesting
/// deeper than allowed, and bytes that are not UTF-8. Two more are recorded and skipped if the caller allows it, since
/// they can be repaired: a control character in a string, and a comma before a closing bracket. Open containers are
/// kept on an explicit stack, one byte each, so that no input can overflow the call stack.
struct JSONScanner {
  let bytes: [UInt8]
  private let maxDepth: Int

  /// The offset of the next byte to read.
  var position: Int

  /// The offset after the last byte to read.
  var end: Int

  /// The number of containers around the scanned values, set by the caller that opened them.
  var outerDepth = 0

  /// The flaws found since this was last set.
  var flaws = Flaws()

  /// Whether flaws that ``JSONRepair`` can repair are skipped instead of thrown.
  var allowsFlaws = false

  private var containers: [UInt8] = []

  /// The offsets of flaws that were skipped, the first of each kind.
  struct Flaws: Equatable {
    /// A container that is nested deeper than allowed.
    var firstTooDeep: Int?
    /// A byte in a string that is not UTF-8.
    var firstInvalid: Int?
    /// A control character in a string.
    var firstControlCharacter: Int?
    /// A comma before a closing bracket.
    var firstTrailingComma: Int?

    /// Whether the text must be repaired before it is passed on.
    var needRepair: Bool { firstControlCharacter != nil || firstTrailingComma != nil }
  }

  init(_ bytes: [UInt8], at position: Int = 0, maxDepth: Int = .max) {
    self.bytes = bytes
    self.position = position
    end = bytes.count
    self.maxDepth = maxDepth
  }

  /// Whether the whole text is one JSON value, in UTF-8, nested no deeper than allowed.
  static func isValid(_ bytes: [UInt8], maxDepth: Int = 512) -> Bool {
    var scanner = JSONScanner(bytes, maxDepth: maxDepth)
    scanner.skipWhitespace()
    do throws(JSONFault) { try scanner.skipValue() } catch { return false }
    scanner.skipWhitespace()
    return scanner.position == bytes.count && scanner.flaws == Flaws()
  }

  /// The next byte, or nil at the end.
  var next: UInt8? { position < end ? bytes[position] : nil }

  mutating func skipWhitespace() {
    while position < end, bytes[position].isWhitespace { position += 1 }
  }

  /// Moves past the value at the current position.
  ///
  /// - Complexity: O(*n*) for a value of *n* bytes.
  mutating func skipValue() throws(JSONFault) {
    containers.removeAll(keepingCapacity: true)
    repeat {
      while try !skipScalarOrOpening() {}
    } while try skipToNextValue()
  }

  /// Moves past a member's name, its colon and the white space around it, and returns the range of the name.
  mutating func skipName() throws(JSONFault) -> Range<Int> {
    let start = position
    guard next == UInt8(ascii: "\"") else { throw fault("a member's name in quotes", within: "an object") }
    try skipString()
    let name = start..<position
    skipWhitespace()
    try skip(UInt8(ascii: ":"), expecting: "a colon", within: "an object")
    skipWhitespace()
    return name
  }

  /// Moves past a comma and the white space after it, or past the closing byte; returns whether another value follows.
  mutating func skipComma(orClosing closing: UInt8) throws(JSONFault) -> Bool {
    skipWhitespace()
    if next == UInt8(ascii: ",") {
      let comma = position
      position += 1
      skipWhitespace()
      guard allowsFlaws, next == closing else { return true }
      flaws.firstTrailingComma = flaws.firstTrailingComma ?? comma
    }
    let isObject = closing == UInt8(ascii: "}")
    let expected = isObject ? "a comma or a closing brace" : "a comma or a closing bracket"
    try skip(closing, expecting: expected, within: isObject ? "an object" : "an array")
    return false
  }

  /// Returns a fault at the current position: something else was expected, or the input ends.
  func fault(_ expected: String, within: String) -> JSONFault {
    let problem: JSONFault.Problem = next == nil ? .endOfInput(within: within) : .expected(expected)
    return JSONFault(offset: position, problem: problem)
  }

  private mutating func skip(_ byte: UInt8, expecting words: String, within: String) throws(JSONFault) {
    guard next == byte else { throw fault(words, within: within) }
    position += 1
  }

  /// Moves past a scalar or an empty container and returns true, or to a container's first value and returns false.
  private mutating func skipScalarOrOpening() throws(JSONFault) -> Bool {
    switch next {
    case UInt8(ascii: "{"): return try open(closing: UInt8(ascii: "}"))
    case UInt8(ascii: "["): return try open(closing: UInt8(ascii: "]"))
    case UInt8(ascii: "\""): try skipString()
    case UInt8(ascii: "t"): try skipWord("true")
    case UInt8(ascii: "f"): try skipWord("false")
    case UInt8(ascii: "n"): try skipWord("null")
    case .some(UInt8(ascii: "-")), .some(0x30...0x39): try skipNumber()
    default: throw fault("a value", within: containers.isEmpty ? "the outermost value" : "an object or an array")
    }
    return true
  }

  private mutating func open(closing: UInt8) throws(JSONFault) -> Bool {
    if outerDepth + containers.count >= maxDepth, flaws.firstTooDeep == nil { flaws.firstTooDeep = position }
    position += 1
    skipWhitespace()
    if next == closing {
      position += 1
      return true
    }
    containers.append(closing)
    if closing == UInt8(ascii: "}") { _ = try skipName() }
    return false
  }

  /// Closes the containers that end after a value; returns whether another value follows in an open container.
  private mutating func skipToNextValue() throws(JSONFault) -> Bool {
    while let closing = containers.last {
      if try skipComma(orClosing: closing) {
        if closing == UInt8(ascii: "}") { _ = try skipName() }
        return true
      }
      containers.removeLast()
    }
    return false
  }
}

// MARK: - Scalars

/// Scanning of strings, numbers and literals.
extension JSONScanner {
  private mutating func skipString() throws(JSONFault) {
    position += 1
    while position < end {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        position += 1
        return
      case UInt8(ascii: "\\"): try skipEscape()
      case 0..<0x20 where allowsFlaws:
        flaws.firstControlCharacter = flaws.firstControlCharacter ?? position
        position += 1
      case 0..<0x20: throw JSONFault(offset: position, problem: .controlCharacterInString)
      case 0x20..<0x80: position += 1
      default: skipSequence()
      }
    }
    throw JSONFault(offset: position, problem: .endOfInput(within: "a string"))
  }

  private mutating func skipSequence() {
    let length = UTF8Check.sequenceLength(in: bytes, at: position, end: end)
    if length == 0, flaws.firstInvalid == nil { flaws.firstInvalid = position }
    position += max(length, 1)
  }

  private mutating func skipEscape() throws(JSONFault) {
    let backslash = position
    position += 1
    switch next {
    case nil: throw JSONFault(offset: position, problem: .endOfInput(within: "a string"))
    case UInt8(ascii: "u"):
      for _ in 0..<4 {
        position += 1
        guard let digit = next else { throw JSONFault(offset: position, problem: .endOfInput(within: "a string")) }
        guard digit.hexadecimalValue != nil else { throw JSONFault(offset: backslash, problem: .badEscape) }
      }
    case .some(let byte):
      guard "\"\\/bfnrt".utf8.contains(byte) else { throw JSONFault(offset: backslash, problem: .badEscape) }
    }
    position += 1
  }

  private mutating func skipWord(_ word: String) throws(JSONFault) {
    for byte in word.utf8 {
      guard let found = next else { throw JSONFault(offset: position, problem: .endOfInput(within: "a value")) }
      guard found == byte else { throw JSONFault(offset: position, problem: .expected("\(word)")) }
      position += 1
    }
  }

  private mutating func skipNumber() throws(JSONFault) {
    if next == UInt8(ascii: "-") { position += 1 }
    if next == UInt8(ascii: "0") { position += 1 } else { try skipDigits() }
    if next == UInt8(ascii: ".") {
      position += 1
      try skipDigits()
    }
    guard next == UInt8(ascii: "e") || next == UInt8(ascii: "E") else { return }
    position += 1
    if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
    try skipDigits()
  }

  private mutating func skipDigits() throws(JSONFault) {
    let start = position
    while let byte = next, byte.isASCIIDigit { position += 1 }
    guard position == start else { return }
    let problem: JSONFault.Problem = next == nil ? .endOfInput(within: "a number") : .badNumber
    throw JSONFault(offset: position, problem: problem)
  }
}

/// Repairs JSON whose only flaws are control characters in strings and commas before closing brackets.
///
/// Bytes that are passed on verbatim must be valid JSON.
enum JSONRepair {
  /// Returns the text with control characters in strings escaped and such commas removed.
  ///
  /// - Complexity: O(*n*).
  static func repaired(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var repaired: [UInt8] = []
    repaired.reserveCapacity(text.count + 16)
    var isInString = false
    var offset = text.startIndex
    while offset < text.endIndex {
      let byte = text[offset]
      switch byte {
      case UInt8(ascii: "\\") where isInString && offset + 1 < text.endIndex:
        // The escaped byte may be a quote, which does not end the string.
        repaired += [byte, text[offset + 1]]
        offset += 1
      case UInt8(ascii: "\""):
        isInString.toggle()
        repaired.append(byte)
      case 0..<0x20 where isInString: repaired += escape(byte)
      case UInt8(ascii: ",") where !isInString && endsContainer(after: offset, in: text): break
      default: repaired.append(byte)
      }
      offset += 1
    }
    return repaired[...]
  }

  private static func endsContainer(after comma: Int, in text: ArraySlice<UInt8>) -> Bool {
    let next = text[(comma + 1)...].first { !$0.isWhitespace }
    return next == UInt8(ascii: "]") || next == UInt8(ascii: "}")
  }

  private static func escape(_ byte: UInt8) -> [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    return Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
  }
}

extension FeedDocument.Member {
  /// The member as valid JSON, with flaws that were skipped repaired.
  var repaired: FeedDocument.Member {
    FeedDocument.Member(
      name: name, rawName: JSONRepair.repaired(rawName), rawValue: JSONRepair.repaired(rawValue))
  }
}
