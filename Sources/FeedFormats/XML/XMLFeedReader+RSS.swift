/// Reads RSS 2.0, 0.9x and 1.0, whose items are in the channel or next to it in the root.
extension XMLFeedReader {
  /// Reads the root or the channel; each item is read with the base that is in effect around it.
  mutating func readRSSLevel(
    _ element: XMLScanner.Tag, base outerBase: String?, isRoot: Bool
  ) throws(XMLTruncation) {
    let level = scanner.depth
    let outside = scanner.boundary?.level ?? 0
    scanner.boundary?.level = level
    defer { scanner.boundary?.level = outside }
    let base = self.base(of: element, within: outerBase)
    while let tag = try scanner.nextChild(of: level) {
      switch scanner.lowercasedName(of: tag) {
      case (.rss, "channel") where isRoot: try readRSSLevel(tag, base: base, isRoot: false)
      case (.rss, "item"):
        try takeItem(tag, base: base)
      default: try readChannelElement(tag, base: base)
      }
    }
  }

  private mutating func readChannelElement(_ tag: XMLScanner.Tag, base: String?) throws(XMLTruncation) {
    switch scanner.lowercasedName(of: tag) {
    case (.rss, "title"):
      let title = try readTitle()
      document.title = document.title ?? title
    case (.dublinCore, "title"), (.podcast, "title"), (.media, "title"), (.atom, "title"):
      other.title = try readTitle() ?? other.title
    case (.rss, "description"): document.summary = try readSummary() ?? document.summary
    case (.podcast, "summary"), (.podcast, "description"), (.podcast, "subtitle"), (.atom, "subtitle"),
      (.dublinCore, "description"):
      let summary = try readSummary()
      other.summary = other.summary ?? summary
    case (.rss, "image"): document.icon = try readPicture(tag, base: base) ?? document.icon
    case (.podcast, "image"), (.atom, "logo"), (.atom, "icon"), (.media, "thumbnail"), (.rss, "logo"):
      let icon = try readIcon(tag, base: base)
      other.icon = other.icon ?? icon
    case (.rss, "link"): document.homePage = try readRSSLink(tag, base: base) ?? document.homePage
    case (.rss, "language"), (.dublinCore, "language"):
      document.language = try readText().map(languageTag) ?? document.language
    case (.rss, "author"), (.atom, "author"), (.dublinCore, "creator"), (.dublinCore, "author"):
      XMLItem.add(try readPersons(base: base), to: &document.authors)
    case (.rss, "managingeditor"): XMLItem.add(try readPersons(base: base), to: &other.editors)
    case (.podcast, "author"): XMLItem.add(try readPersons(base: base), to: &other.podcastAuthors)
    case (.podcast, "owner"): XMLItem.add(try readPersons(base: base), to: &other.podcastOwners)
    case (.atom, "link"): try readFeedLink(tag, base: base)
    default: try scanner.skipElement()
    }
  }

  private mutating func readGUID(_ tag: XMLScanner.Tag, _ item: inout XMLItem) throws(XMLTruncation) {
    let isPermalink = scanner.attribute("isPermaLink", of: tag)?.lowercased() != "false"
    if let guid = try readText() { item.takeGUID(guid, isPermalink: isPermalink) }
  }

  mutating func readRSSItem(
    _ itemTag: XMLScanner.Tag, base outerBase: String?, _ item: inout XMLItem
  ) throws(XMLTruncation) {
    let level = scanner.depth
    let base = self.base(of: itemTag, within: outerBase)
    item.about = scanner.attribute("about", .rdf, of: itemTag)?.nonEmpty
    while let tag = try scanner.nextChild(of: level) {
      switch scanner.lowercasedName(of: tag) {
      case (.rss, "title"):
        let title = try readTitle()
        item.title = item.title ?? title
      case (.atom, "title"): try readOtherTitle(&item)
      case (.rss, "link"): item.link = try readRSSLink(tag, base: base) ?? item.link
      case (.rss, "guid"): try readGUID(tag, &item)
      case (.atom, "id"): item.other.id = try readText() ?? item.other.id
      case (.rss, "description"): item.description = try readBody(tag, base: base) ?? item.description
      case (.content, "encoded"): item.content = try readBody(tag, base: base) ?? item.content
      case (.rss, "body"), (.xhtml, "body"), (.rss, "fullitem"), (.atom, "content"):
        let body = try readBody(tag, base: base)
        item.content = item.content ?? body
      case (.rss, "summary"), (.atom, "summary"):
        let body = try readBody(tag, base: base)
        item.other.subtitle = item.other.subtitle ?? body
      case (.rss, "pubdate"): item.datePublished = try readDate("a date") ?? item.datePublished
      case (.atom, "published"), (.dublinCore, "date"), (.dublinCore, "issued"), (.dublinCore, "created"):
        item.other.datePublished = try readDate("a date") ?? item.other.datePublished
      case (.atom, "updated"), (.dublinCore, "modified"):
        item.dateModified = try readDate("a date") ?? item.dateModified
      case (.dublinCore, "creator"), (.dublinCore, "author"), (.rss, "author"), (.atom, "author"):
        XMLItem.add(try readPersons(base: base), to: &item.authors)
      case (.rss, "category"), (.dublinCore, "subject"):
        if let tag = try readText() { item.tags.append(tag) }
      case (.atom, "category"): try readAtomCategory(tag, &item)
      case (.rss, "enclosure"): try readEnclosure(tag, base: base, &item)
      case (.rss, "image"):
        let picture = try readPicture(tag, base: base)
        item.other.cover = item.other.cover ?? picture
      case (.atom, "link"): try readItemLink(tag, base: base, &item)
      default: try readModule(tag, base: base, &item)
      }
    }
  }

