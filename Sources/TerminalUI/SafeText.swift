/// Text that may be drawn on a terminal: whatever was handed in, made harmless; there is no other way to make one.
///
/// What a safe text never holds: a control character but the newline, a character that reorders or hides others, an
/// invisible one that joins nothing, a heap of marks on one letter, more than its ``Limits`` allow. What was taken
/// out leaves a visible trace where a reader could be deceived: `␛` for ESC, `␦` for a bidirectional control, `�` for
/// what is no character. Escape sequences are not parsed: without their ESC they are words.
///
///     SafeText("all \u{1B}[31mred").string   // "all ␛[31mred"
///
/// Each cluster is 1 or 2 columns wide, and none combines with a space before it, so texts can be laid side by side.
/// Making one from its own ``string`` changes nothing. It says nothing about what words mean: look-alike letters stay.
public struct SafeText: Hashable, Sendable {
  /// The text as it may be written.
  public let string: String

  /// Makes text harmless.
  ///
  /// Where ``Limits/lines`` is 1, line breaks and tabs become spaces.
  ///
  /// - Complexity: O(*n*) in the length of the text, whatever it holds.
  public init(_ untrusted: String, limits: Limits = .title) {
    string = Self.isPlain(untrusted, limits) ? untrusted : Self.cleaned(untrusted, limits)
  }

  /// Makes bytes harmless that ought to be UTF-8; what is not becomes `�`.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  public init(decoding bytes: some Collection<UInt8>, limits: Limits = .title) {
    self.init(String(decoding: bytes, as: UTF8.self), limits: limits)
  }

  /// A part of a text that is safe already.
  private init(part: Substring) {
    string = String(part)
  }

  /// Whether there is nothing to draw.
  public var isEmpty: Bool { string.isEmpty }

  /// The clusters of a range, which must begin and end between clusters.
  func part(_ range: Range<String.Index>) -> SafeText {
    SafeText(part: string[range])
  }

  /// The clusters of a range of bytes.
  func part(bytes range: Range<Int>) -> SafeText {
    part(string.index(atByte: range.lowerBound)..<string.index(atByte: range.upperBound))
  }

  /// The text up to an index between clusters, and an ellipsis.
  func ellipsized(at end: String.Index) -> SafeText {
    SafeText(part: string[..<end] + "…")
  }

  /// Whether a text is harmless as it stands, since each of its characters is by itself and none combines with another.
  ///
  /// Most of all text is. It needs one look at each character, where ``cleaned(_:_:)`` takes clusters apart.
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

  /// Any text made harmless, character by character and then cluster by cluster.
  static func cleaned(_ untrusted: String, _ limits: Limits) -> String {
    var sanitizer = TextSanitizer(untrusted, limits: limits)
    let clean = sanitizer.run()
    return ClusterLimiter(limits).limited(clean, isCut: sanitizer.isCut)
  }
}

extension SafeText: ExpressibleByStringLiteral {
  /// The program's own words pass through the same gate, as a title.
  public init(stringLiteral words: String) {
    self.init(words)
  }
}

extension SafeText: CustomStringConvertible {
  /// The text itself.
  public var description: String { string }
}

extension SafeText {
  /// How much of a text is drawn at most; each limit is at least 1.
  public struct Limits: Hashable, Sendable {
    /// Combining marks on one character; further ones are dropped.
    public let marksPerCluster: Int

    /// Characters in one cluster; a larger cluster becomes `�`.
    public let scalarsPerCluster: Int

    /// Clusters in all, line breaks included; a longer text ends in `…`.
    public let clusters: Int

    /// Lines; with 1 line breaks become spaces, else the text ends in `…` where the next line would begin.
    public let lines: Int

    /// Sets the limits; one below 1 is taken as 1.
    ///
    /// The defaults leave room for every emoji (11 characters at most) and for pointed and cantillated Hebrew.
    public init(marksPerCluster: Int = 8, scalarsPerCluster: Int = 16, clusters: Int, lines: Int) {
      self.marksPerCluster = max(1, marksPerCluster)
      self.scalarsPerCluster = max(1, scalarsPerCluster)
      self.clusters = max(1, clusters)
      self.lines = max(1, lines)
    }

    /// One line of at most 300 clusters: titles, names.
    public static let title = Limits(clusters: 300, lines: 1)

    /// At most 200 lines and 20,000 clusters: what an item says.
    public static let body = Limits(clusters: 20_000, lines: 200)
  }
}

// MARK: - Columns

extension SafeText {
  /// The longest beginning that takes no more than the given columns; no cluster is split.
  ///
  /// - Complexity: O(*n*) in the length of the beginning.
  public func prefix(columns: Int) -> SafeText {
    part(string.startIndex..<end(ofPrefix: columns))
  }

  /// The text itself when it fits, else as much of it as fits before an ellipsis; empty when there is no column.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public func truncated(to columns: Int) -> SafeText {
    TextWidth.width(of: self) <= columns ? self : withEllipsis(within: columns)
  }

  /// As much of the text as fits before an ellipsis, which says that more was there.
  func withEllipsis(within columns: Int) -> SafeText {
    columns < 1 ? prefix(columns: 0) : ellipsized(at: end(ofPrefix: columns - 1))
  }

  /// The text without spaces and line breaks at either end.
  public func trimmed() -> SafeText {
    // Nothing that begins or ends with a letter of ASCII has any.
    if let first = string.utf8.first, let last = string.utf8.last, first.isASCIIWord, last.isASCIIWord { return self }
    guard let first = string.firstIndex(where: { !$0.isWhitespace }),
      let last = string.lastIndex(where: { !$0.isWhitespace })
    else { return part(string.startIndex..<string.startIndex) }
    return part(first..<string.index(after: last))
  }

  /// The text in one line: each line break is a space.
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
  /// Whether it is a sign of ASCII that shows.
  fileprivate var isASCIIWord: Bool { 0x21..<0x7F ~= self }
}
