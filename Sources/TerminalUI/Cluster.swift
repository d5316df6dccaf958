/// What is to be known of a cluster of a safe text to lay it in a line.
struct Cluster {
  /// The offset behind it, in bytes.
  let end: Int
  /// The columns that it takes.
  let width: Int
  /// Whether a line may be broken at it.
  let isSpace: Bool
  /// Whether it ends a line.
  let isLineBreak: Bool
  /// Whether lines may be broken beside it: an ideograph or an emoji, not a letter with its vowel sign.
  let allowsBreaks: Bool
  private let start: Int
  /// The character, where it is a plain one.
  private let plain: PlainScalar?

  /// Takes the cluster that begins at an offset of a text, whose bytes are given too.
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

  /// A letter of ASCII, or another sign of it that shows.
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

  /// Whether it is punctuation that belongs to what stands before it in the text that it is of.
  func closes(in string: String) -> Bool { plain?.closes ?? string[string.index(atByte: start)].closes }

  /// Whether it is punctuation that belongs to what stands after it in the text that it is of.
  func opens(in string: String) -> Bool { plain?.opens ?? string[string.index(atByte: start)].opens }
}

extension String {
  /// The index of a byte, which must begin a character or stand at the end.
  func index(atByte offset: Int) -> Index { utf8.index(startIndex, offsetBy: offset) }
}

extension Character {
  /// A space at which a line may be broken: not the no-break ones.
  var isBreakingSpace: Bool {
    self == " " || (isWhitespace && self != "\u{A0}" && self != "\u{202F}" && self != "\u{2007}")
  }

  /// Punctuation that belongs to what stands before it.
  var closes: Bool {
    switch self {
    case ",", ".", "!", "?", ")", "]", "}", ":", ";", "»", "”", "’", "…": true
    case "、", "。", "，", "．", "！", "？", "：", "；", "）", "］", "｝", "」", "』", "】", "〉", "》", "〕", "ー", "々": true
    default: false
    }
  }

  /// Punctuation that belongs to what stands after it.
  var opens: Bool {
    switch self {
    case "(", "[", "{", "«", "“", "‘", "（", "［", "｛", "「", "『", "【", "〈", "《", "〔": true
    default: false
    }
  }
}
