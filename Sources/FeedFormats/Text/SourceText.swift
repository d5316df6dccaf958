/// A file as UTF-8 bytes without its byte order mark, and the way back to lines and columns of the file.
///
/// Bytes that are no UTF-8 stay where they are, so that places stay true; who decodes a piece puts U+FFFD for them.
struct SourceText: Sendable {
  let bytes: [UInt8]
  let map: SourceMap
  /// Where the first byte that is not UTF-8 was decoded, in a file without an encoding that was read as windows-1252; else nil.
  let guessedAt: Int?

  /// Finds the encoding and decodes.
  ///
  /// The byte order mark comes first, then zero bytes, then the XML declaration. Where nothing speaks and the bytes are not
  /// UTF-8, the text is read as windows-1252, which is noted in ``guessedAt``.
  ///
  /// - Throws: `FeedError.empty` and `FeedError.unsupportedEncoding`.
  /// - Complexity: O(*n*).
  init(_ file: [UInt8]) throws(FeedError) {
    let (encoding, markLength) = try Self.encoding(of: file)
    let decoded: DecodedText
    if let encoding {
      decoded = DecodedText(file, encoding, skipping: markLength)
      guessedAt = nil
    } else {
      let first = Self.firstByteOfWindows1252(in: file)
      let guessed: TextEncoding = first == nil ? .utf8 : .singleByte(.windows1252)
      decoded = DecodedText(file, guessed, skipping: 0)
      guessedAt = first.map { DecodedText(Array(file[..<$0]), guessed, skipping: 0).bytes.count }
    }
    bytes = decoded.bytes
    map = SourceMap(decoded, byteOrderMarkLength: markLength)
    if firstOffset(where: { !$0.isWhitespace }) == bytes.count { throw .empty }
  }

  /// The offset of the first byte that is as asked for, or the end.
  func firstOffset(from start: Int = 0, where matches: (UInt8) -> Bool) -> Int {
    var offset = start
    while offset < bytes.count, !matches(bytes[offset]) { offset += 1 }
    return offset
  }

  /// The encoding that the file tells; nil when it tells none.
  private static func encoding(of file: [UInt8]) throws(FeedError) -> (TextEncoding?, markLength: Int) {
    if file.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
    if file.starts(with: [0xFF, 0xFE, 0, 0]) { return (.utf32(bigEndian: false), 4) }
    if file.starts(with: [0, 0, 0xFE, 0xFF]) { return (.utf32(bigEndian: true), 4) }
    if file.starts(with: [0xFF, 0xFE]) { return (.utf16(bigEndian: false), 2) }
    if file.starts(with: [0xFE, 0xFF]) { return (.utf16(bigEndian: true), 2) }
    if file.count >= 4, file[1] == 0, file[2] == 0, (file[0] == 0) != (file[3] == 0) {
      return (.utf32(bigEndian: file[0] == 0), 0)
    }
    if file.count >= 2, (file[0] == 0) != (file[1] == 0) { return (.utf16(bigEndian: file[0] == 0), 0) }
    guard let name = declaredName(in: file) else { return (nil, 0) }
    guard let encoding = TextEncoding(declaredName: name) else { throw .unsupportedEncoding(name) }
    return (encoding, 0)
  }

  /// The first byte that is not UTF-8, in a text that is rather windows-1252; nil in one that is UTF-8, damaged or not.
  ///
  /// A text with more characters of several bytes than bytes that are in none is UTF-8 that was damaged.
  private static func firstByteOfWindows1252(in file: [UInt8]) -> Int? {
    guard let first = UTF8Check.firstInvalid(in: file, from: 0) else { return nil }
    var (characters, strayBytes) = (0, 0)
    var offset = 0
    while offset < file.count {
      let length = UTF8Check.sequenceLength(in: file, at: offset, end: file.count)
      if length > 1 { characters += 1 } else if length == 0 { strayBytes += 1 }
      offset += max(length, 1)
    }
    return strayBytes > characters ? first : nil
  }

  /// The name after `encoding=` in an XML declaration, which may follow white space.
  private static func declaredName(in file: [UInt8]) -> String? {
    let head = file.prefix(1024).drop { $0.isWhitespace }
    guard head.starts(with: Array("<?xml".utf8)), let close = head.firstIndex(of: UInt8(ascii: ">")) else { return nil }
    let words = String(decoding: head[..<close], as: UTF8.self).split(separator: "=")
    guard let place = words.dropLast().firstIndex(where: { $0.hasSuffix("encoding") || $0.hasSuffix("encoding ") })
    else { return nil }
    let value = words[place + 1].drop { $0 == " " }
    guard let quote = value.first, quote == "\"" || quote == "'" else { return nil }
    return String(value.dropFirst().prefix { $0 != quote })
  }
}
