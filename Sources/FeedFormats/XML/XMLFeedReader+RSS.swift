/// Reads RSS 2.0, 0.9x and 1.0, whose items are in the channel or next to it in the root.
extension XMLFeedReader {
  mutating func readRSSLevel(isRoot: Bool) throws(XMLTruncation) {
    let level = scanner.depth
    let outside = scanner.boundary?.level ?? 0
    scanner.boundary?.level = level
    defer { scanner.boundary?.level = outside }
    while let tag = try scanner.nextChild(of: level) {
      switch scanner.name(of: tag) {
      case (.rss, "channel") where isRoot: try readRSSLevel(isRoot: false)
      case (.rss, "item"):
        try takeItem(tag) { reader, item throws(XMLTruncation) in try reader.readRSSItem(tag, &item) }
      case (.rss, "title"):
        let content = try scanner.readContent()
        document.title = document.title ?? title(content)
      case (.rss, "link"): document.homePage = try readText() ?? document.homePage
      case (.rss, "language"), (.dublinCore, "language"): document.language = try readText() ?? document.language
      case (.atom, "link"):
        if scanner.attribute("rel", of: tag) == "self" { document.feedURL = scanner.attribute("href", of: tag) }
        try scanner.skipElement()
      default: try scanner.skipElement()
      }
    }
  }

  private mutating func readRSSItem(_ itemTag: XMLScanner.Tag, _ item: inout XMLItem) throws(XMLTruncation) {
    let level = scanner.depth
    item.about = scanner.attribute("about", .rdf, of: itemTag)?.nonEmpty
    while let tag = try scanner.nextChild(of: level) {
      switch scanner.name(of: tag) {
      case (.rss, "title"):
        let content = try scanner.readContent()
        item.title = item.title ?? title(content)
      case (.dublinCore, "title"), (.media, "title"):
        let content = try scanner.readContent()
        item.otherTitle = item.otherTitle ?? title(content)
      case (.rss, "link"): item.link = try readText() ?? item.link
      case (.atom, "link"): try readAtomLinkInRSS(tag, &item)
      case (.rss, "guid"): try readGUID(tag, &item)
      case (.rss, "description"):
        let content = try scanner.readContent()
        item.description = body(content)
      case (.content, "encoded"):
        let content = try scanner.readContent()
        item.content = body(content)
      case (.rss, "pubDate"), (.dublinCore, "date"), (.dublinCore, "issued"), (.dublinCore, "created"):
        item.datePublished = try readDate("a date") ?? item.datePublished
      case (.atom, "updated"), (.dublinCore, "modified"):
        item.dateModified = try readDate("a date") ?? item.dateModified
      case (.dublinCore, "creator"), (.rss, "author"):
        if let text = try readText() { item.takeAuthor(text) }
      case (.rss, "category"), (.dublinCore, "subject"):
        if let tag = try readText() { item.tags.append(tag) }
      case (.rss, "enclosure"), (.media, "thumbnail"), (.media, "content"): try readPicture(tag, &item)
      default: try scanner.skipElement()
      }
    }
  }

  private mutating func readGUID(_ tag: XMLScanner.Tag, _ item: inout XMLItem) throws(XMLTruncation) {
    let isPermalink = scanner.attribute("isPermaLink", of: tag) != "false"
    if let guid = try readText() { item.takeGUID(guid, isPermalink: isPermalink) }
  }

  private mutating func readAtomLinkInRSS(_ tag: XMLScanner.Tag, _ item: inout XMLItem) throws(XMLTruncation) {
    let rel = scanner.attribute("rel", of: tag) ?? "alternate"
    if rel == "alternate", item.link == nil { item.link = scanner.attribute("href", of: tag)?.nonEmpty }
    try scanner.skipElement()
  }

  private mutating func readPicture(_ tag: XMLScanner.Tag, _ item: inout XMLItem) throws(XMLTruncation) {
    let isPicture =
      switch scanner.name(of: tag) {
      case (.media, "thumbnail"): true
      default:
        scanner.attribute("type", of: tag)?.hasPrefix("image/") ?? (scanner.attribute("medium", of: tag) == "image")
      }
    if isPicture, item.image == nil { item.image = scanner.attribute("url", of: tag)?.nonEmpty }
    try scanner.skipElement()
  }
}
