import Testing

@testable import FeedFormats

@Suite struct BlueskyReaderTests {
  private static let author =
    #""author":{"did":"did:plc:a","handle":"ada.example.com","displayName":"Ada","avatar":"p"}"#

  /// Reads a post with further members of the view, of the post, and of its record.
  private func post(view: String = "", post: String = "", record: String = #""text":"x""#) throws -> FeedItem {
    let key = "at://did:plc:a/app.bsky.feed.post/k"
    let text = #"{"feed":[{"post":{"uri":"\#(key)",\#(Self.author),"record":{\#(record)}\#(post)}\#(view)}]}"#
    let document = try read(text)
    #expect(document.format == .bluesky && document.items[0].raw == nil)
    return document.items[0]
  }

  @Test func `posts are read in every arrangement`() throws {
    let one = #"{"uri":"1",\#(Self.author),"record":{"text":"a"}}"#
    let two = #"{"post":{"uri":"2",\#(Self.author),"record":{"text":"b"}}}"#
    let texts: [(String, FeedFormat)] = [
      ("{\"feed\":[\(one),\(two)]}", .bluesky), ("{\"cursor\":\"x\",\"posts\":[\(one),\(two)]}", .bluesky),
      ("[5,\(one),\(two)]", .bluesky), ("\(one)\n\(two)\n", .itemLines), ("\(two)\n5\n\(one)", .itemLines),
    ]
    for (text, format) in texts {
      let document = try read(text)
      #expect(document.format == format && Set(document.items.map(\.id)) == ["1", "2"], "\(text)")
      #expect(Set(document.items.map(\.contentText)) == ["a", "b"])
    }
    #expect(try read(one).items.map(\.id) == ["1"])
    #expect(try read(#"{"feed":[]}"#).format == .bluesky)
    #expect(throws: FeedError.self) { try read(#"{"feed":["x"],"error":"x"}"#) }
    // A JSON Feed may have members of these names.
    #expect(try read(#"{"version":"https://jsonfeed.org/version/1","feed":[\#(two)],"items":[]}"#).format == .jsonFeed)
    #expect(try read(#"{"feed":[],"items":[{"id":"a"}]}"#).format == .jsonFeed)
  }

  @Test func `every member of a post is read`() throws {
    let item = try post(
      post: #","indexedAt":"1970-01-01T00:00:09Z","labels":[{"val":"porn"}]"#,
      record: #""text":"a <b>\n","createdAt":"1970-01-01T00:00:01Z","langs":["en"],"tags":["t",5]"#)
    #expect(item.id == "at://did:plc:a/app.bsky.feed.post/k" && item.datePublished == 1)
    #expect(item.url == "https://bsky.app/profile/ada.example.com/post/k")
    #expect(item.contentText == "a <b>\n" && item.contentHTML == nil && item.title == nil)
    #expect(
      item.authors == [
        FeedAuthor(
          name: "Ada", handle: "ada.example.com", url: "https://bsky.app/profile/ada.example.com", avatar: "p")
      ])
    #expect(item.tags == ["t", "sensitive"])
    #expect(try post(post: #","indexedAt":"1970-01-01T00:00:09Z""#).datePublished == 9)
  }

