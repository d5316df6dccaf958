extension ItemLines {
  /// Where a search has come to.
  public enum SearchResult: Sendable, Hashable {
    /// The item of a line matches.
    case found(line: Int)
    /// The limit was reached, and the search goes on from a line.
    case paused(line: Int)
    /// No item matches, up to the last line that has been found, or the first one.
    case notFound
  }

  /// Searches for the next item that has a text in its title, its text or the name of an author.
  ///
  /// The case of ASCII letters does not matter. HTML is searched as its source is spelled; `isMatch` can be stricter.
  /// Most lines are not decoded: in items of JSON Feed the bytes are searched first, and where they have escape
  /// sequences, also with these decoded.
  ///
  /// ```swift
  /// var result = lines.search(for: "ferry", from: 0, read: read)
  /// while case .paused(let line) = result { result = lines.search(for: "ferry", from: line, read: read) }
  /// ```
  /// - Parameters:
  ///   - text: The text; an empty one is found nowhere.
  ///   - line: The first line to look at.
  ///   - forward: Whether to go to later lines, or to earlier ones.
  ///   - byteLimit: The number of bytes after which to pause, where those of a line that is decoded count 24 times. The
  ///     default takes about 10 milliseconds.
  ///   - isMatch: Returns whether an item that has the text matches; nil if each one does.
  ///   - read: Stores bytes of the file from an offset on, and returns how many; 0 or less at the end.
  /// - Returns: The line, or where to go on. A line that is not between 0 and ``count`` is not looked at.
  /// - Throws: What `read` throws.
  /// - Complexity: O(*n*) for *n* bytes.
  public func search<Failure: Error>(
    for text: String, from line: Int, forward: Bool = true, byteLimit: Int = 8 << 20,
    where isMatch: ((FeedItem) -> Bool)? = nil,
    read: (_ offset: Int, _ target: inout MutableRawSpan) throws(Failure) -> Int
  ) throws(Failure) -> SearchResult {
    let search = LineSearch(text: SearchText(text), isMatch: isMatch)
    var line = line
    var left = byteLimit
    while 0..<count ~= line {
      let run = run(from: line, forward: forward, upTo: min(byteLimit, 256 << 10))
      let block = try block(of: run, read: read)
      if let found = search.first(in: self, run, block, forward: forward, &left) { return .found(line: found) }
      line = forward ? run.upperBound : run.lowerBound - 1
      if left <= 0, 0..<count ~= line { return .paused(line: line) }
    }
    return .notFound
  }

  /// Returns lines from one on, forward or backward, up to a number of bytes; the first one in any case.
  private func run(from line: Int, forward: Bool, upTo limit: Int) -> Range<Int> {
    var run = line..<line + 1
    while true {
      let longer = forward ? run.lowerBound..<run.upperBound + 1 : run.lowerBound - 1..<run.upperBound
      guard longer.lowerBound >= 0, longer.upperBound <= count, bytes(of: longer).count <= limit else { return run }
      run = longer
    }
  }

  /// Returns the bytes of adjacent lines.
  fileprivate func bytes(of run: Range<Int>) -> Range<Int> {
    index.range(of: run.lowerBound).lowerBound..<index.range(of: run.upperBound - 1).upperBound
  }

  /// Reads the bytes of adjacent lines, fewer if the file is shorter now.
  private func block<Failure: Error>(
    of run: Range<Int>, read: (_ offset: Int, _ target: inout MutableRawSpan) throws(Failure) -> Int
  ) throws(Failure) -> ByteBlock {
    let block = ByteBlock()
    if run.count > 1 {
      let range = bytes(of: run)
      _ = try block.append(from: range.lowerBound, upTo: range.count, read)
    } else if case .bytes(let bytes) = try bytes(of: run.lowerBound, read: read) {
      // Many blank lines may follow the line, and it may be too long.
      block.append(bytes)
      block.append(UInt8(ascii: "\n"))
    }
    return block
  }
}

/// What is searched for on lines that have been read.
private struct LineSearch {
  let text: SearchText
  let isMatch: ((FeedItem) -> Bool)?

  /// Returns the first line whose item matches, and subtracts the work from `left`.
  func first(
    in lines: ItemLines, _ run: Range<Int>, _ block: ByteBlock, forward: Bool, _ left: inout Int
  ) -> Int? {
    let base = lines.bytes(of: run).lowerBound
    var decoded: [UInt8] = []
    for step in 0..<run.count {
      let line = forward ? run.lowerBound + step : run.upperBound - 1 - step
      let start = lines.index.range(of: line).lowerBound - base
      guard let end = end(of: line, from: start, in: lines, block) else { continue }
      left -= end - start + 1
      guard lines.kind != .jsonFeed || mayBeFound(in: block, start..<end, &decoded) else { continue }
      left -= 24 * (end - start)
      let entry = lines.entry(of: .bytes(block.bytes(start..<end)), at: line)
      if let item = entry.item, text.isFound(in: item), isMatch?(item) ?? true { return line }
    }
    return nil
  }

  /// Returns where a line ends; nil if it is no longer there.
  private func end(of line: Int, from start: Int, in lines: ItemLines, _ block: ByteBlock) -> Int? {
    guard start < block.count else { return nil }
    let newline = block.withBytes { $0.firstOffset(of: UInt8(ascii: "\n"), from: start) }
    return newline ?? (lines.isUnfinished(line) ? block.count : nil)
  }

  /// Returns false only if no string in a line has the text.
  private func mayBeFound(in block: ByteBlock, _ range: Range<Int>, _ decoded: inout [UInt8]) -> Bool {
    let (isFound, hasEscapes) = block.withBytes { bytes in
      let isFound = bytes.withPlace(at: range.lowerBound, end: range.upperBound) { text.isFound(from: $0) }
      let backslash = bytes.firstOffset(of: UInt8(ascii: "\\"), from: range.lowerBound, to: range.upperBound)
      return (isFound, backslash != nil)
    }
    guard !isFound, hasEscapes else { return isFound }
    decoded.removeAll(keepingCapacity: true)
    JSONValue.decodeEscapes(in: block.bytes(range), 0..<range.count, into: &decoded)
    return text.isFound(in: decoded)
  }
}
