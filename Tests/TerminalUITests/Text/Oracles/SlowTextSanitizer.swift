@testable import TerminalUI

/// The first pass over untrusted text, character by character; what `TextSanitizer` is compared with.
struct SlowTextSanitizer {
  private let limits: SafeText.Limits
  private let input: String.UnicodeScalarView
  private var position: String.UnicodeScalarView.Index
  private var output = String.UnicodeScalarView()
  private var written = 0
  private var previous: Unicode.Scalar?
  private var marks = 0
  /// Whether what was written last is an emoji, with its variation selector or skin tone.
  private var endsEmoji = false

  /// Whether the pass ended early, because what it had was more than the limits allow.
  private(set) var isCut = false

  init(_ untrusted: String, limits: SafeText.Limits) {
    self.limits = limits
    var text = untrusted
    text.makeContiguousUTF8()
    input = text.unicodeScalars
    position = input.startIndex
  }

  /// The text without anything that must not be drawn.
  mutating func run() -> String {
    let (most, overflow) = limits.clusters.multipliedReportingOverflow(by: limits.scalarsPerCluster)
    while let scalar = take() {
      if written > most, !overflow {
        isCut = true
        break
      }
      consider(scalar)
    }
    return String(output)
  }

  private mutating func consider(_ scalar: Unicode.Scalar) {
    switch ScalarKind(scalar) {
    case .plain: keep(scalar)
    case .lineBreak: breakLine()
    case .carriageReturn: if peek() != "\n" { picture(scalar) }
    case .tab: write(limits.lines == 1 ? " " : "    ")
    case .control: picture(scalar)
    case .bidiControl: if previous != Self.bidiMark { write(String(Self.bidiMark)) }
    case .joiner: if joins(scalar) { append(scalar) }
    case .variationSelector: if varies(scalar) { append(scalar) }
    case .tag: if previous == Self.tagBase { takeTags(from: scalar) }
    case .meaningless: write("\u{FFFD}")
    case .invisible: break
    }
  }

  /// Stands where bidirectional controls were; one for several in a row.
  static let bidiMark: Unicode.Scalar = "␦"

  /// The one emoji that tag characters follow: the black flag, for England, Scotland, Wales.
  private static let tagBase: Unicode.Scalar = "\u{1F3F4}"

  private mutating func keep(_ scalar: Unicode.Scalar) {
    if scalar.isMark {
      marks += 1
      if marks > limits.marksPerCluster { return }
    } else {
      marks = 0
    }
    append(scalar)
  }

  /// A line break is a line break; in a single line it is one space between words.
  private mutating func breakLine() {
    if limits.lines > 1 { write("\n") } else if previous != " " { write(" ") }
  }

  /// C0 and DEL have pictures; a C1 control shows as the escape sequence that ECMA-48 makes its equal, CSI as `␛[`.
  private mutating func picture(_ scalar: Unicode.Scalar) {
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
    output.append(scalar)
    written += 1
    previous = scalar
    endsEmoji = scalar.isEmojiBase || (endsEmoji && scalar.modifiesEmoji)
  }

  private mutating func take() -> Unicode.Scalar? {
    guard position < input.endIndex else { return nil }
    defer { input.formIndex(after: &position) }
    return input[position]
  }

  private func peek() -> Unicode.Scalar? {
    position < input.endIndex ? input[position] : nil
  }
}

extension SlowTextSanitizer {
  /// A joiner joins beside a virama, between letters of a cursive script, and, U+200D, between emoji.
  private func joins(_ joiner: Unicode.Scalar) -> Bool {
    guard let before = previous else { return false }
    let after = peek()
    if before.isVirama { return true }
    guard let after else { return false }
    if after.isVirama { return before.properties.isAlphabetic }
    if before.isCursive, after.isCursive { return true }
    return joiner == "\u{200D}" && endsEmoji && after.isEmojiBase
  }

  /// A variation selector follows what has variants: an emoji, an ideograph, a sign, a letter that is not ASCII.
  private func varies(_ selector: Unicode.Scalar) -> Bool {
    guard let before = previous else { return false }
    switch selector.value {
    case 0xFE0E, 0xFE0F: return before.isVariedEmoji
    case 0xE0100...: return before.properties.isIdeographic
    default: return !before.isASCII && (before.properties.isAlphabetic || before.properties.isMath)
    }
  }

  /// Takes a whole tag sequence (three to six of a–z and 0–9, and the end tag), or nothing.
  private mutating func takeTags(from first: Unicode.Scalar) {
    var tags = [first]
    var end = position
    while tags.count <= 7, tags.last != "\u{E007F}", end < input.endIndex {
      tags.append(input[end])
      input.formIndex(after: &end)
    }
    let letters = tags.dropLast()
    guard tags.last == "\u{E007F}", (3...6).contains(letters.count), letters.allSatisfy(\.isTagLetter) else { return }
    tags.forEach { append($0) }
    position = end
  }
}
