import Testing

@testable import FeedFormats

@Suite struct MastodonReaderTests {
  private func status(_ members: String) throws -> FeedItem {
    let text = #"[{"id":"1","account":{"acct":"ada"},"content":"<p>x</p>",\#(members)}]"#
    let document = try read(text)
    #expect(document.format == .mastodon)
    return try #require(document.items.first)
  }

  @Test func `statuses are read in every arrangement`() throws {
    let one = #"{"id":"1","account":{},"content":"a"}"#
    let two = #"{"id":"2","account":{},"reblog":{"content":"b","account":{}}}"#
    let texts: [(String, FeedFormat)] = [
      ("[\(one),\(two)]", .mastodon), ("[null,\(one),\(two)]", .mastodon),
      ("{\"accounts\":[{}],\"statuses\":[\(one),\(two)],\"hashtags\":[]}", .mastodon),
      ("{\"ancestors\":[\(one)],\"descendants\":[\(two)]}", .mastodon),
      ("{\"ancestors\":[],\"descendants\":[\(one),\(two)]}", .mastodon), ("\(one)\n\(two)", .itemLines),
      ("\r\n \(one)\r\n\r\n\(two)\r\n", .itemLines),
    ]
    for (text, format) in texts {
      let document = try read(text)
      #expect(document.format == format && document.items.map(\.id) == ["1", "2"], "\(text)")
      #expect(document.items.map(\.contentHTML) == ["a", "b"] && document.items.allSatisfy { $0.raw == nil })
    }
    for text in [one, one.replacing(",", with: ",\n")] {
      let document = try read(text)
      #expect(document.format == .mastodon && document.items.map(\.id) == ["1"])
    }
    #expect(try read(#"{"accounts":[],"statuses":[]}"#).format == .mastodon)
    #expect(try read("[]") { $0.format = .mastodon }.items.isEmpty)
    #expect(try read("\(one)\n\(two)") { $0.format = .mastodon }.format == .mastodon)
  }

