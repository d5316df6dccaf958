/// Moves past JSON values as RFC 8259 defines them, in a line or in a whole document.
///
/// Every function returns the place after what it has skipped, or nil if it is invalid; then ``fault`` says why. In
/// strings, bytes that need a decision (quotes, backslashes, control characters and all that is not ASCII) are found 8
/// and 16 at a time; what is not ASCII is checked to be UTF-8.
struct JSONSkipper<Place: TextPlace> {
  /// The depth down to which functions call themselves.
  static var deepestCall: Int { 512 }

  /// What to do about text that is not valid JSON, but can be walked over.
  let leniency: JSONLeniency
  /// The deepest nesting that is allowed.
  let maxDepth: Int

  /// The first thing that is wrong.
  private(set) var fault: (place: Place, problem: Problem)?

  /// The flaws that were skipped.
  private(set) var flaws = JSONFlaws<Place>()

  /// Creates a skipper.
  init(_ leniency: JSONLeniency = .strict, maxDepth: Int = 512) {
    self.leniency = leniency
    self.maxDepth = maxDepth
    deepest = min(maxDepth, Self.deepestCall)
  }

  private let deepest: Int

  /// What can be wrong with a text.
  enum Problem {
    case expected(StaticString, within: StaticString)
    case word(StaticString)
    case tooDeep
    case controlCharacter
    case badEscape
    case badNumber
    case notUTF8
  }

  /// Moves past a value in `depth` containers.
  @inline(__always)
  mutating func skipValue(_ start: Place, depth: Int) -> Place? {
    switch start.byte {
    case UInt8(ascii: "\""): skipString(start)
    case UInt8(ascii: "{"): skipObject(start, depth: depth)
    case UInt8(ascii: "["): skipArray(start, depth: depth)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): skipNumber(start)
    default: skipWord(start)
    }
  }

  /// Returns the next place that is not white space; a newline is none in a text that it ends.
  @inline(__always)
  static func afterSpace(_ start: Place) -> Place {
    var place = start
    while place.byte <= 0x20, isSpace(place.byte) { place = place + 1 }
    return place
  }

  @inline(__always)
  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D || Place.readsLines && byte == 0x0A
  }

  /// Moves past a member's name, its colon and the white space around it.
  @inline(__always)
  mutating func skipName(_ start: Place) -> Place? {
    guard start.byte == UInt8(ascii: "\"") else {
      return fail(start, .expected("a member's name in quotes", within: "an object"))
    }
    guard let end = skipString(start) else { return nil }
    return skipColon(end)
  }

  /// Moves past a colon and the white space around it.
  @inline(__always)
  mutating func skipColon(_ start: Place) -> Place? {
    let colon = Self.afterSpace(start)
    guard colon.byte == UInt8(ascii: ":") else { return fail(colon, .expected("a colon", within: "an object")) }
    return Self.afterSpace(colon + 1)
  }

  @inline(never)
  private mutating func skipObject(_ start: Place, depth: Int) -> Place? {
    skipContainer(start, depth: depth, isObject: true)
  }

  @inline(never)
  private mutating func skipArray(_ start: Place, depth: Int) -> Place? {
    skipContainer(start, depth: depth, isObject: false)
  }

  /// Moves past an object or an array; it is inlined into one function for each, so that the kind costs no branch.
  @inline(__always)
  private mutating func skipContainer(_ start: Place, depth: Int, isObject: Bool) -> Place? {
    if depth >= deepest { return skipDeeply(start, depth: depth) }
    let closing = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
    var place = Self.afterSpace(start + 1)
    if place.byte == closing { return place + 1 }
    while true {
      var value = place
      if isObject {
        guard let named = skipName(place) else { return closeAfterComma(place, closing) }
        value = named
      }
      guard let end = skipValue(value, depth: depth + 1) else {
        // The value of a member is never a closing brace, whatever comes before it.
        return isObject ? nil : closeAfterComma(value, closing)
      }
      place = Self.afterSpace(end)
      if place.byte != UInt8(ascii: ",") { break }
      place = Self.afterSpace(place + 1)
    }
    return place.byte == closing ? place + 1 : failAtEnd(of: closing, place)
  }

  private mutating func failAtEnd(of closing: UInt8, _ place: Place) -> Place? {
    closing == UInt8(ascii: "}")
      ? fail(place, .expected("a comma or a closing brace", within: "an object"))
      : fail(place, .expected("a comma or a closing bracket", within: "an array"))
  }

  /// Records what is wrong, and returns nil.
  @inline(never)
  mutating func fail(_ place: Place, _ problem: Problem) -> Place? {
    fault = (place, problem)
    return nil
  }
}

// MARK: - Flaws

/// What is done about text that is not valid JSON, but can be walked over.
enum JSONLeniency {
  /// All of it is refused.
  case strict
  /// Bytes that are not UTF-8, and containers that are nested too deep, are recorded and skipped.
  case recording
  /// Besides, control characters in strings and commas before closing brackets are recorded and skipped.
  case repairing
}

