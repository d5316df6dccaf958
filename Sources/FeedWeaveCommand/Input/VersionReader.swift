import FeedFormats

/// Reads the versions of a feed that a command line names, in order, skipping those that cannot be read.
///
/// A file that is one document is one version. In any other file, each line is a version, if at least one line can be
/// read. Files are read before the first version is returned. Standard input is read line by line as it arrives, unless
/// it begins with a document that continues after its first line; such a document is read to its end.
struct VersionReader {
  private let settings: Settings
  private let environment: CommandEnvironment
  private let loader: InputLoader
  private var files: ArraySlice<(file: InputFile, bytes: [UInt8]?)>
  private var lines: (file: InputFile, reader: LineReader)?

  /// Reads the files, except for standard input.
  init(_ settings: Settings, _ environment: CommandEnvironment) throws(CommandError) {
    self.settings = settings
    self.environment = environment
    loader = InputLoader(settings: settings, environment: environment)
    files = []
    for feed in settings.feeds {
      let isStream = feed.file == .standardInput
      let bytes = isStream ? nil : try loader.bytes(of: feed.file, limit: settings.reading.maxBytes)
      files.append((feed.file, bytes))
    }
  }

  /// Returns the next version that can be read, or nil at the end.
  mutating func next() throws(CommandError) -> FeedVersion? {
    while true {
      if let version = try nextOfLines() { return version }
      guard let (file, bytes) = files.popFirst() else { return nil }
      let version = if let bytes { open(file, bytes) } else { try openStream(file) }
      if let version { return version }
    }
  }

  /// Whether `next()` returns without waiting for standard input, as far as that can be known.
  var isReady: Bool {
    if let lines { return lines.file != .standardInput || lines.reader.hasLine || environment.isInputReady() }
    return files.first.map { $0.file != .standardInput || environment.isInputReady() } ?? true
  }

  private mutating func nextOfLines() throws(CommandError) -> FeedVersion? {
    while let file = lines?.file {
      guard let line = try nextLine(of: file) else {
        lines = nil
        return nil
      }
      if let version = read(line, of: file) { return version }
    }
    return nil
  }

  private mutating func nextLine(of file: InputFile) throws(CommandError) -> LineReader.Line? {
    do throws(InputFailure) { return try lines?.reader.next() } catch {
      throw .noInput(file, reason: error.reason)
    }
  }

  // MARK: - Documents and lines

  /// Returns the version of a file that is one document; if its lines are versions, begins reading them and returns
  /// nil.
  private mutating func open(_ file: InputFile, _ bytes: [UInt8]) -> FeedVersion? {
    if !isVersion(bytes), bytes.count <= settings.reading.maxBytes, hasVersionsAsLines(bytes) {
      lines = (file, LineReader(of: bytes, limit: settings.reading.maxBytes))
      return nil
    }
    return read(bytes, of: file, line: nil)
  }

  /// Begins reading standard input: returns the version on its first line, or the version that it is as a whole.
  private mutating func openStream(_ file: InputFile) throws(CommandError) -> FeedVersion? {
    let read = environment.readInput
    lines = (file, LineReader(limit: settings.reading.maxBytes) { () throws(InputFailure) in try read() })
    while let line = try nextLine(of: file) {
      if line.isBlank { continue }
      if line.isTooLong || !continuesAfterLine(line.bytes) { return self.read(line, of: file) }
      // Empty lines replace the previous ones, so that positions are correct.
      let before = [UInt8](repeating: UInt8(ascii: "\n"), count: line.number - 1)
      let whole = try before + line.bytes + [UInt8(ascii: "\n")] + rest(of: file)
      lines = nil
      return open(file, whole)
    }
    lines = nil
    return self.read([], of: file, line: nil)
  }

  private mutating func rest(of file: InputFile) throws(CommandError) -> [UInt8] {
    do throws(InputFailure) { return try lines?.reader.rest() ?? [] } catch {
      throw .noInput(file, reason: error.reason)
    }
  }

  private func hasVersionsAsLines(_ bytes: [UInt8]) -> Bool {
    var reader = LineReader(of: bytes, limit: settings.reading.maxBytes)
    while let line = try? reader.next() {
      if line.bytes.first(where: { !$0.isBlank }) == UInt8(ascii: "{"), isVersion(line.bytes) { return true }
    }
    return false
  }

  /// Whether bytes are a complete document that can be read.
  private func isVersion(_ bytes: [UInt8]) -> Bool { failure(of: bytes) == nil }

  /// Whether a document continues after its first line: it is incomplete there, or the line is only its first item.
  private func continuesAfterLine(_ line: [UInt8]) -> Bool {
    guard line.first(where: { !$0.isBlank }) == UInt8(ascii: "{") else { return true }
    do throws(FeedError) { return try document(line).format != .jsonFeed } catch {
      if case .truncated = error { return true }
      return false
    }
  }

  /// Returns the reason why bytes are not a complete document of any format, or nil if they are.
  private func failure(of bytes: [UInt8]) -> FeedError? {
    do throws(FeedError) {
      _ = try document(bytes)
      return nil
    } catch { return error }
  }

  private func document(_ bytes: [UInt8]) throws(FeedError) -> FeedDocument {
    var options = settings.reading
    (options.partial, options.format) = (false, nil)
    return try FeedReader(options: options).read(bytes)
  }

