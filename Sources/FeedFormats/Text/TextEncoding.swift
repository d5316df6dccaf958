/// The supported encodings of feeds.
enum TextEncoding: Sendable, Equatable {
  case utf8
  case utf16(bigEndian: Bool)
  case utf32(bigEndian: Bool)
  /// One byte per character: ASCII below 128, the table above.
  case singleByte(SingleByteTable)
  /// ASCII below 128, one to four bytes per character above, decoded by the platform's converter with this name.
  case multiByte(name: String)

  /// Creates the encoding with a name from an XML declaration; returns nil if it is not supported.
  ///
  /// Like browsers, this reads an encoding as the superset that files actually use: ASCII as UTF-8, ISO-8859-1 as
  /// windows-1252, Shift_JIS as windows-31j, GB 2312 as GB 18030. A file whose declaration could be read byte by byte
  /// is neither UTF-16 nor UTF-32, so these names mean UTF-8. All other names are looked up in the platform's
  /// converter.
  init?(declaredName declared: String) {
    let name = Self.plainName(of: declared)
    switch name {
    case "utf-8", "utf8", "utf8mb4", "us-ascii", "ascii", "utf-16", "utf-16le", "utf-16be", "utf-32", "utf-32le",
      "utf-32be", "unicode", "ucs-2":
      self = .utf8
    case "iso-8859-1", "latin1", "latin-1", "windows-1252", "cp1252", "ansi":
      self = .singleByte(.windows1252)
    default:
      guard let encoding = Self.converted(Self.platformNames[name] ?? name) else { return nil }
      self = encoding
    }
  }

  /// Returns a name in lower case, with the spelling of names that are often written in another way.
  private static func plainName(of declared: String) -> String {
    var name = declared.prefix { $0 != ";" }.lowercased().trimmed
    let spellings = [
      ("utf_", "utf-"), ("iso8859", "iso-8859"), ("iso_8859", "iso-8859"), ("win-", "windows-"),
      ("windows_", "windows-"),
      ("x-cp", "cp"),
    ]
    for (wrong, right) in spellings where name.hasPrefix(wrong) { name = right + name.dropFirst(wrong.count) }
    if name.hasPrefix("iso-8859_") { name = "iso-8859-" + name.dropFirst(9) }
    // Both orders of Hebrew and Arabic are stored alike.
    if name == "iso-8859-8-i" || name == "iso-8859-8-e" || name == "iso-8859-6-i" || name == "iso-8859-6-e" {
      name.removeLast(2)
    }
    return name
  }

  /// The converter's names of encodings that it knows by another name, or that are read as a superset.
  private static let platformNames = [
    "shift_jis": "CP932", "shift-jis": "CP932", "sjis": "CP932", "x-sjis": "CP932", "ms_kanji": "CP932",
    "windows-31j": "CP932", "euc_jp": "EUC-JP", "x-euc-jp": "EUC-JP", "euc-kr": "CP949", "ks_c_5601-1987": "CP949",
    "windows-949": "CP949", "korean": "CP949", "gb2312": "GB18030", "gb_2312-80": "GB18030", "gbk": "GB18030",
    "x-gbk": "GB18030", "chinese": "GB18030", "cn-big5": "BIG5-HKSCS", "big5": "BIG5-HKSCS", "iso-8859-9": "CP1254",
    "latin5": "CP1254", "iso-8859-11": "CP874", "tis-620": "CP874", "windows-874": "CP874", "latin9": "ISO-8859-15",
    "latin-9": "ISO-8859-15", "x-mac-roman": "MACINTOSH", "macroman": "MACINTOSH", "x-mac-cyrillic": "MAC-CYRILLIC",
  ]

  /// Returns the encoding with a name that the platform's converter knows, if it encodes ASCII as itself.
  private static func converted(_ name: String) -> TextEncoding? {
    guard !isStateful(name), let converter = CharacterConverter(from: name), converter.keepsASCII
    else { return nil }
    return converter.singleByteTable.map { .singleByte($0) } ?? .multiByte(name: name)
  }
}

