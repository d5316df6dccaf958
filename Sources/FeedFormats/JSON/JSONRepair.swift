/// Makes JSON of text whose only flaws are control characters in strings and commas before closing brackets.
///
/// What is passed on as it was spelled must be JSON when it arrives.
enum JSONRepair {
  /// The text with each control character in a string escaped and each such comma left out.
  ///
  /// - Complexity: O(*n*).
  static func repaired(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var repaired: [UInt8] = []
    repaired.reserveCapacity(text.count + 16)
    var isInString = false
    var offset = text.startIndex
    while offset < text.endIndex {
      let byte = text[offset]
      switch byte {
      case UInt8(ascii: "\\") where isInString && offset + 1 < text.endIndex:
        // The escaped byte may be a quote, which ends nothing.
        repaired += [byte, text[offset + 1]]
        offset += 1
      case UInt8(ascii: "\""):
        isInString.toggle()
        repaired.append(byte)
      case 0..<0x20 where isInString: repaired += escape(byte)
      case UInt8(ascii: ",") where !isInString && endsContainer(after: offset, in: text): break
      default: repaired.append(byte)
      }
      offset += 1
    }
    return repaired[...]
  }

  private static func endsContainer(after comma: Int, in text: ArraySlice<UInt8>) -> Bool {
    let next = text[(comma + 1)...].first { !$0.isWhitespace }
    return next == UInt8(ascii: "]") || next == UInt8(ascii: "}")
  }

  private static func escape(_ byte: UInt8) -> [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    return Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
  }
}
