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
