import FeedWeave
import Foundation
import Interception
import ListModel
import TerminalUI
import TestSupport
import Testing

@testable import FeedWeaveCommand

@Suite struct TraceCommandTests {
  /// A line of NDJSON.
  struct Call: Decodable {
    var id: Int
    var parent: Int?
    var depth: Int
    var `class`: String
    var selector: String
    var arguments: [String]
    var translated: [String]?
    var owner: String?
    var result: String?
    var start: Int
    var nanoseconds: Int

    var end: Int { start + nanoseconds }
  }

  private struct Chart: Decodable {
    struct Section: Decodable {
      struct Row: Decodable {
        var feed: Int
        var user: Int?
      }
      var rows: [Row]
    }
    var sections: [Section]
  }

  private func calls(_ world: TestWorld, _ words: [String]) throws -> [Call] {
    #expect(world.run(["trace"] + words + ["--to", "ndjson"]) == .done, "\(world.said)")
    return try world.output.split(separator: 0x0A).map { line in
      #expect(FeedJSONOracle.accepts(Array(line)))
      return try JSONDecoder().decode(Call.self, from: Data(line))
    }
  }

  private static let lines: [[String]] =
    [
      ["a.json"], ["--feed", "One=a.json", "b.json", "--sections", "--ads", "x.json", "--at", "0,1,5"],
      ["c.json", "--ads", "x.json"],
    ]
    + Sample.of(
      [
        ["a.json", "--ads", "x.json"], ["a.json", "--ads", "x.json", "--rule", "every 2"],
        ["a.json", "b.json", "--sections", "--ads", "x.json", "--rule", "every 3 from 0"], ["a.json", "--limit", "0"],
      ], few: [])

  private func world() -> TestWorld {
    let world = TestWorld()
    for (name, count) in [
      ("a.json", 12), ("b.json", 7), ("c.json", Sample.of(600, few: 40)), ("d.json", Sample.of(600, few: 300)),
      ("x.json", 50),
    ] {
      world.addFeed(name, count: count)
    }
    return world
  }

