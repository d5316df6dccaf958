/// Reads posts as Bluesky's API returns them, alone or in the view of a feed.
///
/// A repost is the post with its author; its title says who reposted it. The languages of a post have no place in an
/// item.
extension JSONItemReader {
  mutating func blueskyItem(_ value: JSONValue) -> FeedItem {
    var item = FeedItem(position: position(of: value))
    let view = object(value, "a post")
    let post = object(view?["post"], "post") ?? view
    let record = object(post?["record"], "record")
    let author = author(object(post?["author"], "author"))
    item.id = text(post, "uri")
    if item.id == nil { findings.add(at: value.range.lowerBound, .kept, "a post has no uri") }
    item.url = author.url.flatMap { profile in item.id.flatMap { Self.webAddress(of: $0, below: profile) } }
    if !author.isEmpty { item.authors = [author] }
    item.datePublished = date(record, "createdAt") ?? date(post, "indexedAt")
    let reason = object(view?["reason"], "reason")
    var values = FeedPost()
    values.booster = object(reason?["by"], "by").map { self.author($0) }
    if values.booster != nil { values.boosted = date(reason, "indexedAt") }
    item.title = title(ofReason: reason, by: values.booster)
    values.replyTo = replyTo(view, record)
    readContent(of: record, embed: object(post?["embed"], "embed"), into: &item, &values)
    item.post = values == FeedPost() ? nil : values
    item.tags += list(record, "tags").compactMap { string($0, "a tag")?.nonEmpty }
    if sensitiveLabel(of: post, record) != nil { item.tags.append("sensitive") }
    item.tags = item.tags.distinct
    return item
  }

  /// Returns the post that one replies to, of which the view of a feed has the author.
  private mutating func replyTo(_ view: JSONObject?, _ record: JSONObject?) -> FeedReference? {
    let parent = object(object(view?["reply"], "reply")?["parent"], "parent")
    let own = object(object(record?["reply"], "reply")?["parent"], "parent")
    return reference(to: parent ?? own)
  }

  private mutating func reference(to post: JSONObject?) -> FeedReference? {
    guard let id = text(post, "uri") else { return nil }
    let author = object(post?["author"] ?? post?["creator"], "author").map { self.author($0) }
    let profile = author?.url ?? id.split(separator: "/").dropFirst().first.map { "https://bsky.app/profile/\($0)" }
    return FeedReference(id: id, url: profile.flatMap { Self.webAddress(of: id, below: $0) }, author: author)
  }

  private mutating func author(_ author: JSONObject?) -> FeedAuthor {
    let stated = text(author, "handle")
    // A handle that no longer belongs to the account is replaced by this one.
    let handle = stated == "handle.invalid" ? nil : stated
    let key = handle ?? text(author, "did")
    return FeedAuthor(
      name: text(author, "displayName")?.trimmed.nonEmpty ?? stated, handle: handle,
      url: key.map { "https://bsky.app/profile/\($0)" }, avatar: text(author, "avatar"))
  }

  /// Returns the page of a post, whose identifier is `at://AUTHORITY/app.bsky.feed.post/KEY`.
  private static func webAddress(of identifier: String, below profile: String) -> String? {
    let parts = identifier.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 5, parts[0] == "at:", parts[3] == "app.bsky.feed.post", !parts[4].isEmpty else { return nil }
    return "\(profile)/post/\(parts[4])"
  }

  private mutating func title(ofReason reason: JSONObject?, by booster: FeedAuthor?) -> String? {
    guard let reason else { return nil }
    if let booster { return "\(booster.name ?? "somebody") reposted" }
    return text(reason, "$type")?.hasSuffix("#reasonPin") == true ? "Pinned" : nil
  }

  /// Returns the first label of a post that makes the app cover it.
  private mutating func sensitiveLabel(of post: JSONObject?, _ record: JSONObject?) -> String? {
    let ownLabels = object(record?["labels"], "labels")
    let labels = objects(post, "labels") + objects(ownLabels, "values")
    return labels.filter { !flag($0, "neg") }.compactMap { text($0, "val") }.first(where: Self.sensitiveLabels.contains)
  }

  private static let sensitiveLabels: Set = [
    "porn", "sexual", "nudity", "graphic-media", "gore", "nsfl", "corpse", "!warn", "!hide",
  ]
}

// MARK: - Content