/// The flaws that were skipped, the first of each kind, as places or offsets.
struct JSONFlaws<Place: Equatable>: Equatable {
  /// A container that is nested deeper than allowed.
  var firstTooDeep: Place?
  /// A byte in a string that is not UTF-8.
  var firstInvalid: Place?
  /// A control character in a string.
  var firstControlCharacter: Place?
  /// A comma before a closing bracket.
  var firstTrailingComma: Place?

  /// Whether there are none.
  var isEmpty: Bool { firstTooDeep == nil && firstInvalid == nil && !needRepair }

  /// Whether the text must be repaired before it is passed on.
  var needRepair: Bool { firstControlCharacter != nil || firstTrailingComma != nil }
}

extension JSONSkipper {
  /// Ends a container behind a comma, if that is allowed and is all that is wrong.
  @inline(never)
  private mutating func closeAfterComma(_ place: Place, _ closing: UInt8) -> Place? {
    guard leniency == .repairing, place.byte == closing, fault?.place == place else { return nil }
    // A container without values has been closed before, so there is a comma.
    var comma = place + -1
    while comma.byte != UInt8(ascii: ",") { comma = comma + -1 }
    recordComma(comma)
    fault = nil
    return place + 1
  }

  private mutating func recordComma(_ comma: Place) { flaws.firstTrailingComma = flaws.firstTrailingComma ?? comma }

  /// Moves past a container that is nested too deep, or so deep that no function may call itself for it.
  @inline(never)
  private mutating func skipDeeply(_ start: Place, depth: Int) -> Place? {
    if leniency == .strict, depth >= maxDepth { return fail(start, .tooDeep) }
    var closings: [UInt8] = []
    var place = start
    repeat {
      // A value begins here.
      switch place.byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        if depth + closings.count >= maxDepth {
          if leniency == .strict { return fail(place, .tooDeep) }
          flaws.firstTooDeep = flaws.firstTooDeep ?? place
        }
        closings.append(place.byte + 2)  // The closing bracket and brace come two after the opening ones.
        place = Self.afterSpace(place + 1)
        if place.byte == closings[closings.count - 1] { break }
        guard let value = skipNameIfAny(place, in: closings) else { return nil }
        place = value
        continue
      default:
        guard let end = skipValue(place, depth: 0) else { return nil }
        place = end
      }
      guard let next = closeContainers(place, &closings) else { return nil }
      place = next
    } while !closings.isEmpty
    return place
  }

  private mutating func skipNameIfAny(_ place: Place, in closings: [UInt8]) -> Place? {
    closings.last == UInt8(ascii: "}") ? skipName(place) : place
  }

  /// Moves past the ends of containers, up to the next value or past the outermost one.
  private mutating func closeContainers(_ start: Place, _ closings: inout [UInt8]) -> Place? {
    var place = start
    while let closing = closings.last {
      place = Self.afterSpace(place)
      if place.byte == UInt8(ascii: ",") {
        let comma = place
        place = Self.afterSpace(place + 1)
        guard leniency == .repairing, place.byte == closing else { return skipNameIfAny(place, in: closings) }
        recordComma(comma)
      }
      guard place.byte == closing else { return failAtEnd(of: closing, place) }
      place = place + 1
      closings.removeLast()
    }
    return place
  }
}

// MARK: - Words and numbers

extension JSONSkipper {
  @inline(__always)
  private mutating func skipWord(_ start: Place) -> Place? {
    switch start.word32 {
    case 0x6575_7274: start + 4  // true
    case 0x6C6C_756E: start + 4  // null
    case 0x736C_6166 where (start + 4).byte == UInt8(ascii: "e"): start + 5  // fals
    default: failAtWord(start)
    }
  }

  @inline(never)
  private mutating func failAtWord(_ start: Place) -> Place? {
    let words: [StaticString] = ["true", "false", "null"]
    guard let word = words.first(where: { "\($0)".utf8.first == start.byte }) else {
      return fail(start, .expected("a value", within: "an object or an array"))
    }
    var place = start
    for byte in "\(word)".utf8 {
      if place.byte != byte { break }
      place = place + 1
    }
    return fail(place, .word(word))
  }

  @inline(__always)
  private mutating func skipNumber(_ start: Place) -> Place? {
    var place = start.byte == UInt8(ascii: "-") ? start + 1 : start
    if place.byte == UInt8(ascii: "0") {
      place = place + 1
    } else {
      guard let end = skipDigits(place) else { return nil }
      place = end
    }
    if place.byte == UInt8(ascii: ".") {
      guard let end = skipDigits(place + 1) else { return nil }
      place = end
    }
    guard place.byte | 0x20 == UInt8(ascii: "e") else { return place }
    place = place + 1
    if place.byte == UInt8(ascii: "+") || place.byte == UInt8(ascii: "-") { place = place + 1 }
    return skipDigits(place)
  }

  @inline(__always)
  private mutating func skipDigits(_ start: Place) -> Place? {
    var place = start
    while place.byte &- 0x30 < 10 { place = place + 1 }
    return place == start ? fail(place, .badNumber) : place
  }
}

