import TestSupport
import Testing

@testable import FeedFormats

/// Items of JSON Feed without a feed: in an array, or one per line.
@Suite struct JSONListReaderTests {
  @Test func `items on lines are read whatever the line ends`() throws {
    for text in [
      "{\"id\":\"1\"}\n{\"id\":\"2\"}", "{\"id\":\"1\"}\n{\"id\":\"2\"}\n",
      "\r\n{\"id\":\"1\"}\r\n\r\n \t{\"id\":\"2\"} \r\n\n",
      "\u{FEFF}{\"id\":\"1\"}\n{\"id\":\"2\"}",
    ] {
      let document = try read(text)
      #expect(document.format == .itemLines && document.items.map(\.id) == ["1", "2"], "\(text)")
      #expect(document.findings.isEmpty && document.members.isEmpty)
      #expect(document.items.map { String(decoding: $0.raw ?? [], as: UTF8.self) } == [#"{"id":"1"}"#, #"{"id":"2"}"#])
    }
    #expect(try read(#" {"id":"1","title":"x"} "#).format == .itemLines)
    #expect(try read(#"{"id":"1"}"#) { $0.format = .itemLines }.items.count == 1)
    #expect(try read("{\"a\":1}\n{\"id\":\"2\"}") { $0.format = .itemLines }.items.map(\.id) == [nil, "2"])
    let listed = #"{"id":"1","items":[1,2]}"#
    for (text, ids) in [(listed, ["1"]), (listed + "\n{\"id\":\"2\"}", ["1", "2"])] {
      #expect(try read(text) { $0.format = .itemLines }.items.map(\.id) == ids, "items are a member like others")
    }
  }

