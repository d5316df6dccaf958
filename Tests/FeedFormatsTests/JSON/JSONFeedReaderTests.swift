import Documents
import Testing

@testable import FeedFormats

/// Reads a text with the options that a test asks for.
func read(
  _ text: String, _ change: (inout FeedReader.Options) -> Void = { _ in }
) throws(FeedError) -> FeedDocument {
  var options = FeedReader.Options()
  change(&options)
  return try FeedReader(options: options).read(Array(text.utf8))
}

@Suite struct JSONFeedReaderTests {
  @Test func `addresses are those of the feed's page`() throws {
    let item = #"{"id":"1","content_html":"<a href=p>p</a>","attachments":[{"url":"a.mp3","mime_type":"audio/mpeg"}]}"#
    for isEncoded in [false, true] {
      var options = FeedReader.Options()
      options.keepsItemsEncoded = isEncoded
      let text = #"{"version":"https://jsonfeed.org/version/1.1","home_page_url":"https://h/b/","items":[\#(item)]}"#
      let read = try FeedReader(options: options).read(Array(text.utf8)).items[0]
      #expect(read.attachments.map(\.url) == ["https://h/b/a.mp3"])
      #expect(read.document.plainText() == "p (https://h/b/p)")
    }
    let place = #""_feedweave":{"row":0,"section":0,"userRow":0,"feed":"F","feedURL":"https://h/f"}"#
    let merged = try read(#"{"items":[{"id":"1","url":"/1","image":"i.png",\#(place)}]}"#).items[0]
    #expect([merged.url, merged.image] == ["https://h/1", "https://h/i.png"])
  }

  @Test func `every member of an item is read`() throws {
    let document = try read(
      """
      {"version":"https://jsonfeed.org/version/1.1","title":"T","home_page_url":"H","feed_url":"F","language":"en",
       "authors":[{"name":"N"}],"x":[1, 2],
       "items":[
        {"id":"1","url":"u","external_url":"e","title":"t","content_text":"c","content_html":"h","summary":"s",
         "image":"i","date_published":"1970-01-01T00:00:01Z","date_modified":"1970-01-01T00:00:02Z",
         "authors":[{"name":"a","url":"b","avatar":"c"},{}],"tags":["x","y"]}]}
      """)
    #expect(document.format == .jsonFeed)
    #expect([document.title, document.homePage, document.feedURL, document.language] == ["T", "H", "F", "en"])
    #expect(document.authors == [FeedAuthor(name: "N")])
    #expect(
      document.members.map(\.name) == ["version", "title", "home_page_url", "feed_url", "language", "authors", "x"])
    #expect(document.members.last.map { String(decoding: $0.rawValue, as: UTF8.self) } == "[1, 2]")
    let item = try #require(document.items.first)
    let texts = [
      item.id, item.url, item.externalURL, item.title, item.contentText, item.contentHTML, item.summary, item.image,
    ]
    #expect(texts == ["1", "u", "e", "t", "c", "h", "s", "i"])
    #expect(item.datePublished == 1 && item.dateModified == 2)
    #expect(item.authors == [FeedAuthor(name: "a", url: "b", avatar: "c")])
    #expect(item.tags == ["x", "y"])
    #expect(item.position == SourcePosition(line: 4, column: 3))
    #expect(document.findings.isEmpty)
  }

  @Test func `an item keeps its bytes`() throws {
    let raw = #"{ "id" : "\u0061\/" , "n":1.50e+01,"n": 12345678901234567890123, "x":{"y" :[ ]} ,"id":"b" }"#
    let document = try read(#"{"items":[\#(raw) , 7]}"#)
    #expect(document.items.map { $0.raw.map { String(decoding: $0, as: UTF8.self) } } == [raw])
    #expect(document.items[0].id == "b")
  }

  @Test func `a bad item is a finding and the others are read`() throws {
    let document = try read(
      """
      {"version":"https://jsonfeed.org/version/1","items":[
      {"id":"a","title":5,"tags":"x","date_published":"soon","author":[],"url":null},
      "no item",
      {"id":7},
      {"title":"c"},
      {"id":"d","id":"e"}]}
      """)
    #expect(document.items.map(\.id) == ["a", "7", nil, "e"])
    #expect(
      document.findings.map(\.description) == [
        "2:19: title is a number, not a string; left out",
        "2:28: tags is a string, not an array; read as separated by commas; kept",
        "2:49: date_published is not a valid date: \"soon\"; left out",
        "2:65: an author is an array, not an object; left out",
        "3:1: an item is a string, not an object; item left out", "4:7: id is a number, not a string; kept",
        "5:1: an item has no id; kept", "6:11: duplicate id in an item; the last one is used; kept",
      ])
  }

