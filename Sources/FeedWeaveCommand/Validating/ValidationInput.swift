/// The bytes of an input, of which only as many are read as are asked for.
final class ValidationInput {
  /// What has been read and not removed.
  private(set) var bytes: [UInt8] = []

  private let source: ByteReader
  private let limit: Int
  private var isAtEnd = false
  /// The number of bytes that ``read(into:)`` has passed on.
  private var passed = 0

  /// Opens an input.
  ///
  /// - Parameter limit: the most bytes that are kept, except for those of one reading.
  init(_ file: InputFile, limit: Int, _ environment: CommandEnvironment) throws(InputFailure) {
    source = try environment.open(file)
    self.limit = limit
  }

  /// Returns the first line that is not blank, without its newline; its end is missing if it exceeds the limit.
  func firstLine() throws(InputFailure) -> ArraySlice<UInt8> {
    var start = 0
    var searched = 0
    while true {
      if start == searched {
        start = bytes[start...].firstIndex { !$0.isBlankOrMark } ?? bytes.count
        searched = start
      }
      if let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) { return bytes[start..<end] }
      searched = start == bytes.count ? start : bytes.count
      if try !fetch() { return bytes[start...] }
    }
  }

  /// Returns whether anything but white space follows an offset.
  func hasMore(after offset: Int) throws(InputFailure) -> Bool {
    var offset = offset
    while true {
      if bytes[offset...].contains(where: { !$0.isBlankOrMark }) { return true }
      offset = bytes.count
      if try !fetch() { return false }
    }
  }

  /// Reads all bytes, or slightly more of them than the limit.
  func readAll() throws(InputFailure) { while try fetch() {} }

  /// Stores the next bytes, of those that have been read already first, and returns how many; 0 at the end.
  func read(into room: inout MutableRawSpan) throws(InputFailure) -> Int {
    guard passed < bytes.count else {
      bytes = []
      passed = 0
      return isAtEnd ? 0 : try source(&room)
    }
    let piece = bytes[passed...].prefix(room.byteCount)
    for (place, byte) in piece.enumerated() { room.storeBytes(of: byte, toByteOffset: place, as: UInt8.self) }
    passed += piece.count
    return piece.count
  }

  /// Reads some more bytes; returns whether there were any, and room for them.
  private func fetch() throws(InputFailure) -> Bool {
    guard !isAtEnd, bytes.count <= limit else { return false }
    let piece = try nextBytes(atMost: 256 << 10, source)
    bytes += piece
    isAtEnd = piece.isEmpty
    return !isAtEnd
  }
}
