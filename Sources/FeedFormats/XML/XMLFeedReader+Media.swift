/// Reads Media RSS, which describes recordings and pictures in items of RSS and Atom.
///
/// Its texts are used where the item has none of its own.
extension XMLFeedReader {
  /// Reads an element of another vocabulary in an item, or skips it.
  mutating func readModule(_ tag: XMLScanner.Tag, base: String?, _ item: inout XMLItem) throws(XMLTruncation) {
    let (vocabulary, name) = scanner.lowercasedName(of: tag)
    switch (vocabulary, name) {
    case (.media, _): try readMedia(tag, base: base, &item)
    case (.podcast, _): try readPodcastElement(tag, named: name, base: base, &item)
    case (.podcasting2, _): try readPodcasting2(tag, named: name, base: base, &item)
    case (.originalLink, "origlink"): item.originalLink = try readAddress(tag, base: base) ?? item.originalLink
    case (.content, "items"): try readContentItems(base: base, &item)
    case (.dublinCore, "title"): try readOtherTitle(&item)
    case (.dublinCore, "description"): try readOtherDescription(tag, base: base, &item)
    case (.dublinCore, "creator"): XMLItem.add(try readPersons(base: base), to: &item.other.authors)
    case (.dublinCore, "subject"): if let tag = try readText() { item.other.tags.append(tag) }
    case (.dublinCore, "date"), (.dublinCore, "issued"), (.dublinCore, "created"):
      item.other.datePublished = try readDate("a date") ?? item.other.datePublished
    default: try scanner.skipElement()
    }
  }

  /// Reads an element of Media RSS with all that it contains, in a loop, since groups and contents are nested.
  private mutating func readMedia(_ first: XMLScanner.Tag, base: String?, _ item: inout XMLItem) throws(XMLTruncation) {
    let level = scanner.depth
    var pending: PendingMedium?
    if let medium = medium(first, base: base, &item) { pending = medium }
    if try readMediaLeaf(first, base: base, &pending, &item) { return }
    while scanner.depth >= level {
      switch try scanner.next() {
      case .start(let tag):
        guard scanner.name(of: tag).0 == .media else {
          try scanner.skipElement()
          continue
        }
        if let medium = medium(tag, base: base, &item) {
          if let pending { item.attachments.add(pending.attachment) }
          pending = medium
        } else {
          _ = try readMediaLeaf(tag, base: base, &pending, &item)
        }
      case .end:
        if let medium = pending, scanner.depth < medium.depth {
          item.attachments.add(medium.attachment)
          pending = nil
        }
      case .text: continue
      case .finish: throw XMLTruncation(within: "an element")
      }
    }
  }

  /// A file whose element is open, so that a title may follow.
  private struct PendingMedium {
    var attachment: FeedAttachment
    let depth: Int
  }

  /// Returns the file of a `media:content` element that was just opened, and notes its picture; nil for others.
  private mutating func medium(_ tag: XMLScanner.Tag, base: String?, _ item: inout XMLItem) -> PendingMedium? {
    guard scanner.lowercasedName(of: tag).1 == "content", let url = address("url", of: tag, base: base) else {
      return nil
    }
    let type = scanner.attribute("type", of: tag)?.nonEmpty
    let medium = scanner.attribute("medium", of: tag)?.lowercased()
    // WordPress adds the picture of the author to every item.
    if url.utf8.count < 2000, url.contains("gravatar.com/avatar/") { return nil }
    let likelyType = type ?? (medium == nil ? MediaType.type(of: url, kind: nil) : nil)
    if likelyType?.lowercased().hasPrefix("image/") ?? (medium == "image") { notePicture(url, of: tag, &item) }
    let attachment = FeedAttachment(
      url: url, mimeType: type, sizeInBytes: size("fileSize", of: tag), durationInSeconds: duration("duration", of: tag)
    )
    return PendingMedium(attachment: attachment, depth: scanner.depth)
  }

