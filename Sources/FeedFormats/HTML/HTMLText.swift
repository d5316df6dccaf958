/// Converts HTML to plain text, for screens that show no HTML.
///
/// ```swift
/// HTMLText.plainText(of: "<p>Tea &amp; <a href='https://example.org/cake'>cake</a></p>")
/// // "Tea & cake (https://example.org/cake)"
/// ```
///
/// Block elements and `br` break lines, list items begin with a bullet or their number, links keep their address, and
/// `pre` keeps its lines. Elsewhere, white space is collapsed. References are decoded; scripts, styles and the head are
/// removed. This is not a parser of documents: nesting is not checked, and styles are ignored. The result is still
/// untrusted text: it contains whatever characters the references denote, controls included, and a `<` where the text
/// has one.
public enum HTMLText {
  /// Returns the plain text of HTML, truncated and ended with "…" if it has more bytes than the limit.
  ///
  /// - Complexity: O(*n*) for any *n* bytes of HTML.
  public static func plainText(of html: String, limit: Int = 1 << 20) -> String {
    var reader = HTMLTextReader(Array(html.utf8), limit: limit)
    return reader.read()
  }

  /// Returns the plain text of a title on one line: what looks like a tag but is no element of HTML stays, such as the
  /// `<T>` of a generic type.
  static func line(ofTitle html: String) -> String {
    var reader = HTMLTextReader(Array(html.utf8), limit: 1 << 20, keepsUnknownElements: true)
    return reader.read().split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Whether a text contains something like a tag or a reference.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  static func isLikelyHTML(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.indices.contains { offset in
      switch bytes[offset] {
      case UInt8(ascii: "<"):
        return offset + 1 < bytes.count && (bytes[offset + 1].isASCIILetter || bytes[offset + 1] == UInt8(ascii: "/"))
      case UInt8(ascii: "&"):
        return CharacterReference(in: bytes, at: offset, end: bytes.count)?.hasSemicolon == true
      default: return false
      }
    }
  }
}

/// Reads HTML in one pass and passes the text to a builder.
struct HTMLTextReader {
  private let bytes: [UInt8]
  private var position = 0
  private var builder: HTMLTextBuilder
  private var preformattedDepth = 0
  private var isInHead = false
  /// The open lists, each with the number of its next item, or nil if its items have bullets.
  private var listNumbers: [Int?] = []
  /// The maximum nesting depth of lists, which bounds the memory: more than anyone reads.
  private static let deepestList = 64
  private var link: (address: String, textStart: Int)?

  private let keepsUnknownElements: Bool

