/// Reads Atom 1.0, and the elements that have other names in Atom 0.3.
extension XMLFeedReader {
  mutating func readAtomFeed(_ root: XMLScanner.Tag) throws(XMLTruncation) {
    let level = scanner.depth
    scanner.boundary?.level = level
    let base = scanner.attribute("xml:base", of: root)
    document.language = scanner.attribute("xml:lang", of: root)?.nonEmpty
    while let tag = try scanner.nextChild(of: level) {
      switch scanner.name(of: tag) {
      case (.atom, "entry"):
        try takeItem(tag) { reader, item throws(XMLTruncation) in try reader.readAtomEntry(tag, base: base, &item) }
      case (.atom, "title"): document.title = try readConstruct(tag)?.line.nonEmpty ?? document.title
      case (.atom, "author"):
        if let author = try readAtomAuthor(base: base) { document.authors.append(author) }
      case (.atom, "link"):
        guard let (rel, address) = try readLink(tag, base: base) else { continue }
        if rel == "alternate" { document.homePage = document.homePage ?? address }
        if rel == "self" { document.feedURL = document.feedURL ?? address }
      default: try scanner.skipElement()
      }
    }
  }

  private mutating func readAtomEntry(
    _ entry: XMLScanner.Tag, base outerBase: String?, _ item: inout XMLItem
  ) throws(XMLTruncation) {
    let level = scanner.depth
    let base = self.base(of: entry, within: outerBase)
    while let tag = try scanner.nextChild(of: level) {
      switch scanner.name(of: tag) {
      case (.atom, "id"): item.id = try readText() ?? item.id
      case (.atom, "title"): item.title = try readConstruct(tag)?.line.nonEmpty ?? item.title
      case (.atom, "summary"): item.description = try readConstruct(tag) ?? item.description
      case (.atom, "content"): item.content = try readConstruct(tag) ?? item.content
      case (.atom, "published"), (.atom, "issued"):
        item.datePublished = try readDate("published") ?? item.datePublished
      case (.atom, "updated"), (.atom, "modified"):
        item.dateModified = try readDate("updated") ?? item.dateModified
      case (.atom, "author"):
        if let author = try readAtomAuthor(base: base) { item.authors.append(author) }
      case (.atom, "category"): try readAtomCategory(tag, &item)
      case (.atom, "link"): try readEntryLink(tag, base: base, &item)
      default: try scanner.skipElement()
      }
    }
  }

  private mutating func readAtomCategory(_ tag: XMLScanner.Tag, _ item: inout XMLItem) throws(XMLTruncation) {
    if let term = scanner.attribute("label", of: tag) ?? scanner.attribute("term", of: tag) { item.tags.append(term) }
    try scanner.skipElement()
  }

  private mutating func readEntryLink(
    _ tag: XMLScanner.Tag, base: String?, _ item: inout XMLItem
  ) throws(XMLTruncation) {
    let isPicture = scanner.attribute("type", of: tag)?.hasPrefix("image/") ?? false
    guard let (rel, address) = try readLink(tag, base: base) else { return }
    switch rel {
    case "alternate": item.link = item.link ?? address
    case "related", "via": item.relatedLink = item.relatedLink ?? address
    case "enclosure": if isPicture { item.image = item.image ?? address }
    default: return
    }
  }

  private mutating func base(of tag: XMLScanner.Tag, within outer: String?) -> String? {
    guard let base = scanner.attribute("xml:base", of: tag)?.nonEmpty else { return outer }
    return WebAddress.resolve(base, against: outer)
  }

  /// Reads a link and returns its relation and resolved address, or nil if it has no address.
  private mutating func readLink(_ tag: XMLScanner.Tag, base: String?) throws(XMLTruncation) -> (rel: String, String)? {
    let rel = scanner.attribute("rel", of: tag) ?? "alternate"
    let address = scanner.attribute("href", of: tag)
    let base = self.base(of: tag, within: base)
    try scanner.skipElement()
    return address?.nonEmpty.map { (rel, WebAddress.resolve($0, against: base)) }
  }

  private mutating func readAtomAuthor(base: String?) throws(XMLTruncation) -> FeedAuthor? {
    let level = scanner.depth
    var author = FeedAuthor()
    while let tag = try scanner.nextChild(of: level) {
      switch scanner.name(of: tag) {
      case (.atom, "name"): author.name = try readText() ?? author.name
      case (.atom, "uri"), (.atom, "url"):
        author.url = try readText().map { WebAddress.resolve($0, against: base) } ?? author.url
      default: try scanner.skipElement()
      }
    }
    return author.isEmpty ? nil : author
  }

  /// Reads a text construct or content element: text, HTML, or XHTML without the `div` around it.
  private mutating func readConstruct(_ tag: XMLScanner.Tag) throws(XMLTruncation) -> XMLItem.Body? {
    let type = scanner.attribute("type", of: tag) ?? "text"
    // Atom 0.3 declares base 64 with `mode`; Atom 1.0 uses it for all media types other than text and XML.
    let isBase64 = scanner.attribute("mode", of: tag) == "base64"
    let content = try scanner.readContent()
    switch type {
    case "xhtml", "application/xhtml+xml":
      guard let inner = content.innerMarkup else { return body(content) }
      return scanner.bytes.string(in: inner).trimmed.nonEmpty.map { .html($0) }
    case "html", "text/html": if !isBase64 { return body(content) } else { fallthrough }
    default:
      if content.markup != nil { return body(content) }
      if ["image/", "audio/", "video/"].contains(where: type.hasPrefix) { return nil }
      // Base 64 that does not decode to text is ignored.
      if isBase64 || type.contains("/") && !type.hasPrefix("text/") {
        return Base64.text(of: content.text).flatMap(body(ofText:))
      }
      return content.text.trimmed.nonEmpty.map { .text($0) }
    }
  }
}
