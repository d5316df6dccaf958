/// The clipboard of whoever looks at the terminal, also through a connection from another machine.
public enum Clipboard {
  /// The maximum size of a text that is copied, in bytes: what terminals take in one sequence (xterm's limit is 100,000 characters).
  public static let byteLimit = 74_000

  /// Returns the sequence that has a terminal copy a text: OSC 52 with the text in Base64 (RFC 4648), so that nothing in it
  /// can be a sequence of its own; nil for a text above ``byteLimit``.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public static func bytes(copying text: SafeText) -> [UInt8]? {
    let bytes = Array(text.string.utf8)
    return bytes.count > byteLimit ? nil : Array("\u{1B}]52;c;\(base64(bytes))\u{7}".utf8)
  }

  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")

  private static func base64(_ bytes: [UInt8]) -> String {
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = (0..<3).reduce(0) { $0 << 8 | ($1 < group.count ? Int(group[start + $1]) : 0) }
      for place in 0..<4 { text.append(place <= group.count ? digits[bits >> (18 - 6 * place) & 63] : "=") }
    }
    return text
  }
}
