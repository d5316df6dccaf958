import Foundation
import Testing

@testable import FeedFormats

@Suite struct MergedFeedWriterTests {
  private func written(_ entries: [WovenEntry], of documents: [FeedDocument], _ style: MergedFeedWriter.Style) -> String
  {
    var bytes: [UInt8] = []
    MergedFeedWriter(style).write(entries, of: documents) { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func content(_ document: FeedDocument) -> [WovenEntry] {
    document.items.enumerated().map { WovenEntry($1, .content(userRow: $0), section: 0, row: $0) }
  }

  private func json(_ text: some StringProtocol) throws -> NSDictionary {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary)
  }

  @Test func `original items stay byte for byte`() throws {
    let items = [
      #"{"id":"\u0061","n":1.50e+01,"n":12345678901234567890, "x" : [ 1 ]}"#:
        #"{"id":"\u0061","n":1.50e+01,"n":12345678901234567890, "x" : [ 1 ]"#,
      #"{}"#: "{", #"{ }"#: "{", #"{"_feedweave":1,"a":2}"#: #"{"a":2"#,
      #"{"a":1 , "_feedweave":{"b":[]},"c":3}"#: #"{"a":1,"c":3"#,
      #"{"a":1,"\u005ffeedweave":2}"#: #"{"a":1"#, #"{"_feedweave":1,"_feedweave":2}"#: "{",
      #"{"a":{"_feedweave":1} }"#: #"{"a":{"_feedweave":1}"#,
    ]
    for (raw, opened) in items {
      let document = try read(#"{"items":[\#(raw)]}"#)
      let comma = opened == "{" ? "" : ","
      let line = written(content(document), of: [], .lines)
      #expect(line == opened + comma + "\"_feedweave\":{\"row\":0,\"section\":0,\"userRow\":0}}\n")
    }
  }

  @Test func `a line holds an item that spanned several`() throws {
    let document = try read("{\"items\":[{\r\n  \"id\" : \"a\\n\",\n  \"x\": [1,\n2]\n}]}")
    let line = written(content(document), of: [], .lines)
    #expect(line == "{\"id\" : \"a\\n\",  \"x\": [1,2],\"_feedweave\":{\"row\":0,\"section\":0,\"userRow\":0}}\n")
    #expect(
      written(content(document), of: [document], .document).contains("{\"id\" : \"a\\n\",\n  \"x\": [1,\n2],\"_f"))
  }

  @Test func `a document keeps its other members`() throws {
    let document = try read(
      #"{"version":"https://jsonfeed.org/version/1","items":[{"id":"a"}],"title":"T\/","n":1.0,"n":2}"#)
    var entries = content(document)
    entries.append(WovenEntry(entries[0].item, .ad(reason: "every \"6\""), section: 1, row: 3))
    #expect(
      written(entries, of: [document], .document) == """
        {"version":"https://jsonfeed.org/version/1.1","title":"T\\/","n":1.0,"n":2,"items":[
        {"id":"a","_feedweave":{"row":0,"section":0,"userRow":0}},
        {"id":"a","_feedweave":{"ad":true,"row":3,"section":1,"reason":"every \\"6\\""}}
        ]}

        """)
    #expect(
      written([], of: [], .document) == #"{"version":"https://jsonfeed.org/version/1.1","title":"","items":[]}"# + "\n")
    let two = written([], of: [document, document], .document)
    #expect(two == #"{"version":"https://jsonfeed.org/version/1.1","title":"T/, T/","items":[]}"# + "\n")
  }

  @Test func `authors of a feed are written at its items only`() throws {
    let items = [
      (#"{"id":"1","x":1.0}"#, #"{"id":"1","x":1.0,"authors":[{"name":"Ida"}]"#),
      (#"{"authors" : [ ] ,"id":"2"}"#, #"{"authors" : [ ] ,"id":"2""#),
      (#"{"_feedweave":1,"id":"3"}"#, #"{"id":"3","authors":[{"name":"Ida"}]"#),
      (#"{"id":"4","authors":[{"name":"Bo"}]}"#, #"{"id":"4","authors":[{"name":"Bo"}]"#),
      (#"{"id":"5","\u0061uthor":{"name":"Bo"}}"#, #"{"id":"5","\u0061uthor":{"name":"Bo"}"#),
    ]
    let ad = WovenEntry(try read(#"{"items":[{"id":"ad"}]}"#).items[0], .ad(reason: "at 0"), section: 0, row: 9)
    for own in [#""author":{"name":"Ida"}"#, #""authors":["Ida"]"#] {
      let document = try read(#"{\#(own),"title":"T","items":[\#(items.map(\.0).joined(separator: ","))]}"#)
      let text = written(content(document) + [ad], of: [document], .document)
      let lines = text.split(separator: "\n")
      #expect(lines.first == #"{"version":"https://jsonfeed.org/version/1.1","title":"T","items":["#)
      for (line, item) in zip(lines.dropFirst(), items) {
        #expect(line.hasPrefix(item.1 + ",\"_feedweave\""), "\(item)")
      }
      #expect(text.contains(#"{"id":"ad","_feedweave""#))
      let again = try read(text)
      #expect(again.authors.isEmpty)
      #expect(again.items.map { $0.authors.first?.name } == ["Ida", nil, "Ida", "Bo", "Bo", nil])
    }
    // Other formats have no members to copy, and another feed has authors of its own.
    let rss = try read("<rss><channel><managingEditor>Ed</managingEditor><item><guid>r</guid></item></channel></rss>")
    let nobody = try read(#"{"items":[{"id":"n"}]}"#)
    let entries = [rss, nobody].enumerated().map { WovenEntry($1.items[0], .content(userRow: 0), section: $0, row: 0) }
    let both = try read(written(entries, of: [rss, nobody], .document))
    #expect(both.items.map { $0.authors.map(\.name) } == [["Ed"], []])
  }

  @Test func `ads have the authors of their own document`() throws {
    let bytes = Array(#"{"authors":[{"name":"Shop"}],"items":[{"id":"1"},{"id":"2","author":{"name":"Inn"}}]}"#.utf8)
    let ads = try AdReader().read(bytes).items
    #expect(ads.map { $0.authors.map(\.name) } == [["Shop"], ["Inn"]])
    let entries = ads.enumerated().map { WovenEntry($1, .ad(reason: ""), section: 0, row: $0) }
    let again = try read(written(entries, of: [], .lines))
    #expect(again.items.map { $0.authors.map(\.name) } == [["Shop"], ["Inn"]])
  }

  @Test func `items of other formats become JSON feed`() throws {
    let document = try read(
      """
      <rss><channel><title>T</title><link>http://h</link><item><guid>g</guid><link>http://l</link><title>a &amp;amp; "b"</title>
      <description>&lt;p&gt;x&lt;/p&gt;</description><pubDate>Thu, 01 Jan 1970 00:00:01 GMT</pubDate><author>N</author>
      <category>c</category></item><item><link>http://m</link><description>y</description></item><item/></channel></rss>
      """)
    #expect(
      written(content(document), of: [document], .document) == """
        {"version":"https://jsonfeed.org/version/1.1","title":"T","home_page_url":"http://h","items":[
        {"id":"g","url":"http://l","title":"a & \\"b\\"","content_html":"<p>x</p>","date_published":"1970-01-01T00:00:01Z",\
        "authors":[{"name":"N"}],"tags":["c"],"_feedweave":{"row":0,"section":0,"userRow":0}},
        {"id":"http://m","url":"http://m","content_text":"y","_feedweave":{"row":1,"section":0,"userRow":1}},
        {"content_text":"","_feedweave":{"row":2,"section":0,"userRow":2}}
        ]}

        """)
  }

  @Test func `what is written reads back as the same items`() throws {
    let atom = try read(
      "<feed><title>é\u{1}</title><entry><id>1</id><title>\u{7}\"\\ 日本</title><content>a\u{1F}\u{7F}\u{2028}</content></entry></feed>"
    )
    let text = written(content(atom), of: [atom], .document)
    _ = try json(text)
    let again = try read(text)
    #expect(again.title == atom.title && again.findings.isEmpty)
    #expect(again.items.map(\.title) == atom.items.map(\.title))
    #expect(again.items.map(\.contentText) == atom.items.map(\.contentText))
    for line in written(content(atom), of: [], .lines).split(separator: "\n") { _ = try json(line) }
  }

  @Test func `every scalar is escaped as JSON wants it`() throws {
    var string = ""
    for value in Array(0..<0x3000 as Range<UInt32>) + stride(from: 49 * 251, through: 0x10FFFF, by: 251) {
      if let scalar = Unicode.Scalar(value) { string.unicodeScalars.append(scalar) }
    }
    var text = JSONText()
    text.append(string: string)
    #expect(JSONScanner.isValid(text.bytes))
    #expect(JSONValue.decodeString(in: text.bytes, 0..<text.bytes.count) == string)
    let foundation = try JSONSerialization.jsonObject(with: Data(text.bytes), options: .fragmentsAllowed) as? String
    #expect(foundation == string)
  }

  @Test func `no character that a terminal would obey is written as it is`() {
    for value in 0...0x3000 as ClosedRange<UInt32> {
      guard let scalar = Unicode.Scalar(value) else { continue }
      var text = JSONText()
      text.append(string: "a\(scalar)")
      let written = String(decoding: text.bytes, as: UTF8.self)
      let isControl = scalar.properties.generalCategory == .control
      #expect(written.unicodeScalars.contains(scalar) == !(isControl || scalar.properties.isBidiControl), "\(value)")
    }
  }

  @Test func `pieces are whole lines and a failure ends the writing`() throws {
    struct Full: Error {}
    let item = try read("<feed><entry><id>\(String(repeating: "x", count: 1000))</id></entry></feed>").items[0]
    let entries = (0..<300).map { WovenEntry(item, .content(userRow: $0), section: 0, row: $0) }
    var pieces: [[UInt8]] = []
    MergedFeedWriter(.lines).write(entries, of: []) { pieces.append($0) }
    #expect(pieces.count > 2 && pieces.allSatisfy { $0.last == UInt8(ascii: "\n") && $0.count < 70_000 })
    var calls = 0
    #expect(throws: Full.self) {
      try MergedFeedWriter(.lines).write(entries, of: []) { _ throws(Full) in
        calls += 1
        throw Full()
      }
    }
    #expect(calls == 1)
  }
}
