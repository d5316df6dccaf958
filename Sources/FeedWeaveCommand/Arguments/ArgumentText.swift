/// Converts command line arguments to text from which their exact bytes can be restored.
///
/// A file name consists of bytes that need not be UTF-8. Each byte that is not becomes a private-use character of the
/// last plane, U+10FF00 plus its value. If an argument contains such a character, its bytes are converted in the same
/// way, so that the conversion is reversible.
enum ArgumentText {
  private static let privateScalars: ClosedRange<UInt32> = 0x10FF00...0x10FFFF

  /// Returns the text of an argument's bytes.
  ///
  /// - Complexity: O(*n*).
  static func text(of bytes: [UInt8]) -> String {
    var text = String.UnicodeScalarView()
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var offset = 0
    while true {
      let length: Int
      var scalar: Unicode.Scalar?
      switch parser.parseScalar(from: &iterator) {
      case .emptyInput: return String(text)
      case .error(let count): length = count
      case .valid(let encoded): (length, scalar) = (encoded.count, UTF8.decode(encoded))
      }
      if let scalar, !privateScalars.contains(scalar.value) {
        text.append(scalar)
      } else {
        for byte in bytes[offset..<offset + length] {
          text.append(Unicode.Scalar(privateScalars.lowerBound + UInt32(byte)) ?? "?")
        }
      }
      offset += length
    }
  }

  /// Returns the bytes of an argument as they were on the command line.
  ///
  /// - Complexity: O(*n*).
  static func bytes(of text: String) -> [UInt8] {
    text.unicodeScalars.flatMap { scalar in
      privateScalars.contains(scalar.value)
        ? [UInt8(scalar.value - privateScalars.lowerBound)] : Array(String(scalar).utf8)
    }
  }
}
