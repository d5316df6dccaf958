/// The second pass over untrusted text: handles whole clusters.
struct ClusterLimiter {
  private let limits: SafeText.Limits
  private var output: [UInt8] = []
  private var clusters = 0
  private var lines = 1
  /// The offset of the last allowed cluster, which is replaced by the ellipsis if more clusters follow.
  private var lastAllowed = 0

  init(_ limits: SafeText.Limits) {
    self.limits = limits
  }

  /// Returns the text with drawable clusters; it ends in `…` if it exceeded the limits or was cut by the first pass.
  consuming func limited(_ text: String, isCut: Bool) -> String {
    let text = isCut ? String(text.dropLast()) : text
    let all = Array(text.utf8)
    output.reserveCapacity(all.count)
    let bytes = all.span
    var offset = 0
    while offset < bytes.count {
      let isLineBreak = bytes[offset] == 0x0A
      guard hasRoom(forLineBreak: isLineBreak) else { return ended() }
      if clusters == limits.clusters - 1 { lastAllowed = output.count }
      clusters += 1
      if isLineBreak { lines += 1 }
      let end = Self.endOfPlainCluster(bytes, at: offset)
      if let end {
        for place in offset..<end { output.append(bytes[place]) }
        offset = end
      } else {
        let cluster = text[text.index(atByte: offset)]
        output += drawable(cluster).utf8
        offset += cluster.utf8.count
      }
    }
    return isCut ? ended() : String(decoding: output, as: UTF8.self)
  }

  /// Returns the end of a plain cluster, which is drawn unchanged; nil for other clusters.
  private static func endOfPlainCluster(_ bytes: borrowing Span<UInt8>, at offset: Int) -> Int? {
    if bytes[offset] == 0x0A { return offset + 1 }
    return PlainScalar(bytes, at: offset).flatMap { scalar in
      scalar.isCluster(in: bytes, at: offset) ? offset + scalar.length : nil
    }
  }

  private func hasRoom(forLineBreak isLineBreak: Bool) -> Bool {
    clusters < limits.clusters && (!isLineBreak || lines < limits.lines)
  }

  private consuming func ended() -> String {
    if clusters == limits.clusters { output.removeSubrange(lastAllowed...) }
    return String(decoding: output, as: UTF8.self) + "…"
  }

  /// Returns a cluster to draw: with a dotted circle if a mark or number sign has no letter; `�` if it is too large.
  private func drawable(_ cluster: Character) -> String {
    var scalars = cluster.unicodeScalars
    if lacksLetter, TextWidth.joinsBefore(cluster) {
      scalars.insert("◌", at: scalars.startIndex)
    } else if TextWidth.width(of: cluster) == 0 {
      scalars.insert("◌", at: scalars.firstIndex(where: \.isMark) ?? scalars.endIndex)
    }
    return scalars.count > limits.scalarsPerCluster ? "\u{FFFD}" : String(scalars)
  }

  /// Marks combine with the cluster before them, except at the beginning of a line and after a soft hyphen.
  private var lacksLetter: Bool {
    output.isEmpty || output.last == 0x0A || output.suffix(2) == [0xC2, 0xAD]
  }
}

// MARK: - Joining

/// Properties that decide whether an adjacent invisible character has an effect.
extension Unicode.Scalar {
  var isMark: Bool {
    if value < 0x300 { return false }
    return switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }

  var isVirama: Bool { properties.canonicalCombiningClass == .virama }

  /// Whether it is an emoji that can be a part of a joined one: not a digit, flag letter or skin tone.
  var isEmojiBase: Bool {
    !isASCII && properties.isEmoji && !properties.isEmojiModifier && !isFlagLetter
  }

  /// Whether it changes the appearance of the emoji before it: a skin tone, U+FE0E or U+FE0F.
  var modifiesEmoji: Bool {
    self == "\u{FE0F}" || self == "\u{FE0E}" || properties.isEmojiModifier
  }

  /// Whether it has a text form and an emoji form; also true for digits, which keycaps consist of.
  var isVariedEmoji: Bool {
    properties.isEmoji && !properties.isEmojiModifier && !isFlagLetter
  }

  var isTagLetter: Bool {
    switch value {
    case 0xE0030...0xE0039, 0xE0061...0xE007A: true
    default: false
    }
  }

  /// Whether it is a letter of a script whose letters join.
  ///
  /// Decided by block, since the standard library has no Joining_Type.
  var isCursive: Bool {
    switch value {
    case 0x0620...0x08FF, 0x1807...0x18AA, 0xA840...0xA871, 0xFB50...0xFDFB, 0xFE70...0xFEFC: isLetterOrMark
    case 0x10AC0...0x10AEF, 0x10B80...0x10BAF, 0x10D00...0x10D3F, 0x10EC0...0x10EFF: isLetterOrMark
    case 0x10F30...0x10F6F, 0x1E900...0x1E94F: isLetterOrMark
    default: false
    }
  }

  private var isLetterOrMark: Bool { properties.isAlphabetic || isMark }

  private var isFlagLetter: Bool { (0x1F1E6...0x1F1FF).contains(value) }
}
