import FeedFormats

/// Reads the versions of a feed that a command line names, one after the other, and passes over those that cannot be read.
///
/// A file that is one document is one version. Any other is a version a line, if at least one of its lines is one. Files are
/// read before the first version is given. Standard input is taken as its lines come, unless it begins with a document that
/// goes on behind its first line; that is read to its end.
struct VersionReader {
  private let settings: Settings
  private let environment: CommandEnvironment
  private let loader: InputLoader
  private var files: ArraySlice<(file: InputFile, bytes: [UInt8]?)>
  private var lines: (file: InputFile, reader: LineReader)?

  /// Reads the files, but for standard input.
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

  /// The next version that can be read; nil when there is no more.
  mutating func next() throws(CommandError) -> FeedVersion? {
    while true {
      if let version = try nextOfLines() { return version }
      guard let (file, bytes) = files.popFirst() else { return nil }
      let version = if let bytes { open(file, bytes) } else { try openStream(file) }
      if let version { return version }
    }
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

  /// The version that a file is; where its lines are versions, nothing yet.
  private mutating func open(_ file: InputFile, _ bytes: [UInt8]) -> FeedVersion? {
    if !isVersion(bytes), bytes.count <= settings.reading.maxBytes, hasVersionsAsLines(bytes) {
      lines = (file, LineReader(of: bytes, limit: settings.reading.maxBytes))
      return nil
    }
    return read(bytes, of: file, line: nil)
  }

  /// Begins with standard input: with its lines, or with the version that it is as a whole.
  private mutating func openStream(_ file: InputFile) throws(CommandError) -> FeedVersion? {
    let read = environment.readInput
    lines = (file, LineReader(limit: settings.reading.maxBytes) { () throws(InputFailure) in try read() })
    while let line = try nextLine(of: file) {
      if line.isBlank { continue }
      if line.isTooLong || !goesOn(line.bytes) { return self.read(line, of: file) }
      // So that places stay true.
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

  /// Whether bytes are a whole document that can be read.
  private func isVersion(_ bytes: [UInt8]) -> Bool { failure(of: bytes) == nil }

  /// Whether the first line of a document ends before the document does.
  private func goesOn(_ line: [UInt8]) -> Bool {
    guard line.first(where: { !$0.isBlank }) == UInt8(ascii: "{") else { return true }
    if case .truncated = failure(of: line) { return true }
    return false
  }

  /// Why bytes are no whole document of any format; nil for one that is.
  private func failure(of bytes: [UInt8]) -> FeedError? {
    var options = settings.reading
    (options.partial, options.format) = (false, nil)
    do throws(FeedError) {
      _ = try FeedReader(options: options).read(bytes)
      return nil
    } catch { return error }
  }

  // MARK: - Reading one

  private func read(_ line: LineReader.Line, of file: InputFile) -> FeedVersion? {
    if line.isTooLong {
      passOver(file, .tooManyBytes(limit: settings.reading.maxBytes), linesBefore: line.number - 1)
      return nil
    }
    return line.isBlank ? nil : read(line.bytes, of: file, line: line.number)
  }

  private func read(_ bytes: [UInt8], of file: InputFile, line: Int?) -> FeedVersion? {
    let linesBefore = (line ?? 1) - 1
    do throws(FeedError) {
      let document = try FeedReader(options: settings.reading).read(bytes)
      loader.report(document.findings, in: file, linesBefore: linesBefore)
      let place = line.map { "\(file):\($0)" } ?? "\(file)"
      return FeedVersion(document, at: place, limit: settings.limit)
    } catch {
      passOver(file, error, linesBefore: linesBefore)
      return nil
    }
  }

  private func passOver(_ file: InputFile, _ error: FeedError, linesBefore: Int) {
    let position = error.position.moved(byLines: linesBefore)
    environment.say(Message(file, "\(position): \(error.problem); the version was passed over", isPlaced: true))
  }
}

extension LineReader {
  /// Divides bytes that are there.
  init(of bytes: [UInt8], limit: Int) {
    var rest = bytes
    self.init(limit: limit) {
      defer { rest = [] }
      return rest
    }
  }
}

extension LineReader.Line {
  /// Whether there is nothing but white space on it.
  var isBlank: Bool { !isTooLong && bytes.allSatisfy(\.isBlank) }
}

extension UInt8 {
  /// Whether it is a space, a tab, a line feed or a carriage return.
  fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}

extension SourcePosition {
  /// The place in a file of which a part begins behind so many lines.
  func moved(byLines count: Int) -> SourcePosition { SourcePosition(line: line + count, column: column) }
}

/// What a feed held at one time.
struct FeedVersion {
  /// Where it was read, `FILE` or `FILE:LINE`; as untrusted as the name.
  let place: String
  /// Its items, each with its authors.
  let items: [FeedItem]

  /// Takes the first items of a document; who wrote the feed has written what names nobody.
  init(_ document: FeedDocument, at place: String, limit: Int?) {
    self.place = place
    items = document.items.prefix(limit ?? .max).map { item in
      var item = item
      if item.authors.isEmpty { item.authors = document.authors }
      return item
    }
  }
}

/// Divides what comes in pieces into lines, as they come; a line that is too long is dropped, and told.
struct LineReader {
  /// A line without its end.
  struct Line {
    /// Its number, from 1.
    let number: Int
    /// Its bytes; none of a line that is too long.
    let bytes: [UInt8]
    /// Whether it had more bytes than a line may have.
    let isTooLong: Bool
  }

  /// Gives the next piece; an empty one at the end.
  typealias Source = () throws(InputFailure) -> [UInt8]

  private let limit: Int
  private let source: Source
  private var buffer: [UInt8] = []
  /// Where the line under way begins, and up to where it has been looked at.
  private var start = 0
  private var scanned = 0
  private var count = 0
  private var isTooLong = false
  private var isAtEnd = false

  /// Divides what a source gives; a line has so many bytes at most.
  init(limit: Int, _ source: @escaping Source) {
    self.limit = limit
    self.source = source
  }

  /// The next line, where a newline at the very end begins none; nil at the end.
  mutating func next() throws(InputFailure) -> Line? {
    while true {
      if let end = buffer[scanned...].firstIndex(of: UInt8(ascii: "\n")) { return take(upTo: end, skipping: 1) }
      scanned = buffer.count
      if buffer.count - start > limit { drop() }
      if isAtEnd { return scanned > start || isTooLong ? take(upTo: scanned, skipping: 0) : nil }
      try fetch()
    }
  }

  /// All that is left, from the line that comes next on, or a little more of it than the limit.
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