extension TextEncoding {
  /// Whether an encoding has states, so that it cannot be decoded from the middle; no feed reader accepts these.
  fileprivate static func isStateful(_ name: String) -> Bool {
    ["iso-2022", "iso2022", "csiso2022", "utf-7", "utf7", "hz"].contains { name.lowercased().hasPrefix($0) }
  }
}

// MARK: - Detection

/// Detecting the encoding of a file.
extension TextEncoding {
  /// Returns the encoding that the file declares, or nil if it declares none.
  ///
  /// A declared name that nobody knows, or that the bytes refute, does not matter if the file is UTF-8; and if it is
  /// declared as UTF-8, but is not, it is likely windows-1252.
  static func declared(
    by file: [UInt8]
  ) throws(FeedError) -> (encoding: TextEncoding?, markLength: Int, wrong: WrongEncoding?) {
    if let (encoding, length) = marked(in: file) { return (encoding, length, nil) }
    guard let name = declaredName(in: file) else { return (nil, 0, nil) }
    guard let encoding = TextEncoding(declaredName: name) else {
      guard !isStateful(name), UTF8Check.firstInvalid(in: file, from: 0) == nil else {
        throw .unsupportedEncoding(name)
      }
      return (.utf8, 0, .unknown(name))
    }
    if encoding == .utf8, firstByteOfWindows1252(in: file, leastCount: 2) != nil {
      return (.singleByte(.windows1252), 0, .notUTF8(name))
    }
    if encoding != .utf8, isRefuted(encoding, by: file) { return (.utf8, 0, .refuted(name)) }
    return (encoding, 0, nil)
  }

  /// Returns the encoding that byte order marks or zero bytes show, and the length of the mark.
  private static func marked(in file: [UInt8]) -> (TextEncoding, markLength: Int)? {
    if file.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
    if file.starts(with: [0xFF, 0xFE, 0, 0]) { return (.utf32(bigEndian: false), 4) }
    if file.starts(with: [0, 0, 0xFE, 0xFF]) { return (.utf32(bigEndian: true), 4) }
    if file.starts(with: [0xFF, 0xFE]) { return (.utf16(bigEndian: false), 2) }
    if file.starts(with: [0xFE, 0xFF]) { return (.utf16(bigEndian: true), 2) }
    if file.count >= 4, file[1] == 0, file[2] == 0, (file[0] == 0) != (file[3] == 0) {
      return (.utf32(bigEndian: file[0] == 0), 0)
    }
    if file.count >= 2, (file[0] == 0) != (file[1] == 0) { return (.utf16(bigEndian: file[0] == 0), 0) }
    return nil
  }

  /// Returns whether a file is UTF-8 although it declares another encoding.
  ///
  /// Letters in other encodings are hardly ever characters of UTF-8, but a few of two bytes may be by chance.
  private static func isRefuted(_ encoding: TextEncoding, by file: [UInt8]) -> Bool {
    var offset = file.firstNonASCII(from: 0)
    if offset == file.count || UTF8Check.firstInvalid(in: file, from: offset) != nil { return false }
    guard case .multiByte = encoding else { return true }
    var count = 0
    while offset < file.count, count < 4 {
      let length = UTF8Check.sequenceLength(in: file, at: offset, end: file.count)
      if length > 2 { return true }
      count += 1
      offset = file.firstNonASCII(from: offset + length)
    }
    return count == 4
  }

