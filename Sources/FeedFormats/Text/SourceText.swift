/// The text of a file as UTF-8 bytes without its byte order mark, with a map to the file's lines and columns.
///
/// Bytes that are not UTF-8 are kept, so that positions stay correct; decoding a piece replaces them with U+FFFD.
struct SourceText: Sendable {
  let bytes: [UInt8]
  let map: SourceMap
  /// The offset of the first byte that is not UTF-8 if the text was guessed to be windows-1252; otherwise nil.
  let firstGuessedOffset: Int?
  /// The declared encoding, if the text is in another one.
  let wrongEncoding: WrongEncoding?
  /// The offset of the first byte after white space and byte order marks.
  let start: Int

  /// Detects the encoding of a file and decodes it.
  ///
  /// The encoding is determined by the byte order mark, else by zero bytes, else by the XML declaration, unless the text
  /// refutes it. If none of these is present, the text is UTF-8, perhaps damaged, unless it is likely windows-1252: then
  /// ``firstGuessedOffset`` is set.
  ///
  /// - Throws: `FeedError.empty` and `FeedError.unsupportedEncoding`.
  /// - Complexity: O(*n*).
  init(_ file: [UInt8]) throws(FeedError) {
    let (encoding, markLength, wrong) = try TextEncoding.declared(by: file)
    let decoded: DecodedText
    if let encoding {
      decoded = DecodedText(file, encoding, skipping: markLength)
      firstGuessedOffset = nil
    } else {
      let first = TextEncoding.firstByteOfWindows1252(in: file)
      let guessed: TextEncoding = first == nil ? .utf8 : .singleByte(.windows1252)
      decoded = DecodedText(file, guessed, skipping: 0)
      firstGuessedOffset = first.map { DecodedText(Array(file[..<$0]), guessed, skipping: 0).bytes.count }
    }
    bytes = decoded.bytes
    map = SourceMap(decoded, from: SourcePosition(line: 1, column: 1 + markLength))
    wrongEncoding = wrong
    start = bytes.firstContent(from: 0)
    if start == bytes.count { throw .empty }
  }

  /// Takes a line of a file in UTF-8 as it is, at its position in the file.
  ///
  /// - Complexity: O(*n*).
  init(line: [UInt8], at position: SourcePosition) {
    bytes = line
    map = SourceMap(DecodedText(line, .utf8, skipping: 0), from: position)
    firstGuessedOffset = nil
    wrongEncoding = nil
    start = line.firstContent(from: 0)
  }

  /// Returns the offset of the first byte that satisfies `matches`, or the end.
  func firstOffset(from start: Int = 0, where matches: (UInt8) -> Bool) -> Int {
    var offset = start
    while offset < bytes.count, !matches(bytes[offset]) { offset += 1 }
    return offset
  }
}

extension [UInt8] {
  /// Whether there is nothing but white space and byte order marks.
  var isBlank: Bool { firstContent(from: 0) == count }

  /// Returns the offset of the first byte in a range that is neither white space nor of a byte order mark, or its end.
  func firstContent(from start: Int, to end: Int? = nil) -> Int {
    let end = end ?? count
    var start = start
    while start < end {
      if self[start].isWhitespace {
        start += 1
      } else if hasBytes("\u{FEFF}", at: start) {
        start += 3
      } else {
        break
      }
    }
    return start
  }
}

/// Maps offsets of decoded bytes to lines and columns of the original file.
///
/// The position of every 1024th byte is stored, so that a lookup scans fewer than 1024 bytes, in any order of lookups and
/// for lines of any length.
struct SourceMap: Sendable {
  private static let stride = 1024

  private let bytes: [UInt8]
  private let encoding: TextEncoding
  private let widths: [UInt8]
  private var marks: [SourcePosition] = []