  @Test func `a bad line is a finding and the others are read`() throws {
    let document = try read(
      "{\"id\":\"1\"}\n{\"id\":\n7\n{\"id\":\"2\"} x\r\n\n{\"id\":\"3\"}\nnull\n[1,\n{\"id\":\"1\",}\n{\"id\":\"4\"}")
    #expect(document.items.map(\.id) == ["1", "3", "1", "4"])
    #expect(
      document.findings.map(\.description) == [
        "2:7: the line ends too early, within an object or an array; item left out",
        "3:1: an item is a number, not an object; item left out",
        "4:12: expected the end of the item; item left out",
        "7:1: an item is true or false, not an object; item left out".replacing("true or false", with: "null"),
        "8:4: the line ends too early, within an object or an array; item left out",
        "9:1: the id \"1\" is also that of the item at 1:1; kept", "9:10: a comma before a closing bracket; kept",
      ])
  }

  @Test func `lines that end too early are an error unless in part`() throws {
    let text = "{\"id\":\"1\"}\n{\"id\":\"2\"}\n{\"id"
    #expect(throws: FeedError.truncated(SourcePosition(line: 3, column: 5), within: "a string")) { try read(text) }
    let part = try read(text) { $0.partial = true }
    #expect(part.items.map(\.id) == ["1", "2"] && part.findings.count == 1)
    #expect(try read(text + "\n").items.map(\.id) == ["1", "2"])
  }

  @Test func `bad first lines are left out as others are`() throws {
    let good = #"{"id":"1","title":"x"}"# + "\n" + #"{"id":"2"}"#
    for (bad, problem) in [
      ("# started at noon", "1:1: the line is not JSON"), ("// c", "1:1: the line is not JSON"),
      (#"itle":"cut"}"#, "1:1: the line is not JSON"), (#"{"id":"0","x":NaN}"#, "1:15: expected a value"),
      (#"{"id":"0","title":"cu"#, "1:22: the line ends too early, within a string"),
      ("{x", "1:2: expected a member's name"),
      (#"{'id':"0"}"#, "1:2: expected a member's name"), (#"{"id":01}"#, "1:8: "),
      ("[2026-07-01 12:00] started", "1:1: the line is not JSON"), ("nothing", "1:1: the line is not JSON"),
    ] {
      for asked in [nil, FeedFormat.itemLines] {
        let document = try read(bad + "\n\n" + good) { $0.format = asked }
        #expect(document.format == .itemLines && document.items.map(\.id) == ["1", "2"], "\(bad)")
        let said = document.findings.map(\.description)
        #expect(said.count == 1 && said[0].hasPrefix(problem) && said[0].hasSuffix("item left out"), "\(bad): \(said)")
      }
      let ads = try AdReader().read(Array((bad + "\n" + good).utf8))
      #expect(ads.items.map(\.id) == ["1", "2"] && ads.findings.count == 1, "\(bad)")
    }
    #expect(try read("{}\n" + good).items.map(\.id) == [nil, "1", "2"])
    let status = #"{"id":"9","account":{},"content":"x"}"#
    #expect(try read("# log\n#\n" + status).items.map(\.id) == ["9"])
  }

  @Test func `lines that are asked for, and ads, may be none`() throws {
    for text in ["", " \r\n\n", "\u{FEFF}\n"] {
      let document = try read(text) { $0.format = .itemLines }
      #expect(document == FeedDocument(format: .itemLines))
      #expect(try AdReader().read(Array(text.utf8)) == AdDocument())
      for asked in [nil, FeedFormat.jsonFeed, .mastodon] {
        #expect(throws: FeedError.empty) { try read(text) { $0.format = asked } }
      }
    }
  }

  @Test func `lines of other texts are not items`() {
    for text in [
      "nonsense\n{\"a\":1}", "1\n2\n3\n4\n{\"id\":\"1\"}", "{\n\"x\" 1,\n\"y\":[\n{\"id\":\"1\"}\n]}",
      "{\"title\" \"x\",\"items\":[\n{\"id\":\"1\"},\n{\"id\":\"2\"}\n]}", "[\n{\"id\":\"1\"}\n{\"id\":\"2\"}",
      "{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[\n{\"id\":\"1\"},\n{\"id\":\"2\"}\n",
    ] {
      #expect(throws: FeedError.self, "\(text)") { try read(text) }
    }
  }

  @Test func `byte order marks may begin every line`() throws {
    let document = try read("\u{FEFF}{\"id\":\"1\"}\n\u{FEFF} \u{FEFF}{\"id\":\"2\"}\n\u{FEFF}\n{\"id\":\"3\"}\n")
    #expect(document.items.map(\.id) == ["1", "2", "3"] && document.findings.isEmpty)
    #expect(document.items[1].position == SourcePosition(line: 2, column: 8))
  }

  @Test func `items may take several lines`() throws {
    let one = "{\n \"id\": \"1\",\n \"content_text\": \"x\"\n}"
    let two = "{\n \"id\": \"2\",\n \"tags\": []\n}"
    for text in ["\(one)\n\(two)\n", "\(one)\(two)", "\u{FEFF}\(one)\r\n\r\n\u{FEFF}\(two)", #"{"id":"1"}{"id":"2"}"#] {
      for asked in [nil, FeedFormat.itemLines, .jsonFeed] {
        let document = try read(text) { $0.format = asked }
        #expect(document.items.map(\.id) == ["1", "2"] && document.findings.isEmpty, "\(text)")
      }
      #expect(try AdReader().read(Array(text.utf8)).items.map(\.id) == ["1", "2"])
    }
    let bad = try read("\(one)\n{\n \"id\": x\n}\n\(two)\n{\n \"id\": \"3\"\n}}\n")
    #expect(bad.items.map(\.id) == ["1", "2", "3"])
    #expect(bad.findings.map(\.description).map { String($0.prefix(4)) } == ["6:8:", "14:2"])
    #expect(throws: FeedError.truncated(SourcePosition(line: 6, column: 5), within: "a string")) {
      try read("\(one)\n{\n \"id")
    }
    #expect(try read("\(one)\n{\n \"id") { $0.partial = true }.items.count == 1)
    let status = "{\n\"id\":\"9\",\n\"account\":{},\"content\":\"x\"}"
    #expect(try read("\(status)\n\(status)").items.map(\.contentHTML) == ["x", "x"])
  }

  @Test func `an item after the first one may take several lines`() throws {
    let long = "{\n \"id\": \"2\",\n \"attachments\": [\n{\"url\":\"a\"},\n{\"url\":\"b\"}\n]\n}"
    let compact = "{\"id\":\"2\",\"attachments\":[\n{\"url\":\"a\"},\n{\"url\":\"b\"}]}"
    for item in [long, compact, long + "{\"id\":\"5\"}"] {
      // The damaged lines are cut where the next line could continue them, and within an array and a string.
      for bad in [
        [], ["{\"id\":\"0\",\"x\":"], ["{\"id\":\"0\",\"tags\":[", "7"], ["{\"id\":\"0\",\"title\":\"cut", "x"],
      ] {
        let good = ["{\"id\":\"3\"}", item, "{\"id\":\"4\"}", "\u{FEFF}" + item]
        let text = (["{\"id\":\"1\"}"] + bad + good + bad + [""]).joined(separator: "\r\n")
        let document = try read(text)
        let others = item.hasSuffix("5\"}") ? ["5"] : []
        let expected = ["1", "3", "2"] + others + ["4", "2"] + others
        #expect(document.items.map(\.id) == expected, "\(text)")
        #expect(document.items[2].attachments.map(\.url) == ["a", "b"])
        #expect(document.findings.filter { $0.remedy == .itemLeftOut }.count == bad.count * 2, "\(document.findings)")
        let ads = try AdReader().read(Array(text.utf8))
        #expect(ads.items.map(\.id) == expected && ads.findings == document.findings, "\(text)")
        #expect(ItemLines(beginning: Array(text.utf8), isWhole: true) == nil)
      }
    }
    let cut = "{\"id\":\"1\"}\n{\"id\":\"2\",\n\"x\":[1,\n2"
    #expect(throws: FeedError.truncated(SourcePosition(line: 4, column: 2), within: "an array")) { try read(cut) }
    #expect(try read(cut) { $0.partial = true }.items.map(\.id) == ["1"])
  }

  @Test func `items that never end take linear time`() throws {
    let clock = ContinuousClock()
    for line in ["{\"a\":[\n", " {\"a\":[\n", "{\"a\":\"\n", " {\n"] {
      let text = "{\"id\":\"1\"}\n" + String(repeating: line, count: Sample.of(30_000, few: 8_000)) + "{\"id\":\"2\"}\n"
      var ids: [String?] = []
      let time = try clock.measure { ids = try read(text).items.map(\.id) }
      #expect(ids == ["1", "2"] && time < .seconds(20), "\(line)")
    }
  }

  @Test func `feeds and requests on lines are not items`() throws {
    let version = #""version":"https://jsonfeed.org/version/1.1""#
    let feed = #"{\#(version),"items":[{"id":"1"}]}"#
    for partial in [false, true] {
      for (text, content) in [
        ("\(feed)\n\(feed)\n", FeedError.LineContent.documents),
        ("{\"id\":\"u\",\"items\":[]}\n{\"id\":\"v\",\"items\":[]}", .mergeRequests),
        ("\n{\"id\":\"u\",\"items\":[]}\r\n\n{\"id", .mergeRequests),
        ("{\"id\":\"u\",\"sections\":[{\"items\":[]}]}\n{\"id\":\"v\",\"sections\":[]}", .mergeRequests),
      ] {
        do throws(FeedError) {
          _ = try read(text) { $0.partial = partial }
          Issue.record("\(text) was taken")
        } catch {
          guard case .notOneDocument(_, content) = error else { Issue.record("\(text): \(error)"); continue }
        }
      }
    }
    // A single line is a JSON Feed, as is one with something else after it, in part.
    #expect(try read(feed + "\n").format == .jsonFeed)
    #expect(throws: FeedError.self) { try read(feed + "\n]") }
    #expect(try read(feed + "\n]") { $0.partial = true }.items.count == 1)
  }

  @Test func `an array of items is read if they are items`() throws {
    let raw = #"{"id" : "1","content_text":"x", "n":1.0}"#
    let document = try read("[\(raw),{\"id\":\"2\",\"title\":\"y\"}]")
    #expect(document.format == .jsonFeed && document.items.map(\.id) == ["1", "2"])
    #expect(document.items[0].raw.map { String(decoding: $0, as: UTF8.self) } == raw)
    #expect(try read(#"[{"id":"1","_x":{},"_y":{}}]"#).items.count == 1)
    for text in [#"[{"id":1,"name":"x"}]"#, "[{}]", "[1,2]", #"[["id"]]"#, #"[{"level":"info","msg":"x","id":1}]"#] {
      #expect(throws: FeedError.self, "\(text)") { try read(text) }
      #expect(try read(text) { $0.format = .jsonFeed }.format == .jsonFeed, "\(text)")
    }
  }

  @Test func `arrays cut anywhere are errors and in part prefixes`() throws {
    try checkCuts(of: Array(#"[{"id":"1","content_text":"é"}, {"id":"2"},{"id":"3"}]"#.utf8), ids: ["1", "2", "3"])
    let statuses = ["1", "2"].map { #"{"id":"\#($0)","account":{},"content":""}"# }.joined(separator: ",")
    try checkCuts(of: Array("{\"x\":[],\n\"statuses\": [\(statuses)], \"y\":1}".utf8), ids: ["1", "2"])
  }

  @Test func `formats have the names of the command line`() {
    #expect(
      FeedFormat.allCases.map(\.rawValue) == [
        "jsonfeed", "rss", "atom", "mastodon", "bluesky", "ndjson", "rssjson",
      ])
    let error = FeedError.otherFormat(.start, asked: .rssInJSON, found: .mastodon)
    #expect(error.problem == "this is a Mastodon timeline, not RSS as JSON")
  }

  @Test func `flaws around items are those of the document`() throws {
    let status = #"{"id":"1","account":{},"content":"x"}"#
    #expect(throws: FeedError.tooDeep(SourcePosition(line: 1, column: 7), limit: 2)) {
      try read("{\"x\":[[[]]],\"statuses\":[\(status)]}") { $0.maxDepth = 2 }
    }
    let document = try read("{\"x\":\"a\tb\",\"statuses\":[\(status),],}")
    #expect(document.items.count == 1 && document.findings.count == 2)
    #expect(try read("{\"statuses\":[\(status)]}x") { $0.partial = true }.items.count == 1)
  }

  @Test func `a first line that is no item is left out like any other`() throws {
    let good = #"{"id":"1","title":"a"}"#
    for bad in [#"{"id":"0","title":"x"},"#, "[]", "[1]", #"{"id":"0","title":"x"}}"#] {
      for format in [nil, FeedFormat.itemLines] {
        var options = FeedReader.Options()
        (options.partial, options.format) = (true, format)
        let document = try FeedReader(options: options).read(Array("\(bad)\n\(good)\n".utf8))
        #expect(document.items.map(\.id) == ["1"] && document.findings.count == 1, "\(bad)")
      }
    }
  }
}
