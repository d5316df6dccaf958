/// The bytes of a file as UTF-8, and how many bytes of the file each of them stands for.
struct DecodedText {
  let bytes: [UInt8]
  let encoding: TextEncoding
  /// For each decoded byte the width of its character in the file, 0 for continuation bytes; empty where the encoding tells.
  let widths: [UInt8]

  /// Decodes a file but for its byte order mark.
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
    // It was there when the encoding was found.
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
