/// The properties of a cluster of a safe text that are needed to lay out a line.
struct Cluster {
  /// The offset after the cluster, in bytes.
  let end: Int
  /// The width in columns.
  let width: Int
  /// Whether it is a space at which a line may be broken.
  let isSpace: Bool
  /// Whether it is a line break.
  let isLineBreak: Bool
  /// Whether lines may be broken before and after it: an ideograph or an emoji, not a letter with its vowel sign.
  let allowsBreaks: Bool
  private let start: Int
  /// The cluster's character, if it is a plain one.
  private let plain: PlainScalar?

  /// Reads the cluster at a byte offset of a text; `bytes` is the text's UTF-8.
  ///
  /// - Complexity: O(*n*) in the length of the cluster.
  @inline(__always)
  init(of string: String, _ bytes: borrowing Span<UInt8>, at offset: Int) {
    if bytes[offset] == 0x0A {
      self.init(lineBreakAt: offset)
    } else if let scalar = PlainScalar(bytes, at: offset), scalar.isCluster(in: bytes, at: offset) {
      self.init(scalar, at: offset)
    } else {
      self.init(anyOf: string, at: offset)
    }
  }

  /// Makes a cluster of a visible ASCII character.
  init(letter: UInt8, at offset: Int) { self.init(PlainScalar(letter: letter), at: offset) }

  private init(lineBreakAt offset: Int) {
    start = offset
    (end, width, isSpace, isLineBreak, allowsBreaks, plain) = (offset + 1, 0, false, true, false, nil)
  }

  private init(_ scalar: PlainScalar, at offset: Int) {
    start = offset
    (end, width, isSpace, isLineBreak) = (offset + scalar.length, scalar.width, scalar.value == 0x20, false)
    (allowsBreaks, plain) = (scalar.width == 2, scalar)
  }

  @inline(never)
  private init(anyOf string: String, at offset: Int) {
    let cluster = string[string.index(atByte: offset)]
    start = offset
    (end, width) = (offset + cluster.utf8.count, TextWidth.width(of: cluster))
    (isSpace, isLineBreak) = (cluster.isBreakingSpace, cluster == "\n")
    let first = cluster.unicodeScalars.first
    allowsBreaks = width == 2 && first.map { TextWidth.width(of: $0) == 2 || $0.properties.isEmoji } ?? false
    plain = nil
  }

  /// Whether it is punctuation that belongs to the cluster before it; `string` is the text that contains it.
  func closes(in string: String) -> Bool { plain?.closes ?? string[string.index(atByte: start)].closes }

  /// Whether it is punctuation that belongs to the cluster after it; `string` is the text that contains it.
  func opens(in string: String) -> Bool { plain?.opens ?? string[string.index(atByte: start)].opens }
}

extension String {
  /// Returns the index of a byte offset, which must be the start of a character or the end of the text.
  func index(atByte offset: Int) -> Index { utf8.index(startIndex, offsetBy: offset) }
}

extension Character {
  /// Whether it is a space at which a line may be broken; no-break spaces are not.
  var isBreakingSpace: Bool {
    self == " " || (isWhitespace && self != "\u{A0}" && self != "\u{202F}" && self != "\u{2007}")
  }

  /// Whether it is punctuation that belongs to the character before it.
  var closes: Bool {
    switch self {
    case ",", ".", "!", "?", ")", "]", "}", ":", ";", "»", "”", "’", "…": true
    case "、", "。", "，", "．", "！", "？", "：", "；", "）", "］", "｝", "」", "』", "】", "〉", "》", "〕", "ー", "々": true
    default: false
    }
  }

  /// Whether it is punctuation that belongs to the character after it.
  var opens: Bool {
    switch self {
    case "(", "[", "{", "«", "“", "‘", "（", "［", "｛", "「", "『", "【", "〈", "《", "〔": true
    default: false
    }
  }
}

/// A character that is a cluster by itself if a character of the same kind follows, and that is drawn unchanged.
///
/// Most text consists of these characters: Latin, Greek and Cyrillic letters, dashes and quotation marks, ideographs,
/// kana, Hangul. Their properties are computed from the bytes, about fifty times faster than by splitting a text into
/// clusters.
struct PlainScalar {
  /// The character.
  let value: UInt32
  /// How many bytes it has.
  let length: Int

  /// Makes a visible ASCII character.
  init(letter: UInt8) { (value, length) = (UInt32(letter), 1) }

  /// Reads the character at an offset of valid UTF-8; nil for any other kind of character, including line breaks.
  @inline(__always)
  init?(_ bytes: borrowing Span<UInt8>, at offset: Int) {
    let lead = bytes[offset]
    if lead < 0x80 {
      guard 0x20..<0x7F ~= lead else { return nil }
      (value, length) = (UInt32(lead), 1)
    } else if lead < 0xE0 {
      guard offset + 1 < bytes.count else { return nil }
      let value = UInt32(lead & 0x1F) << 6 | UInt32(bytes[offset + 1] & 0x3F)
      guard 0xA0..<0x300 ~= value || 0x370..<0x483 ~= value else { return nil }
      (self.value, length) = (value, 2)
    } else if lead < 0xF0 {
      guard offset + 2 < bytes.count else { return nil }
      let middle = UInt32(bytes[offset + 1] & 0x3F)
      let value = UInt32(lead & 0x0F) << 12 | middle << 6 | UInt32(bytes[offset + 2] & 0x3F)
      switch value {
      case 0x2010..<0x2028, 0x4E00..<0xA000, 0xAC00..<0xD7A4: (self.value, length) = (value, 3)
      // Kana, Japanese and Chinese punctuation without combining marks, and full-width forms.
      case 0x3001..<0x302A, 0x3041..<0x3097, 0x30A0..<0x3100, 0xFF01..<0xFF61: (self.value, length) = (value, 3)
      default: return nil
      }
    } else {
      return nil
    }
  }

  /// Whether it is a cluster by itself, because a plain character, an ASCII character or nothing follows.
  func isCluster(in bytes: borrowing Span<UInt8>, at offset: Int) -> Bool {
    let next = offset + length
    return next == bytes.count || bytes[next] < 0x80 || PlainScalar(bytes, at: next) != nil
  }

  /// The width in columns: two for ideographs and other wide characters.
  var width: Int { value >= 0x3000 ? 2 : 1 }

  /// Whether it is punctuation that belongs to the character before it.
  var closes: Bool {
    switch value {
    // The Greek question mark is a semicolon.
    case 0x21, 0x29, 0x2C, 0x2E, 0x3A, 0x3B, 0x37E, 0x3F, 0x5D, 0x7D, 0xBB, 0x2019, 0x201D, 0x2026: true
    // 、。々〉》」』】〕ー！），．：；？］｝
    case 0x3001, 0x3002, 0x3005, 0x3009, 0x300B, 0x300D, 0x300F, 0x3011, 0x3015, 0x30FC: true
    case 0xFF01, 0xFF09, 0xFF0C, 0xFF0E, 0xFF1A, 0xFF1B, 0xFF1F, 0xFF3D, 0xFF5D: true
    default: false
    }
  }

  /// Whether it is punctuation that belongs to the character after it.
  var opens: Bool {
    switch value {
    case 0x28, 0x5B, 0x7B, 0xAB, 0x2018, 0x201C: true
    // 〈《「『【〔（［｛
    case 0x3008, 0x300A, 0x300C, 0x300E, 0x3010, 0x3014, 0xFF08, 0xFF3B, 0xFF5B: true
    default: false
    }
  }
}
