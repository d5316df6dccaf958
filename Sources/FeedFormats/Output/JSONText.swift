/// Builds JSON in a buffer of bytes, escaping strings and adding the commas between members.
package struct JSONText {
  /// The bytes built so far.
  package private(set) var bytes: [UInt8] = []

  /// Creates an empty buffer.
  package init() {}

  /// Removes all bytes but keeps the capacity.
  package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  /// Appends JSON verbatim.
  package mutating func append(raw: some Sequence<UInt8>) { bytes.append(contentsOf: raw) }

  /// Appends JSON verbatim.
  package mutating func append(raw text: String) { bytes.append(contentsOf: text.utf8) }

  /// Appends a string in quotes, escaping what JSON requires and what a terminal would obey or a reader could not see.
  ///
  /// The latter are DEL, the C1 controls and the characters that change the direction of text.
  ///
  /// - Complexity: O(*n*).
  package mutating func append(string: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0x0A: bytes += "\\n".utf8
      case 0x0D: bytes += "\\r".utf8
      case 0x09: bytes += "\\t".utf8
      case 0..<0x20: appendEscape(of: UInt32(byte))
      case 0x7F: appendEscape(of: 0x7F)
      case 0x80...0xBF:
        bytes.append(byte)
        escapeLastCharacterIfHarmful()
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Escapes the last character, of two or three bytes, if it is a C1 control or changes the direction of text.
  private mutating func escapeLastCharacterIfHarmful() {
    let last = bytes[bytes.count - 1]
    let lead = bytes[bytes.count - 2]
    if lead == 0xC2, last < 0xA0 {
      replaceLast(2, by: UInt32(last))
    } else if lead == 0xD8, last == 0x9C {
      replaceLast(2, by: 0x61C)
    } else if bytes.count > 2, bytes[bytes.count - 3] == 0xE2 {
      let value = 0x2000 + UInt32(lead & 0x3F) << 6 + UInt32(last & 0x3F)
      if [0x200E, 0x200F].contains(value) || 0x202A...0x202E ~= value || 0x2066...0x2069 ~= value {
        replaceLast(3, by: value)
      }
    }
  }

  private mutating func replaceLast(_ count: Int, by value: UInt32) {
    bytes.removeLast(count)
    appendEscape(of: value)
  }

  private mutating func appendEscape(of value: UInt32) {
    let digits = String(value, radix: 16)
    bytes += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8
  }

  /// Appends a member with a string value, if there is one, with a comma before it unless it is the first member.
  package mutating func append(member name: String, _ value: String?) {
    guard let value else { return }
    appendName(name)
    append(string: value)
  }

  /// Appends a member with an array value, with a comma before it unless it is the first member.
  ///
  /// - Parameter append: appends an element.
  package mutating func append<Element>(
    list name: String, _ elements: some Sequence<Element>, _ append: (inout JSONText, Element) -> Void
  ) {
    appendName(name)
    bytes.append(UInt8(ascii: "["))
    for (place, element) in elements.enumerated() {
      if place > 0 { bytes.append(UInt8(ascii: ",")) }
      append(&self, element)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  /// Appends a member's name and its colon, with a comma before it unless it is the first member.
  package mutating func appendName(_ name: String) {
    if bytes.last != UInt8(ascii: "{") { bytes.append(UInt8(ascii: ",")) }
    append(string: name)
    bytes.append(UInt8(ascii: ":"))
  }
}

// MARK: - Items

/// The name of the member with the position of an item in the merged list.
private let marker = "_feedweave"

/// The names of the members with the authors of an item.
private let authorNames = ["authors", "author"]

extension JSONText {
  /// Appends an entry as an object whose last member is its position.
  ///
  /// - Parameter inherited: The authors of the feed, who are those of an item that names none.
  mutating func append(_ entry: WovenEntry, inheriting inherited: [FeedAuthor]) {
    if let raw = entry.item.raw, raw.first == UInt8(ascii: "{"), raw.last == UInt8(ascii: "}") {
      appendOpened(raw, inheriting: inherited)
    } else {
      appendOpened(entry.item, inheriting: inherited)
    }
    appendName(marker)
    appendPlace(of: entry)
    append(raw: "}")
  }

  /// Appends a raw object without its closing brace and `_feedweave` members; all others are copied verbatim.
  ///
  /// Where authors are inherited, members that should have authors and have none are not copied.
  private mutating func appendOpened(_ raw: ArraySlice<UInt8>, inheriting inherited: [FeedAuthor]) {
    append(raw: "{")
    let outline = ObjectOutline(of: raw)
    let inherits = !inherited.isEmpty && outline.authors != .named
    if outline.isMarked || inherits && outline.authors == .blank {
      let object = JSONValue(bytes: Array(raw), range: 0..<raw.count)
      var gapStart = 1
      for member in object.members {
        defer { gapStart = member.value.range.upperBound }
        let name = object.name(of: member)
        if name == marker || inherits && authorNames.contains(name) { continue }
        if bytes.last != UInt8(ascii: "{") { append(raw: object.bytes[gapStart..<member.name.lowerBound]) }
        append(raw: object.bytes[member.name.lowerBound..<member.value.range.upperBound])
      }
    } else {
      append(raw: raw[outline.members])
    }
    if inherits { append(inherited) }
  }

  private mutating func appendOpened(_ item: FeedItem, inheriting inherited: [FeedAuthor]) {
    append(raw: "{")
    append(member: "id", item.id)
    append(member: "url", item.url)
    append(member: "title", item.title)
    if let html = item.contentHTML {
      append(member: "content_html", html)
    } else {
      append(member: "content_text", item.contentText ?? item.summary ?? "")
    }
    append(member: "date_published", item.datePublished.map(FeedTime.rfc3339))
    append(member: "date_modified", item.dateModified.map(FeedTime.rfc3339))
    append(item.authors.isEmpty ? inherited : item.authors)
    if !item.tags.isEmpty { append(list: "tags", item.tags) { $0.append(string: $1) } }
    append(member: "image", item.image)
    append(item.attachments)
    if let episode = item.episode { append(episode) }
  }

  private mutating func append(_ attachments: [FeedAttachment]) {
    append(objects: "attachments", attachments) { text, attachment in
      text.append(member: "url", attachment.url)
      // JSON Feed requires a type.
      let type = attachment.mimeType ?? MediaType.type(of: attachment.url, kind: nil)
      text.append(member: "mime_type", type ?? "application/octet-stream")
      text.append(member: "title", attachment.title)
      if let size = attachment.sizeInBytes { text.append(member: "size_in_bytes", raw: "\(size)") }
      if let seconds = attachment.durationInSeconds {
        text.append(member: "duration_in_seconds", raw: Int64(exactly: seconds).map { "\($0)" } ?? "\(seconds)")
      }
    }
  }

  /// Appends what JSON Feed has no members for, as an extension of its own.
  private mutating func append(_ episode: FeedEpisode) {
    appendName("_podcast")
    append(raw: "{")
    if let season = episode.season { append(member: "season", raw: "\(season)") }
    if let number = episode.number { append(member: "episode", raw: "\(number)") }
    append(member: "type", episode.kind)
    append(raw: "}")
  }

  private mutating func append(member name: String, raw value: String) {
    appendName(name)
    append(raw: value)
  }

  /// Appends the authors as a member, if there are any.
  mutating func append(_ authors: [FeedAuthor]) {
    append(objects: "authors", authors) { text, author in
      text.append(member: "name", author.name)
      text.append(member: "url", author.url)
      text.append(member: "avatar", author.avatar)
    }
  }

  /// Appends an array of objects as a member, if there are any; `append` appends the members of one.
  private mutating func append<Element>(
    objects name: String, _ elements: [Element], _ append: (inout JSONText, Element) -> Void
  ) {
    guard !elements.isEmpty else { return }
    self.append(list: name, elements) { text, element in
      text.append(raw: "{")
      append(&text, element)
      text.append(raw: "}")
    }
  }

  private mutating func appendPlace(of entry: WovenEntry) {
    switch entry.owner {
    case .content(let userRow):
      append(raw: "{\"row\":\(entry.row),\"section\":\(entry.section),\"userRow\":\(userRow)}")
    case .ad(let reason):
      append(raw: "{\"ad\":true,\"row\":\(entry.row),\"section\":\(entry.section)")
      append(member: "reason", reason)
      append(raw: "}")
    }
  }
}

/// Where the members of a valid object are, and which of them a writer replaces.
private struct ObjectOutline {
  enum Authors: Comparable {
    case absent, blank, named
  }

  /// The bytes from the first name to the end of the last value.
  private(set) var members: Range<Int>
  /// Whether a member is called ``marker``.
  private(set) var isMarked = false
  /// Whether there are authors.
  private(set) var authors = Authors.absent

  /// Walks over the object once; nothing is decoded but names with escapes.
  init(of raw: ArraySlice<UInt8>) {
    let first = raw.startIndex
    (members, isMarked, authors) = raw.withPlace { start in
      var (begin, end, isMarked, authors) = (first, first, false, Authors.absent)
      JSONMembers.walk(start) { name, nameEnd, value, valueEnd in
        if begin == end { begin = first + (name - start) }
        end = first + (valueEnd - start)
        let name = raw[first + (name - start)..<first + (nameEnd - start)]
        if Self.is(name, marker) {
          isMarked = true
        } else if authorNames.contains(where: { Self.is(name, $0) }) {
          authors = max(authors, Self.isBlank(raw[first + (value - start)..<end]) ? .blank : .named)
        }
      }
      return (begin..<end, isMarked, authors)
    }
  }

  private static func `is`(_ name: ArraySlice<UInt8>, _ other: String) -> Bool {
    // The shortest spelling is as long as the other name with its quotes.
    guard name.count >= other.utf8.count + 2 else { return false }
    guard name.contains(UInt8(ascii: "\\")) else { return name.dropFirst().dropLast().elementsEqual(other.utf8) }
    let bytes = Array(name)
    return JSONValue.decodeString(in: bytes, 0..<bytes.count) == other
  }

  /// Whether a value has no string in it that is not empty.
  private static func isBlank(_ value: ArraySlice<UInt8>) -> Bool {
    let quote = UInt8(ascii: "\"")
    return !zip(value, value.dropFirst()).contains { $0 == quote && $1 != quote }
  }
}
