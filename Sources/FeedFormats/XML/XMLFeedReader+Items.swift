/// What RSS items and Atom entries have in common.
extension XMLFeedReader {
  /// Reads the item that has just been opened, and keeps it when it can be taken.
  mutating func takeItem(
    _ tag: XMLScanner.Tag, _ read: (inout Self, inout XMLItem) throws(XMLEnd) -> Void
  ) throws(XMLEnd) {
    guard document.items.count < options.maxItems else { return try passOver(tag) }
    let outside = scanner.firstTooDeep
    scanner.firstTooDeep = nil
    defer { scanner.firstTooDeep = outside }
    var item = XMLItem()
    scanner.boundary?.isInItem = true
    defer { scanner.boundary?.isInItem = false }
    try read(&self, &item)
    if let offset = scanner.firstTooDeep {
      return scanner.findings.add(at: offset, .itemLeftOut, "nested deeper than \(options.maxDepth)")
    }
    let finished = item.finished(at: source.map.position(at: tag.start))
    if finished.id == nil { scanner.findings.add(at: tag.start, .kept, "an item has neither an id nor a link") }
    document.items.append(finished)
  }

  private mutating func passOver(_ tag: XMLScanner.Tag) throws(XMLEnd) {
    if !isFull { scanner.findings.add(at: tag.start, .restLeftOut, "more than \(options.maxItems) items") }
    isFull = true
    scanner.boundary?.isInItem = true
    defer { scanner.boundary?.isInItem = false }
    let outside = scanner.firstTooDeep
    defer { scanner.firstTooDeep = outside }
    try scanner.skipElement()
  }

  /// The date that the element that has just been opened holds.
  mutating func readDate(_ name: String) throws(XMLEnd) -> Int64? {
    let content = try scanner.readContent()
    guard let text = content.text.trimmed.nonEmpty else { return nil }
    if let seconds = FeedTime.seconds(of: text) { return seconds }
    scanner.findings.add(at: content.start, .valueLeftOut, "\(name) is no date: \(text.quotedForMessage)")
    return nil
  }

  /// The text of the element that has just been opened, or nil when it is blank.
  mutating func readText() throws(XMLEnd) -> String? { try scanner.readContent().text.trimmed.nonEmpty }

  /// Content as HTML or, when nothing in it is markup, as text.
  func body(_ content: XMLContent) -> XMLItem.Body? {
    if let markup = content.markup { return .html(scanner.bytes.string(in: markup)) }
    return body(ofText: content.text)
  }

  /// Text as HTML or, when nothing in it is markup, as it is; nil when it is blank.
  func body(ofText text: String) -> XMLItem.Body? {
    guard let text = text.trimmed.nonEmpty else { return nil }
    return text.utf8.contains { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") } ? .html(text) : .text(text)
  }

  /// A title on one line: markup and references in it are what their author meant to be seen, not read.
  func title(_ content: XMLContent) -> String? { body(content)?.line.nonEmpty }
}
