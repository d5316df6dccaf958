/// Reads links and people, which RSS items and Atom entries have in common.
extension XMLFeedReader {
  /// Reads an Atom link and returns its relation and its address, or nil if it has no address.
  mutating func readLink(
    _ tag: XMLScanner.Tag, base: String?
  ) throws(XMLTruncation) -> (rel: String, address: String)? {
    var address = address("href", of: tag, base: base)
    let rel = relation(of: tag)
    // A feed at its own base need not repeat the address.
    if rel == "self", address == nil, scanner.attribute("href", of: tag) != nil {
      address = self.base(of: tag, within: base)
    }
    try scanner.skipElement()
    return address.map { (rel, $0) }
  }

  /// Reads an Atom link of a feed: the address of its page, or its own.
  mutating func readFeedLink(_ tag: XMLScanner.Tag, base: String?) throws(XMLTruncation) {
    guard let link = try readLink(tag, base: base) else { return }
    if link.rel == "self" { document.feedURL = document.feedURL ?? link.address }
    if link.rel == "alternate" { document.homePage = document.homePage ?? link.address }
  }

  /// Returns the tag of a language with hyphens, although it may be written as the name of a locale, such as `en_GB`.
  func languageTag(_ text: String) -> String { text.split(separator: "_").joined(separator: "-") }

  /// Returns the relation in lower case, without the registry's address, which may precede it.
  private mutating func relation(of tag: XMLScanner.Tag) -> String {
    guard let rel = scanner.attribute("rel", of: tag)?.lowercased().nonEmpty else { return "alternate" }
    for registry in ["http://www.iana.org/assignments/relation/", "https://www.iana.org/assignments/relation/"]
    where rel.hasPrefix(registry) {
      return String(rel.dropFirst(registry.count))
    }
    return rel
  }

  /// Reads an Atom link of an item: its page, a page that it is about, or a file.
  mutating func readItemLink(_ tag: XMLScanner.Tag, base: String?, _ item: inout XMLItem) throws(XMLTruncation) {
    let address = address("href", of: tag, base: base)
    switch relation(of: tag) {
    case "alternate":
      let type = scanner.attribute("type", of: tag)?.lowercased() ?? "text/html"
      let isPage = type.hasPrefix("text/") || type.contains("html")
      if let address, item.link == nil || (isPage && !item.linkIsPage) {
        item.link = address
        item.linkIsPage = isPage
      }
    case "related", "via": item.relatedLink = item.relatedLink ?? address
    case "enclosure": addEnclosure(tag, address, sizeAttribute: "length", &item)
    default: break
    }
    try scanner.skipElement()
  }

  /// Reads the persons in an element, given by elements as in Atom or by text as in RSS.
  ///
  /// A name in an element of its own that is not the first one begins another person.
  mutating func readPersons(base: String?) throws(XMLTruncation) -> [FeedAuthor] {
    let level = scanner.depth
    var persons: [FeedAuthor] = []
    var author = FeedAuthor()
    var mail: String?
    var text: [UInt8] = []
    while scanner.depth >= level {
      switch try scanner.next() {
      case .start(let tag):
        switch scanner.lowercasedName(of: tag).1 {
        case "name":
          guard let name = try readText() else { continue }
          if author.name != nil {
            persons.append(author)
            author = FeedAuthor()
          }
          author.name = name
        case "uri", "url", "homepage": author.url = try readAddress(tag, base: base) ?? author.url
        case "email": mail = try readText() ?? mail
        default: try scanner.skipElement()
        }
      case .text(let range, let isCDATA): scanner.decode(range, isCDATA: isCDATA, into: &text)
      case .end: continue
      case .finish: throw XMLTruncation(within: "an element")
      }
    }
    if isChecking { return [] }
    if author.name == nil, let text = String(decoding: text, as: UTF8.self).trimmed.nonEmpty ?? mail {
      let others = FeedAuthor.persons(in: text)
      author.name = others[0].name
      persons += [author] + others.dropFirst()
    } else {
      persons.append(author)
    }
    return persons
  }
}
