import FeedFormats
import Synchronization

/// What has come through standard input, which is read like a file that grows.
///
/// Until the input ends, only whole lines are there to be read at an offset, so that none is shown that goes on.
///
/// Memory: the bytes that have come, and at most a mebibyte.
final class InputSpool: Sendable {
  private struct Content {
    /// The bytes to be read, in pieces of one size, of which the last one may be shorter.
    var pieces: [[UInt8]] = []
    /// The bytes after the last whole line.
    var rest: [UInt8] = []

    var readableCount: Int { (pieces.count - 1) * InputSpool.pieceSize + (pieces.last?.count ?? InputSpool.pieceSize) }

    /// Moves bytes from the beginning of the rest to the pieces.
    mutating func release(_ count: Int) {
      var bytes = rest[..<count]
      while !bytes.isEmpty {
        if pieces.last?.count ?? InputSpool.pieceSize == InputSpool.pieceSize {
          pieces.append([])
          pieces[pieces.count - 1].reserveCapacity(InputSpool.pieceSize)
        }
        let part = bytes.prefix(InputSpool.pieceSize - pieces[pieces.count - 1].count)
        pieces[pieces.count - 1] += part
        bytes = bytes.dropFirst(part.count)
      }
      rest.removeFirst(count)
    }
  }

  private let content = Mutex(Content())

  private static let pieceSize = 1 << 20

  /// The number of bytes that have come.
  var count: Int { content.withLock { $0.readableCount + $0.rest.count } }

  /// The bytes that have come.
  var bytes: [UInt8] { content.withLock { $0.pieces.joined() + $0.rest } }

  /// Adds bytes that have come.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  func append(_ bytes: [UInt8]) {
    content.withLock { content in
      let former = content.rest.count
      content.rest += bytes
      if let newline = bytes.lastIndex(of: 0x0A) { content.release(former + newline + 1) }
    }
  }

  /// Notes that nothing more comes: a last line without a newline is whole.
  func end() { content.withLock { $0.release($0.rest.count) } }

  /// Reads what has come, also after more has.
  var reader: OffsetReader {
    OffsetReader(byteCount: content.withLock { $0.readableCount }) { [self] offset, target throws(InputFailure) in
      content.withLock { content in
        let (piece, start) = offset.quotientAndRemainder(dividingBy: Self.pieceSize)
        return piece < content.pieces.count ? ItemLines.bytes(content.pieces[piece])(start, &target) : 0
      }
    }
  }
}
