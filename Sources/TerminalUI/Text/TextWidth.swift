/// The number of terminal columns of text; each grapheme cluster has 0, 1 or 2.
///
/// Terminals disagree about rare clusters. After a cluster for which ``needsAbsoluteColumn(_:)`` is true, a renderer
/// must not rely on the cursor position. Tabs and other controls count as 0: a ``SafeText`` contains none except the
/// newline.
public enum TextWidth {
  /// Returns the columns of one grapheme cluster: 0, 1 or 2.
  ///
  /// The width is 2 for East Asian Wide and Fullwidth characters, emoji presentation, an emoji with U+FE0F or a skin
  /// tone, and a flag. It is 0 for a cluster of combining, format, default-ignorable and control characters only.
  /// Otherwise it is the sum of the cluster's letters and of the spacing marks after them, such as the vowel signs of
  /// Devanagari and Tamil, and at most 2, as terminals reserve. A spacing mark that is a separate cluster even after a
  /// letter is 1.
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

  /// Returns the columns of a text; for several lines those of the widest line.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public static func width(of text: SafeText) -> Int {
    widthOfPlain(text.string) ?? widthOfClusters(text.string)
  }

  /// Whether the cluster would combine with a space before it, because it begins with a combining character.
  static func joinsBefore(_ cluster: Character) -> Bool {
    (" " + String(cluster)).count == 1
  }

  /// Returns the width of a single character.
  static func width(of scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x20..<0x7F, 0xA0..<0x300: 1
    case 0x00..<0xA0: 0
    case 0x4E00..<0xA000, 0xAC00..<0xD7A4: 2
    default:
      if isInvisibleAlone(scalar.properties) { 0 } else if isWide(scalar) { 2 } else { 1 }
    }
  }

  /// Whether a mark takes a separate column after a letter; a virama, which joins two letters, does not.
  private static func addsColumn(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .spacingMark && !scalar.isVirama
  }

  /// Whether the cluster has a spacing mark that never combines, such as the Myanmar vowel sign AA, and is always
  /// visible.
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

  /// Returns the width of a text of plain characters and newlines, nil for others; about 75 times faster than by
  /// clusters.
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
  /// Whether terminals may disagree about the cluster's width, so that the next cell must be addressed by its column.
  ///
  /// The result is false for a single character that every terminal measures alike: ASCII, Latin, Greek, Cyrillic,
  /// Armenian, kana, Han, Hangul syllables, fullwidth forms, and the signs used to draw cards and frames.
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

/// The East Asian Width of characters, which is the one property that the standard library lacks.
///
/// Ambiguous characters are narrow, as in every terminal that is not configured otherwise.
enum EastAsianWidth {
  /// Whether the character's East_Asian_Width is Wide or Fullwidth.
  ///
  /// - Complexity: O(log *n*) in the number of ranges of the table.
  static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    // After an odd number of boundaries at or below the value, the value is inside a range.
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
