/// A file with an item per line, whose lines are found first, and read when they are asked for.
///
/// ```swift
/// guard var lines = ItemLines(beginning: firstBytes, isWhole: false) else { return try FeedReader().read(whole) }
/// while try lines.readOn(upTo: 8 << 20, read: read) > 0 { show(lines.count) }
/// lines.finish()
/// let entry = try lines.entry(at: 700_000, read: read)
/// ```
///
/// `read` stores bytes of the file from an offset on, and returns how many: 0 or less at the end. On POSIX systems it
/// calls `pread`; ``bytes(_:)`` reads an array. The same file is given each time.
///
/// An entry has the item and the findings that ``FeedReader`` gives for the line, with these exceptions:
///
/// - That an id is repeated is not found.
/// - A last line that ends too early is a finding, as with ``FeedReader/Options/partial``.
/// - After the beginning, an item with bytes that are not UTF-8 is left out, whatever encoding they may be in.
/// - A line that is longer than ``maxLineBytes`` is left out.
/// - After the beginning, an item that takes several lines is left out.
///
/// Memory: five bytes a line, and at most 512 entries, whose lines have at most 4 MiB. Reading one line takes a few
/// times its length.
public struct ItemLines: Sendable {
  /// The maximum length of a line in bytes; a longer one has no item.
  public static let maxLineBytes = 8 << 20

  /// The lines, of which each has an entry.
  public private(set) var index = LineIndex()

  /// The entries that were read last.
  var recent = RecentEntries()
  /// The kind of objects on the lines.
  let kind: JSONItemKind
  /// The options for reading a line.
  let options: FeedReader.Options

  /// Creates a file without lines if its content is an item per line, as ``FeedReader`` detects it; otherwise, nil.
  ///
  /// It is nil also if the first line is not complete in the beginning, or if the file is not UTF-8: read all of it
  /// with ``FeedReader`` then.
  /// - Parameters:
  ///   - beginning: The first bytes of the file; 64 KiB are enough for most files.
  ///   - isWhole: Whether these are all bytes of the file.
  ///   - options: The format, if only one is accepted, and the maximum depth; other options do not matter.
  /// - Complexity: O(*n*) for *n* bytes.
  public init?(beginning: [UInt8], isWhole: Bool, options: FeedReader.Options = FeedReader.Options()) {
    let whole = isWhole ? beginning : Self.wholeCharacters(of: beginning)
    guard let kind = Self.kind(of: whole, asked: options.format) else { return nil }
    guard isWhole || whole.contains(UInt8(ascii: "\n")) else { return nil }
    self.kind = kind
    self.options = Self.options(ofLine: options)
  }

  /// The number of lines that have been found; each has an entry, not always an item.
  public var count: Int { index.count }

  // MARK: - Finding lines

  /// Appends the bytes that follow in the file, whose lines are then found.
  ///
  /// A file that has grown is appended to in the same way, also after ``finish()``.
  /// - Complexity: O(*n*) for *n* bytes.
  public mutating func append(_ bytes: RawSpan) {
    forgetUnfinishedLine()
    index.append(bytes)
  }

  /// Appends the bytes of an array that follow in the file.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  public mutating func append(_ bytes: [UInt8]) {
    forgetUnfinishedLine()
    index.append(bytes)
  }

  /// Removes the entry of a last line without a newline, which may go on.
  private mutating func forgetUnfinishedLine() {
    if index.hasUnfinishedLine { recent.remove(index.count - 1) }
  }

  /// Reads the file on from where it was left, and finds its lines.
  /// - Parameters:
  ///   - limit: The maximum number of bytes to read.
  ///   - read: Stores bytes of the file from an offset on, and returns how many; 0 or less at the end.
  /// - Returns: The number of bytes that were read; 0 at the end of the file.
  /// - Throws: What `read` throws; all that was read before it is kept.
  /// - Complexity: O(*n*) for *n* bytes.
  public mutating func readOn<Failure: Error>(
    upTo limit: Int, read: (_ offset: Int, _ target: inout MutableRawSpan) throws(Failure) -> Int
  ) throws(Failure) -> Int {
    let block = ByteBlock()
    var total = 0
    while total < limit {
      let offset = index.byteCount
      let count = try block.append(upTo: min(limit - total, 256 << 10)) { target throws(Failure) in
        try read(offset, &target)
      }
      if count == 0 { break }
      block.withBytes { append($0) }
      block.removeAll()
      total += count
    }
    return total
  }

  /// Counts a last line without a newline: the file ends here, for now.
  public mutating func finish() { index.finish() }

  /// Returns a function that reads bytes as those of a file.
  public static func bytes(_ bytes: [UInt8]) -> (_ offset: Int, _ target: inout MutableRawSpan) -> Int {
    { offset, target in target.store(bytes, from: offset) }
  }
}

// MARK: - Detection

extension ItemLines {
  /// Returns the kind of the items on lines, or nil if the content is anything else.
  private static func kind(of beginning: [UInt8], asked: FeedFormat?) -> JSONItemKind? {
    guard let source = try? SourceText(beginning), source.firstGuessedOffset == nil,
      let declared = try? TextEncoding.declared(by: beginning), declared.encoding ?? .utf8 == .utf8,
      let layout = try? JSONLayout(of: source, at: source.start, asked: asked), case .lines(let kind) = layout
    else { return nil }
    var options = FeedReader.Options()
    options.partial = true
    var sequence = JSONItemSequence(source, at: source.start, of: kind, options)
    // In part, nothing is thrown.
    try? sequence.readLines()
    return sequence.hasItemPerLine && asked.map(layout.formats.contains) ?? true ? kind : nil
  }

  /// Returns bytes without a last character that is perhaps incomplete.
  private static func wholeCharacters(of bytes: [UInt8]) -> [UInt8] {
    let tail = bytes.suffix(3).reversed().prefix { $0 & 0xC0 == 0x80 }.count
    let rest = bytes.dropLast(tail)
    return Array(rest.last ?? 0 >= 0xC0 ? rest.dropLast() : rest)
  }

  private static func options(ofLine options: FeedReader.Options) -> FeedReader.Options {
    var options = options
    options.partial = true
    options.keepsItemsEncoded = false
    options.maxItems = 1
    return options
  }
}
