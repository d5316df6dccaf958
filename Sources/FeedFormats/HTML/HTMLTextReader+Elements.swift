/// What elements do: break lines, begin and end links, and hide what is not to be read.
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
    listNumbers.append(isNumbered ? attribute("start", in: attributes).flatMap { Int($0) } ?? 1 : nil)
  }

  /// What stands before the item of a list: its number, or a bullet.
  private mutating func nextMarker(_ attributes: Range<Int>) -> String {
    guard let innermost = listNumbers.indices.last, let next = listNumbers[innermost] else { return "•" }
    let number = attribute("value", in: attributes).flatMap { Int($0) } ?? next
    listNumbers[innermost] = number &+ 1
    return "\(number)."
  }

  private mutating func leaveHead(at element: HTMLElement) {
    switch element {
    case .head, .headPart, .raw: return
    default: isInHead = false
    }
  }

  /// The line end right after `<pre>` is not part of it.
  private mutating func enterPreformatted() {
    preformattedDepth += 1
    if bytes.hasBytes("\r\n", at: position) {
      position += 2
    } else if bytes.hasBytes("\n", at: position) {
      position += 1
    }
  }

  /// Moves behind the end tag of an element whose content is not read, or to the end.
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

  private func attribute(_ name: String, in attributes: Range<Int>) -> String? {
    var reader = XMLAttributes(bytes, attributes)
    while let attribute = reader.next() {
      guard attribute.name.count == name.utf8.count, bytes.string(in: attribute.name).lowercased() == name else {
        continue
      }
      return decoded(attribute.value)
    }
    return nil
  }

  private func decoded(_ range: Range<Int>) -> String {
    var decoded: [UInt8] = []
    var offset = range.lowerBound
    while offset < range.upperBound {
      if bytes[offset] == UInt8(ascii: "&"),
        let reference = CharacterReference(in: bytes, at: offset, end: range.upperBound)
      {
        decoded.append(scalarValue: reference.scalarValue)
        offset = reference.end
      } else {
        decoded.append(bytes[offset])
        offset += 1
      }
    }
    return String(decoding: decoded, as: UTF8.self).trimmed
  }

  /// Writes the words that stand for an image, in brackets.
  private mutating func appendImage(_ attributes: Range<Int>) {
    guard let words = attribute("alt", in: attributes)?.nonEmpty else { return }
    builder.addSpace()
    builder.append("[\(words)]".utf8)
    builder.addSpace()
  }

  private mutating func beginLink(_ attributes: Range<Int>) {
    endLink()
    guard let address = attribute("href", in: attributes), isWorthShowing(address) else { return }
    link = (address, builder.count)
  }

  /// Writes the address behind a link's text, unless the text is the address.
  mutating func endLink() {
    guard let (address, textStart) = link else { return }
    link = nil
    let text = String(decoding: builder.text[textStart...], as: UTF8.self).trimmed
    guard text != address, "mailto:\(text)" != address, "https://\(text)" != address, "http://\(text)" != address
    else { return }
    if text.isEmpty { return builder.append(address.utf8) }
    builder.addSpace()
    builder.append("(\(address))".utf8)
  }

  /// Addresses that lead out of the text; the bound is that of the addresses which are drawn as links.
  private func isWorthShowing(_ address: String) -> Bool {
    let scheme = address.prefix { $0 != ":" }.lowercased()
    let leadsOut = WebAddress.isWebAddress(address) || scheme == "mailto"
    return leadsOut && address.utf8.count <= 2083 && !address.utf8.contains { $0 <= 0x20 || $0 == 0x7F }
  }
}
