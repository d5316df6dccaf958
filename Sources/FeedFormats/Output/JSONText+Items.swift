/// The name of the member that says where an item stands in the merged list.
private let marker = "_feedweave"

extension JSONText {
  /// Appends an entry as an object whose last member says where it stands.
  mutating func append(_ entry: WovenEntry) {
    if let raw = entry.item.raw, raw.first == UInt8(ascii: "{"), raw.last == UInt8(ascii: "}") {
      appendOpened(raw)
    } else {
      appendOpened(entry.item)
    }
    appendName(marker)
    appendPlace(of: entry)
    append(raw: "}")
  }

  /// Appends a raw object without its closing brace and without members named as ours; all others stay as they are.
  private mutating func appendOpened(_ raw: ArraySlice<UInt8>) {
    let object = JSONValue(bytes: Array(raw), range: 0..<raw.count)
    append(raw: "{")
    var gapStart = 1
    for member in object.members {
      defer { gapStart = member.value.range.upperBound }
      guard object.name(of: member) != marker else { continue }
      if bytes.last != UInt8(ascii: "{") { append(raw: object.bytes[gapStart..<member.name.lowerBound]) }
      append(raw: object.bytes[member.name.lowerBound..<member.value.range.upperBound])
    }
  }

  private mutating func appendOpened(_ item: FeedItem) {
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
    append(item.authors)
    if !item.tags.isEmpty { append(list: "tags", item.tags) { $0.append(string: $1) } }
  }

  /// Appends the authors as a member, if there are any.
  mutating func append(_ authors: [FeedAuthor]) {
    guard !authors.isEmpty else { return }
    append(list: "authors", authors) { text, author in
      text.append(raw: "{")
      text.append(member: "name", author.name)
      text.append(member: "url", author.url)
      text.append(member: "avatar", author.avatar)
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
