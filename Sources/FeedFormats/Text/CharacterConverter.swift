#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A converter from one encoding to Unicode that uses the platform's iconv.
///
/// On platforms without iconv, it supports no encoding; an encoding that needs it is rejected by name.
@safe
struct CharacterConverter: ~Copyable {
  /// The result of decoding the first bytes of a text.
  enum Character {
    case scalar(UInt32, byteCount: Int)
    /// Two scalars, as a few characters of Big5 and Shift_JIS are in Unicode.
    case scalars(UInt32, UInt32, byteCount: Int)
    /// The first byte begins no character.
    case invalid
  }

  /// The maximum length of a character in bytes, which GB 18030 has.
  private static let longestCharacter = 4

  #if canImport(Glibc) || canImport(Musl) || canImport(Darwin)
    private let descriptor: iconv_t

    /// Opens the converter of an encoding; returns nil if the platform does not know the name.
    init?(from name: String) {
      // A slash would begin iconv's own options.
      guard (1...40).contains(name.utf8.count),
        name.utf8.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit || "-_.:+()".utf8.contains($0) }),
        let opened = unsafe iconv_open(Self.goal, name), unsafe opened != iconv_t(bitPattern: -1)
      else { return nil }
      unsafe descriptor = opened
    }

    deinit { unsafe iconv_close(descriptor) }

    private static var goal: String { 1.littleEndian == 1 ? "UTF-32LE" : "UTF-32BE" }

    /// Converts the fewest bytes that form a character, starting from the initial state.
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

    /// Converts the whole input and returns the number of scalars, or nil if it is incomplete or invalid.
    private func convert(_ input: inout [CChar], into output: inout [UInt32]) -> Int? {
      // Resets to the initial state, whatever state the previous call left.
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
          // iconv holds some characters back until it knows what follows; this call marks the end of the text.
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

  /// Whether printable ASCII characters and ASCII white space are encoded as themselves.
  var keepsASCII: Bool {
    ([9, 10, 13] + Array(0x20...0x7E)).allSatisfy { (byte: UInt8) in
      if case .scalar(UInt32(byte), byteCount: 1) = character(at: 0, in: [byte]) { true } else { false }
    }
  }

  /// The table of an encoding with one byte per character; nil for other encodings.
  var singleByteTable: SingleByteTable? {
    var upperHalf: [UInt32] = []
    for byte in 0x80...0xFF as ClosedRange<UInt8> {
      switch character(at: 0, in: [byte]) {
      case .scalar(let value, _): upperHalf.append(value)
      case .scalars: return nil
      case .invalid: upperHalf.append(0xFFFD)
      }
    }
    // If most bytes are invalid on their own, they begin longer characters.
    return upperHalf.count { $0 == 0xFFFD } < 64 ? SingleByteTable(upperHalf: upperHalf) : nil
  }
}
