import FeedFormats

/// A large file with an item per line: its lines are found first, and each is read when it is shown.
///
/// Every line that is not blank is a row. A line that has no item is shown as an item that says so, so that nothing is
/// lost silently, and rows keep their numbers.
struct FileLines: Sendable {
  /// The file.
  let file: InputFile
  /// The number of lines that the list shows; the others are shown next.
  private(set) var shownCount = 0
  /// Whether all lines have been found that the file has at present.
  private(set) var isComplete = false

  /// Whether nothing more of a last line without a newline is waited for.
  private var isEnded = false

  private let reader: OffsetReader
  private let maxCount: Int
  private var lines: ItemLines
  /// Bytes at the beginning of the file, and before the end that was reached last, by which other content is noticed.
  private var samples: [Sample]

  private struct Sample {
    let offset: Int
    let bytes: [UInt8]
  }

  /// Opens a file, and finds its first lines.
  ///
  /// It is nil for anything but a regular file with an item per line that has at least a size in bytes, and for a file
  /// that is larger than an option allows: such files are read whole, or refused.
  init?(
    of file: InputFile, _ options: FeedReader.Options, _ environment: CommandEnvironment, from leastSize: Int = 1
  ) throws(InputFailure) {
    let defaults = FeedReader.Options()
    guard let reader = try environment.openAtOffsets(file), reader.byteCount >= leastSize,
      options.maxBytes == defaults.maxBytes || reader.byteCount <= options.maxBytes
    else { return nil }
    let beginning = try reader.bytes(0..<min(reader.byteCount, Self.beginningSize))
    guard let lines = ItemLines(beginning: beginning, isWhole: beginning.count == reader.byteCount, options: options)
    else { return nil }
    self.file = file
    self.reader = reader
    self.lines = lines
    // The default is about memory, of which lines that are not shown take little.
    maxCount = options.maxItems == defaults.maxItems ? .max : options.maxItems
    samples = [Sample(offset: 0, bytes: Array(beginning.prefix(Self.sampleSize)))]
    try readOn(upTo: Self.beginningSize)
    showFound(atMost: .max)
  }

  private static let beginningSize = 256 << 10
  private static let sampleSize = 4 << 10

  // MARK: - Finding lines

  /// The number of lines that have been found, of which those after ``shownCount`` are to be shown.
  var count: Int { min(lines.count, maxCount) }

  /// Whether the file has more lines than can be shown.
  var isFull: Bool { lines.count > maxCount || lines.index.isFull }

  /// Whether lines remain to be found or to be shown.
  var isReading: Bool { !isComplete || count > shownCount }

  /// Whether as many lines are to be shown next as a number, or all that are left.
  func isReady(batchCount: Int) -> Bool { isComplete ? true : count - shownCount >= batchCount }

  /// Finds more lines, in a number of bytes.
  ///
  /// - Throws: `InputFailure` if the file cannot be read; the lines found before can still be.
  mutating func readOn(upTo byteCount: Int) throws(InputFailure) {
    guard !isComplete else { return }
    let read = reader.read
    let count = try lines.readOn(upTo: byteCount) { offset, target throws(InputFailure) in
      try read(offset, &target)
    }
    guard count < byteCount || isFull else { return }
    lines.finish()
    isComplete = true
    let end = lines.index.byteCount
    let offset = max(0, end - Self.sampleSize)
    samples = [samples[0], Sample(offset: offset, bytes: try reader.bytes(offset..<end))]
  }

  /// Looks for lines that have been appended to the file.
  ///
  /// - Returns: Whether what was read before is still there; if it is not, the file is to be opened again.
  mutating func grow() -> Bool {
    for sample in samples {
      let range = sample.offset..<sample.offset + sample.bytes.count
      guard let bytes = try? reader.bytes(range), bytes == sample.bytes else { return false }
    }
    isComplete = false
    return true
  }

