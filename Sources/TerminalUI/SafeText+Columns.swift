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
