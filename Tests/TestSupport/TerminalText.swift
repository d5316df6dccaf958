/// Texts that would harm a terminal, or a measure of it, if they were written as they are.
public enum TerminalText {
  /// Characters of every kind that matters: controls, bidi, joiners, marks, wide, emoji, tags, private, noncharacters.
  public static let hostileScalars: [Unicode.Scalar] = {
    var values: [UInt32] = Array(0x00...0x1F) + Array(0x7F...0x9F)
    values += [0x061C, 0x200B, 0x200C, 0x200D, 0x200E, 0x200F, 0x2028, 0x2029, 0x2060, 0xFEFF, 0x180E, 0xAD]
    values += Array(0x202A...0x202E) + Array(0x2066...0x2069)
    values += [0x20, 0x41, 0x31, 0x5B, 0x6D, 0x301, 0x20DD, 0x20E3, 0x600, 0x628, 0x5D0, 0x94D, 0x915, 0x102B, 0x903]
    values += [0x1100, 0x1161, 0x11A8, 0x115F, 0x1160, 0x3164, 0xFFA0, 0xFF9E, 0x4E2D, 0x3000, 0xAC00, 0xFF21]
    values += [0x2764, 0x1F469, 0x1F3FB, 0x1F1E9, 0x1F1EA, 0x1F3F4, 0xFE0E, 0xFE0F, 0xFE00, 0xE0100, 0x231A, 0x2701]
    values += [0xE0001, 0xE0020, 0xE0067, 0xE007F, 0xE000, 0xF8FF, 0xF0000, 0x10FFFD, 0xFDD0, 0xFFFE, 0xFFFF, 0x10FFFF]
    values += [0xFFF9, 0xFFFB, 0xFFFD, 0x2426, 0x25CC, 0x2026, 0x34F, 0x1D173, 0x13430, 0x0D4E, 0xA0, 0x2800]
    return values.compactMap(Unicode.Scalar.init)
  }()

  /// A random text of the hostile characters.
  public static func hostile(count: Int, using random: inout some RandomNumberGenerator) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<count { text.append(hostileScalars[Int.random(in: hostileScalars.indices, using: &random)]) }
    return String(text)
  }

  /// Random bytes, with escape sequences strewn in.
  public static func hostileBytes(count: Int, using random: inout some RandomNumberGenerator) -> [UInt8] {
    let attacks = [
      "\u{1B}[31m", "\u{1B}]0;title\u{7}", "\u{1B}[2J", "\u{9B}6n", "\u{1B}P+q\u{1B}\\", "\r\n", "\u{202E}",
    ]
    var bytes: [UInt8] = []
    while bytes.count < count {
      if Int.random(in: 0..<8, using: &random) == 0 {
        bytes += attacks[Int.random(in: attacks.indices, using: &random)].utf8
      } else {
        bytes.append(UInt8.random(in: 0...255, using: &random))
      }
    }
    return bytes
  }
}
