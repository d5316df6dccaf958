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
