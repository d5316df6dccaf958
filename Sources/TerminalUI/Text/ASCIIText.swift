extension SafeText {
  /// The text in ASCII, each cluster replaced by characters of the same width, for terminals without other characters.
  ///
  /// Letters lose their accents, punctuation and arrows become similar characters, and what has no similar character
  /// becomes `?`; a wide cluster becomes two characters.
  ///
  ///     SafeText("café … 中").asciiOnly   // "cafe ~ ??"
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public var asciiOnly: SafeText {
    let isASCII = string.withBytes { bytes in bytes.indices.allSatisfy { bytes[$0] < 0x80 } }
    if isASCII { return self }
    let text = string.map(ASCIIText.replacement).joined()
    return SafeText(text, limits: Limits(clusters: .max, lines: .max))
  }
}

extension CardLine {
  /// The line in ASCII, of the same width; see ``SafeText/asciiOnly``.
  ///
  /// - Complexity: O(*n*) in the length of the line.
  public var asciiOnly: CardLine {
    CardLine(runs.map { Run($0.text.asciiOnly, $0.style, link: $0.link) })
  }
}

/// ASCII characters that resemble others.
private enum ASCIIText {
  /// Returns the characters that replace a cluster.
  static func replacement(of cluster: Character) -> String {
    if cluster.isASCII { return String(cluster) }
    let width = TextWidth.width(of: cluster)
    guard let scalar = cluster.unicodeScalars.first else { return "" }
    if cluster.isWhitespace { return String(repeating: " ", count: width) }
    guard let similar = similar(to: scalar) else { return String(repeating: "?", count: width) }
    return String(similar) + String(repeating: " ", count: width - 1)
  }

  private static func similar(to scalar: Unicode.Scalar) -> Character? {
    if 0x21..<0x7F ~= scalar.value { return Character(scalar) }
    // Full-width forms have the order of ASCII.
    if 0xFF01..<0xFF5F ~= scalar.value { return Unicode.Scalar(scalar.value - 0xFEE0).map(Character.init) }
    return signs[scalar] ?? letter(scalar)
  }

  /// Returns the basic letter of a Latin letter, which its Unicode name contains: "LATIN SMALL LETTER E WITH ACUTE".
  private static func letter(_ scalar: Unicode.Scalar) -> Character? {
    guard let words = scalar.properties.name?.split(separator: " "), words.count > 3,
      words[0] == "LATIN", words[2] == "LETTER", words[3].count == 1, words.count == 4 || words[4] == "WITH"
    else { return nil }
    return words[1] == "SMALL" ? words[3].lowercased().first : words[3].first
  }

  private static let signs: [Unicode.Scalar: Character] = {
    let rows: [(String, Character)] = [
      ("‘’‚‛′´ʼ‹›", "'"), ("“”„‟″«»", "\""), ("‐‑‒–—―−·‧─━╌╍┄┅═", "-"), ("│┃║▌▐▏▎▍▋▊▉¦╎┆", "|"),
      ("┌┐└┘├┤┬┴┼╭╮╯╰┏┓┗┛┣┫┳┻╋╔╗╚╝╠╣╦╩╬", "+"), ("█▓▀▄■▪", "#"), ("▒", ":"), ("░", "."), ("…⋯", "~"),
      ("←◀◂⇐", "<"), ("→▶▸⇒➜↪", ">"), ("↑▲△▴⇑", "^"), ("↓▼▽▾⇓", "v"), ("•●◦○∙★☆✱", "*"), ("✓✔", "+"),
      ("✗✘✕×", "x"), ("÷⁄∕", "/"), ("¡", "!"), ("¿", "?"), ("≈∼", "~"), ("≤", "<"), ("≥", ">"), ("°", "o"), ("¢©", "c"),
      ("®", "r"), ("€", "E"), ("£", "L"), ("¥", "Y"), ("§", "S"), ("µμ", "u"), ("æ", "a"), ("Æ", "A"), ("œ", "o"),
      ("Œ", "O"), ("ß", "s"), ("ẞ", "S"), ("ı", "i"), ("ð", "d"), ("Ð", "D"), ("þ", "t"), ("Þ", "T"), ("¹", "1"),
      ("²", "2"), ("³", "3"), ("ª", "a"), ("º", "o"),
    ]
    return Dictionary(
      rows.flatMap { text, sign in text.unicodeScalars.map { ($0, sign) } }, uniquingKeysWith: { first, _ in first })
  }()
}
