import FeedFormats

/// Reads a file piece by piece, until as many items as are asked for have been read.
///
/// Nothing after those items is looked at: neither findings nor members of the feed that are there are known.
struct FeedBeginning {
  /// The bytes that have been read so far: all of the file if it has fewer items than were asked for.
  private(set) var bytes: [UInt8] = []

  private let file: InputFile
  private let options: FeedReader.Options
  private let read: ByteReader
  private let firstPiece: Int
  private var isAtEnd = false

  /// Opens a file.
  ///
  /// - Parameter firstPiece: the number of bytes that are read at first, and at once.
  init(
    of file: InputFile, _ options: FeedReader.Options, _ environment: CommandEnvironment, firstPiece: Int = 256 << 10
  ) throws(CommandError) {
    self.file = file
    self.options = options
    self.firstPiece = firstPiece
    do throws(InputFailure) { read = try environment.open(file) } catch {
      throw .noInput(file, error)
    }
  }

  /// Returns a document with the first items; nil if the file has fewer, or is larger than allowed.
  ///
  /// - Complexity: O(*n*) for *n* bytes up to the last of these items.
  mutating func read(itemCount: Int) throws(CommandError) -> FeedDocument? {
    var size = firstPiece
    while true {
      try readBytes(upTo: size)
      if bytes.count > options.maxBytes { return nil }
      var options = options
      options.partial = true
      options.maxItems = itemCount + 1
      let document = try? FeedReader(options: options).read(wholeCharacters)
      // An item is read when it is complete, so that what comes after the last one does not matter.
      if let document, document.items.count > itemCount || !isAtEnd && document.items.count == itemCount {
        return document.first(itemCount)
      }
      if isAtEnd { return nil }
      // As much as that many items take, if they are as long as those before; at least twice as much, so that all
      // pieces together are read in linear time.
      let found = max(document?.items.count ?? 0, 1)
      size = bytes.count * min(max(2, itemCount / found + 1), 8)
    }
  }

  private mutating func readBytes(upTo size: Int) throws(CommandError) {
    while bytes.count < min(size, options.maxBytes + 1) {
      do throws(InputFailure) {
        let piece = try nextBytes(atMost: firstPiece, read)
        bytes += piece
        isAtEnd = piece.isEmpty
        if isAtEnd { return }
      } catch { throw .noInput(file, error) }
    }
  }

  /// The bytes without a character at their end that may be cut.
  private var wholeCharacters: [UInt8] {
    let cut = bytes.suffix(4).lastIndex { $0 & 0xC0 == 0xC0 }
    return cut.map { Array(bytes[..<$0]) } ?? bytes
  }
}

extension FeedDocument {
  /// The document with its first items only, and with the findings before the next one.
  fileprivate func first(_ count: Int) -> FeedDocument {
    var document = self
    guard count < items.count else {
      // The end of what has been read is not the end of the file.
      let last = items.last?.position ?? .start
      document.findings.removeAll { [.restLeftOut, .itemLeftOut].contains($0.remedy) && $0.position > last }
      return document
    }
    let end = items[count].position
    document.items.removeLast(items.count - count)
    document.findings.removeAll { $0.position >= end }
    return document
  }
}