  /// Creates the map in one pass over the bytes, the first of which has a position.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  init(_ text: DecodedText, from first: SourcePosition) {
    bytes = text.bytes
    encoding = text.encoding
    widths = text.widths
    marks.reserveCapacity(bytes.count / Self.stride + 1)
    var place = first
    for start in Swift.stride(from: 0, through: bytes.count, by: Self.stride) {
      marks.append(place)
      place = advance(place, over: start..<min(start + Self.stride, bytes.count))
    }
  }

  /// Returns the position of the byte at an offset; offsets are clamped to the text.
  func position(at offset: Int) -> SourcePosition {
    let offset = min(max(offset, 0), bytes.count)
    let mark = offset / Self.stride
    return advance(marks[mark], over: mark * Self.stride..<offset)
  }

  /// The position after the last byte.
  var end: SourcePosition { position(at: bytes.count) }

  private func advance(_ place: SourcePosition, over range: Range<Int>) -> SourcePosition {
    if case .utf8 = encoding {
      let (newlines, last) = bytes.newlines(in: range)
      let column = last.map { range.upperBound - $0 } ?? place.column + range.count
      return SourcePosition(line: place.line + newlines, column: column)
    }
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

  /// Returns how many bytes of the file a decoded byte represents; outside UTF-8, a character's first byte counts for
  /// all.
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

/// A file decoded to UTF-8, with the number of file bytes that each decoded byte represents.
struct DecodedText {
  let bytes: [UInt8]
  fileprivate let encoding: TextEncoding
  /// For each decoded byte, the width of its character in the file, 0 for continuation bytes; empty if the encoding
  /// implies it.
  fileprivate let widths: [UInt8]

  /// Decodes a file without its byte order mark.
  ///
  /// - Complexity: O(*n*).
  init(_ file: [UInt8], _ encoding: TextEncoding, skipping markLength: Int) {
    self.encoding = encoding
    var widths: [UInt8] = []
    switch encoding {
    case .utf8: bytes = markLength == 0 ? file : Array(file.dropFirst(markLength))
    case .utf16(let bigEndian): bytes = Self.decodeUTF16(file.dropFirst(markLength), bigEndian: bigEndian)
    case .utf32(let bigEndian): bytes = Self.decodeUTF32(file.dropFirst(markLength), bigEndian: bigEndian)
    case .singleByte(let table): bytes = Self.decode(file, table)
    case .multiByte(let name): (bytes, widths) = Self.convert(file, from: name)
    }
    self.widths = widths
  }

  private static func decode(_ file: [UInt8], _ table: SingleByteTable) -> [UInt8] {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(file.count + file.count / 8)
    for byte in file {
      if byte < 0x80 { decoded.append(byte) } else { decoded.append(scalarValue: table.scalarValue(of: byte)) }
    }
    return decoded
  }

  private static func decodeUTF16(_ file: ArraySlice<UInt8>, bigEndian: Bool) -> [UInt8] {
    let high = bigEndian ? 0 : 1
    let units = stride(from: file.startIndex, to: file.endIndex - 1, by: 2).lazy.map { offset in
      UInt16(file[offset + high]) << 8 | UInt16(file[offset + 1 - high])
    }
    var decoded: [UInt8] = []
    decoded.reserveCapacity(file.count)
    _ = transcode(units.makeIterator(), from: UTF16.self, to: UTF8.self, stoppingOnError: false) { decoded.append($0) }
    return decoded
  }

  private static func decodeUTF32(_ file: ArraySlice<UInt8>, bigEndian: Bool) -> [UInt8] {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(file.count / 2)
    for start in stride(from: file.startIndex, to: file.endIndex - 3, by: 4) {
      let unit = file[start..<start + 4]
      let value = (bigEndian ? Array(unit) : unit.reversed()).reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
      decoded.append(scalarValue: value)
    }
    return decoded
  }

  private static func convert(_ file: [UInt8], from name: String) -> (bytes: [UInt8], widths: [UInt8]) {
    // The converter existed when the encoding was detected.
    guard let converter = CharacterConverter(from: name) else { return (file, []) }
    var decoded: [UInt8] = []
    var widths: [UInt8] = []
    decoded.reserveCapacity(file.count + file.count / 2)
    widths.reserveCapacity(file.count + file.count / 2)
    var offset = 0
    while offset < file.count {
      var width = 1
      if file[offset] < 0x80 {
        decoded.append(file[offset])
      } else {
        switch converter.character(at: offset, in: file) {
        case .scalar(let value, let count):
          decoded.append(scalarValue: value)
          width = count
        case .scalars(let first, let second, let count):
          decoded.append(scalarValue: first)
          decoded.append(scalarValue: second)
          width = count
        case .invalid: decoded.append(scalarValue: 0xFFFD)
        }
      }
      widths.append(UInt8(width))
      widths.append(contentsOf: repeatElement(0, count: decoded.count - widths.count))
      offset += width
    }
    return (decoded, widths)
  }
}
