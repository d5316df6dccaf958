/// The encodings that feeds are written in and that are read here.
enum TextEncoding: Sendable, Equatable {
  case utf8
  case utf16(bigEndian: Bool)
  /// One byte a character: ASCII below 128, the table above.
  case singleByte(SingleByteTable)

  /// How many bytes of the file the decoded byte stands for; continuation bytes count with their first byte.
  func sourceWidth(ofDecoded byte: UInt8) -> Int {
    let isContinuation = byte & 0xC0 == 0x80
    switch self {
    case .utf8: return 1
    case .singleByte: return isContinuation ? 0 : 1
    case .utf16: return isContinuation ? 0 : byte >= 0xF0 ? 4 : 2
    }
  }

  /// The encoding that a name in an XML declaration stands for, or nil when it is not read here.
  ///
  /// As browsers do, ISO-8859-1 and ASCII are read as windows-1252, which is what such files hold; and a file whose
  /// declaration could be read byte by byte is not UTF-16, whatever it says of itself.
  init?(declaredName name: String) {
    switch name.lowercased() {
    case "utf-8", "utf8", "utf-16", "utf-16le", "utf-16be", "unicode": self = .utf8
    case "us-ascii", "ascii", "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "latin-1", "windows-1252", "cp1252":
      self = .singleByte(.windows1252)
    case "iso-8859-15", "iso8859-15", "latin9", "latin-9": self = .singleByte(.latin9)
    default: return nil
    }
  }
}

/// Which characters stand at the bytes from 128 on, where they differ from Latin-1.
enum SingleByteTable: Sendable, Equatable {
  case windows1252
  case latin9

  /// The scalar value that a byte stands for.
  func scalarValue(of byte: UInt8) -> UInt32 {
    switch (self, byte) {
    case (.windows1252, 0x80...0x9F): Self.windows1252Controls[Int(byte) - 0x80]
    case (.latin9, 0xA4): 0x20AC
    case (.latin9, 0xA6): 0x160
    case (.latin9, 0xA8): 0x161
    case (.latin9, 0xB4): 0x17D
    case (.latin9, 0xB8): 0x17E
    case (.latin9, 0xBC): 0x152
    case (.latin9, 0xBD): 0x153
    case (.latin9, 0xBE): 0x178
    default: UInt32(byte)
    }
  }

  /// windows-1252 at 0x80...0x9F; HTML gives the same meaning to numeric references in this range.
  private static let windows1252Controls: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D,
    0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,
    0x017E, 0x0178,
  ]
}
