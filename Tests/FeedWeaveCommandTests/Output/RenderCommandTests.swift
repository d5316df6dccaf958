import FeedFormats
import Foundation
import Placement
import TestSupport
import Testing

@testable import FeedWeaveCommand

@Suite struct RenderCommandTests {
  /// A line of NDJSON as tests look at it.
  private struct Line: Decodable {
    struct Place: Decodable {
      var row: Int
      var section: Int
      var userRow: Int?
      var ad: Bool?
      var reason: String?
    }
    var _feedweave: Place
    var title: String?
    /// What the feeds of `TestWorld` call their items, by title too.
    var id: String? { title }
  }

  private func lines(_ world: TestWorld) throws -> [Line] {
    try world.output.split(separator: 0x0A).map { try JSONDecoder().decode(Line.self, from: Data($0)) }
  }

  private func world(_ counts: Int..., ads: Int) -> TestWorld {
    let world = TestWorld()
    for (number, count) in counts.enumerated() { world.addFeed("\(number == 0 ? "a" : "b").json", count: count) }
    world.addFeed("x.json", count: ads)
    return world
  }

  @Test func `positions count from zero and ads are used once in order`() throws {
    let world = world(4, ads: 10)
    #expect(world.run("a.json", "--ads", "x.json", "--rule", "every 2", "--to", "ndjson") == .done)
    let lines = try lines(world)
    #expect(lines.map(\.id) == ["a0", "x0", "a1", "x1", "a2", "x2", "a3"])
    #expect(lines.map(\._feedweave.row) == Array(0..<7))
    #expect(lines.map(\._feedweave.userRow) == [0, nil, 1, nil, 2, nil, 3])
    #expect(lines.compactMap(\._feedweave.reason) == ["1st", "2nd", "3rd"].map { "every 2 · \($0) of 3" })
    #expect(lines.filter { $0._feedweave.ad == true }.count == 3)
  }

  @Test func `with ads and no rule the rule is every 6`() throws {
    let world = world(20, ads: 10)
    #expect(world.run("a.json", "--ads", "x.json", "--to", "ndjson") == .done)
    #expect(try lines(world).filter { $0._feedweave.ad == true }.map(\._feedweave.row) == [5, 11, 17])
    #expect(world.run("a.json", "--ads", "x.json", "--at", "1,2", "--to", "ndjson") == .done)
    #expect(try lines(world).filter { $0._feedweave.ad == true }.map(\._feedweave.row) == [1, 2])
  }

  @Test func `when ads run out no further place is filled`() throws {
    let world = world(20, ads: 2)
    #expect(world.run("a.json", "--ads", "x.json", "--rule", "every 3", "--to", "ndjson") == .done)
    #expect(try lines(world).filter { $0._feedweave.ad == true }.map(\.id) == ["x0", "x1"])
  }

  @Test func `rule and positions go together`() throws {
    let world = world(20, ads: 9)
    #expect(world.run("a.json", "--ads", "x.json", "--rule", "every 6", "--at", "3,1", "--to", "ndjson") == .done)
    #expect(try lines(world).filter { $0._feedweave.ad == true }.map(\._feedweave.row) == [1, 3, 9, 15, 21])
  }

