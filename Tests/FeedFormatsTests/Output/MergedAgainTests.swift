import TestSupport
import Testing

@testable import FeedFormats

/// What the writer writes, read again and written again.
@Suite struct MergedAgainTests {
  private static let feeds = [
    "harbour-as-json.rss.xml", "harbour.atom", "harbour.bluesky.json", "harbour.json", "harbour.mastodon.json",
    "harbour.ndjson", "harbour.rss.xml", "harbour.rssjson", "hostile.atom", "hostile.bluesky.json", "hostile.json",
    "hostile.mastodon.json", "hostile.ndjson", "hostile.rss.xml", "hostile.rssjson",
  ].map { "Fixtures/feeds/\($0)" }
  private static let files =
    feeds
    + ["podcast.rss.xml", "video.atom", "rdf.rss.xml", "netscape.rss.xml", "base.atom"].map { "Fixtures/formats/\($0)" }

  private func written(
    _ entries: [WovenEntry], of documents: [FeedDocument], headings: [String?] = [], _ style: MergedFeedWriter.Style
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    MergedFeedWriter(style).write(entries, of: documents, headings: headings) { bytes += $0 }
    return bytes
  }

  private func content(_ document: FeedDocument, section: Int = 0) -> [WovenEntry] {
    document.items.enumerated().map { WovenEntry($1, .content(userRow: $0), section: section, row: $0) }
  }

  /// The items of a document, with an ad before every third one.
  private func woven(_ document: FeedDocument, ads: [FeedItem], section: Int = 0) -> [WovenEntry] {
    var entries: [WovenEntry] = []
    for (userRow, item) in document.items.enumerated() {
      if userRow % 3 == 0 {
        let ad = ads[userRow % ads.count]
        entries.append(WovenEntry(ad, .ad(reason: "every \"3\""), section: section, row: entries.count))
      }
      entries.append(WovenEntry(item, .content(userRow: userRow), section: section, row: entries.count))
    }
    return entries
  }

  /// An item without the differences that JSON Feed makes.
  private func comparable(_ item: FeedItem, authors: [FeedAuthor] = []) -> FeedItem {
    var item = item
    if item.contentHTML != nil || item.contentText == "" { item.contentText = nil }
    if item.authors.isEmpty { item.authors = authors }
    for place in item.attachments.indices where item.attachments[place].mimeType == nil {
      let type = MediaType.type(of: item.attachments[place].url, kind: nil)
      item.attachments[place].mimeType = type ?? "application/octet-stream"
    }
    return item
  }

