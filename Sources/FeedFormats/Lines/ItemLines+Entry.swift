extension ItemLines {
  /// What was read from a line.
  public struct Entry: Sendable, Hashable {
    /// The item; nil if the line is none, which a finding says.
    public let item: FeedItem?

    /// The problems in the line.
    public let findings: [Finding]

    /// Whether the line is no longer where it was found: the file was changed, and should be opened again.
    public let fileHasChanged: Bool

    /// The number of bytes of the line.
    let byteCount: Int
  }

  /// Returns the item of a line and its findings; those that were asked for last are remembered.
  /// - Parameters:
  ///   - line: The line, counted from 0 without blank lines.
  ///   - read: Stores bytes of the file from an offset on, and returns how many; 0 or less at the end.
  /// - Throws: What `read` throws.
  /// - Precondition: The line is less than ``count``.
  /// - Complexity: O(*n*) for a line of *n* bytes.
  public mutating func entry<Failure: Error>(
    at line: Int, read: (_ offset: Int, _ target: inout MutableRawSpan) throws(Failure) -> Int
  ) throws(Failure) -> Entry {
    if let entry = recent.entry(of: line) { return entry }
    let entry = entry(of: try bytes(of: line, read: read), at: line)
    if !entry.fileHasChanged { recent.insert(entry, of: line) }
    return entry
  }

  /// The bytes that were read for a line, without a newline.
  enum LineBytes {
    case bytes([UInt8])
    case tooLong
    /// There is no such line any longer.
    case changed
  }

  /// Reads the bytes of a line, with the newline before it as a witness that the file is the same.
  func bytes<Failure: Error>(
    of line: Int, read: (_ offset: Int, _ target: inout MutableRawSpan) throws(Failure) -> Int
  ) throws(Failure) -> LineBytes {
    let range = index.range(of: line)
    let witness = min(range.lowerBound, 1)
    let whole = witness + range.count
    let block = ByteBlock()
    while block.count < whole {
      let known = block.count
      let wanted = min(whole - known, max(16 << 10, known))
      guard try block.append(from: range.lowerBound - witness + known, upTo: wanted, read) else { return .changed }
      let newline = block.withBytes { bytes -> Int? in
        if witness == 1, bytes.byte(at: 0) != UInt8(ascii: "\n") { return -1 }
        return bytes.firstOffset(of: UInt8(ascii: "\n"), from: max(known, witness))
      }
      if let newline { return isEnd(newline, of: line) ? .bytes(block.bytes(witness..<newline)) : .changed }
      if block.count - witness > Self.maxLineBytes { return .tooLong }
    }
    return isUnfinished(line) ? .bytes(block.bytes(witness..<block.count)) : .changed
  }

  /// Whether a line has no newline.
  func isUnfinished(_ line: Int) -> Bool { index.hasUnfinishedLine && line == index.count - 1 }

  private func isEnd(_ newline: Int, of line: Int) -> Bool { newline >= 0 && !isUnfinished(line) }

  // MARK: - Reading

  /// Reads the bytes of a line.
  func entry(of bytes: LineBytes, at line: Int) -> Entry {
    switch bytes {
    case .bytes(let bytes): read(bytes, at: line)
    case .tooLong: left(out: "the line has more than \(Self.maxLineBytes) bytes", at: line, fileHasChanged: false)
    case .changed: left(out: "the file has changed", at: line, fileHasChanged: true)
    }
  }

  private func read(_ bytes: [UInt8], at line: Int) -> Entry {
    guard bytes.count <= Self.maxLineBytes else { return entry(of: .tooLong, at: line) }
    let source = SourceText(line: bytes, at: start(of: line))
    var sequence = JSONItemSequence(source, at: 0, of: kind, options)
    // In part, the end of a line is a finding, and nothing is thrown.
    try? sequence.readLine(isLast: isUnfinished(line))
    let (item, findings) = (sequence.items.first, sequence.reader.findings.ordered)
    if item == nil, findings.isEmpty { return entry(of: .changed, at: line) }
    return Entry(item: item, findings: findings, fileHasChanged: false, byteCount: bytes.count)
  }

  private func start(of line: Int) -> SourcePosition { SourcePosition(line: index.number(of: line), column: 1) }

  private func left(out problem: String, at line: Int, fileHasChanged: Bool) -> Entry {
    let finding = Finding(at: start(of: line), problem, .itemLeftOut)
    return Entry(item: nil, findings: [finding], fileHasChanged: fileHasChanged, byteCount: 0)
  }
}

extension ByteBlock {
  /// Appends bytes of a file from an offset on; returns whether there were as many as wanted.
  func append<Failure: Error>(
    from offset: Int, upTo wanted: Int,
    _ read: (_ offset: Int, _ target: inout MutableRawSpan) throws(Failure) -> Int
  ) throws(Failure) -> Bool {
    var left = wanted
    while left > 0 {
      let place = offset + wanted - left
      let count = try append(upTo: left) { target throws(Failure) in try read(place, &target) }
      if count == 0 { return false }
      left -= count
    }
    return true
  }

  /// Returns some of the bytes.
  func bytes(_ range: Range<Int>) -> [UInt8] { (start + range.lowerBound).bytes(to: start + range.upperBound) }
}
