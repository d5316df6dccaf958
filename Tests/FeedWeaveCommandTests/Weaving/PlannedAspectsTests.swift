import TerminalUI
import TestSupport
import Testing

@testable import FeedWeaveCommand

/// Plans that are woven change every list of the process: what they do is looked at in processes of their own.
@Suite struct PlannedAspectsTests {
  private static let feed = "Fixtures/feeds/harbour.json --ads Fixtures/ads/harbour-ads.json --limit 20 -q"

  private func shell(_ words: String) throws -> CommandProcess.Outcome {
    try CommandProcess.shell("$FEEDWEAVE \(words)", try #require(CommandProcess.program))
  }

  @Test func `what a plan logs and counts is said and the output stays the same`() throws {
    for command in ["render", "render --to ndjson", "map", "map --to json"] {
      let plain = try shell("\(command) \(Self.feed)")
      let woven = try shell("\(command) \(Self.feed) --aspects Fixtures/plans/feed-logging.json")
      #expect(woven.code == 0 && woven.output == plain.output && plain.messages.isEmpty, "\(command)")
      let lines = woven.messages.split(separator: "\n")
      #expect(
        lines.prefix(2).map { $0.prefix { $0 != "(" } } == [
          "feedweave: content: ListWeaver.contentCounts", "feedweave: loaded: ListView.reloadData",
        ])
      #expect(lines.first?.hasSuffix("[20]") == true, "\(lines)")
      guard command.hasPrefix("render") else { continue }
      #expect(lines.count { $0.hasPrefix("feedweave: first impression: ") } == 1)
      #expect(lines.last == "feedweave: impression: ListWeaver.list(_:willDisplay:forRowAt:): 23")
    }
  }

  @Test func `an edition without ads is a plan`() throws {
    let aspects = "--aspects Fixtures/plans/feed-without-ads.json"
    let lite = try shell("render --to ndjson \(Self.feed) \(aspects)")
    #expect(lite.code == 0 && lite.text.split(separator: "\n").count == 20 && !lite.text.contains("\"ad\":true"))
    let map = try shell("map \(Self.feed) \(aspects)")
    #expect(map.code == 0 && map.text.hasSuffix("\n20 items\n"))
    let trace = try shell("trace --to ndjson \(Self.feed) \(aspects)")
    #expect(trace.code == 0 && trace.text.contains("weaver(_:willLoad:)") && trace.text.contains("\"user 0:19\""))
    #expect(!trace.text.contains("\"selector\":\"list(_:cellForRowAt:)\",\"arguments\":[\"feed 0:20\"]"))
  }

  @Test func `aspects that keep rows from being shown are to blame`() throws {
    let plan = #"{"groups":[{"aspects":[{"pointcut":"ListWeaver.list(_:cellForRowAt:)","advice":"ignore"}]}]}"#
    for command in ["render", "render --to json"] {
      let outcome = try shell("\(command) \(Self.feed) --aspects - <<< '\(plan)'")
      #expect(outcome.code == 65 && outcome.output.isEmpty)
      #expect(
        outcome.messages == "feedweave: <stdin>: its aspects prevent rows from being shown; nothing was written\n")
    }
  }

  @Test func `hostile titles are safe in the log`() throws {
    let plan = #"{"groups":[{"aspects":[{"pointcut":"ListWeaver.list(_:*Display:*","advice":"log"}]}]}"#
    let names = ProjectFiles.names(in: "Fixtures/feeds").filter { $0.hasPrefix("hostile") }
    for name in names.sampled(oneIn: 4) {
      let outcome = try shell("render --to json -q Fixtures/feeds/\(name) --aspects - <<< '\(plan)'")
      #expect(outcome.code == 0 && outcome.messages.split(separator: "\n").count > 5, "\(name)")
      var grid = TerminalGrid(columns: .max, dialect: .plain) { TextWidth.width(of: $0) }
      #expect(throws: Never.self, "\(name)") { try grid.feed(Array(outcome.messages.utf8)) }
    }
  }

  @Test func `a plan that cannot be woven ends with 65 and its place`() {
    let table: [(plan: String, message: String)] = [
      ("", "1:1: "), (#"{"groups":[}"#, "1:12: "), (#"{"groups":3}"#, "1:11: "),
      (#"{"grups":[]}"#, "1:2: no plan has a member 'grups'; did you mean 'groups'?"),
      (
        #"{"groups":[{"aspects":[{"pointcut":"ListView.relodData()","advice":"log"}]}]}"#,
        "1:36: 'ListView.relodData()'"
      ),
      (#"{"groups":[{"aspects":[{"pointcut":"ListView.*","advice":"lgo"}]}]}"#, "1:58: no advice is named 'lgo'"),
      (#"{"groups":[{"aspects":[{"pointcut":"ListView.*","position":"befor","advice":"log"}]}]}"#, "1:60: 'befor'"),
      (#"{"groups":[{"aspects":[{"pointcut":"ListView.numberOfSections","advice":"ignore"}]}]}"#, "1:24: "),
    ]
    let world = TestWorld()
    for (plan, message) in table {
      for command in ["render", "map", "trace"] {
        world.files["plan.json"] = Array(plan.utf8)
        #expect(
          world.run(command, "Fixtures/feeds/harbour.json", "-q", "--aspects", "plan.json") == .badData, "\(plan)")
        #expect(world.output.isEmpty && world.said.hasPrefix("feedweave: plan.json:\(message)"), "\(world.said)")
        #expect(world.said.hasSuffix("; nothing was woven\n"))
        #expect(!plan.contains("relod") || world.said.contains("'ListView.reloadData()'?"), "\(world.said)")
      }
    }
  }

  @Test func `the file is an input as any other`() {
    let world = TestWorld()
    world.addFeed("a.json", count: 2)
    #expect(world.run("a.json", "--aspects", "missing.json") == .noInput && world.output.isEmpty)
    #expect(world.run("-", "--aspects", "-") == .usage && world.said.contains("can be read only once"))
    #expect(world.run("map", "--rows", "3", "--aspects", "a.json") == .usage)
    #expect(world.said.contains("'--rows' and '--aspects' cannot be combined"))
    #expect(world.run("a.json", "--aspect", "x") == .usage && world.said.contains("Did you mean '--aspects'?"))
    #expect(world.run("a.json", "--aspects", "https://example.org/p.json") == .usage)
  }
}

extension CommandProcess.Outcome {
  fileprivate var text: String { String(decoding: output, as: UTF8.self) }
}
