/// The first pass over untrusted text: handles each character by its type and its neighbours.
///
/// It looks ahead by at most one tag sequence, so its time is linear.
struct TextSanitizer {
  private let limits: SafeText.Limits
  private let input: [UInt8]
  /// The offset of the next byte.
  private var position = 0
  private var output: [UInt8] = []
  private var written = 0
  private var previous: Unicode.Scalar?
  private var marks = 0
  /// Whether the last character written is an emoji, or a variation selector or skin tone of one.
  private var endsEmoji = false

  /// Whether the pass ended early, because the text exceeds the limits.
  private(set) var isCut = false

  private let recordsUnsafe: Bool
  private var recorded: Set<Unicode.Scalar> = []
  /// The characters that were replaced or removed, each once, if they are recorded.
  private(set) var unsafeScalars: [UnsafeScalar] = []

  init(_ untrusted: String, limits: SafeText.Limits, recordsUnsafe: Bool = false) {
    self.limits = limits
    self.recordsUnsafe = recordsUnsafe
    input = Array(untrusted.utf8)
    output.reserveCapacity(input.count)
  }

  /// Returns the text without anything that must not be drawn.
  mutating func run() -> String {
    let (most, overflow) = limits.clusters.multipliedReportingOverflow(by: limits.scalarsPerCluster)
    while position < input.count {
      if written > most, !overflow {
        isCut = true
        break
      }
      if let letter = asciiLetter() { append(letter) } else { consider(take()) }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// Returns the next byte if it is a printable ASCII character, as most are, which is drawn unchanged.
  private func asciiLetter() -> UInt8? { 0x20..<0x7F ~= input[position] ? input[position] : nil }

  /// Appends a printable ASCII character, which is neither a mark nor the start of an emoji.
  private mutating func append(_ letter: UInt8) {
    output.append(letter)
    position += 1
    written += 1
    marks = 0
    previous = Unicode.Scalar(letter)
    endsEmoji = false
  }

  private mutating func consider(_ scalar: Unicode.Scalar) {
    switch ScalarKind(scalar) {
    case .plain: keep(scalar)
    case .lineBreak:
      if scalar != "\n" { record(scalar, .lineSeparator) }
      breakLine()
    case .carriageReturn: if peek() != "\n" { picture(scalar) }
    case .tab: write(limits.lines == 1 ? " " : "    ")
    case .control: picture(scalar)
    case .bidiControl:
      record(scalar, .bidirectionalControl)
      if previous != Self.bidiMark { write(String(Self.bidiMark)) }
    case .joiner: if joins(scalar) { append(scalar) } else { record(scalar, .invisible) }
    case .variationSelector: if varies(scalar) { append(scalar) } else { record(scalar, .invisible) }
    case .tag: if previous != Self.tagBase || !takeTags(from: scalar) { record(scalar, .invisible) }
    case .meaningless:
      record(scalar, .meaningless)
      write("\u{FFFD}")
    case .invisible: record(scalar, .invisible)
    }
  }

  private mutating func record(_ scalar: Unicode.Scalar, _ kind: UnsafeScalar.Kind) {
    guard recordsUnsafe, recorded.insert(scalar).inserted else { return }
    unsafeScalars.append(UnsafeScalar(scalar, kind))
  }

  /// The replacement for one or several consecutive bidirectional controls.
  static let bidiMark: Unicode.Scalar = "␦"

  /// The only emoji that tag characters may follow: the black flag, for England, Scotland and Wales.
  private static let tagBase: Unicode.Scalar = "\u{1F3F4}"

  private mutating func keep(_ scalar: Unicode.Scalar) {
    if scalar.isMark {
      marks += 1
      if marks > limits.marksPerCluster { return record(scalar, .excessiveMark) }
    } else {
      marks = 0
    }
    append(scalar)
  }

  /// Keeps a line break, or replaces it by one space in a single line.
  private mutating func breakLine() {
    if limits.lines > 1 { write("\n") } else if previous != " " { write(" ") }
  }

  /// Replaces C0 controls and DEL by their pictures, and a C1 control by its equivalent escape sequence in ECMA-48.
  ///
  /// CSI, for example, becomes `␛[`.
  private mutating func picture(_ scalar: Unicode.Scalar) {
    record(scalar, .control)
    switch scalar.value {
    case 0x7F: write("␡")
    case 0x80...: write("␛" + String(Character(Unicode.Scalar(UInt8(truncatingIfNeeded: scalar.value) - 0x40))))
    case let value: write(String(Character(Unicode.Scalar(0x2400 + value) ?? "\u{FFFD}")))
    }
  }

  private mutating func write(_ replacement: String) {
    marks = 0
    for scalar in replacement.unicodeScalars { append(scalar) }
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    output.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    written += 1
    previous = scalar
    endsEmoji = scalar.isEmojiBase || (endsEmoji && scalar.modifiesEmoji)
  }

  private mutating func take() -> Unicode.Scalar {
    let (scalar, length) = scalar(at: position)
    position += length
    return scalar
  }

  private func peek() -> Unicode.Scalar? {
    position < input.count ? scalar(at: position).0 : nil
  }

  /// Returns the character at a byte offset and its length in bytes; the bytes are valid, since they come from a
  /// string.
  private func scalar(at offset: Int) -> (Unicode.Scalar, length: Int) {
    let lead = input[offset]
    let length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    var value = UInt32(length == 1 ? lead : lead & 0xFF >> (UInt8(length) + 1))
    for next in offset + 1..<offset + length { value = value << 6 | UInt32(input[next] & 0x3F) }
    return (Unicode.Scalar(value) ?? "\u{FFFD}", length)
  }
}

extension TextSanitizer {
  /// Whether a joiner has an effect: beside a virama, between letters of a cursive script, and, for U+200D, between
  /// emoji.
  private func joins(_ joiner: Unicode.Scalar) -> Bool {
    guard let before = previous else { return false }
    let after = peek()
    if before.isVirama { return true }
    guard let after else { return false }
    if after.isVirama { return before.properties.isAlphabetic }
    if before.isCursive, after.isCursive { return true }
    return joiner == "\u{200D}" && endsEmoji && after.isEmojiBase
  }

  /// Whether a variation selector follows a character with variants: emoji, ideographs, signs, letters that are not
  /// ASCII.
  private func varies(_ selector: Unicode.Scalar) -> Bool {
    guard let before = previous else { return false }
    switch selector.value {
    case 0xFE0E, 0xFE0F: return before.isVariedEmoji
    case 0xE0100...: return before.properties.isIdeographic
    default: return !before.isASCII && (before.properties.isAlphabetic || before.properties.isMath)
    }
  }

  /// Reads a complete tag sequence: three to six of a–z and 0–9, then the end tag; reads nothing and returns false if it is
  /// not complete.
  private mutating func takeTags(from first: Unicode.Scalar) -> Bool {
    var tags = [first]
    var end = position
    while tags.count <= 7, tags.last != "\u{E007F}", end < input.count {
      let (tag, length) = scalar(at: end)
      tags.append(tag)
      end += length
    }
    let letters = tags.dropLast()
    guard tags.last == "\u{E007F}", (3...6).contains(letters.count), letters.allSatisfy(\.isTagLetter) else {
      return false
    }
    tags.forEach { append($0) }
    position = end
    return true
  }
}

/// The treatment of a character of untrusted text.
enum ScalarKind: Hashable, Sendable {
  /// Drawn as it is.
  case plain
  /// Ends a line: LF, U+2028, U+2029.
  case lineBreak
  /// CR: a part of the line break if LF follows, otherwise a control.
  case carriageReturn
  /// TAB.
  case tab
  /// A control character: its picture is drawn.
  case control
  /// Reorders the text around it: replaced by ``TextSanitizer/bidiMark``.
  case bidiControl
  /// U+200C or U+200D.
  case joiner
  /// Selects another form of the character before it.
  case variationSelector
  /// A tag character, U+E0020–U+E007F.
  case tag
  /// A noncharacter or private use character, without an agreed meaning or width: replaced.
  case meaningless
  /// Invisible, without a use in running text: removed.
  case invisible

  init(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x20..<0x7F, 0xA0..<0x300: self = .plain
    case 0x00..<0xA0: self = Self.control(scalar)
    case 0x4E00...0x9FFF, 0xAC00...0xD7A3: self = .plain
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: self = .bidiControl
    case 0x200C, 0x200D: self = .joiner
    case 0x2028, 0x2029: self = .lineBreak
    case 0xFE00...0xFE0F, 0x180B...0x180D, 0x180F, 0xE0100...0xE01EF: self = .variationSelector
    case 0xE0020...0xE007F: self = .tag
    case 0xE000...0xF8FF, 0xF0000...0x10FFFF, 0xFDD0...0xFDEF: self = .meaningless
    case let value where value & 0xFFFE == 0xFFFE: self = .meaningless
    default: self = Self.isInvisible(scalar) ? .invisible : .plain
    }
  }

  private static func control(_ scalar: Unicode.Scalar) -> ScalarKind {
    switch scalar {
    case "\n": .lineBreak
    case "\r": .carriageReturn
    case "\t": .tab
    default: .control
    }
  }

  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    if properties.isDefaultIgnorableCodePoint { return true }
    return properties.generalCategory == .format && !isPrependedSign(scalar)
  }

  /// Whether it is a visible format character: a sign around the number after it (Prepended_Concatenation_Mark).
  private static func isPrependedSign(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0600...0x0605, 0x06DD, 0x070F, 0x0890, 0x0891, 0x08E2, 0x110BD, 0x110CD: true
    default: false
    }
  }
}
