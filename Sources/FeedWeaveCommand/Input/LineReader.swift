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
