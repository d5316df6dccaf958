/// The members of the JSON object that a text begins with, found by quotes and brackets alone.
///
/// Nothing is validated, so it works for text with mistakes, too.
struct JSONOutline {
  /// A member of the object.
  struct Member {
    /// The name as it was spelled, without its quotes.
    var name: String
    /// The range of the value; that of the last one may be incomplete.
    var value: Range<Int>
  }

  /// The first byte of the text that is not white space; nil if there is none.
  private(set) var first: UInt8?
  /// The members of the object; empty for other values.
  private(set) var members: [Member] = []
  /// The offset after the value; nil if it is incomplete or no container.
  private(set) var end: Int?

  private let bytes: ArraySlice<UInt8>
  private var depth = 0
  /// The name that has been read, if its value has not begun.
  private var name: Range<Int>?
  /// The start of the current member's value.
  private var valueStart: Int?

  /// Reads a text.
  ///
  /// - Complexity: O(*n*).
  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    var offset = bytes.startIndex
    while offset < bytes.endIndex, bytes[offset].isBlankOrMark { offset += 1 }
    guard offset < bytes.endIndex else { return }
    first = bytes[offset]
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return }
    while offset < bytes.endIndex, end == nil { offset = step(from: offset) }
    endMember(at: offset)
  }

  /// Returns the first byte of a member's value, and the first within it if it is an array.
  func beginning(of member: Member) -> (outer: UInt8?, inner: UInt8?) {
    let value = bytes[member.value].lazy.filter { !$0.isBlankOrMark }
    return (value.first, value.dropFirst().first)
  }

  /// Moves past a string, a bracket or another byte.
  private mutating func step(from offset: Int) -> Int {
    switch bytes[offset] {
    case UInt8(ascii: "\""):
      let end = endOfString(from: offset)
      if depth == 1, valueStart == nil { name = offset + 1..<max(offset + 1, end - 1) }
      return end
    case UInt8(ascii: ":") where depth == 1 && valueStart == nil: valueStart = offset + 1
    case UInt8(ascii: ",") where depth == 1: endMember(at: offset)
    case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      depth -= 1
      if depth == 0 {
        endMember(at: offset)
        end = offset + 1
      }
    default: break
    }
    return offset + 1
  }

  /// Returns the offset after a string, which ends with its line at the latest.
  private func endOfString(from quote: Int) -> Int {
    var offset = quote + 1
    while offset < bytes.endIndex {
      switch bytes[offset] {
      case UInt8(ascii: "\""): return offset + 1
      case UInt8(ascii: "\n"): return offset
      case UInt8(ascii: "\\"): offset += 2
      default: offset += 1
      }
    }
    return bytes.endIndex
  }

  private mutating func endMember(at end: Int) {
    if first == UInt8(ascii: "{"), let name, let valueStart {
      members.append(Member(name: String(decoding: bytes[name], as: UTF8.self), value: valueStart..<end))
    }
    (name, valueStart) = (nil, nil)
  }
}

extension UInt8 {
  /// Whether it is white space or a byte of a byte order mark.
  var isBlankOrMark: Bool {
    switch self {
    case 0, 0x09, 0x0A, 0x0D, 0x20, 0xEF, 0xBB, 0xBF, 0xFE, 0xFF: true
    default: false
    }
  }
}