  /// Keeps the first picture, or the largest if sizes are given.
  private mutating func notePicture(_ url: String, of tag: XMLScanner.Tag, _ item: inout XMLItem) {
    let sides = ["width", "height"].map { scanner.attribute($0, of: tag).flatMap(PlayingTime.bytes) ?? 0 }
    let pixels = Int(clamping: min(sides[0], 100_000) * min(max(sides[1], 1), 100_000))
    if let picture = item.other.picture, picture.pixels >= pixels { return }
    item.other.picture = (url, pixels)
  }

  /// Reads an element without elements of its own; returns false, and reads nothing, if it is another one.
  private mutating func readMediaLeaf(
    _ tag: XMLScanner.Tag, base: String?, _ pending: inout PendingMedium?, _ item: inout XMLItem
  ) throws(XMLTruncation) -> Bool {
    switch scanner.lowercasedName(of: tag).1 {
    case "thumbnail":
      let url = address("url", of: tag, base: base)
      if let url { notePicture(url, of: tag, &item) }
      // Some feeds have the address as text.
      if let text = try readText(), url == nil, WebAddress.isWebAddress(text) { notePicture(text, of: tag, &item) }
    case "title":
      let title = try readTitle()
      if pending?.attachment.title == nil { pending?.attachment.title = title }
      item.other.title = item.other.title ?? title
    case "description":
      // Within a medium it is what can be read in its place; Mastodon's feeds have it there.
      if pending != nil, pending?.attachment.title == nil {
        pending?.attachment.title = try readText()
      } else {
        try readOtherDescription(tag, base: base, &item)
      }
    case "keywords": try readKeywords(&item)
    case "category":
      let label = scanner.attribute("label", of: tag)?.nonEmpty
      let text = try readText()
      if let word = label ?? text { item.other.tags.append(word) }
    case "credit":
      let role = scanner.attribute("role", of: tag)?.lowercased() ?? "author"
      let persons = try readPersons(base: base)
      if Self.creditsOfAuthors.contains(role) { XMLItem.add(persons, to: &item.other.credits) }
    default: return false
    }
    return true
  }

  private static let creditsOfAuthors: Set<String> = [
    "", "author", "writer", "creator", "uploader", "owner", "photographer", "artist", "director", "producer",
  ]

  /// Reads words that are separated by commas.
  mutating func readKeywords(_ item: inout XMLItem) throws(XMLTruncation) {
    guard let text = try readText() else { return }
    item.other.tags += text.split(separator: ",").compactMap { String($0).trimmed.nonEmpty }
  }

  mutating func readOtherTitle(_ item: inout XMLItem) throws(XMLTruncation) {
    let title = try readTitle()
    item.other.title = item.other.title ?? title
  }

  /// Reads a description that is used if the item has none.
  ///
  /// It is text unless it contains tags or references, or says that it is HTML.
  mutating func readOtherDescription(
    _ tag: XMLScanner.Tag, base outer: String?, _ item: inout XMLItem
  ) throws(XMLTruncation) {
    let type = scanner.attribute("type", of: tag)
    let base = self.base(of: tag, within: outer)
    let content = try scanner.readContent()
    guard item.other.description == nil, !isChecking else { return }
    let isPlain = type == "plain" || type != "html" && !content.text.isLikelyHTML
    if isPlain, content.markup == nil {
      item.other.description = content.text.trimmed.nonEmpty.map { .text($0) }
    } else {
      item.other.description = body(content, base: base)
    }
  }

  /// Reads the first value of the content module's older form, a bag of items in RDF.
  private mutating func readContentItems(base: String?, _ item: inout XMLItem) throws(XMLTruncation) {
    let level = scanner.depth
    while scanner.depth >= level {
      switch try scanner.next() {
      case .start(let tag):
        guard scanner.name(of: tag) == (.rdf, "value") else { continue }
        let body = try readBody(tag, base: base)
        item.content = item.content ?? body
      case .end, .text: continue
      case .finish: throw XMLTruncation(within: "an element")
      }
    }
  }
}
