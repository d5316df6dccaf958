/// Walks over HTML once, and tells a builder what to write.
struct HTMLTextReader {
  let bytes: [UInt8]
  var position = 0
  var builder: HTMLTextBuilder
  var preformattedDepth = 0
  var isInHead = false
  /// The lists that are open, each with the number of its next item; nil where items have bullets.
  var listNumbers: [Int?] = []
  /// More lists within one another than anyone reads; a bound keeps the memory small.
  static let deepestList = 64
  var link: (address: String, textStart: Int)?

  init(_ bytes: [UInt8], limit: Int) {
    self.bytes = bytes
    builder = HTMLTextBuilder(limit: limit)
  }

  mutating func read() -> String {
    while position < bytes.count, !builder.isFull {
      if bytes[position] == UInt8(ascii: "<"), readMarkup() { continue }
      readCharacter()
    }
    endLink()
    return builder.finished()
  }

  private mutating func readCharacter() {
    let byte = bytes[position]
    if isInHead {
      position += 1
    } else if byte == UInt8(ascii: "&"),
      let reference = CharacterReference(in: bytes, at: position, end: bytes.count)
    {
      position = reference.end
      append(scalarValue: reference.scalarValue)
    } else if byte.isHTMLWhitespace {
      readWhitespace(byte)
    } else {
      readWord()
    }
  }

  /// Reads up to the next byte that may mean something.
  private mutating func readWord() {
    let start = position
    position += 1
    while position < bytes.count, !bytes[position].isMarkup { position += 1 }
    builder.append(bytes[start..<position])
  }

  /// A space that was written as a reference is no white space to fold, but for those that white space is made of.
  private mutating func append(scalarValue: UInt32) {
    if scalarValue < 0x80, UInt8(scalarValue).isHTMLWhitespace, preformattedDepth == 0 { return builder.addSpace() }
    var character: [UInt8] = []
    character.append(scalarValue: scalarValue)
    builder.append(character)
  }

  private mutating func readWhitespace(_ byte: UInt8) {
    position += 1
    guard preformattedDepth > 0 else { return builder.addSpace() }
    if byte != UInt8(ascii: "\r") { builder.append(byte) }
  }

  /// Reads a tag, a comment or a declaration; false when the `<` here is text.
  private mutating func readMarkup() -> Bool {
    guard position + 1 < bytes.count else { return false }
    let next = bytes[position + 1]
    if next.isASCIILetter {
      readTag(isEnd: false)
    } else if next == UInt8(ascii: "/"), position + 2 < bytes.count, bytes[position + 2].isASCIILetter {
      readTag(isEnd: true)
    } else if bytes.hasBytes("<!--", at: position) {
      position = bytes.offset(behind: "-->", from: position + 4) ?? bytes.count
    } else if bytes.hasBytes("<![CDATA[", at: position) {
      readCDATA()
    } else if "!/?".utf8.contains(next) {
      position = bytes.offset(behind: ">", from: position) ?? bytes.count
    } else {
      return false
    }
    return true
  }

  /// XHTML out of a feed may have sections in which nothing but the end means anything.
  private mutating func readCDATA() {
    let start = position + 9
    let end = bytes.offset(behind: "]]>", from: start)
    for byte in bytes[start..<(end.map { $0 - 3 } ?? bytes.count)] {
      if byte.isHTMLWhitespace, preformattedDepth == 0 { builder.addSpace() } else { builder.append(byte) }
    }
    position = end ?? bytes.count
  }

  private mutating func readTag(isEnd: Bool) {
    let nameStart = position + (isEnd ? 2 : 1)
    var nameEnd = nameStart
    while nameEnd < bytes.count, !bytes[nameEnd].endsName { nameEnd += 1 }
    let end = endOfTag(from: nameEnd)
    position = min(end + 1, bytes.count)
    let name = elementName(nameStart..<nameEnd)
    let element = HTMLElement(name: name)
    let isEmpty = end > nameEnd && bytes[end - 1] == UInt8(ascii: "/")
    if isEnd { finish(element) } else { begin(element, name, nameEnd..<end, isEmpty: isEmpty) }
  }

  /// The name in lower case without a prefix; longer names than HTML has mean nothing.
  private func elementName(_ range: Range<Int>) -> String {
    guard range.count <= 32 else { return "" }
    let colon = bytes[range].lastIndex(of: UInt8(ascii: ":"))
    return bytes.string(in: (colon.map { $0 + 1 } ?? range.lowerBound)..<range.upperBound).lowercased()
  }

  /// The offset of the `>` that ends a tag, passing over values in quotes, or the end.
  private func endOfTag(from start: Int) -> Int {
    var quote: UInt8?
    var isBeforeValue = false
    for offset in start..<bytes.count {
      let byte = bytes[offset]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: ">") {
        return offset
      } else if isBeforeValue, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      }
      if !byte.isHTMLWhitespace { isBeforeValue = byte == UInt8(ascii: "=") && quote == nil }
    }
    return bytes.count
  }
}

extension UInt8 {
  /// Whether it may begin a tag or a reference, or is white space.
  fileprivate var isMarkup: Bool { self == UInt8(ascii: "<") || self == UInt8(ascii: "&") || isHTMLWhitespace }

  /// Whether the name of an element ends before it.
  fileprivate var endsName: Bool { self == UInt8(ascii: "/") || self == UInt8(ascii: ">") || isHTMLWhitespace }
}