  @Test func `a feed of any format is itself when it is read again`() throws {
    let ads = try AdReader().read(try #require(ProjectFiles.bytes("Fixtures/ads/hostile-ads.json"))).items
    for file in Self.files {
      let document = try FeedReader().read(try #require(ProjectFiles.bytes(file)))
      let entries = woven(document, ads: ads)
      for style in MergedFeedWriter.Style.allCases {
        let once = written(entries, of: [document], style)
        var options = FeedReader.Options()
        for isEncoded in [false, true] {
          options.keepsItemsEncoded = isEncoded
          let again = try FeedReader(options: options).read(once)
          #expect(again.items.count == entries.count, "\(file) \(style)")
          #expect(written(content(again), of: [again], style) == once, "\(file) \(style)")
          for (entry, item) in zip(entries, again.items) {
            let isAd = if case .ad = entry.owner { true } else { false }
            #expect(item.adReason == (isAd ? "every \"3\"" : nil), "\(file)")
          }
        }
      }
    }
  }

  @Test func `sections are themselves when they are read again`() throws {
    let ads = try AdReader().read(try #require(ProjectFiles.bytes("Fixtures/ads/hostile-ads.json"))).items
    let files = ["harbour.rss.xml", "hostile.json", "harbour.mastodon.json"].map { "Fixtures/feeds/\($0)" }
    var documents = try files.map { try FeedReader().read(try #require(ProjectFiles.bytes($0))) }
    documents.insert(try read(#"{"title":"Nothing","items":[]}"#), at: 1)
    let headings = ["Morning \u{9B} \"", "Nothing", nil, "Evening"]
    let entries = documents.enumerated().flatMap { woven($1, ads: ads, section: $0) }
    for style in MergedFeedWriter.Style.allCases {
      let once = written(entries, of: documents, headings: headings, style)
      for isEncoded in [false, true] {
        var options = FeedReader.Options()
        options.keepsItemsEncoded = isEncoded
        let again = try FeedReader(options: options).read(once)
        let parts = again.documentsOfSections
        #expect(parts.map(\.items.count) == (0..<4).map { number in entries.count { $0.section == number } })
        // In lines, a section without items cannot say what it is called.
        let read = style == .lines ? [headings[0], nil, nil, headings[3]] : headings
        #expect(again.sections.map(\.heading) == read && parts.map(\.title) == read)
        let copied = parts.enumerated().flatMap { content($1, section: $0) }
        #expect(written(copied, of: parts, headings: read, style) == once, "\(style)")
      }
      let alone = written(content(documents[0]), of: [documents[0]], headings: ["One"], style)
      let again = try FeedReader().read(alone)
      #expect(again.sections == [.init(heading: "One", start: 0)] && again.documentsOfSections == [again])
      #expect(written(content(again), of: [again], headings: ["One"], style) == alone)
    }
  }

  @Test func `sections that are out of order are no sections`() throws {
    func sections(_ places: String..., head: String = "") throws -> [FeedDocument.Section] {
      let items = places.map { "{\"id\":\"1\"\($0.isEmpty ? "" : ",\"_feedweave\":{\"row\":0,\"userRow\":0,\($0)}")}" }
      return try read("{\(head)\"items\":[\(items.joined(separator: ","))]}").sections
    }
    #expect(try sections("\"section\":0", "\"section\":1").count == 2)
    #expect(try sections("\"section\":1,\"heading\":\"x\"").map(\.heading) == [nil, "x"])
    #expect(try sections("", "\"section\":0", "", "\"section\":1", "").map(\.start) == [0, 3])
    for places in [["\"section\":1", "\"section\":0"], ["\"section\":1000000000"], ["", ""], ["\"section\":0"]] {
      #expect(try sections(places[0], places.last ?? "").isEmpty, "\(places)")
    }
    let head = #""_feedweave":{"headings":["a","",7,"b"]},"#
    #expect(try sections("\"section\":0", head: head).map(\.heading) == ["a", nil, "b"])
    #expect(try sections("\"section\":0", head: #""_feedweave":[{}],"#).isEmpty)
  }

  @Test func `every value of an item is read as it was written`() throws {
    for file in Self.files {
      let document = try FeedReader().read(try #require(ProjectFiles.bytes(file)))
      let again = try FeedReader().read(written(content(document), of: [document], .document))
      #expect(again.title ?? "" == document.title ?? "" && again.icon == document.icon, "\(file)")
      #expect(again.summary == document.summary && again.language == document.language, "\(file)")
      for (item, copy) in zip(document.items, again.items) {
        // An item may say that it has no authors, which is kept as it is.
        let authors = copy.authors.isEmpty ? [] : document.authors
        let (item, copy) = (comparable(item, authors: authors), comparable(copy))
        #expect(copy.hasSameContent(as: item), "\(file) \(item.position)")
      }
    }
  }

  @Test func `items of several feeds keep the names of their feeds`() throws {
    let head = #""title":"News","feed_url":"https://h/n.json","home_page_url":"https://h","icon":"https://h/i.png""#
    let news = try read("{\(head),\"items\":[{\"id\":\"1\"},{\"id\":\"2\"}]}")
    let blog = try read("<rss><channel><link>https://h/b</link><item><guid>3</guid></item></channel></rss>")
    let entries = [
      WovenEntry(news.items[0], .content(userRow: 0), section: 0, row: 0, feeds: [0, 1]),
      WovenEntry(blog.items[0], .content(userRow: 1), section: 0, row: 1, feeds: [1]),
      WovenEntry(news.items[1], .content(userRow: 2), section: 0, row: 2),
      WovenEntry(try read(#"{"items":[{"id":"ad"}]}"#).items[0], .ad(reason: ""), section: 0, row: 3),
    ]
    let once = written(entries, of: [news, blog], .document)
    #expect(
      String(decoding: once, as: UTF8.self) == """
        {"version":"https://jsonfeed.org/version/1.1","title":"News","items":[
        {"id":"1","_feedweave":{"row":0,"section":0,"userRow":0,"feed":"News","feedURL":"https://h/n.json",\
        "feedHomePage":"https://h","feedIcon":"https://h/i.png","alsoIn":[""]}},
        {"id":"3","content_text":"","_feedweave":{"row":1,"section":0,"userRow":1,"feed":"","feedURL":"https://h/b"}},
        {"id":"2","_feedweave":{"row":2,"section":0,"userRow":2,"feed":"News","feedURL":"https://h/n.json"}},
        {"id":"ad","_feedweave":{"ad":true,"row":3,"section":0,"reason":""}}
        ]}

        """)
    let again = try FeedReader().read(once)
    let described = FeedSource(title: "News", url: "https://h/n.json", homePage: "https://h", icon: "https://h/i.png")
    #expect(again.items[0].feeds == [described, FeedSource(title: "")])
    #expect(again.items[2].feeds == [FeedSource(title: "News", url: "https://h/n.json")])
    #expect(again.items.map(\.adReason) == [nil, nil, nil, ""])
    #expect(written(content(again), of: [again], .document) == once)
  }

  @Test func `a place that nobody wrote so is replaced`() throws {
    for place in [
      #"{"ad":true}"#, #"{"row":9,"section":0,"userRow":3,"ad":true}"#, #"{"row":"0","section":0,"ad":true}"#, "5",
      #"{"row":9,"section":0}"#, #"[{"ad":true}]"#,
    ] {
      let document = try read(#"{"items":[{"id":"1","_feedweave":\#(place)}]}"#)
      #expect(document.items[0].adReason == nil && document.items[0].feeds.isEmpty, "\(place)")
      #expect(document.findings.count == 1, "only that there is no version: \(document.findings)")
      let text = String(decoding: written(content(document), of: [document], .lines), as: UTF8.self)
      #expect(text == "{\"id\":\"1\",\"_feedweave\":{\"row\":0,\"section\":0,\"userRow\":0}}\n", "\(place)")
    }
    // A long time ago or in another program, somebody may have meant something else.
    let others = try read(
      #"{"version":"https://jsonfeed.org/version/1","items":[{"id":"1","_post":7,"_podcast":{"season":"x"}}]}"#)
    #expect(others.findings.isEmpty && others.items[0].post == nil)
  }
}
