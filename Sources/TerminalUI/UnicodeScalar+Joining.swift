/// What decides whether an invisible character next to this one joins anything.
extension Unicode.Scalar {
  var isMark: Bool {
    if value < 0x300 { return false }
    return switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }

  var isVirama: Bool { properties.canonicalCombiningClass == .virama }

  /// An emoji that can be a part of a joined one: no digit, no flag letter, no skin tone.
  var isEmojiBase: Bool {
    !isASCII && properties.isEmoji && !properties.isEmojiModifier && !isFlagLetter
  }

  /// Whether it changes the look of the emoji before it: a skin tone, U+FE0E, U+FE0F.
  var modifiesEmoji: Bool {
    self == "\u{FE0F}" || self == "\u{FE0E}" || properties.isEmojiModifier
  }

  /// Whether there are a text form and an emoji form of it; of digits too, which keycaps are made of.
  var isVariedEmoji: Bool {
    properties.isEmoji && !properties.isEmojiModifier && !isFlagLetter
  }

  var isTagLetter: Bool {
    switch value {
    case 0xE0030...0xE0039, 0xE0061...0xE007A: true
    default: false
    }
  }

  /// Whether the script is one whose letters join: the blocks, since the standard library has no Joining_Type.
  var isCursive: Bool {
    switch value {
    case 0x0620...0x08FF, 0x1807...0x18AA, 0xA840...0xA871, 0xFB50...0xFDFB, 0xFE70...0xFEFC: isLetterOrMark
    case 0x10AC0...0x10AEF, 0x10B80...0x10BAF, 0x10D00...0x10D3F, 0x10EC0...0x10EFF: isLetterOrMark
    case 0x10F30...0x10F6F, 0x1E900...0x1E94F: isLetterOrMark
    default: false
    }
  }

  private var isLetterOrMark: Bool { properties.isAlphabetic || isMark }

  private var isFlagLetter: Bool { (0x1F1E6...0x1F1FF).contains(value) }
}