extension JSONItemReader {
  private mutating func readContent(
    of record: JSONObject?, embed: JSONObject?, into item: inout FeedItem, _ post: inout FeedPost
  ) {
    var body = PostBody()
    let facets = BlueskyFacets(of: record, text: text(record, "text") ?? "", &self)
    if !facets.text.isEmpty { body.append(text: facets.text, html: "<p>\(facets.html)</p>") }
    item.tags = facets.tags
    var hasShape = facets.hasLinks
    // A quote with pictures has them in `media`, and one level more around the quoted post.
    for part in [embed, object(embed?["media"], "media")] {
      readMedia(of: part, into: &item)
      guard let external = object(part?["external"], "external") else { continue }
      let card = FeedLinkCard(
        url: text(external, "uri"), title: text(external, "title"), summary: text(external, "description"),
        image: external["thumb"]?.string?.nonEmpty)
      post.card = card
      item.externalURL = card.url
      body.append(previewOf: card.url, title: card.title, description: card.summary)
      hasShape = hasShape || item.externalURL != nil
    }
    if let quoted = object(embed?["record"], "record") {
      let quoted = object(quoted["record"], "record") ?? quoted
      post.quote = reference(to: quoted)
      hasShape = appendQuote(of: quoted, to: &body) || hasShape
    }
    item.contentText = body.text.nonEmpty
    if hasShape { item.contentHTML = body.html }
  }

  /// Appends a quoted post, or the name of a feed, a list or a starter pack, if there is one; others are blocked or deleted.
  private mutating func appendQuote(of quoted: JSONObject, to body: inout PostBody) -> Bool {
    let value = object(quoted["value"], "value")
    let author = author(object(quoted["author"], "author") ?? object(quoted["creator"], "creator"))
    let words = text(value, "text") ?? text(quoted, "displayName") ?? text(quoted, "name") ?? text(value, "name")
    guard words != nil || author.name != nil else { return false }
    let label = sensitiveLabel(of: quoted, value)
    body.append(quoteOf: author.name, text: label.map { "Warning: \($0)" } ?? words ?? "")
    return true
  }

  private mutating func readMedia(of embed: JSONObject?, into item: inout FeedItem) {
    for image in objects(embed, "images") {
      guard let url = text(image, "fullsize") ?? text(image, "thumb") else {
        findings.add(at: image.value.range.lowerBound, .valueLeftOut, "an image has no address")
        continue
      }
      let type = MediaType.type(of: url, kind: "image")
      item.attachments.append(FeedAttachment(url: url, mimeType: type, title: text(image, "alt")))
      item.image = item.image ?? url
    }
    guard let url = text(embed, "playlist") else { return }
    let type = MediaType.type(of: url, kind: "video")
    item.attachments.append(FeedAttachment(url: url, mimeType: type, title: text(embed, "alt")))
    item.image = item.image ?? text(embed, "thumbnail")
  }
}

/// The text of a post with the links and topics in it, which are given by ranges of its UTF-8 bytes.
private struct BlueskyFacets {
  let text: String
  private(set) var html = ""
  private(set) var tags: [String] = []
  private(set) var hasLinks = false

  init(of record: JSONObject?, text: String, _ reader: inout JSONItemReader) {
    self.text = text
    let bytes = Array(text.utf8)
    var links: [(range: Range<Int>, address: String)] = []
    for facet in reader.objects(record, "facets") {
      var addresses: [String] = []
      for feature in reader.objects(facet, "features") {
        if let tag = reader.text(feature, "tag") { tags.append(tag) }
        if let address = reader.text(feature, "uri") { addresses.append(address) }
      }
      // A second link on the same text cannot be shown.
      guard let address = addresses.first, let range = Self.range(of: facet, in: bytes, &reader) else { continue }
      links.append((range, address))
    }
    links.sort { $0.range.lowerBound < $1.range.lowerBound }
    var end = 0
    // Of links that overlap, the first one is used.
    for link in links where link.range.lowerBound >= end {
      html += bytes.string(in: end..<link.range.lowerBound).escapedAsHTML
      html += bytes.string(in: link.range).escapedAsHTML.linked(to: link.address)
      end = link.range.upperBound
      hasLinks = true
    }
    html += bytes.string(in: end..<bytes.count).escapedAsHTML
  }

  /// Returns the bytes that a facet is about, which must be whole characters of the text.
  private static func range(
    of facet: JSONObject, in bytes: [UInt8], _ reader: inout JSONItemReader
  ) -> Range<Int>? {
    let index = reader.object(facet["index"], "index")
    let start = index?["byteStart"].flatMap { reader.wholeNumber($0, "byteStart") } ?? -1
    let end = index?["byteEnd"].flatMap { reader.wholeNumber($0, "byteEnd") } ?? -1
    if 0 <= start, start < end, end <= bytes.count {
      let range = Int(start)..<Int(end)
      if [range.lowerBound, range.upperBound].allSatisfy({ $0 == bytes.count || bytes[$0] & 0xC0 != 0x80 }) {
        return range
      }
    }
    reader.findings.add(at: facet.value.range.lowerBound, .takenAsText, "a link is not within the text of its post")
    return nil
  }
}
