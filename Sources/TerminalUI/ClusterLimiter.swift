/// The second pass over untrusted text: what depends on whole clusters.
struct ClusterLimiter {
  private let limits: SafeText.Limits
  private var output: [UInt8] = []
  private var clusters = 0
  private var lines = 1
  /// Where the last cluster within the limit begins, which gives way to the ellipsis when more come.
  private var lastAllowed = 0

  init(_ limits: SafeText.Limits) {
    self.limits = limits
  }

  /// The text with each cluster drawable by itself, ending in `…` when it was longer than the limits or cut before.
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

  /// The end of a cluster of which nothing is to be said but that it is drawn as it is; nil for others.
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

  /// The cluster itself, or with the dotted circle that stands for a letter where a mark or a number sign lacks one.
  private func drawable(_ cluster: Character) -> String {
    var scalars = cluster.unicodeScalars
    if lacksLetter, TextWidth.joinsBefore(cluster) {
      scalars.insert("◌", at: scalars.startIndex)
    } else if TextWidth.width(of: cluster) == 0 {
      scalars.insert("◌", at: scalars.firstIndex(where: \.isMark) ?? scalars.endIndex)
    }
    return scalars.count > limits.scalarsPerCluster ? "\u{FFFD}" : String(scalars)
  }

  /// Marks join whatever is before them, except at the beginning of a line and after a soft hyphen.
  private var lacksLetter: Bool {
    output.isEmpty || output.last == 0x0A || output.suffix(2) == [0xC2, 0xAD]
  }
}
