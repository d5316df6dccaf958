/// Where the lines of a file begin, except blank ones, in little more than four bytes a line.
///
/// ```swift
/// var index = LineIndex()
/// index.append(Array("{}\n\n{}\n{".utf8))
/// index.count       // 2: the last line has no newline yet
/// index.number(of: 1)  // 3: there is a blank line before it
/// ```
///
/// The bytes of a file are appended in order, in pieces of any size, and none of them is kept. A line counts when its
/// newline has been appended; a last line without one counts after ``finish()``, until more is appended. A carriage
/// return is white space, and so are byte order marks at the beginning of a line. Copies share their memory, so a copy for
/// another thread is cheap.
public struct LineIndex: Sendable {
  /// The maximum number of lines; those after it are not counted.
  public let maxCount: Int

  /// The number of bytes that were appended.
  public private(set) var byteCount = 0

  /// The lines with a newline, in chunks that are full, except for the last one.
  private var chunks: [LineOffsets] = []
  /// The number of lines with a newline.
  private var storedCount = 0
  /// The runs of blank lines.
  private var blankRuns: [BlankRun] = []
  /// The number of blank lines.
  private var blankCount = 0
  /// The line that is not complete yet.
  private var open = OpenLine()
  private var isFinished = false

  /// Creates an index of an empty file.
  public init(maxCount: Int = 10_000_000) { self.maxCount = maxCount }

  /// The number of lines, without blank ones.
  public var count: Int { storedCount + (hasUnfinishedLine ? 1 : 0) }

  /// Whether there is no room for another line.
  public var isFull: Bool { storedCount >= maxCount }

  /// Whether the last line has no newline.
  public var hasUnfinishedLine: Bool { isFinished && !open.isBlank && !isFull }

  /// Appends the bytes that follow in the file.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  public mutating func append(_ bytes: RawSpan) {
    isFinished = false
    var place = 0
    while true {
      place = open.read(bytes, from: place)
      guard let newline = bytes.firstOffset(of: UInt8(ascii: "\n"), from: place) else { break }
      place = newline + 1
      endLine(before: byteCount + place)
    }
    byteCount += bytes.byteCount
    assert(checkInvariants())
  }

  /// Appends the bytes of an array that follow in the file.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  public mutating func append(_ bytes: [UInt8]) {
    // Bytes have no padding, which could not be read.
    append(unsafe bytes.span.bytes)
  }

  /// Counts a last line without a newline: the file ends here, for now.
  public mutating func finish() { isFinished = true }

  /// Returns the bytes of a line: up to where the next one begins, its newline and blank lines included.
  ///
  /// - Precondition: The line is less than ``count``.
  public func range(of line: Int) -> Range<Int> {
    precondition(0 <= line && line < count, "line \(line) of \(count)")
    if line == storedCount { return open.start..<byteCount }
    return start(of: line)..<(line + 1 < storedCount ? start(of: line + 1) : open.start)
  }

  /// Returns the number of a line in the file, counted from 1, blank lines included.
  ///
  /// - Complexity: O(log *n*) for *n* runs of blank lines.
  /// - Precondition: The line is less than ``count``.
  public func number(of line: Int) -> Int {
    precondition(0 <= line && line < count, "line \(line) of \(count)")
    if line == storedCount { return line + blankCount + 1 }
    var (low, high) = (0, blankRuns.count)
    while low < high {
      let middle = (low + high) / 2
      if blankRuns[middle].nextLine <= line { low = middle + 1 } else { high = middle }
    }
    return line + (low == 0 ? 0 : blankRuns[low - 1].blankCount) + 1
  }

  private func start(of line: Int) -> Int { chunks[line / LineOffsets.capacity].start(of: line % LineOffsets.capacity) }

  // MARK: - Storing

  private mutating func endLine(before next: Int) {
    if open.isBlank { blankCount += 1 } else if !isFull { store(open.start) }
    open.begin(at: next)
  }

  private mutating func store(_ start: Int) {
    if blankCount > blankRuns.last?.blankCount ?? 0 {
      blankRuns.append(BlankRun(nextLine: storedCount, blankCount: blankCount))
    }
    if storedCount.isMultiple(of: LineOffsets.capacity) { chunks.append(LineOffsets(base: start)) }
    chunks[chunks.count - 1].append(start)
    storedCount += 1
  }

  /// Checks what must hold after each change: in the last chunk only, so that it takes constant time.
  func checkInvariants() -> Bool {
    let full = max(chunks.count - 1, 0) * LineOffsets.capacity
    precondition(full + (chunks.last?.count ?? 0) == storedCount, "\(chunks.count) chunks for \(storedCount) lines")
    precondition(storedCount <= maxCount && open.start <= byteCount, "an open line from \(open.start) of \(byteCount)")
    precondition(storedCount == 0 || start(of: storedCount - 1) < open.start, "lines out of order")
    precondition(blankRuns.last?.blankCount ?? 0 <= blankCount, "more blank lines than were counted")
    return true
  }
}

/// Blank lines before a line.
private struct BlankRun {
  /// The line after them.
  let nextLine: Int
  /// The number of all blank lines before it.
  let blankCount: Int
}

/// A line without a newline, of which only the beginning matters: whether it is blank so far.
private struct OpenLine {
  private(set) var start = 0
  private var hasContent = false
  /// The number of bytes of a byte order mark that have been read.
  private var markCount = 0

  var isBlank: Bool { !hasContent && markCount == 0 }

  mutating func begin(at start: Int) {
    self.start = start
    hasContent = false
  }

  /// Reads white space; returns the offset of a newline, of content, or of the end.
  mutating func read(_ bytes: RawSpan, from start: Int) -> Int {
    var place = start
    while !hasContent, place < bytes.byteCount {
      let byte = bytes.byte(at: place)
      if markCount == 0, byte.isWhitespace {
        if byte == UInt8(ascii: "\n") { return place }
      } else if byte == Self.byteOfMark(markCount) {
        markCount = (markCount + 1) % 3
      } else {
        hasContent = true
        markCount = 0
        return place
      }
      place += 1
    }
    return place
  }

  private static func byteOfMark(_ index: Int) -> UInt8 {
    switch index {
    case 0: 0xEF
    case 1: 0xBB
    default: 0xBF
    }
  }
}
