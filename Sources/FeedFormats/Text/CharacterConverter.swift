#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The platform's converter of characters (iconv), from one encoding to Unicode.
///
/// A platform without it knows no encoding here, and those that need it are refused by name.
@safe
struct CharacterConverter: ~Copyable {
  /// What the first bytes of a text stand for.
  enum Character {
    case scalar(UInt32, byteCount: Int)
    /// Two scalars, as a few characters of Big5 and Shift_JIS are in Unicode.
    case scalars(UInt32, UInt32, byteCount: Int)
    /// The first byte stands for nothing.
    case invalid
  }

  /// The longest character, in bytes: that of GB 18030.
  private static let longestCharacter = 4

  #if canImport(Glibc) || canImport(Musl) || canImport(Darwin)
    private let descriptor: iconv_t

    /// Opens the converter of an encoding; nil when the platform does not know the name.
    init?(from name: String) {
      // A slash would begin the converter's own options.
      guard (1...40).contains(name.utf8.count),
        name.utf8.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit || "-_.:+()".utf8.contains($0) }),
        let opened = unsafe iconv_open(Self.goal, name), unsafe opened != iconv_t(bitPattern: -1)
      else { return nil }
      unsafe descriptor = opened
    }

    deinit { unsafe iconv_close(descriptor) }

    private static var goal: String { 1.littleEndian == 1 ? "UTF-32LE" : "UTF-32BE" }

    /// Converts as few bytes as make a character, from the state at the beginning of a text.
    func character(at start: Int, in bytes: [UInt8]) -> Character {
      let available = min(bytes.count - start, Self.longestCharacter)
      guard available > 0 else { return .invalid }
      for byteCount in 1...available {
        var input = bytes[start..<start + byteCount].map { CChar(bitPattern: $0) }
        var output: [UInt32] = [0, 0, 0, 0]
        let written = convert(&input, into: &output)
        switch written {
        case nil: continue
        case 1: return .scalar(output[0], byteCount: byteCount)
        case 2: return .scalars(output[0], output[1], byteCount: byteCount)
        default: return .invalid
        }
      }
      return .invalid
    }

    /// How many scalars all the input is; nil where it is an unfinished character or none.
    private func convert(_ input: inout [CChar], into output: inout [UInt32]) -> Int? {
      // Back to the initial state, whatever the call before ended with.
      unsafe _ = iconv(descriptor, nil, nil, nil, nil)
      let size = MemoryLayout<UInt32>.size
      return unsafe input.withUnsafeMutableBufferPointer { input in
        unsafe output.withUnsafeMutableBytes { output -> Int? in
          var source = input.baseAddress
          var sourceLeft = input.count
          var goal = unsafe output.baseAddress?.assumingMemoryBound(to: CChar.self)
          let room = output.count
          var goalLeft = room
          let status = unsafe iconv(descriptor, &source, &sourceLeft, &goal, &goalLeft)
          guard status != -1, sourceLeft == 0 else { return nil }
          // Some characters are kept back until it is known what follows; this ends the text.
          unsafe _ = iconv(descriptor, nil, nil, &goal, &goalLeft)
          let written = (room - goalLeft) / size
          return written > 0 ? written : nil
        }
      }
    }
  #else
    init?(from name: String) { return nil }

    func character(at start: Int, in bytes: [UInt8]) -> Character { .invalid }
  #endif

  /// Whether the printable characters of ASCII and its white space stand for themselves.
  var keepsASCII: Bool {
    ([9, 10, 13] + Array(0x20...0x7E)).allSatisfy { (byte: UInt8) in
      if case .scalar(UInt32(byte), byteCount: 1) = character(at: 0, in: [byte]) { true } else { false }
    }
  }

  /// The table of an encoding in which no byte begins a longer character; nil for other encodings.
  var singleByteTable: SingleByteTable? {
    var upperHalf: [UInt32] = []
    for byte in 0x80...0xFF as ClosedRange<UInt8> {
      switch character(at: 0, in: [byte]) {
      case .scalar(let value, _): upperHalf.append(value)
      case .scalars: return nil
      case .invalid: upperHalf.append(0xFFFD)
      }
    }
    // Where most bytes stand for nothing by themselves they begin characters of more.
    return upperHalf.count { $0 == 0xFFFD } < 64 ? SingleByteTable(upperHalf: upperHalf) : nil
  }
}
