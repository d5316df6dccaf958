/// Reads statuses as Mastodon's API returns them; Pleroma, GoToSocial, Pixelfed and others have the same members.
///
/// A content warning becomes the title, since a reader shows it first. A boost is the boosted status with its author;
/// its title says who boosted it, and its id is its own, since the status itself may be in the same timeline.
extension JSONItemReader {
  mutating func mastodonItem(_ value: JSONValue) -> FeedItem {
    var item = FeedItem(position: position(of: value))
    let status = object(value, "a status")
    let boosted = object(status?["reblog"], "reblog")
    let shown = boosted ?? status
    let author = account(shown)
    item.url = text(shown, "url") ?? text(shown, "uri")
    item.id = status?["id"].flatMap { identifier($0) } ?? item.url
    if item.id == nil { findings.add(at: value.range.lowerBound, .kept, "a status has no id") }
    item.authors = author.map { [$0] } ?? []
    item.datePublished = date(shown, "created_at")
    item.dateModified = date(shown, "edited_at")
    let booster = boosted == nil ? nil : account(status)?.name ?? "somebody"
    item.title =
      [booster.map { "\($0) boosted" }, text(shown, "spoiler_text")].compactMap { $0 }
      .joined(separator: ": ").nonEmpty
    item.tags = objects(shown, "tags").compactMap { text($0, "name") }
    if flag(shown, "sensitive") || boosted != nil && flag(status, "sensitive") { item.tags.append("sensitive") }
    item.attachments = objects(shown, "media_attachments").compactMap { attachment(ofMedium: $0) }
    item.image = item.attachments.first { $0.mimeType?.hasPrefix("image/") ?? false }?.url
    readContent(of: shown, into: &item)
    return item
  }

  private mutating func account(_ status: JSONObject?) -> FeedAuthor? {
    let account = object(status?["account"], "account")
    let name = text(account, "display_name") ?? text(account, "acct") ?? text(account, "username")
    let author = FeedAuthor(name: name, url: text(account, "url"), avatar: text(account, "avatar"))
    return author.isEmpty ? nil : author
  }

  private mutating func readContent(of status: JSONObject?, into item: inout FeedItem) {
    var body = PostBody()
    // Mastodon wraps the quoted status, other services don't.
    let quote = object(status?["quote"], "quote")
    let quoted = object(quote?["quoted_status"], "quoted_status") ?? quote
    let quotedContent = text(quoted, "content")
    if let content = text(status, "content") {
      // The link to the quoted status is for services that don't show it.
      body.append(text: "", html: quotedContent == nil ? content : content.withoutElements(ofClass: "quote-inline"))
    }
    let poll = object(status?["poll"], "poll")
    body.append(options: objects(poll, "options").compactMap { text($0, "title") })
    if let quotedContent { body.append(quoteOf: account(quoted)?.name, text: "", html: quotedContent) }
    if let card = object(status?["card"], "card") {
      item.externalURL = text(card, "url")
      body.append(previewOf: item.externalURL, title: text(card, "title"), description: text(card, "description"))
    }
    item.contentHTML = body.html.nonEmpty
  }

  private mutating func attachment(ofMedium medium: JSONObject) -> FeedAttachment? {
    let kind = text(medium, "type")
    guard let url = text(medium, "url") ?? text(medium, "remote_url") else {
      findings.add(at: medium.value.range.lowerBound, .valueLeftOut, "a medium has no url")
      return nil
    }
    var attachment = FeedAttachment(url: url, mimeType: MediaType.type(of: url, kind: kind))
    attachment.title = text(medium, "description")
    let meta = object(medium["meta"], "meta")
    if let duration = object(meta?["original"], "original")?["duration"] {
      attachment.durationInSeconds = number(duration, "duration")
    }
    return attachment
  }
}
