/// A file as UTF-8 bytes without its byte order mark, and the way back to lines and columns of the file.
///
/// Bytes that are no UTF-8 stay where they are, so that places stay true; who decodes a piece puts U+FFFD for them.
struct SourceText: Sendable {
  let bytes: [UInt8]
  let map: SourceMap

  /// Finds the encoding, by the byte order mark, by zero bytes, or by the XML declaration, and decodes.
  ///
  /// - Throws: `FeedError.empty` and `FeedError.unsupportedEncoding`.
  /// - Complexity: O(*n*).
  init(_ file: [UInt8]) throws(FeedError) {
    let (encoding, markLength) = try Self.encoding(of: file)
    bytes = Self.decode(file, encoding, skipping: markLength)
    map = SourceMap(bytes, encoding: encoding, byteOrderMarkLength: markLength)
    if firstOffset(where: { !$0.isWhitespace }) == bytes.count { throw .empty }
  }

  /// The offset of the first byte that is as asked for, or the end.
  func firstOffset(from start: Int = 0, where matches: (UInt8) -> Bool) -> Int {
    var offset = start
    while offset < bytes.count, !matches(bytes[offset]) { offset += 1 }
    return offset
  }

  private static func encoding(of file: [UInt8]) throws(FeedError) -> (TextEncoding, markLength: Int) {
    if file.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
    if file.starts(with: [0xFF, 0xFE, 0, 0]) || file.starts(with: [0, 0, 0xFE, 0xFF]) {
      throw .unsupportedEncoding("UTF-32")
    }
    if file.starts(with: [0xFF, 0xFE]) { return (.utf16(bigEndian: false), 2) }
    if file.starts(with: [0xFE, 0xFF]) { return (.utf16(bigEndian: true), 2) }
    if file.count >= 2, (file[0] == 0) != (file[1] == 0) { return (.utf16(bigEndian: file[0] == 0), 0) }
    guard let name = declaredName(in: file) else { return (.utf8, 0) }
    guard let encoding = TextEncoding(declaredName: name) else { throw .unsupportedEncoding(name) }
    return (encoding, 0)
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

  private static func decode(_ file: [UInt8], _ encoding: TextEncoding, skipping markLength: Int) -> [UInt8] {
    switch encoding {
    case .utf8:
      return markLength == 0 ? file : Array(file.dropFirst(markLength))
    case .singleByte(let table):
      var decoded: [UInt8] = []
      decoded.reserveCapacity(file.count + file.count / 8)
      for byte in file { decoded.append(scalarValue: table.scalarValue(of: byte)) }
      return decoded
    case .utf16(let bigEndian):
      return decodeUTF16(file.dropFirst(markLength), bigEndian: bigEndian)
    }
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
}