  @Test func `authors and ids in other forms are read with a finding`() throws {
    let items: [(String, id: String?, names: [String], finding: String)] = [
      (#""id":"1","author":"A""#, "1", ["A"], "an author is a string, not an object; read as a name"),
      (#""id":"1","authors":{"name":"A"}"#, "1", ["A"], "authors is an object, not an array; read as one"),
      (
        #""id":"1","authors":["A",{"name":"B"}]"#, "1", ["A", "B"],
        "an author is a string, not an object; read as a name"
      ),
      (#""id":"1","authors":"A""#, "1", ["A"], "authors is a string, not an array; read as one"),
      (#""id":true"#, "true", [], "id is true or false, not a string"),
      (#""id":1.50"#, "1.50", [], "id is a number, not a string"),
    ]
    for (members, id, names, finding) in items {
      let document = try read("{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[{\(members)}]}")
      #expect(document.items[0].id == id && document.items[0].authors.map(\.name) == names, "\(members)")
      #expect(document.findings.first?.problem == finding, "\(members)")
    }
    #expect(
      try read(#"{"version":"https://jsonfeed.org/version/1","author":"A","items":[]}"#).authors.map(\.name) == ["A"])
  }

  @Test func `dates as numbers are read with a finding`() throws {
    let document = try read(
      """
      {"version":"https://jsonfeed.org/version/1.1","items":[{"id":"1",
      "date_published":1782900000,
      "date_modified":1782900000000},{"id":"2",
      "date_published":2026}]}
      """)
    #expect(document.items[0].datePublished == 1_782_900_000 && document.items[0].dateModified == 1_782_900_000)
    #expect(
      document.findings.map(\.description) == [
        "2:18: date_published is the number '1782900000', not the date '2026-07-01T10:00:00Z'; kept",
        "3:17: date_modified is the number '1782900000000', not the date '2026-07-01T10:00:00Z'; kept",
        "4:18: date_published is not a valid date: 2026; left out",
      ])
  }

  @Test func `an item that is no UTF-8 is left out`() throws {
    let bytes = Array(#"{"items":[{"id":"a"},{"id":""#.utf8) + [0xFF] + Array(#""},{"id":"çé"}],"version":"1"}"#.utf8)
    let document = try FeedReader().read(bytes)
    #expect(document.items.map(\.id) == ["a", "çé"])
    #expect(document.findings.map(\.description).contains("1:29: invalid UTF-8; item left out"))
  }

  @Test func `bytes that are no UTF-8 outside of items are an error`() {
    let bytes = Array(#"{"title":""#.utf8) + [0xC0, 0x80] + Array(#"","items":["é","é","é"]}"#.utf8)
    #expect(throws: FeedError.notUTF8(SourcePosition(line: 1, column: 11))) { try FeedReader().read(bytes) }
  }

  @Test func `control characters and trailing commas are findings`() throws {
    let version = #""version":"https://jsonfeed.org/version/1.1""#
    let text =
      "{\(version),\n\"title\":\"a\tb\",\n\"items\":[{\"id\":\"1\n\\\"\",\"tags\":[\"x\",],\n},\n{\"id\":\"2\"} , ],\n}"
    let document = try read(text)
    #expect(document.title == "a\tb")
    #expect(document.items.map(\.id) == ["1\n\"", "2"])
    #expect(document.items[0].tags == ["x"])
    let raw = document.items.map { String(decoding: $0.raw ?? [], as: UTF8.self) }
    #expect(raw == ["{\"id\":\"1\\u000a\\\"\",\"tags\":[\"x\"]\n}", "{\"id\":\"2\"}"])
    let title = try #require(document.members.first { $0.name == "title" })
    #expect(String(decoding: title.rawValue, as: UTF8.self) == #""a\u0009b""#)
    #expect(
      document.findings.map(\.description) == [
        "2:11: an unescaped control character in a string; kept",
        "3:18: an unescaped control character in a string; kept", "4:16: a comma before a closing bracket; kept",
        "6:12: a comma before a closing bracket; kept",
      ])
    // A comma that nothing precedes, and two of them, are not JSON in any reader.
    for broken in ["{\(version),\"items\":[,]}", "{\(version),\"items\":[{},,]}"] {
      #expect(throws: FeedError.self) { try read(broken) }
    }
  }

  @Test func `relative addresses are those of the home page`() throws {
    let items = #""items":[{"id":"1","url":"/a","external_url":"https://x.org","image":"i.png"},{"id":"2","url":"?q"}]"#
    let document = try read("{\(items),\"home_page_url\":\"https://h.org/blog/\"}")
    #expect(document.items.map(\.url) == ["https://h.org/a", "https://h.org/blog/?q"])
    #expect(document.items[0].externalURL == "https://x.org")
    #expect(document.items[0].image == "https://h.org/blog/i.png")
    #expect(try read("{\(items)}").items[0].url == "/a")
    for isEncoded in [false, true] {
      let fetched = try read(#"{"home_page_url":"/b/",\#(items)}"#) {
        ($0.address, $0.keepsItemsEncoded) = ("https://h.org/feed.json", isEncoded)
      }
      #expect(fetched.homePage == "https://h.org/b/")
      #expect(fetched.items.map(\.url) == ["https://h.org/a", "https://h.org/b/?q"])
    }
  }

  @Test func `an item nested too deep is left out`() throws {
    let deep = String(repeating: "[", count: 9) + String(repeating: "]", count: 9)
    let document = try read(#"{"items":[{"id":"a"},{"id":"b","x":\#(deep)},{"id":"c"}]}"#) { $0.maxDepth = 11 }
    #expect(document.items.map(\.id) == ["a", "c"])
    #expect(document.findings.map(\.description).contains("1:44: nested deeper than 11; item left out"))
    #expect(throws: FeedError.tooDeep(SourcePosition(line: 1, column: 6 + 8), limit: 9)) {
      try read(#"{"x":\#(deep),"items":[]}"#) { $0.maxDepth = 9 }
    }
  }

  @Test func `items are capped`() throws {
    let items = (0..<5).map { #"{"id":"\#($0)"}"# }.joined(separator: ",")
    let document = try read(#"{"version":"https://jsonfeed.org/version/1.1","items":[\#(items)]}"#) { $0.maxItems = 3 }
    #expect(document.items.count == 3)
    #expect(document.findings.map(\.description) == ["1:89: more than 3 items; the rest left out"])
  }

  @Test func `what is no JSON feed is named`() {
    let cases = [
      (#"{"feed":[{"post":{}}]}"#, "1:1: a JSON object without items is not a known feed format"),
      (#"{"error":"no such timeline"}"#, "1:1: a JSON object without items is not a known feed format"),
      (#" {"a":1}"#, "1:2: a JSON object without items is not a known feed format"),
      ("[]", "1:1: an empty JSON array is not a known feed format"),
      ("[1]", "1:1: a JSON array is not a known feed format"),
      ("hello\u{1B}[2J", "1:1: text that begins with \"hello\\u{1b}[2J\" is not a known feed format"),
      (" \n ", "1:1: the document is empty"), ("", "1:1: the document is empty"),
      (#"{"items":[],,}"#, "1:13: expected a member's name in quotes"),
      ("{\"items\":[]}\n]", "2:1: expected the end of the document"),
    ]
    for (text, message) in cases {
      do {
        _ = try read(text)
        Issue.record("\(text) was taken")
      } catch { #expect(error.description == message + "; nothing was read") }
    }
  }

  @Test func `ids that are missing numbers or duplicates are findings and the items are kept`() throws {
    let ids = [
      #""a""#, "7", #""a""#, "null", #""a""#, "1e400", #""b""#, #""7""#, "{}", "\(String(repeating: "9", count: 40))",
    ]
    let items = ids.map { "{\"id\":\($0)}" }.joined(separator: ",\n")
    let document = try read("{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[\n\(items)]}")
    #expect(
      document.items.map(\.id) == ["a", "7", "a", nil, "a", "1e400", "b", "7", nil, String(repeating: "9", count: 40)])
    #expect(
      document.findings.map(\.description)
        == [
          "3:7: id is a number, not a string; kept", "4:1: the id \"a\" is also that of the item at 2:1; kept",
          "5:1: an item has no id; kept", "7:7: id is a number, not a string; kept",
          "9:1: the id \"7\" is also that of the item at 3:1; kept",
          "10:1: an item has no id; kept", "10:7: id is an object, not a string; left out",
          "11:7: id is a number, not a string; kept",
        ])
  }

  @Test func `many equal ids take linear time and one finding`() throws {
    let document = try read(
      "{\"items\":[" + Array(repeating: #"{"id":"a"}"#, count: 20_000).joined(separator: ",") + "]}")
    #expect(document.items.count == 20_000)
    #expect(document.findings.count == 2)
  }

  @Test func `numbers of attachments out of range are findings`() throws {
    let sizes = ["1", "1.0", "1.5", "-1", "1e19", "1e999", "9007199254740993", "\"1\"", "null"]
    let attachments = sizes.map { #"{"url":"u","size_in_bytes":\#($0),"duration_in_seconds":\#($0)}"# }
    let document = try read(#"{"items":[{"id":"a","attachments":[\#(attachments.joined(separator: ","))]}]}"#)
    let read = document.items[0].attachments
    #expect(read.map(\.sizeInBytes) == [1, 1, nil, nil, nil, nil, 9_007_199_254_740_992, nil, nil])
    #expect(read.map(\.durationInSeconds) == [1, 1, 1.5, nil, 1e19, nil, 9_007_199_254_740_992, nil, nil])
    #expect(document.findings.count { $0.remedy == .valueLeftOut } == 8)
  }

  @Test func `every date that does not exist is a finding`() throws {
    let dates = [
      "2026-02-30", "2026-06-01T24:00:00Z", "2026-06-01T00:60:00Z", "26-06-01", "2026-13-01",
      "2026-06-01T00:00:00+99:00", "1e9", "", "\\ud800", "2026-06-01T00:00:00Zx", "-2026-06-01",
    ]
    let items = dates.map { #"{"id":"x\#($0)","date_published":"\#($0)","date_modified":"\#($0)"}"# }
    let document = try read(#"{"version":"https://jsonfeed.org/version/1","items":[\#(items.joined(separator: ","))]}"#)
    #expect(document.items.allSatisfy { $0.datePublished == nil && $0.dateModified == nil })
    #expect(document.findings.count == 2 * dates.count)
  }

  @Test func `lone surrogates are read as replacements and written as they were`() throws {
    let raw = #"{"id":"a","title":"\ud83d x \ude00 \ud83d\ude00 \ud800\ud800"}"#
    let item = try read(#"{"items":[\#(raw)]}"#).items[0]
    #expect(item.title == "\u{FFFD} x \u{FFFD} 😀 \u{FFFD}\u{FFFD}")
    #expect(item.raw.map { String(decoding: $0, as: UTF8.self) } == raw)
  }

  @Test func `the format that is asked for is the only one taken`() throws {
    let json = #"{"items":[]}"#
    #expect(try read(json) { $0.format = .jsonFeed }.format == .jsonFeed)
    #expect(throws: FeedError.otherFormat(.start, asked: .rss, found: .jsonFeed)) {
      try read(json) { $0.format = .rss }
    }
    #expect(throws: FeedError.otherFormat(.start, asked: .atom, found: .rss)) {
      try read("<rss><channel/></rss>") { $0.format = .atom }
    }
    #expect(throws: FeedError.tooManyBytes(limit: 11)) { try read(json) { $0.maxBytes = 11 } }
  }

  @Test func `a document cut anywhere is an error and in part a prefix`() throws {
    let text = #"""
      {"version":"https://jsonfeed.org/version/1.1", "title":"é",
      "items":[{"id":"1","x":[true,-1.5e3,"\u00e9"]},{"id":"2"}, {"id":"3"}], "last":{"a":null}}
      """#
    try checkCuts(of: Array(text.utf8), ids: ["1", "2", "3"])
  }

  @Test func `positions in UTF-16 count its bytes`() throws {
    let text = "{\"version\":\"https://jsonfeed.org/version/1.1\",\n\"items\":[{\"id\":\"é😀\"},5]}"
    for bigEndian in [false, true] {
      for mark in [true, false] {
        let units = (mark ? [0xFEFF] : []) + Array(text.utf16)
        let bytes = units.flatMap { unit in
          bigEndian ? [UInt8(unit >> 8), UInt8(unit & 0xFF)] : [UInt8(unit & 0xFF), UInt8(unit >> 8)]
        }
        let document = try FeedReader().read(bytes)
        #expect(document.items.map(\.id) == ["é😀"])
        // The line up to the 5 has 22 units before it, each of two bytes.
        #expect(document.findings.map(\.position) == [SourcePosition(line: 2, column: 45)])
      }
    }
  }

  @Test func `a byte order mark is passed over and counted`() throws {
    let document = try FeedReader().read([0xEF, 0xBB, 0xBF] + Array(#"{"items":[{"id":"a"}]}"#.utf8))
    #expect(document.items.map(\.position) == [SourcePosition(line: 1, column: 14)])
  }
}

/// Cuts a document behind every byte: an error with a place, and in part the items up to the cut, never others.
func checkCuts(of bytes: [UInt8], ids: [String]) throws {
  #expect(try FeedReader().read(bytes).items.map(\.id) == ids)
  var options = FeedReader.Options()
  options.partial = true
  for end in 0..<bytes.count {
    let cut = Array(bytes[..<end])
    do throws(FeedError) {
      _ = try FeedReader().read(cut)
      Issue.record("cut behind \(end) bytes, it was taken")
    } catch {
      let before = cut.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      let place = SourcePosition(line: before.count, column: (before.last?.count ?? 0) + 1)
      let isEmpty = error == .empty && cut.allSatisfy(\.isWhitespace)
      #expect(isEmpty || error.position == place, "cut behind \(end) bytes: \(error)")
    }
    guard let part = try? FeedReader(options: options).read(cut) else { continue }
    #expect(part.items.map(\.id) == Array(ids.prefix(part.items.count)), "cut behind \(end) bytes")
    #expect(part.findings.contains { $0.remedy == .restLeftOut }, "cut behind \(end) bytes")
  }
}
