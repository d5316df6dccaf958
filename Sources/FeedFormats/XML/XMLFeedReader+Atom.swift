/// Reads Atom 1.0, and the elements that have other names in Atom 0.3.
extension XMLFeedReader {
  mutating func readAtomFeed(_ root: XMLScanner.Tag) throws(XMLTruncation) {
    let level = scanner.depth
    scanner.boundary?.level = level
    let base = self.base(of: root, within: nil)
    document.language = (scanner.attribute("xml:lang", of: root)?.nonEmpty).map(languageTag)
    while let tag = try scanner.nextChild(of: level) {
      switch scanner.name(of: tag) {
      case (.atom, "entry"):
        try takeItem(tag, base: base)
      case (.atom, "title"): document.title = try readConstruct(tag, base: nil)?.line.nonEmpty ?? document.title
      case (.atom, "author"): XMLItem.add(try readPersons(base: base), to: &document.authors)
      case (.podcast, "author"), (.dublinCore, "creator"):
        XMLItem.add(try readPersons(base: base), to: &other.podcastAuthors)
      case (.dublinCore, "title"): other.title = try readTitle() ?? other.title
      case (.atom, "link"): try readFeedLink(tag, base: base)
      case (.atom, "subtitle"), (.atom, "tagline"):
        document.summary = try readConstruct(tag, base: base)?.plainText.trimmed.nonEmpty ?? document.summary
      case (.atom, "logo"): document.icon = try readIcon(tag, base: base) ?? document.icon
      case (.atom, "icon"), (.podcast, "image"):
        let icon = try readIcon(tag, base: base)
        other.icon = other.icon ?? icon
      default: try scanner.skipElement()
      }
    }
  }

  mutating func readAtomEntry(
    _ entry: XMLScanner.Tag, base outerBase: String?, _ item: inout XMLItem
  ) throws(XMLTruncation) {
    let level = scanner.depth
    let base = self.base(of: entry, within: outerBase)
    while let tag = try scanner.nextChild(of: level) {
      switch scanner.name(of: tag) {
      case (.atom, "id"): if let id = try readText() { item.takeGUID(id, isPermalink: true) }
      case (.atom, "title"): item.title = try readConstruct(tag, base: nil)?.line.nonEmpty ?? item.title
      case (.atom, "summary"): item.description = try readConstruct(tag, base: base) ?? item.description
      case (.atom, "content"): try readAtomContent(tag, base: base, &item)
      case (.atom, "published"), (.atom, "issued"):
        item.datePublished = try readDate("published") ?? item.datePublished
      case (.atom, "created"): item.other.datePublished = try readDate("created") ?? item.other.datePublished
      case (.atom, "updated"), (.atom, "modified"):
        item.dateModified = try readDate("updated") ?? item.dateModified
      case (.atom, "author"): XMLItem.add(try readPersons(base: base), to: &item.authors)
      case (.atom, "source"): try readSource(tag, base: base, &item)
      case (.atom, "category"): try readAtomCategory(tag, &item)
      case (.atom, "link"): try readItemLink(tag, base: base, &item)
      default: try readModule(tag, base: base, &item)
      }
    }
  }

  mutating func readAtomCategory(_ tag: XMLScanner.Tag, _ item: inout XMLItem) throws(XMLTruncation) {
    let word = scanner.attribute("label", of: tag)?.nonEmpty ?? scanner.attribute("term", of: tag)?.nonEmpty
    let text = try readText()
    if let word = word ?? text { item.tags.append(word) }
  }

  /// Reads the authors of the feed that an entry was copied from; nothing else of it belongs to the entry.
  private mutating func readSource(_ tag: XMLScanner.Tag, base: String?, _ item: inout XMLItem) throws(XMLTruncation) {
    let (level, base) = (scanner.depth, self.base(of: tag, within: base))
    while let tag = try scanner.nextChild(of: level) {
      if scanner.name(of: tag) == (.atom, "author") {
        XMLItem.add(try readPersons(base: base), to: &item.other.sourceAuthors)
      } else {
        try scanner.skipElement()
      }
    }
  }

  /// Reads content; a recording or a picture elsewhere is an attachment.
  private mutating func readAtomContent(
    _ tag: XMLScanner.Tag, base: String?, _ item: inout XMLItem
  ) throws(XMLTruncation) {
    let type = scanner.attribute("type", of: tag)?.lowercased() ?? ""
    if let source = address("src", of: tag, base: base), Self.isMedium(type) {
      item.attachments.add(FeedAttachment(url: source, mimeType: type))
    }
    item.content = try readConstruct(tag, base: base) ?? item.content
  }

  private static func isMedium(_ type: String) -> Bool {
    ["image/", "audio/", "video/"].contains(where: type.hasPrefix)
  }

  /// Reads a text construct or content element: text, HTML, or XHTML without the `div` around it.
  private mutating func readConstruct(
    _ tag: XMLScanner.Tag, base outer: String?
  ) throws(XMLTruncation) -> XMLItem.Body? {
    let type = scanner.attribute("type", of: tag)?.lowercased() ?? "text"
    // Atom 0.3 declares base 64 with `mode`; Atom 1.0 uses it for all media types other than text and XML.
    let isBase64 = scanner.attribute("mode", of: tag)?.lowercased() == "base64"
    let base = self.base(of: tag, within: outer)
    let content = try scanner.readContent()
    // Of markup, more is looked at than the text before it.
    if isChecking, content.markup == nil { return nil }
    switch type {
    case "xhtml", "application/xhtml+xml": return xhtml(content, base: base)
    case "html", "text/html": if !isBase64 { return html(content, base: base) } else { fallthrough }
    default:
      if content.markup != nil { return xhtml(content, base: base) }
      if Self.isMedium(type) { return nil }
      // Base 64 that does not decode to text is ignored.
      if isBase64 || type.contains("/") && !type.hasPrefix("text/") {
        guard let text = Base64.text(of: content.text) else { return nil }
        return body(ofText: text, base: base)
      }
      return content.text.trimmed.nonEmpty.map { .text($0) }
    }
  }

  /// Returns content that is declared as HTML; where it is all in a `div` of XML, as some programs write it, without.
  private mutating func html(_ content: XMLContent, base: String?) -> XMLItem.Body? {
    guard let child = content.onlyChild, isDiv(child.tag),
      !scanner.bytes[child.markup].contains(UInt8(ascii: "<"))
    else { return body(content, base: base) }
    var text: [UInt8] = []
    scanner.decode(child.markup, isCDATA: false, into: &text)
    return body(ofText: String(decoding: text, as: UTF8.self), base: base)
  }

  /// Returns markup as HTML, without a `div` around all of it.
  private mutating func xhtml(_ content: XMLContent, base: String?) -> XMLItem.Body? {
    guard let child = content.onlyChild, isDiv(child.tag) else { return body(content, base: base) }
    let html = MarkupRewriter.html(of: child.markup, within: child.tag.attributes, of: scanner, base: base, &budget)
    return html.trimmed.nonEmpty.map { .xhtml($0) }
  }

  /// Whether an element is called `div`, with any prefix.
  private func isDiv(_ tag: XMLScanner.Tag) -> Bool {
    let name = scanner.bytes.string(in: tag.name.prefix(40))
    return name == "div" || name.hasSuffix(":div")
  }
}
