/// Text that can safely be drawn on a terminal; there is no way to make one without sanitizing.
///
/// A safe text contains no control character except the newline, no character that reorders or hides others, no
/// invisible character that joins nothing, no letter with an excessive number of marks, and no more than its ``Limits``
/// allow. Removed characters leave a visible trace where a reader could be deceived: `␛` for ESC, `␦` for a
/// bidirectional control, `�` for invalid characters. Escape sequences are not parsed: without their ESC they are plain
/// words.
///
///     SafeText("all \u{1B}[31mred").string   // "all ␛[31mred"
///
/// Each cluster is 1 or 2 columns wide, and none combines with a space before it, so texts can be placed side by side.
/// Sanitizing its ``string`` again changes nothing. The meaning of words is not checked: look-alike letters are kept.
public struct SafeText: Hashable, Sendable {
  /// The sanitized text.
  public let string: String

  /// Sanitizes a text.
  ///
  /// If ``Limits/lines`` is 1, line breaks and tabs become spaces.
  ///
  /// - Complexity: O(*n*) in the length of the text, whatever it contains.
  public init(_ untrusted: String, limits: Limits = .title) {
    string = Self.isPlain(untrusted, limits) ? untrusted : Self.cleaned(untrusted, limits)
  }

  /// Sanitizes bytes that should be UTF-8; invalid bytes become `�`.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  public init(decoding bytes: some Collection<UInt8>, limits: Limits = .title) {
    self.init(String(decoding: bytes, as: UTF8.self), limits: limits)
  }

  /// Makes a part of a text that is already safe.
  private init(part: Substring) {
    string = String(part)
  }

  /// Whether the text is empty.
  public var isEmpty: Bool { string.isEmpty }

  /// Returns the clusters of a range, whose bounds must be between clusters.
  func part(_ range: Range<String.Index>) -> SafeText {
    SafeText(part: string[range])
  }

  /// Returns the clusters of a byte range.
  func part(bytes range: Range<Int>) -> SafeText {
    part(string.index(atByte: range.lowerBound)..<string.index(atByte: range.upperBound))
  }

  /// Returns the text up to an index between clusters, followed by an ellipsis.
  func ellipsized(at end: String.Index) -> SafeText {
    SafeText(part: string[..<end] + "…")
  }

  /// Whether a text is safe unchanged, because all its characters are plain, so that none combines with another.
  ///
  /// Most text is plain. This reads each character once, whereas ``cleaned(_:_:)`` splits the text into clusters.
  private static func isPlain(_ text: String, _ limits: Limits) -> Bool {
    text.withBytes { bytes in
      var (clusters, lines, offset) = (0, 1, 0)
      while offset < bytes.count {
        let run = bytes.endOfPrintableASCII(from: offset, limit: bytes.count)
        if run > offset {
          clusters += run - offset
          offset = run
          if clusters > limits.clusters { return false }
          continue
        }
        clusters += 1
        if let scalar = PlainScalar(bytes, at: offset) {
          offset += scalar.length
        } else if bytes[offset] == 0x0A, lines < limits.lines {
          lines += 1
          offset += 1
        } else {
          return false
        }
        if clusters > limits.clusters { return false }
      }
      return true
    }
  }

  /// Sanitizes any text, first by characters and then by clusters.
  static func cleaned(_ untrusted: String, _ limits: Limits) -> String {
    var sanitizer = TextSanitizer(untrusted, limits: limits)
    let clean = sanitizer.run()
    return ClusterLimiter(limits).limited(clean, isCut: sanitizer.isCut)
  }
}

extension SafeText: ExpressibleByStringLiteral {
  /// Sanitizes a literal of the program like any other text, with the limits of a title.
  public init(stringLiteral words: String) {
    self.init(words)
  }
}

extension SafeText: CustomStringConvertible {
  /// The text itself.
  public var description: String { string }
}

extension SafeText {
  /// Limits for the size of a text; each is at least 1.
  public struct Limits: Hashable, Sendable {
    /// The maximum number of combining marks on one character; further marks are dropped.
    public let marksPerCluster: Int

    /// The maximum number of characters in one cluster; a larger cluster becomes `�`.
    public let scalarsPerCluster: Int

    /// The maximum number of clusters, including line breaks; a longer text ends in `…`.
    public let clusters: Int

    /// The maximum number of lines: with 1 line breaks become spaces, else `…` replaces the lines that are too many.
    public let lines: Int

    /// Sets the limits; values below 1 count as 1.
    ///
    /// The defaults suffice for every emoji (11 characters at most) and for pointed and cantillated Hebrew.
    public init(marksPerCluster: Int = 8, scalarsPerCluster: Int = 16, clusters: Int, lines: Int) {
      self.marksPerCluster = max(1, marksPerCluster)
      self.scalarsPerCluster = max(1, scalarsPerCluster)
      self.clusters = max(1, clusters)
      self.lines = max(1, lines)
    }

    /// One line of at most 300 clusters: titles, names.
    public static let title = Limits(clusters: 300, lines: 1)

    /// At most 200 lines and 20,000 clusters: the text of an item.
    public static let body = Limits(clusters: 20_000, lines: 200)
  }
}

// MARK: - Columns

extension SafeText {
  /// Returns the longest prefix that fits into the given columns; no cluster is split.
  ///
  /// - Complexity: O(*n*) in the length of the prefix.
  public func prefix(columns: Int) -> SafeText {
    part(string.startIndex..<end(ofPrefix: columns))
  }

  /// Returns the text if it fits, else the prefix that fits before an ellipsis; empty if `columns` is less than 1.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public func truncated(to columns: Int) -> SafeText {
    TextWidth.width(of: self) <= columns ? self : withEllipsis(within: columns)
  }

  /// Returns the prefix that fits before an ellipsis, and the ellipsis.
  func withEllipsis(within columns: Int) -> SafeText {
    columns < 1 ? prefix(columns: 0) : ellipsized(at: end(ofPrefix: columns - 1))
  }

  /// Returns the text without leading and trailing spaces and line breaks.
  public func trimmed() -> SafeText {
    // A text that begins and ends with visible ASCII characters has none.
    if let first = string.utf8.first, let last = string.utf8.last, first.isASCIIWord, last.isASCIIWord { return self }
    guard let first = string.firstIndex(where: { !$0.isWhitespace }),
      let last = string.lastIndex(where: { !$0.isWhitespace })
    else { return part(string.startIndex..<string.startIndex) }
    return part(first..<string.index(after: last))
  }

  /// The text in one line, with a space for each line break.
  public var singleLine: SafeText {
    guard string.withBytes({ bytes in bytes.indices.contains { bytes[$0] == 0x0A } }) else { return self }
    return SafeText(string, limits: Limits(scalarsPerCluster: .max, clusters: .max, lines: 1))
  }

  private func end(ofPrefix columns: Int) -> String.Index {
    string.index(
      atByte: string.withBytes { bytes in
        var (width, offset) = (0, 0)
        while offset < bytes.count {
          let cluster = Cluster(of: string, bytes, at: offset)
          width += cluster.width
          if width > columns { break }
          offset = cluster.end
        }
        return offset
      })
  }
}

extension UInt8 {
  /// Whether it is a visible ASCII character.
  fileprivate var isASCIIWord: Bool { 0x21..<0x7F ~= self }
}
