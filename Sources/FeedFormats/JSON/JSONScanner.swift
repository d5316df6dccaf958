/// Walks over JSON as RFC 8259 defines it, checking every byte and keeping none.
///
/// Two things are noted and passed over, so that the caller can leave out just the item they stand in: nesting deeper
/// than allowed and bytes that are no UTF-8. Two more are noted where the caller allows them, since each can be repaired:
/// a control character in a string and a comma before a closing bracket. Open containers are kept on a stack of its own, a byte each, so that no
/// input can exhaust the call stack.
struct JSONScanner {
  let bytes: [UInt8]
  let maxDepth: Int

  /// The offset of the next byte to read.
  var position: Int

  /// The offset behind the last byte to read.
  var end: Int

  /// How many containers are open around the values that are scanned; set by the caller, who opened them.
  var outerDepth = 0

  /// What was passed over since this was last set.
  var flaws = Flaws()

  /// Whether flaws are passed over that ``JSONRepair`` can mend.
  var allowsFlaws = false

  private var containers: [UInt8] = []

  /// Where what is not JSON was passed over, the first of each kind.
  struct Flaws: Equatable {
    /// A container that is nested deeper than allowed.
    var firstTooDeep: Int?
    /// A byte in a string that is not UTF-8.
    var firstInvalid: Int?
    /// A control character in a string.
    var firstControlCharacter: Int?
    /// A comma before a closing bracket.
    var firstTrailingComma: Int?

    /// Whether there is anything that has to be mended before the text is passed on.
    var wantRepair: Bool { firstControlCharacter != nil || firstTrailingComma != nil }
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

  /// Moves behind the value that begins here.
  ///
  /// - Complexity: O(*n*) for a value of *n* bytes.
  mutating func skipValue() throws(JSONFault) {
    containers.removeAll(keepingCapacity: true)
    repeat {
      while try !skipScalarOrOpening() {}
    } while try skipToNextValue()
  }

  /// Moves behind a member's name, its colon and the white space around it.
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

  /// Moves behind a comma and the white space after it, or behind the closing byte; says whether it was a comma.
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

  /// A fault here: of what is expected, or of the end when there is nothing.
  func fault(_ expected: String, within: String) -> JSONFault {
    let problem: JSONFault.Problem = next == nil ? .endOfInput(within: within) : .expected(expected)
    return JSONFault(offset: position, problem: problem)
  }

  private mutating func skip(_ byte: UInt8, expecting words: String, within: String) throws(JSONFault) {
    guard next == byte else { throw fault(words, within: within) }
    position += 1
  }

  /// Moves behind a scalar or an empty container and says true, or to the first value of a container and says false.
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

  /// After a value: closes what closes here; true when another value of an open container follows.
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

/// Strings, numbers and words: the values that hold no others.
extension JSONScanner {
  mutating func skipString() throws(JSONFault) {
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

  mutating func skipWord(_ word: String) throws(JSONFault) {
    for byte in word.utf8 {
      guard let found = next else { throw JSONFault(offset: position, problem: .endOfInput(within: "a value")) }
      guard found == byte else { throw JSONFault(offset: position, problem: .expected("\(word)")) }
      position += 1
    }
  }

  mutating func skipNumber() throws(JSONFault) {
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

/// Makes JSON of text whose only flaws are control characters in strings and commas before closing brackets.
///
/// What is passed on as it was spelled must be JSON when it arrives.
enum JSONRepair {
  /// The text with each control character in a string escaped and each such comma left out.
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
        // The escaped byte may be a quote, which ends nothing.
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