  // MARK: - Reading one

  private func read(_ line: LineReader.Line, of file: InputFile) -> FeedVersion? {
    if line.isTooLong {
      reportSkippedVersion(file, .tooManyBytes(limit: settings.reading.maxBytes), linesBefore: line.number - 1)
      return nil
    }
    return line.isBlank ? nil : read(line.bytes, of: file, line: line.number)
  }

  private func read(_ bytes: [UInt8], of file: InputFile, line: Int?) -> FeedVersion? {
    let linesBefore = (line ?? 1) - 1
    do throws(FeedError) {
      let document = try FeedReader(options: settings.reading(of: file)).read(bytes)
      loader.report(document.findings, in: file, linesBefore: linesBefore)
      let place = line.map { "\(file):\($0)" } ?? "\(file)"
      return FeedVersion(document, at: place, limit: settings.limit)
    } catch {
      reportSkippedVersion(file, error, linesBefore: linesBefore)
      return nil
    }
  }

  private func reportSkippedVersion(_ file: InputFile, _ error: FeedError, linesBefore: Int) {
    let position = error.position.moved(byLines: linesBefore)
    environment.say(Message(file, "\(position): \(error.problem); the version was skipped", isPlaced: true))
  }
}

extension LineReader {
  /// Creates a reader for bytes in memory.
  init(of bytes: [UInt8], limit: Int) {
    var rest = bytes
    self.init(limit: limit) {
      defer { rest = [] }
      return rest
    }
  }
}

extension LineReader.Line {
  /// Whether it contains only white space.
  var isBlank: Bool { !isTooLong && bytes.allSatisfy(\.isBlank) }
}

extension UInt8 {
  /// Whether it is a space, a tab, a line feed or a carriage return.
  var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}

extension SourcePosition {
  /// Returns the position in a file for a position in a part of it that begins after `count` lines.
  func moved(byLines count: Int) -> SourcePosition { SourcePosition(line: line + count, column: column) }
}

/// A version of a feed.
struct FeedVersion {
  /// The source of the version, `FILE` or `FILE:LINE`; as untrusted as the name.
  let place: String
  /// The document that it was read from, with the items of the version.
  let document: FeedDocument
  /// Its items, each with its authors.
  var items: [FeedItem] { document.items }

  /// Creates a version from the first items of a document; items without authors have those of the feed.
  init(_ document: FeedDocument, at place: String, limit: Int?) {
    self.place = place
    var version = document
    version.items = document.items.prefix(limit ?? .max).map { item in
      var item = item
      if item.authors.isEmpty { item.authors = document.authors }
      return item
    }
    self.document = version
  }
}

/// Splits input into lines as it arrives; a line that is too long is dropped and reported.
struct LineReader {
  /// A line without its newline.
  struct Line {
    /// Its number, from 1.
    let number: Int
    /// Its bytes; empty if it is too long.
    let bytes: [UInt8]
    /// Whether it had more bytes than the limit.
    let isTooLong: Bool
  }

  /// Returns the next piece, or an empty one at the end.
  typealias Source = () throws(InputFailure) -> [UInt8]

  private let limit: Int
  private let source: Source
  private var buffer: [UInt8] = []
  /// The offset of the current line, and the offset up to which it has been searched for a newline.
  private var start = 0
  private var scanned = 0
  private var count = 0
  private var isTooLong = false
  private var isAtEnd = false

  /// Creates a reader for a source, with a maximum number of bytes per line.
  init(limit: Int, _ source: @escaping Source) {
    self.limit = limit
    self.source = source
  }

  /// Whether the next line has been read already.
  var hasLine: Bool { isAtEnd || buffer[scanned...].contains(UInt8(ascii: "\n")) }

  /// Returns the next line, or nil at the end; no line begins after a newline at the very end.
  mutating func next() throws(InputFailure) -> Line? {
    while true {
      if let end = buffer[scanned...].firstIndex(of: UInt8(ascii: "\n")) { return take(upTo: end, skipping: 1) }
      scanned = buffer.count
      if buffer.count - start > limit { drop() }
      if isAtEnd { return scanned > start || isTooLong ? take(upTo: scanned, skipping: 0) : nil }
      try fetch()
    }
  }

  /// Returns all remaining bytes from the next line on, or slightly more of them than the limit.
  mutating func rest() throws(InputFailure) -> [UInt8] {
    while !isAtEnd, buffer.count - start <= limit { try fetch() }
    return Array(buffer[start...])
  }

  private mutating func take(upTo end: Int, skipping newline: Int) -> Line {
    let isTooLong = isTooLong || end - start > limit
    let bytes = isTooLong ? [] : Array(buffer[start..<end])
    self.isTooLong = false
    start = end + newline
    scanned = start
    count += 1
    return Line(number: count, bytes: bytes, isTooLong: isTooLong)
  }

  private mutating func drop() {
    isTooLong = true
    start = buffer.count
  }

  private mutating func fetch() throws(InputFailure) {
    let piece = try source()
    if piece.isEmpty { isAtEnd = true }
    if start == buffer.count {
      buffer = piece
    } else {
      buffer.removeFirst(start)
      buffer += piece
    }
    scanned -= start
    start = 0
  }
}