// MARK: - Strings

extension JSONSkipper {
  /// Moves past a string, from its opening quote.
  @inline(__always)
  mutating func skipString(_ start: Place) -> Place? {
    let place = start + 1
    let special = Self.specialBytes(of: place.word64)
    // Most names, and many values, end within the first eight bytes.
    if special != 0 {
      let end = place + special.trailingZeroBitCount / 8
      if end.byte == UInt8(ascii: "\"") { return end + 1 }
      return skipRest(end)
    }
    return skipRest(place + 8)
  }

  /// Returns the highest bit of each byte that is a quote, a backslash, a control character or not ASCII.
  ///
  /// Bits above the lowest one that is set may be wrong.
  @inline(__always)
  private static func specialBytes(of word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = (word ^ ones &* 0x22) &- ones
    let backslashes = (word ^ ones &* 0x5C) &- ones
    let controls = word &- ones &* 0x20
    return ((quotes | backslashes | controls) & ~word | word) & (ones &* 0x80)
  }

  @inline(never)
  private mutating func skipRest(_ start: Place) -> Place? {
    var place = start
    while true {
      place = Self.nextSpecial(place)
      switch place.byte {
      case UInt8(ascii: "\""): return place + 1
      case UInt8(ascii: "\\"):
        guard let end = skipEscape(place) else { return nil }
        place = end
      case 0x80...0xFF:
        guard let end = skipCharacters(place) else { return nil }
        place = end
      default:
        guard let next = skipControlCharacter(place) else { return nil }
        place = next
      }
    }
  }

  /// Returns the next place of a quote, a backslash, a control character, or a byte that is not ASCII.
  @inline(__always)
  private static func nextSpecial(_ start: Place) -> Place {
    var place = start
    let quotes: SIMD16<UInt8> = SIMD16<UInt8>(repeating: UInt8(ascii: "\""))
    let backslashes: SIMD16<UInt8> = SIMD16<UInt8>(repeating: UInt8(ascii: "\\"))
    let spaces: SIMD16<Int8> = SIMD16<Int8>(repeating: 0x20)
    let zero: SIMD16<Int8> = SIMD16<Int8>(repeating: 0)
    let ones: SIMD16<Int8> = SIMD16<Int8>(repeating: -1)
    while true {
      let bytes: SIMD16<UInt8> = place.vector
      let signed: SIMD16<Int8> = unsafe unsafeBitCast(bytes, to: SIMD16<Int8>.self)
      // As signed numbers, control characters and all that is not ASCII are less than a space.
      let special: SIMDMask<SIMD16<Int8>> = (bytes .== quotes) .| (bytes .== backslashes) .| (signed .< spaces)
      let flags: SIMD2<UInt64> = unsafe unsafeBitCast(
        zero.replacing(with: ones, where: special), to: SIMD2<UInt64>.self)
      if flags[0] != 0 { return place + flags[0].trailingZeroBitCount / 8 }
      if flags[1] != 0 { return place + (8 + flags[1].trailingZeroBitCount / 8) }
      place = place + 16
    }
  }

  private mutating func skipControlCharacter(_ place: Place) -> Place? {
    if place.isEnd { return failAtEnd(place) }
    guard leniency == .repairing else { return fail(place, .controlCharacter) }
    flaws.firstControlCharacter = flaws.firstControlCharacter ?? place
    return place + 1
  }

  /// Moves past an escape sequence, from its backslash.
  @inline(__always)
  private mutating func skipEscape(_ start: Place) -> Place? {
    let place = start + 1
    switch place.byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return place + 1
    case UInt8(ascii: "u"):
      for digit in 1...4 where (place + digit).byte.hexadecimalValue == nil {
        if (place + digit).isEnd { return failAtEnd(place + digit) }
        return fail(start, .badEscape)
      }
      return place + 5
    default: return place.isEnd ? failAtEnd(place) : fail(start, .badEscape)
    }
  }

  private mutating func failAtEnd(_ place: Place) -> Place? {
    fail(place, .expected("a closing quote", within: "a string"))
  }

  /// Moves past characters that are not ASCII; the shortest form of each is the only one allowed, as RFC 3629 says.
  @inline(__always)
  private mutating func skipCharacters(_ start: Place) -> Place? {
    var place = start
    repeat {
      let word = place.word32
      if word & 0xC0E0 == 0x80C0, word & 0x1E != 0 {
        place = place + 2
      } else if word & 0xC0_C0F0 == 0x80_80E0, word & 0x200F != 0, word & 0x200F != 0x200D {
        place = place + 3
      } else if word & 0xC0C0_C0F8 == 0x8080_80F0, word & 0x3007 != 0, word & 7 < 4 || word & 0x3007 == 4 {
        place = place + 4
      } else {
        if leniency == .strict { return fail(place, .notUTF8) }
        flaws.firstInvalid = flaws.firstInvalid ?? place
        place = place + 1
      }
    } while place.byte >= 0x80
    return place
  }
}
