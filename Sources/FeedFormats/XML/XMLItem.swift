/// The values of the elements of an RSS item or Atom entry, before one of them is chosen for each property.
struct XMLItem {
  /// Plain text or HTML.
  enum Body {
    case text(String)
    case html(String)

    /// Creates text as HTML if it contains `<` or `&`, otherwise as plain text; returns nil if it is blank.
    init?(ofText text: String) {
      guard let text = text.trimmed.nonEmpty else { return nil }
      let isHTML = text.utf8.contains { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }
      self = isHTML ? .html(text) : .text(text)
    }

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
  /// The address of the item's page, from a link element.
  var link: String?
  /// The address of the item's page, from a guid that is a permalink.
  var permalink: String?
  /// A page that the item is about; it is used as the item's page if there is no other.
  var relatedLink: String?
  var authors: [FeedAuthor] = []
  var tags: [String] = []
  var title: String?
  /// A title from Dublin Core or Media RSS, used if the item has no title of its own vocabulary.
  var otherTitle: String?
  /// The value of `rdf:about`: the item's identifier in RSS 1.0.
  var about: String?
  /// RSS's description, Atom's summary.
  var description: Body?
  /// RSS's content:encoded, Atom's content.
  var content: Body?
  var image: String?
  var datePublished: Int64?
  var dateModified: Int64?

  /// Returns the item; the description is the summary if there is content, and the content otherwise.
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

extension XMLItem {
  /// Takes the guid of an item, which may also be the address of its page.
  mutating func takeGUID(_ guid: String, isPermalink: Bool) {
    id = guid
    if isPermalink, WebAddress.isWebAddress(guid) { permalink = guid }
  }

  /// Takes an author, once per name: RSS writes `address (name)`, Dublin Core only the name.
  mutating func takeAuthor(_ text: String) {
    var name = text
    if text.hasSuffix(")"), let open = text.firstIndex(of: "("), text[..<open].contains("@") {
      name = String(text[text.index(after: open)...].dropLast()).trimmed.nonEmpty ?? text
    }
    // Only the last eight authors are compared, so that even a million authors take linear time.
    if !authors.suffix(8).contains(where: { $0.name == name }) { authors.append(FeedAuthor(name: name)) }
  }
}

/// Detects the beginning of an item while elements before it are still open.
///
/// Publishers forget end tags. Everything after an unclosed `<image>` or `<title>` of a channel would become part of
/// it, including all items. Therefore the start tag of an item closes the open elements, unless it can be content of
/// the item that is being read.
struct XMLItemBoundary {
  /// The vocabulary of item elements, which are `item` in RSS and `entry` in Atom.
  fileprivate let vocabulary: XMLVocabulary
  fileprivate let name: String
  /// The number of open elements that contain an item.
  var level: Int
  /// Whether an item is being read.
  var isInItem = false

  /// Creates the boundary of a format, before any container of items is open.
  init(of format: FeedFormat) {
    (vocabulary, name) = format == .atom ? (.atom, "entry") : (.rss, "item")
    level = 0
  }

  /// Elements of an item that contain text; an item start tag within one of them begins the next item.
  private static let textElements: Set<String> = [
    "title", "link", "description", "summary", "content", "guid", "id", "pubDate", "published", "updated", "author",
    "name",
    "category", "comments", "enclosure", "source",
  ]

  /// Whether the start tag of an item closes some of the `count` open elements, given the name of the innermost one.
  func closes(_ count: Int, innermost: (XMLVocabulary, String)?) -> Bool {
    guard level > 0, count > level else { return false }
    guard isInItem, count > level + 1, let innermost else { return true }
    return innermost.0 == vocabulary && Self.textElements.contains(innermost.1)
  }
}

extension XMLScanner {
  /// Whether a start tag with this name begins an item that closes elements left open before it.
  func beginsItemInOpenElement(_ name: Range<Int>) -> Bool {
    guard let boundary, open.count > boundary.level, bytes[name].last == boundary.name.utf8.last,
      self.name(in: name) == (boundary.vocabulary, boundary.name)
    else { return false }
    return boundary.closes(open.count, innermost: open.last.map { self.name(in: $0) })
  }
}

/// The content of an element: text, or markup if it has child elements.
struct XMLContent {
  /// The decoded text before the first child element.
  let text: String

  /// Everything between the tags, if there are child elements.
  let markup: Range<Int>?

  /// The range from the end of the first child's start tag to the beginning of the last child's end tag, if there are
  /// any.
  let innerMarkup: Range<Int>?

  /// The offset after the start tag.
  let start: Int
}

extension XMLScanner {
  /// Reads the content of the element that was just opened, up to its end.
  ///
  /// - Throws: `XMLTruncation` when the document ends before the element does.
  mutating func readContent() throws(XMLTruncation) -> XMLContent {
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
      case .finish: throw XMLTruncation(within: "an element")
      }
    }
  }

  /// Returns the next child of the element at a level, or nil at that element's end.
  mutating func nextChild(of level: Int) throws(XMLTruncation) -> Tag? {
    while true {
      switch try next() {
      case .start(let tag): return tag
      case .end where depth < level: return nil
      case .end, .text: continue
      case .finish: throw XMLTruncation(within: "an element")
      }
    }
  }

  /// Skips the rest of the element that was just opened.
  mutating func skipElement() throws(XMLTruncation) {
    let level = depth
    while depth >= level {
      if case .finish = try next() { throw XMLTruncation(within: "an element") }
    }
  }

  /// Returns the decoded value of an attribute, or nil if the tag does not have it.
  ///
  /// - Complexity: O(*n*) for a tag of *n* bytes.
  mutating func attribute(_ name: String, of tag: Tag) -> String? {
    attribute(of: tag) { scanner, range in
      range.count == name.utf8.count && scanner.bytes.hasBytes(name, at: range.lowerBound)
    }
  }

  /// Returns the decoded value of an attribute of a vocabulary, with any prefix, or nil if the tag does not have it.
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

  /// Returns the vocabulary and the local name of an element.
  func name(of tag: Tag) -> (XMLVocabulary, String) { name(in: tag.name) }

  /// Returns the vocabulary and the local name of a prefixed name at the current position.
  func name(in range: Range<Int>) -> (XMLVocabulary, String) {
    // No known name is longer.
    guard range.count <= 64 else { return (.other, "") }
    let name = bytes.string(in: range)
    guard let colon = name.firstIndex(of: ":") else { return (namespaces.vocabulary(of: ""), name) }
    return (namespaces.vocabulary(of: String(name[..<colon])), String(name[name.index(after: colon)...]))
  }
}
