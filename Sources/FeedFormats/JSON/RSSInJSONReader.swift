/// Reads RSS 2.0 as JSON: elements and attributes are members, and the text of an element with attributes is `#value`.
///
/// The items are those of the same feed in XML. The format is that of http://scripting.com/rss.json.
struct RSSInJSONReader {
  private let source: SourceText
  private var sequence: JSONItemSequence
  private var document = FeedDocument(format: .rssInJSON)

  static func read(
    _ source: SourceText, at start: Int, _ options: FeedReader.Options
  ) throws(FeedError) -> FeedDocument {
    var reader = RSSInJSONReader(source: source, sequence: JSONItemSequence(source, at: start, of: .rss, options))
    do throws(JSONFault) { try reader.readToTheEnd() } catch { try reader.sequence.end(at: error, source.map) }
    try reader.sequence.checkSurroundings(source.map)
    reader.document.items = reader.sequence.items
    reader.document.findings = reader.sequence.reader.findings.ordered
    return reader.document
  }

  /// The elements around items, from the outermost.
  private enum Level {
    case document
    case rss
    case channel
  }

  private mutating func readToTheEnd() throws(JSONFault) {
    try read(.document)
    try sequence.skipToEnd(of: "document", within: "the document")
  }

  private mutating func read(_ level: Level) throws(JSONFault) {
    guard sequence.scanner.openObject() else { return }
    repeat {
      let name = JSONValue.decodeString(in: source.bytes, try sequence.scanner.skipName())
      switch (level, name, sequence.scanner.next) {
      case (.document, "rss", UInt8(ascii: "{")): try read(.rss)
      case (.rss, "channel", UInt8(ascii: "{")): try read(.channel)
      case (.rss, "item", UInt8(ascii: "[")), (.channel, "item", UInt8(ascii: "[")):
        try sequence.readArray(outerDepth: sequence.scanner.outerDepth)
      case (.rss, "item", _), (.channel, "item", _): try sequence.readItem()
      default: try readMetadata(level, name)
      }
    } while try sequence.scanner.skipToNextMember()
  }

  private mutating func readMetadata(_ level: Level, _ name: String) throws(JSONFault) {
    let start = sequence.scanner.position
    try sequence.scanner.skipValue()
    let value = JSONValue(bytes: source.bytes, range: start..<sequence.scanner.position)
    switch (level, name) {
    case (.document, "rss"), (.rss, "channel"): sequence.reader.complain(of: value, name, instead: .object)
    case (.channel, _): for element in sequence.reader.rssElements(value) { readMetadata(element, named: name) }
    default: return
    }
  }

  private mutating func readMetadata(_ element: JSONItemReader.RSSElement, named name: String) {
    switch JSONItemReader.RSSElement.name(name) {
    case (.rss, "title"):
      document.title = document.title ?? element.text.flatMap { XMLItem.Body(ofText: $0)?.line.nonEmpty }
    case (.rss, "link"): document.homePage = element.text ?? document.homePage
    case (.rss, "description"):
      document.summary = document.summary ?? element.text.flatMap { XMLItem.Body(ofText: $0)?.plainText.nonEmpty }
    case (.rss, "image"): document.icon = sequence.reader.text(element.attributes, "url") ?? document.icon
    case (.rss, "language"), (.dublinCore, "language"): document.language = element.text ?? document.language
    case (.atom, "link"):
      guard sequence.reader.text(element.attributes, "rel") == "self" else { return }
      document.feedURL = sequence.reader.text(element.attributes, "href")
    default: return
    }
  }
}

// MARK: - Items

extension JSONItemReader {
  /// An element of RSS, with its text and its attributes.
  struct RSSElement {
    let value: JSONValue
    /// The text without white space around it; nil if it is blank.
    let text: String?
    let attributes: JSONObject?

    /// Returns the vocabulary and the local name of an element; prefixes have their usual meaning.
    static func name(_ name: String) -> (XMLVocabulary, String) {
      guard let colon = name.firstIndex(of: ":") else { return (.rss, name) }
      return (XMLVocabulary(undeclaredPrefix: String(name[..<colon])), String(name[name.index(after: colon)...]))
    }
  }

  /// Returns the elements that a member stands for: several if it is an array.
  mutating func rssElements(_ value: JSONValue) -> [RSSElement] {
    (value.kind == .array ? value.elements : [value]).compactMap { rssElement($0) }
  }