  /// Decides whether a text that names no other encoding is windows-1252: returns its first byte that is not UTF-8, or
  /// nil if the text is UTF-8.
  ///
  /// It is damaged UTF-8 if it has at least as many multibyte characters of UTF-8 as stray bytes, or fewer of these than
  /// `leastCount`.
  static func firstByteOfWindows1252(in file: [UInt8], leastCount: Int = 1) -> Int? {
    guard let first = UTF8Check.firstInvalid(in: file, from: 0) else { return nil }
    var (characters, strayBytes) = (0, 0)
    var offset = 0
    while offset < file.count {
      let length = UTF8Check.sequenceLength(in: file, at: offset, end: file.count)
      if length > 1 { characters += 1 } else if length == 0 { strayBytes += 1 }
      offset += max(length, 1)
    }
    return strayBytes > characters && strayBytes >= leastCount ? first : nil
  }

  /// Returns the encoding name in an XML declaration, which may follow white space.
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

/// A declared encoding that a text is not in.
enum WrongEncoding: Sendable {
  /// Nobody knows the name.
  case unknown(String)
  /// The bytes are UTF-8.
  case refuted(String)
  /// The bytes are declared as UTF-8, and are not.
  case notUTF8(String)

  /// A description for a finding.
  var problem: String {
    switch self {
    case .unknown(let name): "the encoding \(name.quotedForMessage) is not known; read as UTF-8"
    case .refuted(let name):
      "the encoding is declared as \(name.quotedForMessage), but the bytes are UTF-8; read as such"
    case .notUTF8(let name):
      "the encoding is declared as \(name.quotedForMessage), but the bytes are not; read as windows-1252"
    }
  }
}

/// The characters of a single-byte encoding for the bytes from 128 on.
struct SingleByteTable: Sendable, Equatable {
  /// The scalar values of the bytes 0x80 to 0xFF; U+FFFD for undefined bytes.
  let upperHalf: [UInt32]

  /// Returns the scalar value of a byte.
  func scalarValue(of byte: UInt8) -> UInt32 { byte < 0x80 ? UInt32(byte) : upperHalf[Int(byte) - 0x80] }

  /// windows-1252 as browsers define it; HTML also decodes numeric references from 0x80 to 0x9F with it.
  static let windows1252 = SingleByteTable(
    upperHalf: [
      0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
      0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
      0x0153, 0x9D, 0x017E, 0x0178,
    ] + Array(0xA0...0xFF))
}

/// Checks UTF-8 according to Unicode's table 3-7: no overlong forms, no surrogates, nothing above U+10FFFF.
enum UTF8Check {
  /// Returns the length of the well-formed sequence at an offset, or 0 if there is none.
  static func sequenceLength(in bytes: [UInt8], at offset: Int, end: Int) -> Int {
    let lead = bytes[offset]
    if lead < 0x80 { return 1 }
    guard let (length, second) = expectation(after: lead), end - offset >= length, second.contains(bytes[offset + 1])
    else { return 0 }
    for place in offset + 2..<max(offset + length, offset + 2) where bytes[place] & 0xC0 != 0x80 { return 0 }
    return length
  }

  /// Returns the offset of the first byte that begins no well-formed sequence, or nil if there is none.
  ///
  /// - Complexity: O(*n*).
  static func firstInvalid(in bytes: [UInt8], from start: Int) -> Int? {
    var offset = start
    while offset < bytes.count {
      if bytes[offset] < 0x80 {
        offset = bytes.firstNonASCII(from: offset)
        continue
      }
      let length = sequenceLength(in: bytes, at: offset, end: bytes.count)
      if length == 0 { return offset }
      offset += length
    }
    return nil
  }

  private static func expectation(after lead: UInt8) -> (length: Int, second: ClosedRange<UInt8>)? {
    switch lead {
    case 0xC2...0xDF: (2, 0x80...0xBF)
    case 0xE0: (3, 0xA0...0xBF)
    case 0xE1...0xEC, 0xEE, 0xEF: (3, 0x80...0xBF)
    case 0xED: (3, 0x80...0x9F)
    case 0xF0: (4, 0x90...0xBF)
    case 0xF1...0xF3: (4, 0x80...0xBF)
    case 0xF4: (4, 0x80...0x8F)
    default: nil
    }
  }
}