  @Test func `every call lies within the one that it was made in`() throws {
    let world = world()
    for words in Self.lines {
      let calls = try calls(world, words)
      #expect(calls.count > 5 && calls.map(\.id) == Array(calls.indices), "\(words)")
      for call in calls {
        guard let parent = call.parent else {
          #expect(call.depth == 0)
          continue
        }
        let outer = calls[parent]
        #expect(parent < call.id && outer.depth + 1 == call.depth, "\(words), \(call.id)")
        #expect(outer.start <= call.start && call.end <= outer.end && call.nanoseconds >= 0, "\(words), \(call.id)")
      }
      for (one, next) in zip(calls, calls.dropFirst()) { #expect(one.start <= next.start, "\(words), \(one.id)") }
    }
  }

  @Test func `every row is asked of the owner that the map names in its coordinates`() throws {
    let world = world()
    for words in Self.lines {
      let calls = try calls(world, words)
      #expect(world.run(["map"] + words + ["--to", "json"]) == .done)
      let chart = try JSONDecoder().decode(Chart.self, from: Data(world.output))
      // Without ads the map shows where they would stand.
      let hasAds = words.contains("--ads")
      let expected = chart.sections.enumerated().flatMap { number, section in
        section.rows.filter { hasAds || $0.user != nil }.map { row in
          [
            "feed \(number):\(row.feed)", row.user.map { "user \(number):\($0)" } ?? "feed \(number):\(row.feed)",
            row.user == nil ? "ads" : "content",
          ]
        }
      }
      for selector in ["list(_:cellForRowAt:)", "list(_:willDisplay:forRowAt:)"] {
        let rows = calls.filter { $0.selector == selector }.map { call in
          [call.arguments[0], call.translated?[0] ?? call.arguments[0], call.owner ?? ""]
        }
        #expect(rows == expected, "\(words)")
      }
    }
  }

  @Test func `what an owner says is in its coordinates and reaches the list in the feeds`() throws {
    let calls = try calls(world(), ["a.json", "b.json", "--sections", "--ads", "x.json", "--rule", "every 2"])
    let said = calls.filter { $0.selector == "dequeueReusableCell(withIdentifier:for:)" }
    #expect(said.count > 20)
    for call in said {
      let question = calls[try #require(call.parent)]
      #expect(
        question.selector == "list(_:cellForRowAt:)" && question.class == "ListWeaver" && call.class == "ListView")
      let (feed, user) = (question.arguments[0], question.translated?[0])
      #expect("user " + call.arguments[1] == user ?? "user " + feed.dropFirst(5))
      #expect((call.translated?[1] ?? "feed " + call.arguments[1]) == feed)
    }
  }

  @Test func `loading names who is asked and what comes of it`() throws {
    let calls = try calls(world(), ["a.json", "--ads", "x.json", "--rule", "every 3"])
    let load = try #require(calls.first { $0.selector == "reloadData()" })
    let asked = calls.filter { $0.parent == load.id }.prefix(2)
    #expect(asked.map(\.selector) == ["numberOfSections(in:)", "list(_:numberOfRowsInSection:)"])
    #expect(asked.map(\.result) == ["1", "17"])
    let within = calls.filter { $0.parent == asked.first?.id }
    #expect(within.map(\.selector) == ["contentCounts(of:)", "weaver(_:willLoad:)", "weaver(_:didChange:)"])
    #expect(within.map(\.owner) == ["content", "ads", "ads"] && within.first?.result == "[12]")
  }

  @Test func `times count from when the list is loaded`() throws {
    let first = try #require(try calls(world(), ["a.json", "--ads", "x.json"]).first)
    #expect(first.start < 100_000, "To read the files takes 2,000,000 ns")
  }

  @Test func `both forms tell the same calls`() throws {
    let world = world()
    for words in Self.lines.prefix(Sample.of(.max, few: 2)) {
      let calls = try calls(world, words)
      #expect(world.run(["trace", "--width", "400"] + words) == .done)
      let lines = world.text.split(separator: "\n")
      #expect(lines.count == calls.count)
      for (line, call) in zip(lines, calls) {
        #expect(line.hasPrefix(String(repeating: "  ", count: call.depth) + call.selector), "\(line)")
        #expect(line.hasSuffix(" µs") || line.hasSuffix(" ms"), "\(line)")
        if let owner = call.owner { #expect(line.contains("  \(owner) "), "\(line)") }
        if call.translated != nil { #expect(line.contains(" -> "), "\(line)") }
      }
    }
  }

  @Test func `verbose shows the classes`() {
    let world = world()
    #expect(world.run("trace", "a.json", "-v") == .done)
    let calls = world.text.split(separator: "\n").map { $0.drop { $0 == " " } }
    #expect(calls.allSatisfy { $0.hasPrefix("ListView.") || $0.hasPrefix("ListWeaver.") })
  }

  @Test func `no line is wider than the width`() throws {
    for width in [1, 2, 9, 30, 80, 120].sampled(oneIn: 4) {
      let world = TestWorld()
      let line = ["trace", "Fixtures/feeds/hostile.json", "--ads", "Fixtures/ads/hostile-ads.json", "-q", "-v"]
      #expect(world.run(line + ["--width", "\(width)"]) == .done)
      var grid = TerminalGrid(columns: width + 1, dialect: .plain) { TextWidth.width(of: $0) }
      try grid.feed(world.output)
      #expect(grid.rows.allSatisfy { $0.count <= width }, "\(width)")
    }
  }

  @Test func `a long trace is written in pieces`() {
    let world = world()
    #expect(world.run("trace", "d.json", "--ads", "x.json") == .done)
    #expect(world.writings.count > 2 && world.writings.allSatisfy { $0 < 300_000 })
    #expect(world.writings.reduce(0, +) == world.output.count)
  }

  @Test func `an output that takes nothing ends with 74 and is tried once`() {
    let world = world()
    world.outputFailure = OutputFailure(reason: "No space left on device")
    #expect(world.run("trace", "c.json") == .cannotWrite && world.writings.isEmpty)
    #expect(world.said == "feedweave: cannot write: No space left on device; the output is incomplete\n")
  }

  @Test func `wrong words are usage errors with what may have been meant`() {
    let world = world()
    let table: [([String], String)] = [
      (["trace"], "a feed, or a list of your own ('feedweave help add'), is missing"),
      (["trac", "a.json"], "Did you mean 'trace'?"),
      (["trace", "a.json", "--widht", "3"], "Did you mean '--width'?"),
      (["trace", "a.json", "--to", "json"], "invalid value 'json' for '--to'; expected text, ndjson"),
      (["trace", "a.json", "--to", "ndjsn"], "Did you mean 'ndjson'?"),
      (["trace", "a.json", "--rows", "3"], "unknown option '--rows'"),
      (["trace", "a.json", "--rule", "evry 3"], "Did you mean 'every'?"),
    ]
    for (words, what) in table {
      #expect(world.run(words) == .usage, "\(words)")
      #expect(world.output.isEmpty && world.said.contains(what), "\(world.said)")
    }
    #expect(world.run("trace", "missing.json") == .noInput && world.output.isEmpty)
    #expect(world.run("trace", "Fixtures/broken/truncated.json") == .badData && world.output.isEmpty)
  }

  @Test func `the words of render are taken`() {
    let world = world()
    let options = [
      "--ads", "x.json", "--rule", "every 4 from 2", "--limit", "5", "--width", "90", "--now", "2026-07-01T12:00:00Z",
      "--color", "never", "--from", "jsonfeed", "--max-items", "9", "-q", "--sections", "--feed", "Two=b.json",
    ]
    #expect(world.run(["render", "a.json"] + options) == .done)
    #expect(world.run(["trace", "a.json"] + options) == .done, "\(world.said)")
    #expect(world.text.contains("a4") && !world.text.contains("a5"))
  }

  @Test func `no hook stays behind`() async {
    // In a process of its own, since other tests trace lists too.
    await #expect(processExitsWith: .success) {
      let world = TestWorld()
      world.addFeed("a.json", count: 3)
      precondition(world.run("trace", "a.json") == .done && !world.output.isEmpty)
      let classes = [ClassObject.of(ListView.self), ClassObject.of(ListWeaver.self)]
      precondition(classes.allSatisfy(\.aspects.isEmpty))
    }
  }
}