  init(_ bytes: [UInt8], limit: Int, keepsUnknownElements: Bool = false) {
    self.bytes = bytes
    self.keepsUnknownElements = keepsUnknownElements
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

  /// Appends text up to the next byte that may begin a tag or a reference, or is white space.
  private mutating func readWord() {
    let start = position
    position += 1
    while position < bytes.count, !bytes[position].isMarkup { position += 1 }
    builder.append(bytes[start..<position])
  }

  /// Appends a character from a reference; ASCII white space is collapsed outside `pre`, but other spaces are not.
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

  /// Reads a tag, a comment or a declaration; returns false if the `<` is text.
  private mutating func readMarkup() -> Bool {
    guard position + 1 < bytes.count else { return false }
    let next = bytes[position + 1]
    if next.isASCIILetter {
      return readTag(isEnd: false)
    } else if next == UInt8(ascii: "/"), position + 2 < bytes.count, bytes[position + 2].isASCIILetter {
      return readTag(isEnd: true)
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

  /// Reads a CDATA section, which XHTML from feeds may contain and in which only the end is markup.
  private mutating func readCDATA() {
    let start = position + 9
    let end = bytes.offset(behind: "]]>", from: start)
    for byte in bytes[start..<(end.map { $0 - 3 } ?? bytes.count)] {
      if byte.isHTMLWhitespace, preformattedDepth == 0 { builder.addSpace() } else { builder.append(byte) }
    }
    position = end ?? bytes.count
  }

  private mutating func readTag(isEnd: Bool) -> Bool {
    let nameStart = position + (isEnd ? 2 : 1)
    var nameEnd = nameStart
    while nameEnd < bytes.count, !bytes[nameEnd].endsName { nameEnd += 1 }
    let name = elementName(nameStart..<nameEnd)
    if keepsUnknownElements, !HTMLElement.isKnown(name) { return false }
    let end = bytes.endOfTag(from: nameEnd)
    position = min(end + 1, bytes.count)
    let element = HTMLElement(name: name)
    let isEmpty = end > nameEnd && bytes[end - 1] == UInt8(ascii: "/")
    if isEnd { finish(element) } else { begin(element, name, nameEnd..<end, isEmpty: isEmpty) }
    return true
  }

  /// Returns the name in lower case without a prefix, or "" if it is longer than any name in HTML.
  private func elementName(_ range: Range<Int>) -> String {
    guard range.count <= 32 else { return "" }
    let colon = bytes[range].lastIndex(of: UInt8(ascii: ":"))
    return bytes.string(in: (colon.map { $0 + 1 } ?? range.lowerBound)..<range.upperBound).lowercased()
  }
}

extension UInt8 {
  /// Whether it may begin a tag or a reference, or is white space.
  fileprivate var isMarkup: Bool { self == UInt8(ascii: "<") || self == UInt8(ascii: "&") || isHTMLWhitespace }

  /// Whether it ends the name of an element in HTML.
  var endsName: Bool { self == UInt8(ascii: "/") || self == UInt8(ascii: ">") || isHTMLWhitespace }
}

// MARK: - Elements

/// The effects of elements: they break lines, begin and end lists and links, and hide their content.
extension HTMLTextReader {
  mutating func begin(_ element: HTMLElement, _ name: String, _ attributes: Range<Int>, isEmpty: Bool) {
    leaveHead(at: element)
    switch element {
    case .block: builder.breakLine()
    case .paragraph: builder.breakLine(2)
    case .lineBreak: builder.addBreak()
    case .numberedList, .list: beginList(isNumbered: element == .numberedList, attributes, isEmpty: isEmpty)
    case .listItem: builder.beginListItem(marker: nextMarker(attributes))
    case .cell: builder.addSpace()
    case .preformatted:
      builder.breakLine(2)
      if !isEmpty { enterPreformatted() }
    case .link: beginLink(attributes)
    case .image: appendImage(attributes)
    case .raw: if !isEmpty { skipRaw(name) }
    case .head: isInHead = true
    case .headPart, .inline: break
    }
  }

  mutating func finish(_ element: HTMLElement) {
    switch element {
    case .block: builder.breakLine()
    case .paragraph: builder.breakLine(2)
    case .numberedList, .list:
      _ = listNumbers.popLast()
      builder.breakLine(listNumbers.isEmpty ? 2 : 1)
    case .listItem: builder.endListItem()
    case .cell: builder.addSpace()
    case .preformatted:
      preformattedDepth = max(preformattedDepth - 1, 0)
      builder.breakLine(2)
    case .link: endLink()
    case .head: isInHead = false
    case .lineBreak: builder.addBreak()
    case .image, .raw, .headPart, .inline: break
    }
  }

  private mutating func beginList(isNumbered: Bool, _ attributes: Range<Int>, isEmpty: Bool) {
    builder.breakLine(listNumbers.isEmpty ? 2 : 1)
    guard !isEmpty, listNumbers.count < Self.deepestList else { return }
    listNumbers.append(isNumbered ? bytes.attribute("start", in: attributes).flatMap { Int($0) } ?? 1 : nil)
  }

  /// Returns the marker of the next list item: its number or a bullet.
  private mutating func nextMarker(_ attributes: Range<Int>) -> String {
    guard let innermost = listNumbers.indices.last, let next = listNumbers[innermost] else { return "•" }
    let number = bytes.attribute("value", in: attributes).flatMap { Int($0) } ?? next
    listNumbers[innermost] = number &+ 1
    return "\(number)."
  }

  private mutating func leaveHead(at element: HTMLElement) {
    switch element {
    case .head, .headPart, .raw: return
    default: isInHead = false
    }
  }

  /// Begins preformatted text; a line end right after `<pre>` is not part of it.
  private mutating func enterPreformatted() {
    preformattedDepth += 1
    if bytes.hasBytes("\r\n", at: position) {
      position += 2
    } else if bytes.hasBytes("\n", at: position) {
      position += 1
    }
  }

  /// Moves past the end tag of an element whose content is not read, or to the end.
  private mutating func skipRaw(_ name: String) {
    while let behind = bytes.offset(behind: "</", from: position) {
      position = behind
      guard bytes.count - behind >= name.utf8.count else { break }
      let matches = zip(bytes[behind...], name.utf8).allSatisfy { $0 | 0x20 == $1 | 0x20 }
      if matches {
        position = bytes.offset(behind: ">", from: behind) ?? bytes.count
        return
      }
    }
    position = bytes.count
  }

  /// Writes the alternative text of an image in brackets.
  private mutating func appendImage(_ attributes: Range<Int>) {
    guard let words = bytes.attribute("alt", in: attributes)?.nonEmpty else { return }
    builder.addSpace()
    builder.append("[\(words)]".utf8)
    builder.addSpace()
  }

  private mutating func beginLink(_ attributes: Range<Int>) {
    endLink()
    guard let address = bytes.attribute("href", in: attributes), isWorthShowing(address) else { return }
    link = (address, builder.count)
  }

  /// Writes the address of a link after its text, unless the text is the address.
  private mutating func endLink() {
    guard let (address, textStart) = link else { return }
    link = nil
    let text = String(decoding: builder.text[textStart...], as: UTF8.self).trimmed
    guard text != address, "mailto:\(text)" != address, "https://\(text)" != address, "http://\(text)" != address
    else { return }
    if text.isEmpty { return builder.append(address.utf8) }
    builder.addSpace()
    builder.append("(\(address))".utf8)
  }

  /// Whether an address is a web or mail address, and no longer than those that are drawn as links.
  private func isWorthShowing(_ address: String) -> Bool {
    let scheme = address.prefix { $0 != ":" }.lowercased()
    let leadsOut = WebAddress.isWebAddress(address) || scheme == "mailto"
    return leadsOut && address.utf8.count <= 2083 && !address.utf8.contains { $0 <= 0x20 || $0 == 0x7F }
  }
}
