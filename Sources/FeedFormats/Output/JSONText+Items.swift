/// The names of the members with the authors of an item.
private let authorNames = ["authors", "author"]

extension JSONText {
  /// Appends an entry as an object whose last member is its position.
  ///
  /// - Parameters:
  ///   - documents: All feeds of the list.
  ///   - heading: The heading of its section, if it is written here.
  ///   - written: What the entries before it have said, to which this one is added.
  mutating func append(
    _ entry: WovenEntry, of documents: [FeedDocument], heading: String?, after written: inout WrittenEntries
  ) {
    append(raw: "{")
    let authors = entry.otherAuthors(in: documents)
    let isMarked: Bool
    if let raw = entry.item.raw, raw.first == UInt8(ascii: "{"), raw.last == UInt8(ascii: "}") {
      isMarked = appendMembers(raw, inheriting: authors)
    } else {
      isMarked = false
      appendMembers(entry.item.decoded, inheriting: authors)
    }
    // Only an item that is marked, or was changed, knows more of its place than the entry.
    let item = isMarked || !entry.item.isEncoded ? entry.item.decoded : nil
    var place = entry.place(in: documents, formerly: item, adCount: written.formerAdCount(in: entry.section))
    place.heading = heading
    written.add(&place, isContent: entry.owner.isContent)
    append(member: MergedPlace.name, record: place)
    append(raw: "}")
  }

  /// Appends the members of a raw object but `_feedweave`, verbatim; returns whether it had that one.
  private mutating func appendMembers(_ raw: ArraySlice<UInt8>, inheriting inherited: [FeedAuthor]) -> Bool {
    let outline = ObjectOutline(of: raw)
    if outline.isMarked {
      let object = JSONValue(bytes: Array(raw), range: 0..<raw.count)
      var gapStart = 1
      for member in object.members {
        defer { gapStart = member.value.range.upperBound }
        guard object.name(of: member) != MergedPlace.name else { continue }
        if bytes.last != UInt8(ascii: "{") { append(raw: object.bytes[gapStart..<member.name.lowerBound]) }
        append(raw: object.bytes[member.name.lowerBound..<member.value.range.upperBound])
      }
    } else {
      append(raw: raw[outline.members])
    }
    if !outline.hasAuthors { append(member: "authors", records: inherited) }
    return outline.isMarked
  }

  private mutating func appendMembers(_ item: FeedItem, inheriting inherited: [FeedAuthor]) {
    append(member: "id", item.id)
    append(member: "url", item.url)
    append(member: "external_url", item.externalURL)
    append(member: "title", item.title)
    if let html = item.contentHTML {
      append(member: "content_html", html)
    } else {
      append(member: "content_text", item.contentText ?? "")
    }
    append(member: "summary", item.summary)
    append(member: "date_published", item.datePublished.map(FeedTime.rfc3339))
    append(member: "date_modified", item.dateModified.map(FeedTime.rfc3339))
    append(member: "authors", records: item.authors.isEmpty ? inherited : item.authors)
    if !item.tags.isEmpty { append(list: "tags", item.tags) { $0.append(string: $1) } }
    append(member: "image", item.image)
    append(member: "attachments", records: item.attachments.map(\.withMimeType))
    append(member: "_podcast", record: item.episode)
    append(member: "_post", record: item.post)
  }
}

/// What the entries that were written have said, and later ones needn't repeat or count.
struct WrittenEntries {
  private var section = 0
  /// The number of ads in the section that were in a merged feed which was read again: they are content here, but were
  /// not counted as such when it was written.
  private var formerAds = 0
  /// The feeds whose pages and pictures were written.
  private var described: Set<FeedSource> = []

  /// Returns the number of former ads in a section before its next entry.
  fileprivate mutating func formerAdCount(in section: Int) -> Int {
    if section != self.section { (self.section, formerAds) = (section, 0) }
    return formerAds
  }

  /// Adds an entry, which describes its feed only if no other has.
  fileprivate mutating func add(_ place: inout MergedPlace, isContent: Bool) {
    if place.isAd, isContent { formerAds += 1 }
    guard place.feedHomePage != nil || place.feedIcon != nil else { return }
    if described.insert(place.feeds[0]).inserted { return }
    (place.feedHomePage, place.feedIcon) = (nil, nil)
  }
}

extension FeedAttachment {
  /// The attachment with a media type, which JSON Feed requires.
  fileprivate var withMimeType: FeedAttachment {
    var attachment = self
    attachment.mimeType = mimeType ?? MediaType.type(of: url, kind: nil) ?? "application/octet-stream"
    return attachment
  }
}

extension WovenEntry {
  /// Returns the authors to write if its source names none: those that it was given, else those of its feed.
  fileprivate func otherAuthors(in documents: [FeedDocument]) -> [FeedAuthor] {
    guard case .content = owner, item.isEncoded || item.authors.isEmpty else { return item.authors }
    return feeds.first.flatMap { documents.indices.contains($0) ? documents[$0].authors : nil } ?? []
  }

  /// Returns the position, which for an item of a merged feed that was read again says what it said then.
  fileprivate func place(in documents: [FeedDocument], formerly item: FeedItem?, adCount: Int) -> MergedPlace {
    var place = MergedPlace()
    (place.row, place.section) = (row, section)
    switch owner {
    case .ad(let reason): (place.isAd, place.reason) = (true, reason)
    case .content(let userRow):
      if let reason = item?.adReason {
        (place.isAd, place.reason) = (true, reason)
      } else {
        place.userRow = userRow - adCount
      }
      place.feeds = item?.feeds ?? []
      if place.feeds.isEmpty, documents.count > 1, !place.isAd {
        place.feeds = feeds.filter(documents.indices.contains).map { documents[$0].source }
      }
    }
    return place
  }
}

/// Where the members of a valid object are, and which of them a writer replaces.
private struct ObjectOutline {
  /// The bytes from the first name to the end of the last value.
  private(set) var members: Range<Int>
  /// Whether a member is called `_feedweave`.
  private(set) var isMarked = false
  /// Whether there is a member for authors, even if it has none.
  private(set) var hasAuthors = false

  /// Walks over the object once; nothing is decoded but names with escapes.
  init(of raw: ArraySlice<UInt8>) {
    let first = raw.startIndex
    (members, isMarked, hasAuthors) = raw.withPlace { start in
      var (begin, end, isMarked, hasAuthors) = (first, first, false, false)
      JSONMembers.walk(start) { name, nameEnd, _, valueEnd in
        if begin == end { begin = first + (name - start) }
        end = first + (valueEnd - start)
        let name = raw[first + (name - start)..<first + (nameEnd - start)]
        if Self.is(name, MergedPlace.name) {
          isMarked = true
        } else if authorNames.contains(where: { Self.is(name, $0) }) {
          hasAuthors = true
        }
      }
      return (begin..<end, isMarked, hasAuthors)
    }
  }

  private static func `is`(_ name: ArraySlice<UInt8>, _ other: String) -> Bool {
    // The shortest spelling is as long as the other name with its quotes.
    guard name.count >= other.utf8.count + 2 else { return false }
    guard name.contains(UInt8(ascii: "\\")) else { return name.dropFirst().dropLast().elementsEqual(other.utf8) }
    let bytes = Array(name)
    return JSONValue.decodeString(in: bytes, 0..<bytes.count) == other
  }
}
