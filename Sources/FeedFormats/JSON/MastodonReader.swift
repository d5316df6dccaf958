/// Reads statuses as Mastodon's API returns them; Pleroma, GoToSocial, Pixelfed and others have the same members.
///
/// A content warning becomes the title, since a reader shows it first. A status that a filter of the reader hides is left
/// out. A boost is the boosted status with its author; its title says who boosted it, and its id is its own, since the
/// status itself may be in the same timeline. Of a quoted status that has a warning, or that a filter matches, the item
/// has that in place of the words.
extension JSONItemReader {
  /// Returns the item of a status, or nil, with a finding, if a filter hides it.
  mutating func mastodonItem(_ value: JSONValue) -> FeedItem? {
    var item = FeedItem(position: position(of: value))
    let status = object(value, "a status")
    let boosted = object(status?["reblog"], "reblog")
    let shown = boosted ?? status
    var post = FeedPost()
    for filter in filters(of: status) + (boosted == nil ? [] : filters(of: boosted)) {
      if filter.hides {
        findings.add(
          at: value.range.lowerBound, .itemLeftOut, "a status is hidden by the filter \(filter.title.quotedForMessage)")
        return nil
      }
      post.filters.append(filter.title)
    }
    post.filters = post.filters.distinct
    let author = account(shown)
    item.url = text(shown, "url") ?? text(shown, "uri")
    item.id = status?["id"].flatMap { identifier($0) } ?? item.url
    if item.id == nil { findings.add(at: value.range.lowerBound, .kept, "a status has no id") }
    item.authors = author.map { [$0] } ?? []
    item.datePublished = date(shown, "created_at")
    item.dateModified = date(shown, "edited_at")
    if boosted != nil {
      (post.booster, post.boosted) = (account(status) ?? FeedAuthor(name: "somebody"), date(status, "created_at"))
    }
    post.warning = text(shown, "spoiler_text")
    item.title =
      [post.booster.map { "\($0.name ?? "somebody") boosted" }, post.warning].compactMap { $0 }
      .joined(separator: ": ").nonEmpty
    post.replyTo = replyTo(of: shown)
    item.tags = objects(shown, "tags").compactMap { text($0, "name") }.distinct
    if flag(shown, "sensitive") || boosted != nil && flag(status, "sensitive") { item.tags.append("sensitive") }
    item.attachments = objects(shown, "media_attachments").compactMap { attachment(ofMedium: $0) }
    item.image = item.attachments.first { $0.mimeType?.hasPrefix("image/") ?? false }?.url
    readContent(of: shown, into: &item, &post)
    item.post = post == FeedPost() ? nil : post
    return item
  }

  /// Returns the filters of the reader that match a status; those that only blur pictures do not matter here.
  private mutating func filters(of status: JSONObject?) -> [(title: String, hides: Bool)] {
    objects(status, "filtered").compactMap { match in
      let filter = object(match["filter"], "filter")
      let action = text(filter, "filter_action") ?? "warn"
      return action == "blur" ? nil : (text(filter, "title") ?? "a filter", action == "hide")
    }
  }

  /// Returns the status that one replies to; its author is known if the status mentions the author.
  private mutating func replyTo(of status: JSONObject?) -> FeedReference? {
    guard let id = status?["in_reply_to_id"].flatMap({ identifier($0) }) else { return nil }
    let account = status?["in_reply_to_account_id"].flatMap { identifier($0) }
    let own = object(status?["account"], "account")
    let people = objects(status, "mentions") + [own].compactMap(\.self)
    let author = people.first { person in account != nil && person["id"].flatMap { identifier($0) } == account }
    return FeedReference(id: id, author: author.map { self.author(ofAccount: $0) })
  }

  private mutating func account(_ status: JSONObject?) -> FeedAuthor? {
    guard let account = object(status?["account"], "account") else { return nil }
    let author = author(ofAccount: account)
    return author.isEmpty ? nil : author
  }

  private mutating func author(ofAccount account: JSONObject) -> FeedAuthor {
    let handle = text(account, "acct") ?? text(account, "username")
    return FeedAuthor(
      name: text(account, "display_name") ?? handle, handle: handle, url: text(account, "url"),
      avatar: text(account, "avatar"))
  }

  private mutating func readContent(of status: JSONObject?, into item: inout FeedItem, _ post: inout FeedPost) {
    var body = PostBody()
    // Mastodon wraps the quoted status, other services don't.
    let quote = object(status?["quote"], "quote")
    let quoted = object(quote?["quoted_status"], "quoted_status") ?? quote
    let quotedContent = cover(of: quoted) ?? text(quoted, "content")
    if let content = text(status, "content") {
      // The link to the quoted status is for services that don't show it.
      body.append(text: "", html: quotedContent == nil ? content : content.withoutElements(ofClass: "quote-inline"))
    }
    if let poll = object(status?["poll"], "poll") { post.poll = self.poll(poll) }
    body.append(options: post.poll?.options.compactMap(\.title) ?? [])
    let author = account(quoted)
    if let quoted {
      post.quote = FeedReference(
        id: quoted["id"].flatMap { identifier($0) }, url: text(quoted, "url") ?? text(quoted, "uri"), author: author)
      if post.quote == FeedReference() { post.quote = nil }
    }
    if let quotedContent { body.append(quoteOf: author?.name, text: "", html: quotedContent) }
    if let card = object(status?["card"], "card") {
      post.card = FeedLinkCard(
        url: text(card, "url"), title: text(card, "title"), summary: text(card, "description"),
        image: text(card, "image"))
      item.externalURL = post.card?.url
      body.append(previewOf: item.externalURL, title: post.card?.title, description: post.card?.summary)
    }
    item.contentHTML = body.html.nonEmpty
  }

  /// Returns what is read in place of the words of a quoted status; nil if they are.
  private mutating func cover(of quoted: JSONObject?) -> String? {
    let filters = filters(of: quoted).map(\.title).joined(separator: ", ")
    let warning = text(quoted, "spoiler_text").map { "Warning: \($0)" }
    let cover = filters.isEmpty ? warning : "Filtered: \(filters)"
    return cover.map { "<p>\($0.escapedAsHTML)</p>" }
  }

  private mutating func poll(_ object: JSONObject) -> FeedPoll {
    var poll = FeedPoll()
    poll.options = objects(object, "options").map { option in
      FeedPoll.Option(title: text(option, "title"), votes: count(option, "votes_count"))
    }
    (poll.votes, poll.voters) = (count(object, "votes_count"), count(object, "voters_count"))
    poll.end = date(object, "expires_at")
    poll.isMultiple = flag(object, "multiple")
    return poll
  }

  /// Returns a number of things.
  private mutating func count(_ object: JSONObject, _ name: String) -> Int64? {
    object[name].flatMap { wholeNumber($0, name) }
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
