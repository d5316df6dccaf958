import Testing

@testable import FeedFormats

/// What posts have besides their text, as values.
@Suite struct PostValueTests {
  private func status(_ members: String) throws -> FeedDocument {
    try read(#"[{"id":"1","account":{"id":"7","acct":"ada@h","display_name":"Ada"},"content":"x",\#(members)}]"#)
  }

  @Test func `a status has its references, its poll and its card`() throws {
    let document = try status(
      #"""
      "in_reply_to_id":"5","in_reply_to_account_id":"8","mentions":[{"id":"8","acct":"bo","url":"https://h/@bo"}],
      "spoiler_text":"Storm","tags":[{"name":"sea"},{"name":"sea"}],
      "quote":{"quoted_status":{"id":"9","url":"https://h/9","content":"q","account":{"username":"cy"}}},
      "poll":{"options":[{"title":"a","votes_count":2},{"title":"b","votes_count":null}],"votes_count":2,"voters_count":1,
       "expires_at":"2026-07-01T00:00:00Z","multiple":true},
      "card":{"url":"https://h/c","title":"T","description":"D","image":"https://h/c.png"}
      """#)
    let item = document.items[0]
    var poll = FeedPoll()
    poll.options = [FeedPoll.Option(title: "a", votes: 2), FeedPoll.Option(title: "b")]
    (poll.votes, poll.voters, poll.end, poll.isMultiple) = (2, 1, 1_782_864_000, true)
    var post = FeedPost()
    post.replyTo = FeedReference(id: "5", author: FeedAuthor(name: "bo", handle: "bo", url: "https://h/@bo"))
    post.quote = FeedReference(id: "9", url: "https://h/9", author: FeedAuthor(name: "cy", handle: "cy"))
    (post.poll, post.warning) = (poll, "Storm")
    post.card = FeedLinkCard(url: "https://h/c", title: "T", summary: "D", image: "https://h/c.png")
    #expect(item.post == post && document.findings.isEmpty)
    #expect(item.authors == [FeedAuthor(name: "Ada", handle: "ada@h")] && item.tags == ["sea"])
    // An answer to oneself.
    let own = try status(#""in_reply_to_id":"5","in_reply_to_account_id":"7""#).items[0]
    #expect(own.post?.replyTo?.author?.handle == "ada@h")
    #expect(try status(#""in_reply_to_id":null,"poll":null"#).items[0].post == nil)
  }

  @Test func `a boost says who boosted`() throws {
    let item = try status(#""reblog":{"id":"2","content":"y","account":{"acct":"bo"}}"#).items[0]
    #expect(item.post?.booster == FeedAuthor(name: "Ada", handle: "ada@h"))
    #expect(item.authors.map(\.handle) == ["bo"])
  }

  @Test func `a boost belongs where it was boosted`() throws {
    let status = #"{"id":"2","account":{"acct":"b"},"created_at":"2020-01-01T00:00:00Z","content":"y"}"#
    let boost = #"[{"id":"1","account":{"acct":"a"},"created_at":"2026-06-30T00:00:00Z","reblog":\#(status)}]"#
    let post = #"{"uri":"at://x","record":{"text":"y","createdAt":"2020-01-01T00:00:00Z"},"author":{"handle":"h"}}"#
    let reason = #"{"$type":"app.bsky.feed.defs#reasonRepost","by":{"handle":"a"},"indexedAt":"2026-06-30T00:00:00Z"}"#
    for text in [boost, #"{"feed":[{"post":\#(post),"reason":\#(reason)}]}"#] {
      let item = try read(text).items[0]
      #expect([item.datePublished, item.timelineDate] == [1_577_836_800, 1_782_777_600], "\(text)")
    }
    #expect(try read("[\(status)]").items[0].timelineDate == 1_577_836_800)
  }

  @Test func `what covers a quoted post stands in its place`() throws {
    let filter = #"{"filter":{"title":"Film","filter_action":"hide"}}"#
    for (members, words) in [
      (#""spoiler_text":"The <end>""#, "Warning: The &lt;end&gt;"), (#""filtered":[\#(filter)]"#, "Filtered: Film"),
      (#""filtered":[\#(filter),\#(filter)],"spoiler_text":"x""#, "Filtered: Film, Film"), (#""spoiler_text":"""#, "q"),
    ] {
      let item = try status(#""quote":{"quoted_status":{"content":"<p>q</p>","account":{},\#(members)}}"#).items[0]
      #expect(item.contentHTML == "x<blockquote><p>\(words)</p></blockquote>", "\(members)")
      #expect(item.post?.warning == nil && item.post?.filters.isEmpty != false)
    }
    let quoted = #"{"uri":"u","author":{"handle":"g"},"value":{"text":"q"},"labels":[{"val":"cute"},{"val":"porn"}]}"#
    let post = try read(#"{"feed":[{"post":{"uri":"at://x","record":{"text":"y"},"embed":{"record":\#(quoted)}}}]}"#)
    #expect(post.items[0].contentHTML == "<p>y</p><blockquote><p>g:</p><p>Warning: porn</p></blockquote>")
    #expect(post.items[0].tags.isEmpty)
  }

  @Test func `filters fold a status or hide it`() throws {
    func match(_ title: String, _ action: String) -> String {
      #"{"filter":{"title":"\#(title)","filter_action":"\#(action)"},"keyword_matches":["x"]}"#
    }
    for (filters, titles) in [
      (match("Film", "warn"), ["Film"]),
      ("\(match("A", "warn")),\(match("B", "warn")),\(match("A", "warn"))", ["A", "B"]),
      (#"{"filter":{"title":"Old"}}"#, ["Old"]), ("{}", ["a filter"]), (match("Eyes", "blur"), nil), ("", nil),
    ] {
      let item = try status("\"filtered\":[\(filters)]").items.first
      #expect(item?.post?.filters == titles, "\(filters)")
      #expect(item?.contentHTML == "x")
    }
    for members in [
      "\"filtered\":[\(match("A", "warn")),\(match("Never", "hide"))]",
      #""reblog":{"content":"y","account":{},"filtered":[\#(match("Never", "hide"))]}"#,
    ] {
      let document = try status(members)
      #expect(document.items.isEmpty)
      #expect(
        document.findings.map(\.description) == ["1:2: a status is hidden by the filter \"Never\"; item left out"])
    }
  }

  @Test func `a post of Bluesky has its references and its card`() throws {
    let document = try read(
      #"""
      {"feed":[{"post":{"uri":"at://did:a/app.bsky.feed.post/1","author":{"did":"did:a","handle":"ada.h"},"record":{"text":"x",
       "tags":["sea","sea"]},
       "embed":{"media":{"external":{"uri":"https://h/c","title":"T","description":"D","thumb":"https://h/t"}},
        "record":{"record":{"uri":"at://did:c/app.bsky.feed.post/3","author":{"did":"did:c","handle":"cy.h"},"value":{"text":"q"}}}}},
       "reply":{"parent":{"uri":"at://did:b/app.bsky.feed.post/2","author":{"did":"did:b","handle":"bo.h"}}},
       "reason":{"$type":"app.bsky.feed.defs#reasonRepost","by":{"did":"did:d","handle":"di.h","displayName":"Di"}}}]}
      """#)
    let post = try #require(document.items.first?.post)
    func author(_ name: String) -> FeedAuthor {
      FeedAuthor(name: "\(name).h", handle: "\(name).h", url: "https://bsky.app/profile/\(name).h")
    }
    #expect(
      post.replyTo
        == FeedReference(
          id: "at://did:b/app.bsky.feed.post/2", url: "https://bsky.app/profile/bo.h/post/2", author: author("bo")))
    #expect(
      post.quote
        == FeedReference(
          id: "at://did:c/app.bsky.feed.post/3", url: "https://bsky.app/profile/cy.h/post/3", author: author("cy")))
    #expect(post.booster == FeedAuthor(name: "Di", handle: "di.h", url: "https://bsky.app/profile/di.h"))
    #expect(post.card == FeedLinkCard(url: "https://h/c", title: "T", summary: "D", image: "https://h/t"))
    #expect(document.items[0].tags == ["sea"])
  }
}