  private mutating func rssElement(_ value: JSONValue) -> RSSElement? {
    switch value.kind {
    case .string: return RSSElement(value: value, text: value.string?.trimmed.nonEmpty, attributes: nil)
    // XML has only text, so a guid of digits may be a number here.
    case .number, .boolean:
      return RSSElement(value: value, text: String(decoding: value.raw, as: UTF8.self), attributes: nil)
    case .object, .array, .null:
      guard let object = object(value, "an element") else { return nil }
      return RSSElement(value: value, text: text(object, "#value")?.trimmed.nonEmpty, attributes: object)
    }
  }

  mutating func rssItem(_ value: JSONValue) -> FeedItem {
    var item = XMLItem()
    for member in value.members {
      let name = value.name(of: member)
      for element in rssElements(member.value) {
        read(element, named: RSSElement.name(name), into: &item)
      }
    }
    let finished = item.finished(at: position(of: value))
    if finished.id == nil { findings.add(at: value.range.lowerBound, .kept, "an item has neither an id nor a link") }
    return finished
  }

  /// Reads an element of an item, as the reader of XML does.
  private mutating func read(_ element: RSSElement, named name: (XMLVocabulary, String), into item: inout XMLItem) {
    let body = element.text.flatMap { XMLItem.Body(ofText: $0) }
    switch name {
    case (.rss, "title"): item.title = item.title ?? body?.line.nonEmpty
    case (.dublinCore, "title"), (.media, "title"), (.atom, "title"):
      item.other.title = item.other.title ?? body?.line.nonEmpty
    case (.rss, "link"): item.link = element.text ?? item.link
    case (.rss, "guid"): if let guid = element.text { item.takeGUID(guid, isPermalink: isPermalink(element)) }
    case (.rss, "description"): item.description = body
    case (.content, "encoded"): item.content = body
    case (.rss, "pubDate"): item.datePublished = date(element) ?? item.datePublished
    case (.dublinCore, "date"), (.dublinCore, "issued"), (.dublinCore, "created"):
      item.other.datePublished = date(element) ?? item.other.datePublished
    case (.atom, "updated"), (.dublinCore, "modified"): item.dateModified = date(element) ?? item.dateModified
    case (.dublinCore, "creator"), (.rss, "author"):
      if let text = element.text { XMLItem.add(FeedAuthor.persons(in: text), to: &item.authors) }
    case (.rss, "category"), (.dublinCore, "subject"): if let tag = element.text { item.tags.append(tag) }
    case (.podcast, "duration"): item.other.duration = element.text.flatMap(PlayingTime.seconds(of:))
    case (.rss, "enclosure"):
      guard let file = attachment(ofEnclosure: element) else { return }
      item.attachments.add(file)
      if MediaType.type(of: file)?.hasPrefix("image/") == true { item.image = item.image ?? file.url }
    case (.media, "thumbnail"): item.image = item.image ?? text(element.attributes, "url")
    case (.media, "content"):
      if isPicture(element) { item.image = item.image ?? text(element.attributes, "url") }
    default: return
    }
  }

  private mutating func isPermalink(_ guid: RSSElement) -> Bool {
    guard let value = guid.attributes?["isPermaLink"] else { return true }
    return value.kind == .boolean ? flag(guid.attributes, "isPermaLink") : string(value, "isPermaLink") != "false"
  }

  private mutating func isPicture(_ element: RSSElement) -> Bool {
    if let type = text(element.attributes, "type") { return type.lowercased().hasPrefix("image/") }
    return text(element.attributes, "medium") == "image"
  }

  private mutating func date(_ element: RSSElement) -> Int64? {
    guard let text = element.text else { return nil }
    if let seconds = FeedTime.date(of: text) { return seconds }
    findings.add(
      at: element.value.range.lowerBound, .valueLeftOut, "a date is not a valid date: \(text.quotedForMessage)")
    return nil
  }

  private mutating func attachment(ofEnclosure element: RSSElement) -> FeedAttachment? {
    guard let url = text(element.attributes, "url") else {
      findings.add(at: element.value.range.lowerBound, .valueLeftOut, "an enclosure has no url")
      return nil
    }
    var attachment = FeedAttachment(url: url, mimeType: text(element.attributes, "type"))
    attachment.sizeInBytes = size(ofEnclosure: element)
    return attachment
  }

  /// Returns the length of an enclosure, which is a string, as an attribute, or a number; zero means unknown.
  private mutating func size(ofEnclosure element: RSSElement) -> Int64? {
    guard let length = element.attributes?["length"] else { return nil }
    guard let text = length.string?.trimmed else {
      return wholeNumber(length, "length").flatMap { $0 == 0 ? nil : $0 }
    }
    if let size = Int64(text), size >= 0 { return size == 0 ? nil : size }
    guard !text.isEmpty else { return nil }
    findings.add(
      at: length.range.lowerBound, .valueLeftOut, "length is not a number of bytes: \(text.quotedForMessage)")
    return nil
  }
}