  @Test func `only identifiers of posts have pages`() throws {
    for uri in ["at://a/app.bsky.feed.post/", "at://a/other/k", "https://a/app.bsky.feed.post/k", "k", ""] {
      #expect(try post(post: ",\"uri\":\"\(uri)\"").url == nil, "\(uri)")
    }
    let invalid = try post(post: #","author":{"did":"did:plc:a","handle":"handle.invalid"}"#)
    #expect(invalid.url == "https://bsky.app/profile/did:plc:a/post/k" && invalid.authors[0].name == "handle.invalid")
    #expect(try post(post: #","author":{}"#).authors.isEmpty)
  }

  @Test func `labels of both kinds count unless negated`() throws {
    for (labels, isSensitive) in [
      (#"[{"val":"graphic-media"}]"#, true), (#"[{"val":"porn","neg":true}]"#, false), (#"[{"val":"en"}]"#, false),
      ("[5]", false), (#"{"val":"porn"}"#, false),
    ] {
      #expect(try post(post: ",\"labels\":\(labels)").tags.contains("sensitive") == isSensitive, "\(labels)")
      let own = try post(record: "\"text\":\"x\",\"labels\":{\"values\":\(labels)}")
      #expect(own.tags.contains("sensitive") == isSensitive, "\(labels)")
    }
  }

  @Test func `reposts and pins are in the title`() throws {
    let type = "app.bsky.feed.defs#reason"
    #expect(
      try post(view: #","reason":{"$type":"\#(type)Repost","by":{"handle":"g.example.com"}}"#).title
        == "g.example.com reposted")
    #expect(try post(view: #","reason":{"$type":"\#(type)Pin"}"#).title == "Pinned")
    #expect(try post(view: #","reason":{"$type":"other"}"#).title == nil)
  }

  @Test func `links are made of ranges of bytes and only of valid ones`() throws {
    func html(_ facets: [(start: String, end: String, uri: String)]) throws -> String? {
      let list = facets.map {
        #"{"index":{"byteStart":\#($0.start),"byteEnd":\#($0.end)},"features":[{"uri":"\#($0.uri)"}]}"#
      }
      return try post(record: #""text":"é<🚢\nz","facets":[\#(list.joined(separator: ","))]"#).contentHTML
    }
    let link = "https://example.com/?a&b"
    let anchor = "<a href=\"https://example.com/?a&amp;b\">"
    #expect(try html([("0", "2", link)]) == "<p>\(anchor)é</a>&lt;🚢<br>z</p>")
    #expect(try html([("8", "9", link), ("2", "7", link)]) == "<p>é\(anchor)&lt;🚢</a><br>\(anchor)z</a></p>")
    // The second of two links that overlap is left out.
    #expect(try html([("0", "3", link), ("2", "7", link)]) == "<p>\(anchor)é&lt;</a>🚢<br>z</p>")
    #expect(try html([("0", "2", "javascript:x")]) == "<p>é&lt;🚢<br>z</p>")
    let invalid = [
      ("1", "2"), ("0", "1"), ("3", "5"), ("-1", "2"), ("2", "2"), ("3", "2"), ("0", "10"), ("0", "1e300"),
      ("0", "1.5"),
      ("9223372036854775807", "9223372036854775807"), ("null", "2"), ("\"0\"", "\"2\""), ("[]", "{}"),
    ]
    for (start, end) in invalid { #expect(try html([(start, end, link)]) == nil, "\(start) \(end)") }
    let topics = try post(record: #""text":"x","facets":[{"features":[{"tag":"a"},{"did":"d"},{"tag":5},5]},7]"#)
    #expect(topics.tags == ["a"] && topics.contentHTML == nil)
  }

  @Test func `embeds are files links and quotes`() throws {
    let images = #"{"images":[{"fullsize":"https://example.com/1@jpeg","alt":"A"},{"thumb":"t.png"},{"alt":"none"}]}"#
    let pictures = try post(post: ",\"embed\":\(images)")
    #expect(
      pictures.attachments == [
        FeedAttachment(url: "https://example.com/1@jpeg", mimeType: "image/jpeg", title: "A"),
        FeedAttachment(url: "t.png", mimeType: "image/png"),
      ])
    #expect(pictures.image == "https://example.com/1@jpeg")
    let card = try post(post: #","embed":{"external":{"uri":"https://example.com/","title":"T","description":"D<"}}"#)
    #expect(card.externalURL == "https://example.com/" && card.contentText == "x\n\nT\nD<")
    #expect(card.contentHTML == "<p>x</p><p><a href=\"https://example.com/\">T</a><br>D&lt;</p>")
    let quoted = #"{"author":{"handle":"g"},"value":{"text":"q"}}"#
    #expect(try post(post: ",\"embed\":{\"record\":\(quoted)}").contentText == "x\n\ng: q")
    let both = try post(post: ",\"embed\":{\"record\":{\"record\":\(quoted)},\"media\":\(images)}")
    #expect(both.contentText == "x\n\ng: q" && both.attachments.count == 2)
    #expect(try post(post: #","embed":{"record":{"notFound":true}}"#).contentText == "x")
    let video = try post(post: #","embed":{"playlist":"p.m3u8","thumbnail":"t","alt":"A"}"#)
    #expect(video.image == "t")
    #expect(
      video.attachments == [FeedAttachment(url: "p.m3u8", mimeType: "application/vnd.apple.mpegurl", title: "A")])
  }
}
