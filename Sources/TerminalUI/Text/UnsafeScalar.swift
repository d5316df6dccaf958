/// A character of untrusted text that ``SafeText`` replaces or removes.
package struct UnsafeScalar: Hashable, Sendable {
  /// The reason why a character is unsafe.
  package enum Kind: Hashable, Sendable, CaseIterable {
    /// A control character that is neither a tab nor a part of a line break.
    case control
    /// U+2028 or U+2029, which end a line for some programs only.
    case lineSeparator
    /// Reorders the text around it.
    case bidirectionalControl
    /// Invisible, without an effect where it stands.
    case invisible
    /// A noncharacter or private use character.
    case meaningless
    /// A combining mark after too many others.
    case excessiveMark
  }

  /// The character.
  package let scalar: Unicode.Scalar

  /// The reason why it is unsafe.
  package let kind: Kind

  package init(_ scalar: Unicode.Scalar, _ kind: Kind) {
    self.scalar = scalar
    self.kind = kind
  }
}

extension UnsafeScalar: CustomStringConvertible {
  /// The code point, such as `U+001B`.
  package var description: String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

extension SafeText {
  /// Returns the characters that a safe text of several lines would replace or remove, each once, in order of occurrence.
  ///
  /// Tabs and line feeds are not among them, although one line has spaces in their places.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package static func unsafeScalars(in untrusted: String) -> [UnsafeScalar] {
    let isPlain = untrusted.withBytes { bytes in
      bytes.indices.allSatisfy { 0x20..<0x7F ~= bytes[$0] || bytes[$0] == 0x0A || bytes[$0] == 0x09 }
    }
    if isPlain { return [] }
    var sanitizer = TextSanitizer(untrusted, limits: Limits(clusters: .max, lines: .max), recordsUnsafe: true)
    _ = sanitizer.run()
    return sanitizer.unsafeScalars
  }
}
