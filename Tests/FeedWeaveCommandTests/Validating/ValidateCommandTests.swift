import FeedFormats
import TerminalUI
import TestSupport
import Testing

@testable import FeedWeaveCommand

@Suite struct ValidateCommandTests {
  private static let version = #""version":"https://jsonfeed.org/version/1.1""#

  private func world(_ files: KeyValuePairs<String, String> = [:]) -> TestWorld {
    let world = TestWorld()
    for (name, text) in files { world.files[name] = Array(text.utf8) }
    return world
  }

  /// A feed with items on lines of their own, the first on line 2.
  private func feed(_ items: String...) -> String {
    "{\(Self.version),\"items\":[\n\(items.joined(separator: ",\n"))\n]}\n"
  }

  @Test func `a file for another option is named as what it is`() throws {
    let world = world([
      "feed.json": feed(#"{"id":"1"}"#), "feed.xml": "<rss><channel><item><title>a</title></item></channel></rss>",
      "large": String(repeating: " ", count: 1 << 20) + "{}",
      "bids": #"{"seatbid":[{"bid":[{"id":"b","impid":"1","price":1,"nurl":"https://a.example/"}]}]}"#,
    ])
    world.addFeed("a", count: 3)
    for (file, words) in [
      ("feed.json", "feed.json:1:1: this is a feed (JSON Feed), not placement rules; nothing was read"),
      ("feed.xml", "feed.xml:1:1: this is a feed (RSS), not placement rules; nothing was read"),
      ("large", "large: it has 1,048,578 bytes, and such a file may have 1,048,576; nothing was read"),
    ] {
      #expect(world.run("render", "a", "--plan", file) == .badData)
      #expect(world.said == "feedweave: \(words)\n")
    }
    #expect(world.run("validate", "--plan", "feed.json") == .findings && world.text.hasPrefix("feed.json:1:1: this is"))
    #expect(world.run("validate", "--ads", "bids") == .findings)
    #expect(world.text.contains(#"the bid "b" has no markup but the answer to its nurl; item left out"#))
  }

  // MARK: - Feeds

  @Test func `clean files have no findings`() {
    let world = world([
      "feed.json": feed(
        #"{"id":"1","url":"https://example.org/1","title":"Ferry\tat six","content_text":"Two lines,\nבשלום 👩‍🚀"}"#,
        #"{"id":"2","content_html":"<p>a &amp; b</p>","authors":[{"name":"Ana","url":"mailto:a@example.org"}]}"#),
      "rules.json": #"{"every":6,"from":3}"#, "none.json": "{}",
      "requests":
        "{\"id\":1,\"items\":[1,2]}\n\n{\"sections\":[{\"items\":[]}],\"ads\":[3],\"placement\":{\"at\":[0]}}\n",
    ])
    let version = feed(#"{"id":"1"}"#).replacing("\n", with: "") + "\n"
    world.files["versions"] = Array((version + "\n" + version).utf8)
    let files = [
      "feed.json", "rules.json", "none.json", "requests", "Fixtures/plans/feed-logging.json",
      "versions", "Fixtures/rules/every-6.json",
    ]
    for file in files {
      #expect(world.run("validate", file) == .done && world.output.isEmpty, "\(world.text)")
      #expect(world.said == "feedweave: no findings in 1 file\n")
    }
    let options = ["--ads", "feed.json", "--plan", "rules.json", "--aspects", "Fixtures/plans/feed-without-ads.json"]
    #expect(world.run(["validate"] + options + files) == .done)
    #expect(world.output.isEmpty && world.said == "feedweave: no findings in 10 files\n")
    #expect(world.run(["validate", "-q"] + files) == .done && world.output.isEmpty && world.messages.isEmpty)
  }

  @Test func `findings have lines and columns in the order of the file`() {
    let world = world([
      "f.json": feed(
        #"{"id":"a","title":"\u001b[31m \u0007 \u001b","tags":["\u0007"],"url":"javascript:x"}"#,
        #"{"id":"b","date_published":"soon","title":"x\u202ey\u200bz"}"#)
    ])
    #expect(world.run("validate", "f.json") == .findings)
    #expect(
      world.text == """
        f.json:2:1: item 0 'a': link with the scheme javascript in url
        f.json:2:1: item 0 'a': control characters U+001B, U+0007 in title, tags
        f.json:3:1: item 1 'b': bidirectional control U+202E in title
        f.json:3:1: item 1 'b': invisible character U+200B in title
        f.json:3:28: date_published is not a valid date: "soon"; left out

        """)
    #expect(world.said == "feedweave: 5 findings in 1 file\n")
    #expect(world.run("validate", "f.json", "-q") == .findings && world.messages.isEmpty && !world.output.isEmpty)
  }

  @Test func `links in a text that are not drawn are named`() {
    let ads: [(html: String, finding: String?)] = [
      (
        ##"<a href='javascript:x'>a</a> <a href='#top'>b</a> <a href='app:y'>c</a>"##,
        "links with the schemes javascript, app"
      ),
      ("<a href='/a'>a</a>", "link without a scheme"), ("<a href='http://'>a</a>", "link without a host"),
      ("<a href='https://example.org/a'>a</a><img src='data:x'>", nil),
    ]
    for (html, finding) in ads {
      let world = world(["ads.json": feed(#"{"id":"a","content_html":"\#(html)"}"#)])
      #expect(world.run("validate", "--ads", "ads.json") == (finding == nil ? .done : .findings))
      #expect(world.text == (finding.map { "ads.json:2:1: ad 0 'a': \($0) in content_html\n" } ?? ""), "\(html)")
    }
    let world = world(["f": feed(#"{"id":"a","url":"https://example.org/a","content_html":"<a href='/b'>b</a>"}"#)])
    #expect(world.run("validate", "f") == .done && world.output.isEmpty)
  }

  @Test func `hostile feeds have findings of each kind and none of them harms a terminal`() throws {
    let kinds = [
      "control character", "line separator", "bidirectional control", "invisible character",
      "private or invalid character", "surplus combining mark", "link", "the feed: ",
    ]
    for name in ["hostile.json", "hostile.rss.xml", "hostile.atom"] {
      let world = world()
      #expect(world.run("validate", "Fixtures/feeds/\(name)") == .findings)
      for kind in kinds { #expect(world.text.contains(kind), "\(name): \(kind)") }
      // Item 26 has nothing but spaces of many kinds.
      for item in 1..<30 where item != 26 { #expect(world.text.contains(": item \(item) "), "\(name): \(item)") }
      for (index, line) in world.text.split(separator: "\n").enumerated() {
        let parts = line.split(separator: ":", maxSplits: 3)
        #expect(parts.count == 4 && Int(parts[1]) != nil && Int(parts[2]) != nil, "\(name), line \(index): \(line)")
      }
      var grid = TerminalGrid(columns: .max, dialect: .plain) { TextWidth.width(of: $0) }
      try grid.feed(world.output + world.messages)
      #expect(!world.text.unicodeScalars.contains { 0x202A...0x202E ~= $0.value || 0x2066...0x2069 ~= $0.value })
    }
    let world = world()
    #expect(world.run("validate", "Fixtures/feeds/hostile.json") == .findings)
    for words in ["lone surrogate escape", "scheme", "link of more than 2083 bytes", "U+001B", "U+FDD0", "U+009B"] {
      #expect(world.text.contains(words), "\(words)")
    }
    // Each kind is listed once per item.
    #expect(world.text.split(separator: "\n").count < 30 * 12)
    #expect(world.run("validate", "--ads", "Fixtures/ads/hostile-ads.json") == .findings)
    #expect(world.text.contains("hostile-ads.json:") && world.text.contains(": ad 0 "))
  }

  @Test func `escapes of half a character are named with their member`() {
    let world = world(["f": feed(#"{"id":"\uD83D\uDE00","title":"\\ud800 \ud83d","_x":["\uDE00","\ud83d\u0041"]}"#)])
    #expect(world.run("validate", "f") == .findings)
    #expect(world.text == "f:2:1: item 0 '😀': lone surrogate escapes U+D83D, U+DE00 in title, _x\n")
  }

  @Test func `links and names have no lines`() {
    let world = world([
      "f": feed(#"{"id":"a\nb","url":" https://example.org/a\r\nHost: b ","image":"/x","external_url":"http://"}"#)
    ])
    #expect(world.run("validate", "f") == .findings)
    #expect(world.text.contains("control characters U+000A, U+000D in id, url\n"), "\(world.text)")
    #expect(
      world.text.contains("link without a scheme in image\n")
        && world.text.contains("link without a host in external_url\n"))
  }

  @Test func `references in HTML are found too`() {
    let world = world(["f": feed(#"{"id":"a","content_html":"<p>&#x202e;&#173;&amp;</p>"}"#)])
    #expect(world.run("validate", "f") == .findings)
    #expect(world.text == "f:2:1: item 0 'a': bidirectional control U+202E in content_html\n")
  }

  @Test func `many findings are counted after a thousand`() {
    let items = (0..<600).map { #"{"id":"\#($0)","title":"\u0007","url":"x:y"}"# }
    let world = world(["f": feed(items[0], items.dropFirst().joined(separator: ",\n"))])
    #expect(world.run("validate", "f") == .findings)
    let lines = world.text.split(separator: "\n")
    #expect(lines.count == PlacedFinding.mostUnsafe + 1)
    #expect(lines.last == "f:502:1: 200 more findings about unsafe characters and links")
    // What is different within an item is cut, too.
    let many = (0xE000...0xE0FF).map { "\\u" + String($0, radix: 16) }.joined()
    world.files["g"] = Array(feed(#"{"id":"a","title":"\#(many)"}"#).utf8)
    #expect(world.run("validate", "g") == .findings && world.text.contains("U+E007 and 248 more in title"))
  }

  @Test func `a feed that breaks off is a finding`() {
    let world = world()
    for name in ["truncated.json", "truncated.rss.xml", "truncated.atom"] {
      #expect(world.run("validate", "Fixtures/broken/\(name)") == .findings)
      #expect(world.text.contains("the document ends too early") && world.text.hasSuffix("the rest left out\n"))
    }
  }

  @Test func `versions are validated one by one`() {
    let line = feed(#"{"id":"a"}"#).replacing("\n", with: "") + "\n"
    let world = world(["v": line + "\n" + line.replacing("\"a\"", with: "7") + "nonsense\n" + line])
    #expect(world.run("validate", "v") == .findings)
    let lines = world.text.split(separator: "\n")
    #expect(
      lines.count == 2 && lines[0].hasSuffix(": id is a number, not a string; kept") && lines[0].hasPrefix("v:3:"))
    #expect(lines.last == "v:4:1: text that begins with \"nonsense\" is not a known feed format")
  }

  // MARK: - Rules and plans

  @Test func `rules and plans have findings too`() {
    let world = world([
      "rules": #"{"every":6,"frm":3}"#, "doubtful": #"{"at":[9],"every":6,"from":4}"#, "cut": #"{"every":6"#,
      "plan": "{\"groups\":[\n{\"aspects\":[{\"pointcut\":\"ListView.nothing\",\"advice\":\"lg\"}]}]}",
    ])
    #expect(world.run("validate", "rules") == .findings)
    #expect(world.text == "rules:1:12: a rule set has no member 'frm'; did you mean 'from'?\n")
    #expect(world.run("validate", "--plan", "rules") == .findings && world.text.hasPrefix("rules:1:12: "))
    #expect(world.run("validate", "doubtful") == .findings)
    #expect(world.text == "doubtful:1:1: 'from 4' changes nothing beside 'at 9'\n")
    #expect(world.run("validate", "cut") == .findings && world.text.hasPrefix("cut:1:11: "))
    #expect(world.run("validate", "plan") == .findings && world.text.hasPrefix("plan:2:"))
    #expect(world.run("validate", "--aspects", "plan") == .findings && world.text.hasPrefix("plan:2:"))
    #expect(world.run("validate", "--rule", "at 9 every 6 from 4") == .findings)
    #expect(world.text == "--rule: 'from 4' changes nothing beside 'at 9'\n" && world.said == "feedweave: 1 finding\n")
    #expect(world.run("validate", "--rule", "every 6") == .done && world.said == "feedweave: no findings\n")
    for option in ["--plan", "--aspects"] {
      #expect(world.run("validate", option, "Fixtures/broken/not-a-feed.txt") == .badData && world.output.isEmpty)
    }
  }

  @Test func `every rule set and plan of the fixtures is recognised`() {
    let world = world()
    for name in ProjectFiles.names(in: "Fixtures/rules") where name.hasSuffix(".json") {
      #expect([.done, .findings].contains(world.run("validate", "Fixtures/rules/\(name)")), "\(world.said)")
      #expect(!world.text.contains("version"), "\(name)")
    }
    let broken = ProjectFiles.bytes("Fixtures/broken/rules.ndjson")?.split(separator: 0x0A) ?? []
    #expect(broken.count == 28)
    for line in broken {
      world.files["rules"] = Array(line)
      let code = world.run("validate", "--plan", "rules")
      // What is no object is no file of rules.
      let isObject = line.first == UInt8(ascii: "{")
      let isValid = line == Array(#"{"every": 1}"#.utf8)[...]
      #expect(code == (isObject ? .findings : .badData), "\(isValid) \(String(decoding: line, as: UTF8.self))")
    }
  }

  // MARK: - Requests

  @Test func `every faulty request is named`() {
    let lines = [
      #"{"id":"u1","items":[1,2]}"#, #"{"items":0}"#, "", "nonsense", #"{"items":[1],"sections":[]}"#, #"{"id":"no"}"#,
      #"{"items":[1],"placement":{"evry":6}}"#, #"{"items":[1]"#,
    ]
    let faults = """
      r:2:10: 'items' is not an array
      r:4:1: expected an object, which is a request
      r:5:14: the request has both 'items' and 'sections'
      r:6:1: the request has no items
      r:7:27: a rule set has no member 'evry'
      r:8:13: the line ends too early, within the request

      """
    let world = world(["r": lines.joined(separator: "\n")])
    for size in [1, 7, 256 << 10] {
      world.pieceSize = size
      #expect(world.run("validate", "r") == .findings && world.text == faults, "\(size): \(world.text)")
    }
    // A faulty first line hides nothing.
    world.files["r"] = Array(("{\"items\":[1\n{\"items\":[" + "\n" + lines[0] + "\n").utf8)
    #expect(world.run("validate", "r") == .findings && world.text.split(separator: "\n").count == 2)
    world.files["r"] = Array(("nonsense\n" + lines[0] + "\n").utf8)
    #expect(world.run("validate", "r") == .findings && world.text.hasPrefix("r:1:1: expected an object"))
  }

  @Test func `requests are read as a stream`() {
    let world = world()
    let count = Sample.of(200_000, few: 20_000)
    let request = #"{"id":"u","items":[{"id":"a"},{"id":"b"}]}"#
    world.standardInput = Array((String(repeating: request + "\n", count: count) + "nonsense\n").utf8)
    // The whole is larger than what a file may have that is stored.
    #expect(world.run("validate", "-", "--max-bytes", "1000") == .findings)
    #expect(world.text == "<stdin>:\(count + 1):1: expected an object, which is a request\n")
  }

  @Test func `items alone are a feed and several are requests`() {
    let world = world([
      "one": #"{"title":"x","items":[{"id":"a"}]}"#, "request": #"{"items":[{"id":"a"}]}"#,
      "two": "{\"items\":[0]}\n{\"items\":[]}\n", "id": #"{"id":1,"items":[0]}"#,
    ])
    #expect(world.run("validate", "one") == .findings && world.text.contains("no known JSON Feed version"))
    for file in ["request", "two", "id"] { #expect(world.run("validate", file) == .done, "\(file)") }
    #expect(world.run("validate", "two", "--from", "jsonfeed") == .badData)
  }

  // MARK: - Files

  @Test func `all files are validated and the worst code counts`() {
    let world = world(["bad": feed(#"{"id":7}"#), "good": feed(#"{"id":"a"}"#), "none": "Dear reader"])
    let table: [([String], ExitCode, findings: Int, failures: Int)] = [
      (["good"], .done, 0, 0), (["good", "bad", "good"], .findings, 1, 0), (["bad", "none", "bad"], .badData, 2, 1),
      (["missing", "none", "bad"], .noInput, 1, 2), (["none", "missing"], .noInput, 0, 2),
      (["Fixtures/broken/empty.json", "good"], .badData, 0, 1), (["--ads", "missing", "bad"], .noInput, 1, 1),
      (["--plan", "none", "--ads", "none", "--aspects", "none", "bad"], .badData, 1, 3),
    ]
    for (files, code, findings, failures) in table {
      #expect(world.run(["validate"] + files) == code, "\(files)")
      #expect(world.text.split(separator: "\n").count == findings && world.saidLines.count == failures + 1, "\(files)")
      let words = "\(failures == 1 ? "1 file" : "\(failures) files") could not be read"
      #expect(failures == 0 || world.saidLines.last?.hasSuffix(words) == true)
    }
    #expect(world.run("validate", "none") == .badData && world.saidLines.last == "feedweave: 1 file could not be read")
    #expect(world.run("validate", "none", "bad", "good") == .badData)
    #expect(world.saidLines.last == "feedweave: 1 finding in 2 files; 1 file could not be read")
    #expect(world.run("validate", "none", "--at", "9", "--rule", "every 6 from 4") == .badData)
    #expect(world.saidLines.last == "feedweave: 1 finding; 1 file could not be read")
    #expect(world.run("validate", "none", "-q") == .badData)
    #expect(
      world.said
        == "feedweave: none:1:1: text that begins with \"Dear reader\" is not a known feed format; nothing was read\n")
    #expect(world.run("validate") == .usage && world.run("validate", "-", "-") == .usage)
    world.outputFailure = OutputFailure(reason: "no space")
    #expect(world.run("validate", "bad") == .cannotWrite)
  }

  @Test func `standard input is a file like any other`() {
    let world = world()
    for name in ["feeds/hostile.json", "feeds/hostile.atom", "rules/every-6.json", "plans/feed-logging.json"] {
      let code = world.run("validate", "Fixtures/\(name)")
      let expected = world.text.replacing("Fixtures/\(name)", with: "<stdin>")
      world.standardInput = ProjectFiles.bytes("Fixtures/\(name)") ?? []
      for size in [1, 999, 256 << 10] where size > 1 || world.standardInput.count < 5000 {
        world.pieceSize = size
        #expect(world.run("validate", "-") == code && world.text == expected, "\(name)")
      }
    }
    world.standardInput = Array(#"[{"id":7}]"#.utf8)
    #expect(
      world.run("validate", "--ads", "-") == .findings
        && world.text == "<stdin>:1:8: id is a number, not a string; kept\n")
  }

  @Test func `what is too large is not stored`() {
    let world = world(["f": feed(#"{"id":"a"}"#)])
    world.pieceSize = 10
    #expect(world.run("validate", "f", "--max-bytes", "30") == .badData)
    #expect(world.said.contains("more than 30 bytes"))
    world.files["v"] = Array(String(repeating: feed(#"{"id":"a"}"#).replacing("\n", with: "") + "\n", count: 9).utf8)
    #expect(world.run("validate", "v", "--max-bytes", "200") == .badData && world.said.contains("more than 200 bytes"))
  }

  @Test func `hostile names and bytes get nothing past the findings`() throws {
    let seed: UInt64 = 20_261_123
    var generator = SeededGenerator(seed: seed)
    for round in 0..<Sample.of(3000, few: 200) {
      var bytes = TerminalText.hostileBytes(count: Int.random(in: 0..<200, using: &generator), using: &generator)
      if round % 2 == 0 {
        bytes = Array(feed("{\"id\":\"").utf8.dropLast(4)) + bytes + Array("\"}]}".utf8)
      } else if round % 3 == 0 {
        bytes = Array("{\"items\":[\"".utf8) + bytes + Array("\"]}\n{\"items\":[]}".utf8)
      }
      let name = "\u{1B}[2J\u{202E}\n"
      let world = world()
      world.files[name] = bytes
      world.pieceSize = Int.random(in: 1..<300, using: &generator)
      let code = world.run("validate", name, "--ads", name, "--aspects", name)
      #expect([.findings, .badData].contains(code), "seed \(seed), round \(round)")
      var grid = TerminalGrid(columns: .max, dialect: .plain) { TextWidth.width(of: $0) }
      #expect(throws: Never.self, "seed \(seed), round \(round)") { try grid.feed(world.output + world.messages) }
      #expect(!world.text.contains("\u{202E}") && !world.said.contains("\u{202E}"))
    }
  }
}