  @Test func `a plan is a file of rules`() throws {
    let world = world(20, ads: 9)
    world.standardInput = Array(#"{"at":[1,3],"every":6,"max":3}"#.utf8)
    #expect(world.run("a.json", "--ads", "x.json", "--plan", "-", "--to", "ndjson") == .done)
    #expect(try lines(world).filter { $0._feedweave.ad == true }.map(\._feedweave.row) == [1, 3, 9])
    world.standardInput = Array(#"{"every":1}"#.utf8)
    #expect(world.run("a.json", "--ads", "x.json", "--plan", "-") == .badData && world.output.isEmpty)
    #expect(world.said.hasPrefix("feedweave: <stdin>:1:2: invalid value 1 for 'every'"))
  }

  @Test func `a merged feed of sections is itself again`() throws {
    let world = world(4, 3, ads: 9)
    world.files["none.json"] = Array(#"{"title":"None","items":[]}"#.utf8)
    let words = ["a.json", "none.json", "--sections", "--feed", "Evening=b.json", "-q"]
    let ads = ["--ads", "x.json", "--rule", "every 2"]
    for form in ["json", "ndjson"] {
      #expect(world.run(words + ads + ["--to", form]) == .done)
      let merged = world.output
      for isPiped in [false, true] {
        if isPiped { world.standardInput = merged } else { world.files["m"] = merged }
        let file = isPiped ? "-" : "m"
        #expect(world.run(file, "--to", form, "-q") == .done && world.output == merged, "\(form)")
        #expect(world.run("map", file, "--to", "json", "-q") == .done)
        #expect(String(decoding: world.output, as: UTF8.self).components(separatedBy: #""user":"#).count > 3, "\(form)")
      }
      #expect(world.run("render", "m", "-q") == .done)
      let text = String(decoding: world.output, as: UTF8.self)
      #expect(text.contains("Evening") && text.contains("None") == (form == "json"), "\(text)")
      // A name is that of one section.
      #expect(world.run("--feed", "All=m", "--to", "ndjson", "-q") == .done)
      #expect(try lines(world).allSatisfy { $0._feedweave.section == 0 })
    }
  }

  @Test func `rules start anew in every section and ads go on`() throws {
    let world = world(5, 5, ads: 9)
    #expect(
      world.run("a.json", "b.json", "--sections", "--ads", "x.json", "--rule", "every 3", "--to", "ndjson") == .done)
    let ads = try lines(world).filter { $0._feedweave.ad == true }
    #expect(ads.map(\.id) == ["x0", "x1", "x2", "x3"])
    #expect(ads.map(\._feedweave.section) == [0, 0, 1, 1] && ads.map(\._feedweave.row) == [2, 5, 2, 5])
    #expect(ads.compactMap(\._feedweave.reason).allSatisfy { $0.hasSuffix(" of 2") })
  }

  @Test func `tags of the content keep ads away`() throws {
    let feed = "Fixtures/feeds/harbour.json"
    let world = world(ads: 99)
    #expect(world.run(feed, "--ads", "x.json", "--rule", "every 2 avoid sensitive", "--to", "ndjson") == .done)
    let lines = try lines(world)
    for (place, line) in lines.enumerated() where line._feedweave.ad == true {
      let neighbours = [place - 1, place + 1].filter(lines.indices.contains).compactMap { lines[$0]._feedweave.userRow }
      #expect(!neighbours.contains(22) && !neighbours.contains(30))
    }
    #expect(lines.contains { $0._feedweave.ad == true })
  }

  @Test func `the limit counts content over all feeds before weaving`() throws {
    for limit in 0...11 {
      let world = world(5, 5, ads: 9)
      let words = [
        "a.json", "b.json", "--sections", "--ads", "x.json", "--rule", "every 2", "--to", "ndjson", "--limit",
        "\(limit)",
      ]
      #expect(world.run(words) == .done)
      let content = try lines(world).filter { $0._feedweave.ad == nil }
      let all = (0..<5).map { "a\($0)" } + (0..<5).map { "b\($0)" }
      #expect(content.map(\.id) == all.prefix(limit).map(Optional.some), "\(limit)")
    }
  }

  @Test func `warnings and filters stand before the text`() {
    let world = TestWorld()
    let account = #""account":{"acct":"ada","display_name":"Ada"}"#
    func filter(_ title: String, _ action: String) -> String {
      #""filtered":[{"filter":{"title":"\#(title)","filter_action":"\#(action)"}}]"#
    }
    world.files["m.json"] = Array(
      #"""
      [{"id":"1",\#(account),"content":"one secret",\#(filter("The film", "warn"))},
      {"id":"2",\#(account),"content":"two secret",\#(filter("Never", "hide"))},
      {"id":"3",\#(account),"content":"three secret","spoiler_text":"Storm"},{"id":"4",\#(account),"content":"four"}]
      """#.utf8)
    #expect(world.run("m.json", "--to", "text") == .done)
    #expect(
      world.text.contains("Filtered: The film\n") && world.text.contains("Storm\n") && world.text.contains("four"))
    #expect(!world.text.contains("secret"))
    #expect(world.said.contains("a status is hidden by the filter \"Never\"; item left out"))
    // They are the same when they are read again, and an opened item has its text behind z.
    let text = world.text
    #expect(world.run("m.json", "--to", "json", "-q") == .done)
    world.files["n.json"] = world.output
    #expect(world.run("n.json", "--to", "text") == .done && world.text == text)
    #expect(world.run("render", "n.json", "--size", "80x24", "--keys", "<enter>z") == .done)
    #expect(world.text.contains("one secret"))
  }

  @Test func `ads may be bids, of which all is kept when they are read again`() throws {
    let world = world(6, ads: 0)
    let options = ["--ads", "Fixtures/bids/harbour-response.json", "--rule", "every 2", "--to", "json", "-q"]
    #expect(world.run(["a.json"] + options) == .done)
    let merged = world.output
    #expect(world.text.contains(#""_feedweave":{"ad":true,"#) && world.text.contains(#""exp":300,"#), "\(world.text)")
    world.files["m.json"] = merged
    #expect(world.run("m.json", "--to", "json") == .done && world.output == merged)
  }

  @Test func `an ad of a feed that was merged before is still one`() throws {
    let world = world(4, ads: 2)
    #expect(world.run("a.json", "--ads", "x.json", "--rule", "every 2", "--to", "json") == .done)
    let merged = world.output
    world.files["m.json"] = merged
    #expect(world.run("m.json", "--to", "json") == .done && world.output == merged)
    #expect(world.run("m.json", "--to", "text") == .done)
    #expect(world.text.contains("every 2 · 1st of 2") && world.text.hasSuffix("\n4 items · 2 ads\n"))
    #expect(world.run("m.json", "--to", "html") == .done && world.text.contains("<p>4 items · 2 ads</p>"))
    #expect(world.run("--feed", "A=m.json", "--to", "text") == .done && world.text.hasPrefix("A · 4 items · 2 ads"))
    world.addFeed("y.json", count: 1)
    #expect(world.run("m.json", "--ads", "y.json", "--at", "0", "--to", "ndjson") == .done)
    #expect(try lines(world).map(\._feedweave.ad) == [true, nil, true, nil, true, nil, nil])
    #expect(try lines(world).map(\._feedweave.userRow) == [nil, 0, nil, 1, nil, 2, 3])
  }

  @Test func `rules without ads are said and place nothing`() {
    let world = world(9, ads: 0)
    #expect(world.run("a.json", "--rule", "every 2", "--to", "ndjson") == .done)
    #expect(world.said.contains("no ads (--ads)") && world.text.split(separator: "\n").count == 9)
    #expect(world.run("a.json", "--rule", "every 2", "-q") == .done && world.said.isEmpty)
  }

  @Test func `every member of an original item stays byte for byte`() throws {
    for (feed, ads) in [("harbour", "harbour"), ("hostile", "hostile"), ("harbour", "hostile")] {
      let world = TestWorld()
      let words = ["Fixtures/feeds/\(feed).json", "--ads", "Fixtures/ads/\(ads)-ads.json", "--rule", "every 3", "-q"]
      let originals = try ["Fixtures/feeds/\(feed).json", "Fixtures/ads/\(ads)-ads.json"].map { path in
        try FeedReader().read(try #require(ProjectFiles.bytes(path))).items
      }
      #expect(world.run(words + ["--to", "json"]) == .done)
      #expect(FeedJSONOracle.accepts(world.output))
      var rest = world.text[...]
      var next = [0, 0]
      let written = try FeedReader().read(world.output).items
      #expect(written.count > originals[0].count)
      for item in written {
        let text = String(decoding: try #require(item.raw), as: UTF8.self)
        let side = text.contains("\"_feedweave\":{\"ad\":true,") ? 1 : 0
        let original = String(decoding: try #require(originals[side][next[side]].raw), as: UTF8.self)
        next[side] += 1
        if original.contains("\"_feedweave\"") {
          let kept = try members(original).filter { $0.key != "_feedweave" }
          #expect(
            NSDictionary(dictionary: try members(text).filter { $0.key != "_feedweave" })
              == NSDictionary(dictionary: kept))
          continue
        }
        // White space behind the opening and before the closing brace is no member's.
        let opened = original.dropFirst().dropLast().trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(text.hasPrefix("{" + opened), "\(opened)")
        let place = try #require(rest.range(of: opened))
        rest = rest[place.upperBound...]
      }
      #expect(next[0] == originals[0].count)
    }
  }

  private func members(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test func `every format becomes JSON`() throws {
    for name in ProjectFiles.names(in: "Fixtures/feeds").sampled(oneIn: 6) {
      for form in ["json", "ndjson"] {
        let world = TestWorld()
        #expect(
          world.run("Fixtures/feeds/\(name)", "--to", form, "--ads", "Fixtures/ads/harbour-ads.json", "-q") == .done)
        let texts = form == "json" ? [world.output] : world.output.split(separator: 0x0A).map(Array.init)
        for text in texts { #expect(FeedJSONOracle.accepts(text), "\(name)") }
      }
    }
  }
}
