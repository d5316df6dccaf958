/// What the elements of an RSS item or an Atom entry say, before it is decided which of them count.
struct XMLItem {
  /// A text and whether it is HTML.
  enum Body {
    case text(String)
    case html(String)

    /// The plain text on one line.
    var line: String { plainText.split(whereSeparator: \.isWhitespace).joined(separator: " ") }

    /// The plain text.
    var plainText: String {
      switch self {
      case .text(let text): text
      case .html(let html): HTMLText.plainText(of: html)
      }
    }
  }

  var id: String?
  /// The page of the item, as a link element says.
  var link: String?
  /// The page of the item, when its guid says that it is one.
  var permalink: String?
  /// A page that the item is about; its own page when it names no other.
  var relatedLink: String?
  var title: String?
  /// The title of Dublin Core or Media RSS, for an item without one of its own.
  var otherTitle: String?
  /// What RDF says that the item is about: its identifier in RSS 1.0.
  var about: String?
  /// RSS's description, Atom's summary.
  var description: Body?
  /// RSS's content:encoded, Atom's content.
  var content: Body?
  var image: String?
  var datePublished: Int64?
  var dateModified: Int64?
  var authors: [FeedAuthor] = []
  var tags: [String] = []

  /// The item; a description beside a content is its summary, a description alone is the content.
  func finished(at position: SourcePosition) -> FeedItem {
    var item = FeedItem(position: position)
    item.url = link ?? permalink ?? relatedLink ?? about.flatMap { WebAddress.isWebAddress($0) ? $0 : nil }
    item.id = id ?? about ?? item.url
    item.externalURL = item.url == relatedLink ? nil : relatedLink
    item.title = title ?? otherTitle
    switch content ?? description {
    case .text(let text): item.contentText = text
    case .html(let html): item.contentHTML = html
    case nil: break
    }
    if content != nil { item.summary = description?.plainText.nonEmpty }
    item.image = image
    item.datePublished = datePublished
    item.dateModified = dateModified
    item.authors = authors
    item.tags = tags
    return item
  }
}

/// Where an item begins although elements before it were left open.
///
/// Publishers forget end tags. What follows an open `<image>` or `<title>` of a channel would be part of it, and every
/// item with it; so a start tag that names an item closes what was left open, unless it can be content of the item it is in.
struct XMLItemBoundary {
  /// The element that is an item: RSS's `item`, Atom's `entry`.
  let vocabulary: XMLVocabulary
  let name: String
  /// How many elements are open around an item.
  var level: Int
  /// Whether an item is being read.
  var isInItem = false

  /// The boundary of a format, before any container of items has been opened.
  init(of format: FeedFormat) {
    (vocabulary, name) = format == .atom ? (.atom, "entry") : (.rss, "item")
    level = 0
  }

  /// Elements of an item that hold text, so that an item within one of them is the next item.
  private static let textElements: Set<String> = [
    "title", "link", "description", "summary", "content", "guid", "id", "pubDate", "published", "updated", "author",
    "name",
    "category", "comments", "enclosure", "source",
  ]

  /// Whether an item that begins within `count` open elements, the innermost as named, ends some of them.
  func closes(_ count: Int, innermost: (XMLVocabulary, String)?) -> Bool {
    guard level > 0, count > level else { return false }
    guard isInItem, count > level + 1, let innermost else { return true }
    return innermost.0 == vocabulary && Self.textElements.contains(innermost.1)
  }
}

extension XMLScanner {
  /// Whether the start tag of this name is that of an item which ends what was left open before it.
  func beginsItemInOpenElement(_ name: Range<Int>) -> Bool {
    guard let boundary, open.count > boundary.level, bytes[name].last == boundary.name.utf8.last,
      self.name(in: name) == (boundary.vocabulary, boundary.name)
    else { return false }
    return boundary.closes(open.count, innermost: open.last.map { self.name(in: $0) })
  }
}

/// What stands within an element: text, or markup when there are elements in it.
struct XMLContent {
  /// The decoded text before the first element within.
  let text: String

  /// Everything between the tags, when there are elements within.
  let markup: Range<Int>?

  /// Everything within the elements within, from the first one's start tag to the last one's end tag.
  let innerMarkup: Range<Int>?

  /// The offset behind the start tag.
  let start: Int
}

extension XMLScanner {
  /// Reads up to the end of the element that has just been opened.
  ///
  /// - Throws: `XMLEnd` when the document ends before the element does.
  mutating func readContent() throws(XMLEnd) -> XMLContent {
    let level = depth
    let start = position
    var text: [UInt8] = []
    var childStart: Int?
    var childEnd = start
    while true {
      switch try next() {
      case .start: childStart = childStart ?? position
      case .end where depth < level:
        return XMLContent(
          text: String(decoding: text, as: UTF8.self),
          markup: childStart.map { _ in start..<max(start, eventStart) },
          innerMarkup: childStart.map { $0..<max($0, childEnd) },
          start: start)
      case .end: childEnd = eventStart
      case .text(let range, let isCDATA):
        if childStart == nil { decode(range, isCDATA: isCDATA, into: &text) }
      case .finish: throw XMLEnd(within: "an element")
      }
    }
  }

  /// The next element within the element at a level, or nil when that one ends.
  mutating func nextChild(of level: Int) throws(XMLEnd) -> Tag? {
    while true {
      switch try next() {
      case .start(let tag): return tag
      case .end where depth < level: return nil
      case .end, .text: continue
      case .finish: throw XMLEnd(within: "an element")
      }
    }
  }

  /// Passes over the element that has just been opened.
  mutating func skipElement() throws(XMLEnd) {
    let level = depth
    while depth >= level {
      if case .finish = try next() { throw XMLEnd(within: "an element") }
    }
  }

  /// The decoded value of an attribute, or nil when the tag has none of that name.
  ///
  /// - Complexity: O(*n*) for a tag of *n* bytes.
  mutating func attribute(_ name: String, of tag: Tag) -> String? {
    attribute(of: tag) { scanner, range in
      range.count == name.utf8.count && scanner.bytes.hasBytes(name, at: range.lowerBound)
    }
  }

  /// The decoded value of an attribute of a vocabulary, whatever its prefix; nil when the tag has none.
  ///
  /// - Complexity: O(*n*) for a tag of *n* bytes.
  mutating func attribute(_ name: String, _ vocabulary: XMLVocabulary, of tag: Tag) -> String? {
    attribute(of: tag) { scanner, range in
      range.count > name.utf8.count && scanner.name(in: range) == (vocabulary, name)
    }
  }

  private mutating func attribute(of tag: Tag, where matches: (Self, Range<Int>) -> Bool) -> String? {
    var reader = XMLAttributes(bytes, tag.attributes)
    while let attribute = reader.next() {
      guard matches(self, attribute.name) else { continue }
      var value: [UInt8] = []
      decode(attribute.value, isCDATA: false, into: &value)
      return String(decoding: value, as: UTF8.self).trimmed
    }
    return nil
  }

  /// The vocabulary and the local name of an element.
  func name(of tag: Tag) -> (XMLVocabulary, String) { name(in: tag.name) }

  /// The vocabulary and the local name that a name with its prefix stands for here.
  func name(in range: Range<Int>) -> (XMLVocabulary, String) {
    // No name that means something is longer.
    guard range.count <= 64 else { return (.other, "") }
    let name = bytes.string(in: range)
    guard let colon = name.firstIndex(of: ":") else { return (namespaces.vocabulary(of: ""), name) }
    return (namespaces.vocabulary(of: String(name[..<colon])), String(name[name.index(after: colon)...]))
  }
}
