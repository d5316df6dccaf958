import Placement

/// A writer of bits, the highest first, as a text in base64url without padding.
struct BitWriter {
  private var bytes: [UInt8] = []
  /// The bits that do not fill a byte yet, in the lowest places.
  private var rest: UInt64 = 0
  private var restCount = 0

  /// Writes the lowest bits of a word, at most 56.
  mutating func write(_ word: UInt64, width: Int) {
    rest = rest << UInt64(width) | word
    restCount += width
    while restCount >= 8 {
      restCount -= 8
      bytes.append(UInt8(truncatingIfNeeded: rest >> UInt64(restCount)))
    }
  }

  /// Writes a number from 0 to 2⁵³ as Elias' gamma code of the number plus one: the binary digits of that, after as many
  /// zeros as follow its first digit.
  mutating func write(number: Int) {
    let word = UInt64(number) + 1
    let width = 64 - word.leadingZeroBitCount
    write(0, width: width - 1)
    write(word, width: width)
  }

  /// The text of all bits, of which the last byte is filled with zeros.
  var text: String {
    var filled = self
    if restCount > 0 { filled.write(0, width: 8 - restCount) }
    return Base64URL.text(of: filled.bytes)
  }
}

/// A reader of bits, the highest first, from a text in base64url without padding.
struct BitReader {
  private let bytes: [UInt8]
  /// The index of the first byte that is not in ``window``.
  private var next = 0
  /// The next bits, in the highest places, and zeros after them.
  private var window: UInt64 = 0
  private var windowCount = 0

  /// Reads a text; returns nil if it is not the one text of any bytes.
  init?(_ text: String) {
    guard let bytes = Base64URL.bytes(of: text) else { return nil }
    self.bytes = bytes
  }

  /// Reads a word of at most 56 bits; returns nil if there are fewer.
  mutating func read(_ width: Int) -> UInt64? {
    if windowCount < width { fill() }
    guard width <= windowCount else { return nil }
    defer { skip(width) }
    return width == 0 ? 0 : window >> UInt64(64 - width)
  }

  /// Reads a number as ``BitWriter/write(number:)`` writes it; returns nil if none is there.
  mutating func readNumber() -> Int? {
    var zeros = window.leadingZeroBitCount
    if windowCount < 2 * zeros + 1 {
      fill()
      zeros = window.leadingZeroBitCount
    }
    guard zeros <= 53, zeros < windowCount else { return nil }
    skip(zeros)
    return read(zeros + 1).map { Int($0) - 1 }
  }

  /// Whether there are only the zeros that fill the last byte.
  var isAtEnd: Bool { next == bytes.count && windowCount < 8 && window == 0 }

  private mutating func fill() {
    while windowCount <= 56, next < bytes.count {
      window |= UInt64(bytes[next]) << UInt64(56 - windowCount)
      windowCount += 8
      next += 1
    }
  }

  private mutating func skip(_ width: Int) {
    window <<= UInt64(width)
    windowCount -= width
  }
}
