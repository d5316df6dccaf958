/// The bytes of one character, taken one at a time; only what can become valid UTF-8 is taken.
struct UTF8Sequence {
  private let length: Int
  private var count = 1
  private var value: UInt32
  private var next: ClosedRange<UInt8>

  /// Begins a character; nil if no character begins with the byte.
  init?(lead: UInt8) {
    next = 0x80...0xBF
    switch lead {
    case 0x00..<0x80: (length, value) = (1, UInt32(lead))
    case 0xC2..<0xE0: (length, value) = (2, UInt32(lead & 0x1F))
    case 0xE0..<0xF0: (length, value) = (3, UInt32(lead & 0x0F))
    case 0xF0..<0xF5: (length, value) = (4, UInt32(lead & 0x07))
    default: return nil
    }
    switch lead {
    case 0xE0: next = 0xA0...0xBF
    case 0xED: next = 0x80...0x9F
    case 0xF0: next = 0x90...0xBF
    case 0xF4: next = 0x80...0x8F
    default: break
    }
  }

  /// The character if it is complete.
  var scalar: Unicode.Scalar? { count == length ? Unicode.Scalar(value) : nil }

  /// Takes the next byte and returns true, or returns false if it does not continue the character.
  mutating func append(_ byte: UInt8) -> Bool {
    guard count < length, next ~= byte else { return false }
    value = value << 6 | UInt32(byte & 0x3F)
    count += 1
    next = 0x80...0xBF
    return true
  }
}