  @Test func `the link to a quoted status is shown only without the status`() throws {
    let links = [
      ("<p class='quote-inline'>RE: <a href='http://h/9'>9</a></p><p>x</p>", "<p>x</p>"),
      ("<p>x<span class='a quote-inline'><br/>RE: <span>9</span></span></p>", "<p>x</p>"),
      ("<p class='quote'>x</p> quote-inline", "<p class='quote'>x</p> quote-inline"),
      ("x<p class=quote-inline>RE", "x"),
    ]
    for (html, rest) in links {
      let quotes = [
        (
          #"{"state":"accepted","quoted_status":{"content":"<p>q</p>","account":{}}}"#,
          rest + "<blockquote><p>q</p></blockquote>"
        ),
        (#"{"state":"pending","quoted_status":null}"#, html), ("null", html),
      ]
      for (quote, shown) in quotes {
        let document = try read(#"[{"id":"1","account":{"acct":"ada"},"content":"\#(html)","quote":\#(quote)}]"#)
        #expect(document.items[0].contentHTML == shown, "\(html) \(quote)")
      }
    }
  }

  @Test func `other objects of the service are not statuses`() {
    for text in [
      #"{"error":"This method requires an authenticated user"}"#,
      #"[{"id":"1","type":"follow","account":{"acct":"ada"}}]"#, #"[{"id":"1","username":"ada","acct":"ada"}]"#,
      #"{"accounts":[{"id":"1"}],"statuses":[1]}"#,
    ] {
      #expect(throws: FeedError.self, "\(text)") { try read(text) }
    }
    #expect(throws: FeedError.self) { try read(#"{"error":"no"}"#) { $0.format = .mastodon } }
  }

  @Test func `every member of a status is read`() throws {
    let item = try status(
      #"""
      "url":"https://example.com/1","uri":"u","created_at":"1970-01-01T00:00:01.500Z","edited_at":"1970-01-01T00:00:02Z",
      "account":{"acct":"ada@example.com","username":"ada","display_name":"Ada","url":"https://example.com/@ada","avatar":"a.png"},
      "tags":[{"name":"sea"},{}],"sensitive":true,"spoiler_text":"Storm"
      """#)
    #expect(item.id == "1" && item.url == "https://example.com/1" && item.contentHTML == "<p>x</p>")
    #expect(item.datePublished == 1 && item.dateModified == 2)
    #expect(
      item.authors == [
        FeedAuthor(name: "Ada", handle: "ada@example.com", url: "https://example.com/@ada", avatar: "a.png")
      ])
    #expect(item.tags == ["sea", "sensitive"] && item.title == "Storm" && item.raw == nil)
    #expect(try status(#""uri":"https://example.com/uri","url":null,"id":null"#).id == "https://example.com/uri")
  }

  @Test func `a boost is the status and says who boosted it`() throws {
    let reblog =
      #"{"id":"9","url":"v","content":"y","spoiler_text":"Storm","sensitive":true,"account":{"username":"grace"}}"#
    let item = try status("\"content\":\"\",\"reblog\":\(reblog)")
    #expect(item.id == "1" && item.url == "v" && item.contentHTML == "y")
    #expect(item.authors.map(\.name) == ["grace"] && item.title == "ada boosted: Storm" && item.tags == ["sensitive"])
    #expect(try status("\"account\":{},\"reblog\":\(reblog)").title == "somebody boosted: Storm")
  }

  @Test func `media are attachments and the first picture is the image`() throws {
    let item = try status(
      #"""
      "media_attachments":[
       {"type":"video","url":"v.MP4?x=.png","description":"d","meta":{"original":{"duration":1.5}}},
       {"type":"audio","url":"a.ogg#x"},{"type":"image","url":"https://example.com/i.webp"},{"type":"image","url":"j.png"},
       {"type":"gifv","url":"g"},{"type":"unknown","url":null,"remote_url":"r.jpg/x"},{"type":"image"}]
      """#)
    #expect(
      item.attachments == [
        FeedAttachment(url: "v.MP4?x=.png", mimeType: "video/mp4", title: "d", durationInSeconds: 1.5),
        FeedAttachment(url: "a.ogg#x", mimeType: "audio/ogg"),
        FeedAttachment(url: "https://example.com/i.webp", mimeType: "image/webp"),
        FeedAttachment(url: "j.png", mimeType: "image/png"), FeedAttachment(url: "g", mimeType: "video/mp4"),
        FeedAttachment(url: "r.jpg/x"),
      ])
    #expect(item.image == "https://example.com/i.webp")
  }

  @Test func `polls quotes and cards follow the content`() throws {
    #expect(
      try status(#""poll":{"options":[{"title":"a<b"},{"title":5},{"title":"c"}]}"#).contentHTML
        == "<p>x</p><ul><li>a&lt;b</li><li>c</li></ul>")
    #expect(
      try status(#""quote":{"quoted_status":{"content":"<p>q</p>","account":{"acct":"g&h"}}}"#).contentHTML
        == "<p>x</p><blockquote><p>g&amp;h:</p><p>q</p></blockquote>")
    let item = try status(#""card":{"url":"https://example.com/\"","title":"T<","description":"d"}"#)
    #expect(item.externalURL == "https://example.com/\"")
    #expect(
      item.contentHTML == "<p>x</p><p><a href=\"https://example.com/&quot;\">T&lt;</a><br>d</p>")
    // An address that could run a program is no link.
    #expect(try status(#""card":{"url":"javascript:x","title":"T"}"#).contentHTML == "<p>x</p><p>T</p>")
  }

  @Test func `values of wrong types are findings with their position`() throws {
    let document = try read(
      """
      [{"id":7,"content":5,"account":"x","created_at":"soon","tags":[1],"sensitive":"no","media_attachments":{},
      "poll":[],"card":7,"reblog":"x","content":"y"},{"account":{},"content":"z"},5]
      """)
    #expect(document.items.count == 2)
    #expect(
      document.findings.map(\.description) == [
        "1:8: id is a number, not a string; kept",
        "1:32: account is a string, not an object; left out",
        "1:49: created_at is not a valid date: \"soon\"; left out",
        "1:64: an element of tags is a number, not an object; left out",
        "1:79: sensitive is a string, not true or false; left out",
        "1:104: media_attachments is an object, not an array; left out",
        "2:8: poll is an array, not an object; left out", "2:18: card is a number, not an object; left out",
        "2:29: reblog is a string, not an object; left out",
        "2:33: duplicate \"content\" in an object; the last one is used; kept",
        "2:48: a status has no id; kept", "2:77: an item is a number, not an object; item left out",
      ])
  }
}
