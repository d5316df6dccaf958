/// A position in JSON text, which moves past values that ``JSONSkipper`` validates; none of them is stored.
///
/// Two kinds of flaws are recorded and skipped, so that the caller can omit just the item that contains them: nesting
/// deeper than allowed, and bytes that are not UTF-8. Two more are recorded and skipped if the caller allows it, since
/// they can be repaired: a control character in a string, and a comma before a closing bracket.
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

  /// The offsets of flaws that were skipped, the first of each kind.
  typealias Flaws = JSONFlaws<Int>

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
    return scanner.position == bytes.count && scanner.flaws.isEmpty
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
    let depth = outerDepth
    _ = try skip { skipper, start in skipper.skipValue(start, depth: depth) }
  }

  /// Moves past a member's name, its colon and the white space around it, and returns the range of the name.
  mutating func skipName() throws(JSONFault) -> Range<Int> {
    guard next == UInt8(ascii: "\"") else { throw fault("a member's name in quotes", within: "an object") }
    let name = try skip { skipper, start in skipper.skipString(start) }
    _ = try skip { skipper, start in skipper.skipColon(start) }
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
    guard next == closing else {
      let expected = isObject ? "a comma or a closing brace" : "a comma or a closing bracket"
      throw fault(expected, within: isObject ? "an object" : "an array")
    }
    position += 1
    return false
  }

  /// Moves into the object at the current position; returns whether it has members.
  mutating func openObject() -> Bool {
    outerDepth += 1
    position += 1
    skipWhitespace()
    guard next == UInt8(ascii: "}") else { return true }
    position += 1
    outerDepth -= 1
    return false
  }

  /// Moves to the next member of the innermost open object, or out of the object; returns whether there is one.
  mutating func skipToNextMember() throws(JSONFault) -> Bool {
    if try skipComma(orClosing: UInt8(ascii: "}")) { return true }
    outerDepth -= 1
    return false
  }

  /// Returns a fault at the current position: something else was expected, or the input ends.
  func fault(_ expected: String, within: String) -> JSONFault {
    let problem: JSONFault.Problem = next == nil ? .endOfInput(within: within) : .expected(expected)
    return JSONFault(offset: position, problem: problem)
  }

  /// Moves by a step of the skipper, and returns the range that it has moved past.
  private mutating func skip(
    _ step: (inout JSONSkipper<BoundedPlace>, BoundedPlace) -> BoundedPlace?
  ) throws(JSONFault) -> Range<Int> {
    let offset = position
    let leniency: JSONLeniency = allowsFlaws ? .repairing : .recording
    let result = bytes.withPlace(at: offset, end: end) {
      [maxDepth, outerDepth] start -> (Result<Int, JSONFault>, Flaws?) in
      var skipper = JSONSkipper<BoundedPlace>(leniency, maxDepth: maxDepth)
      let end = step(&skipper, start)
      let flaws = skipper.flaws.isEmpty ? nil : skipper.flaws.offsets(from: start, at: offset)
      if let end { return (.success(offset + (end - start)), flaws) }
      return (.failure(skipper.jsonFault(from: start, at: offset, isOutermost: outerDepth == 0)), flaws)
    }
    if let found = result.1 { flaws.add(found) }
    position = try result.0.get()
    return offset..<position
  }
}

extension JSONFlaws {
  /// The flaws as offsets, where `start` is the place of an offset.
  fileprivate func offsets(from start: Place, at offset: Int) -> JSONFlaws<Int> where Place: TextPlace {
    func distance(_ place: Place?) -> Int? { place.map { offset + ($0 - start) } }
    return JSONFlaws<Int>(
      firstTooDeep: distance(firstTooDeep), firstInvalid: distance(firstInvalid),
      firstControlCharacter: distance(firstControlCharacter), firstTrailingComma: distance(firstTrailingComma))
  }

  /// Adds flaws that were found later.
  fileprivate mutating func add(_ later: JSONFlaws) {
    firstTooDeep = firstTooDeep ?? later.firstTooDeep
    firstInvalid = firstInvalid ?? later.firstInvalid
    firstControlCharacter = firstControlCharacter ?? later.firstControlCharacter
    firstTrailingComma = firstTrailingComma ?? later.firstTrailingComma
  }
}

extension JSONSkipper {
  /// What is wrong, where `start` is the place of an offset.
  fileprivate func jsonFault(from start: Place, at offset: Int, isOutermost: Bool) -> JSONFault {
    guard let fault else { preconditionFailure("nothing is wrong") }
    let isEnd = fault.place.isEnd
    let problem: JSONFault.Problem =
      switch fault.problem {
      case .expected where isEnd && isOutermost && fault.place == start: .endOfInput(within: "the outermost value")
      case .expected(_, let within) where isEnd: .endOfInput(within: "\(within)")
      case .word where isEnd: .endOfInput(within: "a value")
      case .badNumber where isEnd: .endOfInput(within: "a number")
      case .expected(let what, _): .expected("\(what)")
      case .word(let word): .expected("\(word)")
      case .controlCharacter: .controlCharacterInString
      case .badEscape: .badEscape
      case .badNumber: .badNumber
      case .tooDeep: .expected("a value that is nested no deeper than \(maxDepth)")
      case .notUTF8: .expected("UTF-8")
      }
    return JSONFault(offset: offset + (fault.place - start), problem: problem)
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
