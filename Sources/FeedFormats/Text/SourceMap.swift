/// Turns offsets of decoded bytes into lines and columns of the file they came from.
///
/// A mark is kept for every 256 bytes, so that a question costs a short walk whatever the order of the questions and
/// however long the lines are.
struct SourceMap: Sendable {
  private static let stride = 256

  private let bytes: [UInt8]
  private let encoding: TextEncoding
  private let widths: [UInt8]
  private var marks: [SourcePosition] = []

  /// Walks the bytes once.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  init(_ text: DecodedText, byteOrderMarkLength: Int) {
    bytes = text.bytes
    encoding = text.encoding
    widths = text.widths
    marks.reserveCapacity(bytes.count / Self.stride + 1)
    var place = SourcePosition(line: 1, column: 1 + byteOrderMarkLength)
    for start in Swift.stride(from: 0, through: bytes.count, by: Self.stride) {
      marks.append(place)
      place = advance(place, over: start..<min(start + Self.stride, bytes.count))
    }
  }

  /// The place of the byte at an offset; offsets past the end are the end.
  func position(at offset: Int) -> SourcePosition {
    let offset = min(max(offset, 0), bytes.count)
    let mark = offset / Self.stride
    return advance(marks[mark], over: mark * Self.stride..<offset)
  }

  /// The place after the last byte.
  var end: SourcePosition { position(at: bytes.count) }

  private func advance(_ place: SourcePosition, over range: Range<Int>) -> SourcePosition {
    var line = place.line
    var column = place.column
    for offset in range {
      let byte = bytes[offset]
      if byte == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else {
        column += sourceWidth(ofByteAt: offset)
      }
    }
    return SourcePosition(line: line, column: column)
  }

  /// How many bytes of the file the decoded byte stands for; continuation bytes count with their first byte.
  private func sourceWidth(ofByteAt offset: Int) -> Int {
    let isContinuation = bytes[offset] & 0xC0 == 0x80
    switch encoding {
    case .utf8: return 1
    case .singleByte: return isContinuation ? 0 : 1
    case .utf16: return isContinuation ? 0 : bytes[offset] >= 0xF0 ? 4 : 2
    case .utf32: return isContinuation ? 0 : 4
    case .multiByte: return Int(widths[offset])
    }
  }
}
