import TestSupport
import Testing

@testable import FeedFormats

/// Items that are decoded when they are used, against items that are decoded when they are read.
@Suite struct EncodedItemTests {
  private func documents(_ bytes: [UInt8]) throws -> (decoded: FeedDocument, encoded: FeedDocument) {
    var options = FeedReader.Options()
    let decoded = try FeedReader(options: options).read(bytes)
    options.keepsItemsEncoded = true
    return (decoded, try FeedReader(options: options).read(bytes))
  }

  @Test func `documents are equal either way`() throws {
    let formats = ProjectFiles.names(in: "Fixtures/formats").filter { !$0.hasSuffix(".opml") }
    let names = ProjectFiles.names(in: "Fixtures/feeds").map { "feeds/\($0)" } + formats.map { "formats/\($0)" }
    for name in names {
      let (decoded, encoded) = try documents(try #require(ProjectFiles.bytes("Fixtures/\(name)")))
      #expect(decoded == encoded && decoded.hashValue == encoded.hashValue, "\(name)")
      for (one, other) in zip(decoded.items, encoded.items) {
        #expect(one == other.decoded && one.title == other.title && one.raw == other.raw, "\(name)")
        #expect(one.position == other.position && one.tags == other.tags && one.hasSameContent(as: other), "\(name)")
      }
    }
  }

  @Test func `damaged documents of XML are equal either way`() throws {
    let alphabet = Array("<<>>//&;=\"' \n\r:aegilmnt]![-CDATA".utf8)
    var encodedCount = 0
    for name in [
      "feeds/hostile.rss.xml", "feeds/hostile.atom", "formats/podcast.rss.xml", "formats/base.atom",
      "formats/rdf.rss.xml", "formats/video.atom", "formats/netscape.rss.xml",
    ] {
      let bytes = try #require(ProjectFiles.bytes("Fixtures/\(name)"))
      for seed in 0..<Sample.of(3000, few: 15) as Range<UInt64> {
        var random = SeededGenerator(seed: seed)
        let damaged = random.damaged(bytes, alphabet: alphabet)
        var options = FeedReader.Options()
        options.partial = true
        let decoded = try? FeedReader(options: options).read(damaged)
        options.keepsItemsEncoded = true
        let encoded = try? FeedReader(options: options).read(damaged)
        #expect(decoded == encoded, "\(name), seed \(seed)")
        encodedCount += encoded?.items.count { $0.isEncoded } ?? 0
      }
    }
    #expect(encodedCount > 100)
  }

  @Test func `each item has the base that was known before it`() throws {
    func link(_ name: String) -> String { "<link>https://\(name).example/</link>" }
    let item = "<item><link>/p</link><description>&lt;a href='q'>x&lt;/a></description><title>é&amp;</title></item>"
    let text =
      "<rss xmlns:b='https://b.example/'><channel>\(item)\(link("a"))\(item)\(item)<x/>\(item)\(link("c"))\(item)"
    for end in ["</channel></rss>", "</channel>\(item)</rss>"] {
      let (decoded, encoded) = try documents(Array((text + end).utf8))
      #expect(decoded == encoded && !decoded.items.isEmpty)
      let urls = ["https://c.example/p", "https://a.example/p", "https://a.example/p", "https://a.example/p"]
      #expect(encoded.items.prefix(4).map(\.url) == urls)
      #expect(encoded.items.dropFirst(4).allSatisfy { $0.url == "https://c.example/p" })
      #expect(encoded.items.map(\.isEncoded) == [false] + Array(repeating: true, count: encoded.items.count - 1))
    }
  }

  @Test func `addresses that may add too much are resolved at once`() throws {
    let base = "https://a.example/" + String(repeating: "a", count: 2000) + "/"
    let items = (0..<2000).map { "<item><guid>\($0)</guid><description>&lt;a href=q>x&lt;/a></description></item>" }
    let text = "<rss><channel><link>\(base)</link>\(items.joined())</channel></rss>"
    let (decoded, encoded) = try documents(Array(text.utf8))
    #expect(encoded.items.first?.isEncoded == true && encoded.items.last?.isEncoded == false)
    #expect(decoded.items.count == 2000 && encoded.items.count == 2000)
    #expect(encoded.items[0].contentHTML == decoded.items[0].contentHTML)
    #expect(encoded.findings.map(\.problem).contains { $0.contains("would make the document too large") })
    let written = encoded.items.reduce(0) { $0 + ($1.contentHTML?.utf8.count ?? 0) }
    #expect(written < 4 << 20)
  }

  @Test func `addresses are resolved either way`() throws {
    let text = #"{"items":[{"id":"a","url":"/p","image":"i.png"}],"home_page_url":"https://example.org/b/"}"#
    let (decoded, encoded) = try documents(Array(text.utf8))
    #expect(encoded.items[0].url == "https://example.org/p" && encoded.items[0].image == "https://example.org/b/i.png")
    #expect(decoded == encoded)
  }

  @Test func `a changed item is another one`() throws {
    let (decoded, encoded) = try documents(Array(#"{"items":[{"id":"a","title":"t","tags":["x"]}]}"#.utf8))
    for document in [decoded, encoded] {
      var copy = document
      copy.items[0].title = "u"
      copy.items[0].tags.append("y")
      #expect(document.items[0].title == "t" && document.items[0].tags == ["x"])
      #expect(copy.items[0].title == "u" && copy.items[0].tags == ["x", "y"] && copy.items[0].id == "a")
      #expect(copy.items[0].raw == document.items[0].raw && copy != document)
    }
  }

  /// A document with flaws that are repaired keeps the repaired bytes, not those of the file.
  @Test func `repaired items are the same either way`() throws {
    let (decoded, encoded) = try documents(Array("{\"items\":[{\"id\":\"a\u{1}\",},{\"id\":\"b\"}]}".utf8))
    #expect(decoded == encoded && encoded.items[0].raw == Array(#"{"id":"a\u0001"}"#.utf8)[...])
  }

  // MARK: - Repeated identifiers

  @Test func `repetitions are those that a dictionary finds`() {
    for seed in 0..<Sample.of(200, few: 40) as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let names = Int.random(in: 1...200, using: &random)
      let ids = (0..<300).map { _ in "id\(Int.random(in: 0..<names, using: &random))" }
      var table = RepeatedIdentifiers()
      var firsts: [String: Int] = [:]
      var reported: Set<String> = []
      for (row, id) in ids.enumerated() {
        let found = table.insert(id, row: row) { ids[$0] }
        let first = firsts[id]
        firsts[id] = first ?? row
        #expect(found == (first != nil && reported.insert(id).inserted ? first : nil), "seed \(seed), row \(row)")
      }
    }
  }
}
