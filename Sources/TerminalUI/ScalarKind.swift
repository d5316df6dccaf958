/// What becomes of a character of untrusted text.
enum ScalarKind: Hashable, Sendable {
  /// Drawn as it is.
  case plain
  /// Ends a line: LF, U+2028, U+2029.
  case lineBreak
  /// CR: a part of the line break when LF follows, else a control.
  case carriageReturn
  /// TAB.
  case tab
  /// A control character: its picture is drawn.
  case control
  /// Reorders what stands around it: marked.
  case bidiControl
  /// U+200C or U+200D.
  case joiner
  /// Chooses another form of the character before it.
  case variationSelector
  /// A tag character, U+E0020–U+E007F.
  case tag
  /// A noncharacter or of private use, with no agreed meaning or width: replaced.
  case meaningless
  /// Invisible, with no business in running text: removed.
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

  /// Format characters that show: signs written around the number after them (Prepended_Concatenation_Mark).
  private static func isPrependedSign(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0600...0x0605, 0x06DD, 0x070F, 0x0890, 0x0891, 0x08E2, 0x110BD, 0x110CD: true
    default: false
    }
  }
}