  /// Gives up finding lines, after a failure.
  mutating func stop() { isComplete = true }

  /// Shows lines that have been found, up to a number of them; returns their rows.
  @discardableResult
  mutating func showFound(atMost number: Int) -> Range<Int> {
    let former = shownCount
    shownCount = max(former, min(count, number > .max - former ? .max : former + number))
    return former..<shownCount
  }

  /// Waits no longer for more of a last line without a newline; returns its row, if there is one.
  mutating func end() -> Int? {
    isEnded = true
    return unfinishedRow
  }

  /// The row of a last line that has no newline, and so may go on.
  var unfinishedRow: Int? {
    lines.index.hasUnfinishedLine && lines.count == shownCount ? shownCount - 1 : nil
  }

  // MARK: - Items

  /// Returns the item of a row, or one that says why there is none, and a problem to report.
  ///
  /// - Complexity: O(*n*) for a line of *n* bytes, unless it was read lately.
  mutating func item(at row: Int) -> (item: FeedItem, problem: Finding?) {
    let read = reader.read
    // A last line without a newline that goes on is no line until its end is found.
    guard row < lines.count else { return (.leftOut("the line is being read"), nil) }
    do throws(InputFailure) {
      let entry = try lines.entry(at: row) { offset, target throws(InputFailure) in try read(offset, &target) }
      // What is wrong with a line that may go on is not known yet.
      let problem = entry.item == nil && row == unfinishedRow && !isEnded ? nil : entry.findings.first
      return (entry.item ?? .leftOut(entry.findings.map(\.description).joined(separator: "\n")), problem)
    } catch { return (.leftOut(error.reason), nil) }
  }

  /// Returns the first row from one on, forward or backward, whose item matches; nil if none does.
  ///
  /// - Parameters:
  ///   - text: what the line of a matching item contains, regardless of the case of ASCII letters.
  ///   - isMatch: returns whether an item matches.
  /// - Complexity: O(*n*) for *n* bytes, few of which are decoded.
  func firstRow(
    containing text: String, from row: Int, forward: Bool, where isMatch: @escaping (FeedItem) -> Bool
  ) throws(InputFailure) -> Int? {
    let read = reader.read
    var row = row
    while 0..<min(shownCount, lines.count) ~= row {
      let result = try lines.search(for: text, from: row, forward: forward, where: isMatch) {
        offset, target throws(InputFailure) in
        try read(offset, &target)
      }
      switch result {
      case .found(let line): return line < shownCount ? line : nil
      case .paused(let line): row = line
      case .notFound: return nil
      }
    }
    return nil
  }
}

extension OffsetReader {
  /// Returns bytes of the file, fewer at its end.
  fileprivate func bytes(_ range: Range<Int>) throws(InputFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < range.count {
      let offset = range.lowerBound + bytes.count
      let piece = try nextBytes(atMost: range.count - bytes.count) { room throws(InputFailure) in
        try read(offset, &room)
      }
      if piece.isEmpty { break }
      bytes += piece
    }
    return bytes
  }
}

extension FeedItem {
  /// Returns the item that is shown for a line without one.
  fileprivate static func leftOut(_ reason: String) -> FeedItem {
    var item = FeedItem()
    item.title = titleOfLeftOut
    item.contentText = reason
    return item
  }

  private static let titleOfLeftOut = "no item"

  /// Whether the item is shown for a line without one.
  var isLeftOut: Bool { raw == nil && id == nil && url == nil && title == Self.titleOfLeftOut }
}

extension Int {
  /// The number in decimal, with a comma between groups of three digits.
  var grouped: String {
    let digits = Array(String(magnitude))
    let groups = stride(from: digits.count % 3 - 3, to: digits.count, by: 3).map { start in
      String(digits[Swift.max(0, start)..<Swift.max(0, start + 3)])
    }
    return (self < 0 ? "-" : "") + groups.filter { !$0.isEmpty }.joined(separator: ",")
  }
}
