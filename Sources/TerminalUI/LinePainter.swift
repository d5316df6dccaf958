/// Writes lines as bytes: plain text, or with the escape sequences of styles; nothing else can come out.
///
/// Each line ends in a newline, without spaces before it, in the terminal's own look. The bytes go to a sink that the
/// caller hands in, a whole line at a time.
public struct LinePainter: Hashable, Sendable {
  /// The colours that are written; with ``ColorDepth/plain`` no escape sequence at all.
  public let depth: ColorDepth

  /// Makes a painter for a depth.
  public init(depth: ColorDepth) {
    self.depth = depth
  }

  /// Writes each line to the sink.
  ///
  /// - Throws: what the sink throws.
  /// - Complexity: O(*n*) in the length of the lines.
  public func paint<Failure: Error>(
    _ lines: some Sequence<CardLine>, to sink: (borrowing Span<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    for line in lines {
      let bytes = bytes(of: line)
      try sink(bytes.span)
    }
  }

  /// The bytes of one line and its newline.
  private func bytes(of line: CardLine) -> [UInt8] {
    var bytes: [UInt8] = []
    for run in trimmed(line.runs) {
      let sequence = run.style.sequence(depth)
      bytes += sequence.utf8
      bytes += run.text.string.utf8
      if !sequence.isEmpty { bytes += Style.reset.utf8 }
    }
    bytes.append(0x0A)
    return bytes
  }

  /// The runs without the spaces at the end of the line.
  private func trimmed(_ runs: [CardLine.Run]) -> [CardLine.Run] {
    var kept = runs
    while let last = kept.popLast() {
      let text = last.text.string
      if let end = text.lastIndex(where: { $0 != " " }) {
        let part = last.text.part(text.startIndex..<text.index(after: end))
        return kept + [CardLine.Run(part, last.style)]
      }
    }
    return kept
  }
}
