/// How many columns of a terminal text takes: by grapheme cluster, each 0, 1 or 2.
///
/// Terminals disagree about rare clusters; ``needsAbsoluteColumn(_:)`` names those after which a screen must not trust
/// where the cursor stands. Tabs and other controls are 0: no ``SafeText`` holds any but the newline.
public enum TextWidth {
  /// The columns of one grapheme cluster: 0, 1 or 2.
  ///
  /// 2 for East Asian Wide and Fullwidth, emoji presentation, an emoji with U+FE0F or a skin tone, and a flag; 0 for
  /// combining, format, default-ignorable and control characters alone. Else it is the sum of its letters and of the spacing
  /// marks behind them, such as the vowel signs of Devanagari and Tamil, and 2 at most, which is what terminals reserve. A
  /// spacing mark that is a cluster even after a letter is 1.
  ///
  /// - Complexity: O(*n*) in the characters of the cluster.
  public static func width(of cluster: Character) -> Int {
    if cluster.utf8.count == 1, let byte = cluster.utf8.first { return 0x20..<0x7F ~= byte ? 1 : 0 }
    var sum = 0
    var previous: Unicode.Scalar?
    for scalar in cluster.unicodeScalars {
      if scalar == "\u{FE0F}", previous?.properties.isEmoji == true { return 2 }
      let width = width(of: scalar)
      if width == 2 { return 2 }
      sum += width == 0 && sum > 0 && addsColumn(scalar) ? 1 : width
      previous = scalar
    }
    return sum == 0 && standsAlone(cluster) ? 1 : min(sum, 2)
  }

  /// The columns of a text; of several lines, those of the widest.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public static func width(of text: SafeText) -> Int {
    widthOfPlain(text.string) ?? widthOfClusters(text.string)
  }

  /// Whether the cluster would be one with a space before it, because it begins with what combines.
  static func joinsBefore(_ cluster: Character) -> Bool {
    (" " + String(cluster)).count == 1
  }

  /// The width of one character by itself.
  static func width(of scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x20..<0x7F, 0xA0..<0x300: 1
    case 0x00..<0xA0: 0
    case 0x4E00..<0xA000, 0xAC00..<0xD7A4: 2
    default:
      if isInvisibleAlone(scalar.properties) { 0 } else if isWide(scalar) { 2 } else { 1 }
    }
  }

  /// Whether a mark takes a column of its own behind a letter; a virama, which joins two letters, does not.
  private static func addsColumn(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .spacingMark && !scalar.isVirama
  }

  /// Some spacing marks combine with nothing, such as the Myanmar vowel sign AA: they show wherever they stand.
  private static func standsAlone(_ cluster: Character) -> Bool {
    cluster.unicodeScalars.contains {
      $0.properties.generalCategory == .spacingMark && !joinsBefore(Character($0))
    }
  }

  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    EastAsianWidth.isWide(scalar) || scalar.properties.isEmojiPresentation
  }

  private static func isInvisibleAlone(_ properties: Unicode.Scalar.Properties) -> Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator: true
    default: properties.isDefaultIgnorableCodePoint
    }
  }

  /// The width where every character is plain or a newline: some 75 times faster than walking clusters.
  private static func widthOfPlain(_ string: String) -> Int? {
    string.withBytes { bytes in
      var (widest, width, offset) = (0, 0, 0)
      while offset < bytes.count {
        if bytes[offset] == 0x0A {
          widest = max(widest, width)
          width = 0
          offset += 1
        } else if let scalar = PlainScalar(bytes, at: offset) {
          width += scalar.width
          offset += scalar.length
        } else {
          return nil
        }
      }
      return max(widest, width)
    }
  }

  private static func widthOfClusters(_ string: String) -> Int {
    var widest = 0
    var width = 0
    for cluster in string {
      if cluster == "\n" {
        widest = max(widest, width)
        width = 0
      } else {
        width += self.width(of: cluster)
      }
    }
    return max(widest, width)
  }
}

// MARK: - Safety

extension TextWidth {
  /// Whether terminals may disagree about the cluster's width, so that the next cell needs an absolute address.
  ///
  /// Plainly safe is a single character of a kind that every terminal measures alike: ASCII, Latin, Greek, Cyrillic,
  /// Armenian, kana, Han, Hangul syllables, fullwidth forms, and the signs that cards and frames are drawn with.
  public static func needsAbsoluteColumn(_ cluster: Character) -> Bool {
    let scalars = cluster.unicodeScalars
    guard let only = scalars.first, scalars.count == 1 else { return true }
    return !isPlainlySafe(only)
  }

  private static func isPlainlySafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20..<0x7F: true
    case 0xAD: false
    case 0xA0..<0x300: true
    case 0x370..<0x590: width(of: scalar) == 1 && scalar.properties.generalCategory != .unassigned
    case 0x2010...0x2026, 0x2190...0x2193, 0x2400...0x2426, 0x2500...0x259F: true
    case 0x3041...0x3096, 0x30A1...0x30FA, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xFF01...0xFF60: true
    default: false
    }
  }
}

/// The one property of characters that the standard library lacks: whether East Asian typography draws them wide.
///
/// Ambiguous characters are narrow, as they are in every terminal that was not told otherwise.
enum EastAsianWidth {
  /// Whether the character's East_Asian_Width is Wide or Fullwidth.
  ///
  /// - Complexity: O(log *n*) in the number of ranges of the table.
  static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    // An odd number of boundaries at or below a value means that a range is open there.
    !boundariesUpTo(scalar.value).isMultiple(of: 2)
  }

  private static func boundariesUpTo(_ value: UInt32) -> Int {
    var low = 0
    var high = boundaries.count
    while low < high {
      let middle = (low + high) / 2
      if boundaries[middle] <= value { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