  /// Reads the picture of an item, which RSS does not define, but has for channels: `url`, or the address as text.
  private mutating func readPicture(_ image: XMLScanner.Tag, base outer: String?) throws(XMLTruncation) -> String? {
    let level = scanner.depth
    let base = self.base(of: image, within: outer)
    var address: String?
    var text: [UInt8] = []
    while scanner.depth >= level {
      switch try scanner.next() {
      case .start(let tag):
        if address == nil, scanner.lowercasedName(of: tag) == (.rss, "url") {
          address = try readAddress(tag, base: base)
        } else {
          try scanner.skipElement()
        }
      case .text(let range, let isCDATA): scanner.decode(range, isCDATA: isCDATA, into: &text)
      case .end: continue
      case .finish: throw XMLTruncation(within: "an element")
      }
    }
    if let address { return address }
    let word = String(decoding: text, as: UTF8.self).trimmed
    return WebAddress.isWebAddress(word) ? word : nil
  }

  /// Reads the address of a picture of a feed, which is an attribute or the text.
  mutating func readIcon(_ tag: XMLScanner.Tag, base: String?) throws(XMLTruncation) -> String? {
    let address = address("href", of: tag, base: base) ?? address("url", of: tag, base: base)
    let text = try readAddress(tag, base: base)
    return address ?? text
  }

  /// Reads a link, whose address is its text or, as in RDF and in feeds that mix it up with Atom, in an attribute.
  private mutating func readRSSLink(_ tag: XMLScanner.Tag, base: String?) throws(XMLTruncation) -> String? {
    var attribute: String?
    if !tag.attributes.isEmpty {
      attribute = scanner.attribute("resource", .rdf, of: tag) ?? scanner.attribute("href", of: tag)
      let rel = scanner.attribute("rel", of: tag)?.lowercased() ?? "alternate"
      if rel != "alternate" { attribute = nil }
    }
    let base = self.base(of: tag, within: base)
    guard let address = try readText() ?? attribute?.nonEmpty else { return nil }
    return resolve(address, against: base)
  }

  private mutating func readEnclosure(
    _ tag: XMLScanner.Tag, base: String?, _ item: inout XMLItem
  ) throws(XMLTruncation) {
    let url = address("url", of: tag, base: base) ?? address("href", of: tag, base: base)
    addEnclosure(tag, url, sizeAttribute: "length", &item)
    try scanner.skipElement()
  }

  /// Adds a file to an item, and takes it as the item's picture if it is one.
  mutating func addEnclosure(
    _ tag: XMLScanner.Tag, _ url: String?, sizeAttribute: String, _ item: inout XMLItem
  ) {
    guard let url else {
      return scanner.findings.add(at: tag.start, .valueLeftOut, "an enclosure has no address")
    }
    let type = scanner.attribute("type", of: tag)?.nonEmpty
    let size = size(sizeAttribute, of: tag)
    let file = FeedAttachment(
      url: url, mimeType: type, title: scanner.attribute("title", of: tag)?.nonEmpty, sizeInBytes: size)
    item.attachments.add(file)
    if MediaType.type(of: file)?.hasPrefix("image/") == true { item.image = item.image ?? url }
  }

  /// Returns the size in an attribute, or nil if it is 0 or blank and, with a finding, if it is no size.
  mutating func size(_ name: String, of tag: XMLScanner.Tag) -> Int64? {
    guard let text = scanner.attribute(name, of: tag)?.nonEmpty else { return nil }
    if let size = PlayingTime.bytes(of: text) { return size > 0 ? size : nil }
    scanner.findings.add(at: tag.start, .valueLeftOut, "the size of a file is not a number: \(text.quotedForMessage)")
    return nil
  }
}
