import TerminalUI
import TestSupport
import Testing

@testable import FeedWeaveCommand

@Suite struct ReplayCommandTests {
  private func world(_ versions: String...) -> TestWorld {
    let world = TestWorld()
    world.files["v"] = Array(versions.map { versionLine($0) + "\n" }.joined().utf8)
    world.addAds("ads", count: 9)
    return world
  }

  // MARK: - What is told

  @Test func eachVersionIsTold() {
    let world = world("abcde", "xabCdf", "bafxCd")
    #expect(world.run("replay", "v", "--ads", "ads", "--at", "2") == .done && world.messages.isEmpty)
    #expect(
      world.blocks == [
        ["loaded", "  0  a", "  1  b", "  2  ad · ad0 · at 2", "  3  c", "  4  d", "  5  e"],
        [
          "1 deleted, 2 inserted, 1 reloaded", "- feed 0:5  e", "~ feed 0:3  C", "+ feed 0:0  x", "+ feed 0:6  f",
          "+ 0  x", "  1  a", "  2  b", "  3  ad · ad0 · at 2", "~ 4  C", "  5  d", "+ 6  f",
        ],
        [
          "3 moved", "> feed 0:2 -> feed 0:0  b", "> feed 0:6 -> feed 0:2  f", "> feed 0:0 -> feed 0:3  x",
          "> 0  b", "  1  a", "> 2  f", "> 3  x", "  4  ad · ad0 · at 2", "  5  C", "  6  d",
        ],
      ])
    #expect(world.text.hasPrefix("version 1 · v:1 · 5 items · 1 ad\nloaded\n"))
    #expect(world.text.contains("\n\nversion 3 · v:3 · 6 items · 1 ad\n"))
  }

  @Test func anEmptyFeedAndTheSameFeedAreVersionsToo() {
    let world = world("ab", "ab", "", "", "b")
    #expect(world.run("replay", "v") == .done)
    #expect(
      world.blocks == [
        ["loaded", "  0  a", "  1  b"], ["unchanged", "  0  a", "  1  b"],
        ["2 deleted", "- feed 0:0  a", "- feed 0:1  b"], ["unchanged"], ["1 inserted", "+ feed 0:0  b", "+ 0  b"],
      ])
  }

  @Test func itemsWithoutAnIdOrWithTheSameOneAreToldApartByTheirOrder() {
    let world = TestWorld()
    let one = VersionItem(id: "t", title: "one")
    let nameless = VersionItem(title: "n", words: "first")
    world.files["v"] = Array(
      [
        versionLine([one, one, nameless, nameless]),
        versionLine([one, VersionItem(id: "t", title: "two"), nameless, VersionItem(title: "n", words: "second")]),
        versionLine([one, nameless]),
      ].joined(separator: "\n").utf8)
    #expect(world.run("replay", "v", "-q") == .done)
    #expect(world.blocks.map { $0.prefix(3) }[1] == ["2 reloaded", "~ feed 0:1  two", "~ feed 0:3  n"])
    #expect(world.blocks.map { $0.prefix(3) }[2] == ["2 deleted", "- feed 0:1  two", "- feed 0:3  n"])
  }

  @Test func theAuthorsOfTheFeedAreThoseOfItsItems() {
    let world = TestWorld()
    let feed = { (author: String) in
      #"{"version":"https://jsonfeed.org/version/1.1","title":"T","authors":[{"name":"\#(author)"}],"items":[{"id":"a","title":"A"}]}"#
    }
    world.files["v"] = Array("\(feed("Ann"))\n\(feed("Bea"))\n".utf8)
    #expect(world.run("replay", "v") == .done)
    #expect(world.blocks == [["loaded", "  0  A · Ann"], ["1 reloaded", "~ feed 0:0  A", "~ 0  A · Bea"]])
  }

  // MARK: - Where versions come from

  @Test func filesAreVersionsOneAfterTheOtherWhateverTheirFormat() {
    let world = TestWorld()
    world.addFeed("a.json", count: 2)
    world.addVersions("v", "ab", "b")
    world.files["pretty"] = Array(versionLine("bc").replacing(",", with: ",\n").utf8)
    world.files["x.xml"] = Array(
      "<rss version='2.0'><channel><title>T</title><item><guid>b</guid><title>b</title></item></channel></rss>".utf8)
    #expect(world.run("replay", "a.json", "v", "pretty", "x.xml", "v", "-q") == .done)
    let heads = world.text.split(separator: "\n").filter { $0.hasPrefix("version ") }
    #expect(
      heads == [
        "version 1 · a.json · 2 items", "version 2 · v:1 · 2 items", "version 3 · v:2 · 1 item",
        "version 4 · pretty · 2 items", "version 5 · x.xml · 1 item", "version 6 · v:1 · 2 items",
        "version 7 · v:2 · 1 item",
      ])
    #expect(world.blocks[4][0] == "1 deleted, 1 reloaded" && world.blocks[3][0] == "1 inserted")
  }

  @Test func standardInputIsTakenAsItsLinesCome() {
    let world = TestWorld()
    let bytes = Array("\n\(versionLine("ab"))\n\n\(versionLine("ba"))\r\n\(versionLine("c"))".utf8)
    world.files["v"] = bytes
    #expect(world.run("replay", "v") == .done)
    let whole = world.text.replacing("· v:", with: "· <stdin>:")
    for size in [1, 7, 100, 10_000] {
      world.pieces = stride(from: 0, to: bytes.count, by: size).map {
        Array(bytes[$0..<min($0 + size, bytes.count)])
      }
      #expect(world.run("replay", "-") == .done && world.text == whole, "\(size)")
    }
    world.pieces = [Array("\(versionLine("ab"))\n".utf8), Array("\(versionLine("b"))\n".utf8)]
    #expect(world.run("replay", "-") == .done)
    // What has come is written before anything more is asked for.
    #expect(world.asked.count == 3 && world.asked[0] == 0 && 0 < world.asked[1] && world.asked[1] < world.asked[2])
  }

  @Test func aDocumentOfManyLinesOnStandardInputIsOneVersion() {
    let world = TestWorld()
    for name in ["feeds/harbour.json", "feeds/harbour.rss.xml", "feeds/harbour.atom"] {
      world.standardInput = ProjectFiles.bytes("Fixtures/\(name)") ?? []
      world.pieces = nil
      #expect(world.run("replay", "-", "--limit", "3") == .done && world.blocks.count == 1, "\(name)")
      let said = world.said
      #expect(world.run("replay", "Fixtures/\(name)", "--limit", "3") == .done)
      #expect(world.said.replacing("Fixtures/\(name)", with: "<stdin>") == said, "\(name)")
    }
  }

  @Test func versionsThatCannotBeReadAreToldAndPassedOver() {
    let world = TestWorld()
    let bad = #"{"version":"https://jsonfeed.org/version/1.1","items":[}]}"#
    let lines = [
      "nonsense", versionLine("abc"), bad, "", String(versionLine("xyz").dropLast(9)), versionLine("ac"), "[]", "{}",
    ]
    world.files["v"] = Array(lines.joined(separator: "\n").utf8)
    let said = [
      "v:1:1: text that begins with \"nonsense\" is no feed that is known here", "v:3:56: expected a value",
      "v:5:", "v:7:1: an empty JSON array", "v:8:1: a JSON object without items",
    ]
    for options in [[], ["-q"]] {
      #expect(world.run(["replay", "v"] + options) == .done)
      #expect(
        world.blocks == [
          ["loaded", "  0  a", "  1  b", "  2  c"], ["1 deleted", "- feed 0:1  b", "  0  a", "  1  c"],
        ])
      #expect(world.text.contains("version 2 · v:6 · 2 items\n"))
      #expect(world.saidLines.count == said.count)
      for (line, words) in zip(world.saidLines, said) {
        #expect(line.hasPrefix("feedweave: \(words)") && line.hasSuffix("; the version was passed over"), "\(line)")
      }
    }
    world.pieces = [world.files["v"] ?? []]
    #expect(world.run("replay", "-") == .done && world.blocks.count == 2 && world.saidLines.count == said.count)
  }

  @Test func findingsHaveTheLineOfTheFile() {
    let world = TestWorld()
    world.files["v"] = Array(
      "\(versionLine("a"))\n{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[{\"id\":7}]}\n".utf8)
    #expect(world.run("replay", "v") == .done)
    #expect(world.said == "feedweave: v:2:62: id is a number, not a string; kept\n")
    #expect(world.run("replay", "v", "-q") == .done && world.messages.isEmpty)
  }

  @Test func whereNoVersionCanBeReadTheProgramEndsWith65() {
    let world = TestWorld()
    world.files["empty"] = []
    world.files["blank"] = Array("\n \n".utf8)
    for name in ["empty", "blank", "Fixtures/broken/truncated.json", "Fixtures/broken/truncated.rss.xml", "-"] {
      #expect(world.run("replay", name) == .badData && world.output.isEmpty, "\(name)")
      #expect(world.saidLines.count == 2, "\(world.said)")
      #expect(world.saidLines.last == "feedweave: no version of the feed can be read; nothing was written")
    }
    #expect(world.run("replay", "Fixtures/broken/truncated.json", "--partial") == .done && world.blocks.count == 1)
  }

  @Test func capsHoldForEveryVersion() {
    let world = world("abcd", "ab", "abcdefgh")
    #expect(
      world.run("replay", "v", "--limit", "1") == .done && world.blocks.map(\.last) == ["  0  a", "  0  a", "  0  a"])
    #expect(world.run("replay", "v", "--max-items", "1") == .done && world.saidLines.count == 2 + 1)
    #expect(world.run("replay", "v", "--max-bytes", "300") == .badData && world.said.contains("more than 300 bytes"))
    world.pieces = [world.files["v"] ?? []]
    #expect(world.run("replay", "-", "--max-bytes", "300") == .done && world.blocks.count == 2)
    #expect(
      world.saidLines == ["feedweave: <stdin>:3:1: the document has more than 300 bytes; the version was passed over"])
    #expect(world.run("replay", "v", "--from", "rss") == .badData && world.said.contains("this is JSON Feed, not RSS"))
  }

  // MARK: - When

  @Test func aRateIsKeptByWaiting() {
    let world = world("a", "b", "c", "d")
    #expect(world.run("replay", "v", "--rate", "4") == .done && world.blocks.count == 4)
    #expect(world.sleeps.count == 3)
    for sleep in world.sleeps { #expect(sleep > .milliseconds(249) && sleep <= .milliseconds(250), "\(sleep)") }
    #expect(world.run("replay", "v") == .done && world.sleeps.isEmpty && world.waits.isEmpty)
  }

  @Test func aStepIsMadeWhenEnterIsPressed() {
    let world = world("a", "b", "c")
    world.enters = 2
    #expect(world.run("replay", "v", "--step") == .done && world.blocks.count == 3)
    #expect(world.waits.map(\.onTerminal) == [false, false] && world.waits[0].output > 0)
    #expect(world.waits[0].output < world.waits[1].output)
    world.enters = 1
    #expect(world.run("replay", "v", "--step") == .done && world.blocks.count == 2)
    world.enters = 9
    world.pieces = [world.files["v"] ?? []]
    #expect(world.run("replay", "-", "--step") == .done && world.blocks.count == 3)
    #expect(world.waits.map(\.onTerminal) == [true, true])
    world.enterFailure = InputFailure(reason: "No such device")
    #expect(
      world.run("replay", "v", "--step") == .noInput && world.said.hasSuffix("No such device; nothing was read\n"))
  }

  @Test func onATerminalARateDrawsEachVersionOverTheOneBefore() throws {
    let world = world("abcdefgh", "xabcdefgh", "h")
    world.isTerminal = true
    world.variables["TERM"] = "xterm"
    (world.terminalWidth, world.terminalHeight) = (20, 9)
    let words = ["replay", "v", "--rate", "9", "--ads", "ads", "--at", "1,3"]
    #expect(world.run(words) == .done && world.writings.count == 3)
    var grid = TerminalGrid(columns: 20, rows: 9, dialect: .screen) { TextWidth.width(of: $0) }
    let screens = [
      [
        "version 1 · v:1 · 8…", "loaded", "", "  0  a", "  1  ad · ad0 · at 1", "  2  b", "  3  ad · ad1 · at 3",
        "  4  c",
      ],
      [
        "version 2 · v:2 · 9…", "1 inserted", "", "+  0  x", "   1  a", "   2  ad · ad0 · at…", "   3  b",
        "   4  ad · ad1 · at…",
      ],
      ["version 3 · v:3 · 1…", "8 deleted · ads: 1 …", "", "  0  ad · ad0 · at 1", "  1  h"],
    ]
    var rest = world.output[...]
    for (count, screen) in zip(world.writings, screens) {
      try grid.feed(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
      var lines = grid.lines
      while lines.last == "" { lines.removeLast() }
      #expect(lines == screen, "\(lines)")
    }
    // A terminal that cannot do it, and whoever asks for text, has them one below the other.
    world.variables["TERM"] = "dumb"
    #expect(world.run(words) == .done && !world.output.contains(0x1B) && world.blocks.count == 3)
    world.variables["TERM"] = "xterm"
    #expect(world.run(words + ["--to", "text"]) == .done && !world.output.contains(0x1B) && world.blocks.count == 3)
    #expect(world.run("replay", "v", "--color", "never") == .done && !world.output.contains(0x1B))
  }

  // MARK: - Options

  @Test func theOptionsOfAdsAndDrawingApply() {
    let world = world("abcdefgh", "bcdefgh")
    world.files["plan"] = Array(#"{"at":[1],"every":3}"#.utf8)
    let at = { (words: [String]) -> [String] in
      #expect(world.run(["replay", "v"] + words) == .done, "\(world.said)")
      return world.blocks.map { block in block.filter { $0.contains("ad · ") }.joined() }
    }
    #expect(at(["--ads", "ads", "--rule", "at 1 every 3"]) == at(["--ads", "ads", "--plan", "plan"]))
    #expect(at(["--ads", "ads"]) == ["  5  ad · ad0 · every 6", "  4  ad · ad0 · every 6"])
    #expect(at(["--at", "1"]) == ["", ""] && world.said.contains("no ads (--ads)"))
    #expect(world.run("replay", "v", "--width", "5") == .done)
    #expect(world.text.split(separator: "\n").allSatisfy { $0.count <= 5 })
    #expect(world.run("replay", "v", "-v", "--ads", "ads", "--at", "1") == .done)
    #expect(world.blocks[0].prefix(4) == ["loaded", "  0 ← 0  a", "  1      ad · ad0 · at 1", "  2 ← 1  b"])
    #expect(world.run("replay", "v", "--color", "always") == .done && world.output.contains(0x1B))
    #expect(world.run("replay", "v", "--ads", "ads", "--rule", "every 2 share 7") == .usage && world.output.isEmpty)
    #expect(world.run("replay", "v", "--to", "ansi") == .usage && world.run("replay", "--nwo") == .usage)
  }

  @Test func anOutputThatTakesNothingEndsWith74() {
    let world = world("a")
    world.outputFailure = OutputFailure(reason: "No space left on device")
    #expect(world.run("replay", "v") == .cannotWrite)
    #expect(world.said == "feedweave: cannot write: No space left on device; the output is not whole\n")
  }
}

/// The built program: aspects change every list of the process, and pipes and terminals are the system's.
@Suite struct ReplayProgramTests {
  private func shell(_ command: String) throws -> CommandProcess.Outcome {
    try CommandProcess.shell(command, try #require(CommandProcess.program))
  }

  private static let line =
    "$FEEDWEAVE replay Fixtures/versions/harbour.ndjson --ads Fixtures/ads/harbour-ads.json -q --now 2026-07-01T12:00:00Z"

  @Test func aPipeIsReadAsAFile() throws {
    let file = try shell(Self.line)
    let pipe = try shell(
      "while IFS= read -r line; do printf '%s\\n' \"$line\"; done <Fixtures/versions/harbour.ndjson | \(Self.line)"
        .replacing("replay Fixtures/versions/harbour.ndjson", with: "replay -"))
    #expect(file.code == 0 && pipe.code == 0 && !file.output.isEmpty)
    let name = String(decoding: file.output, as: UTF8.self)
    #expect(
      name.replacing("Fixtures/versions/harbour.ndjson:", with: "<stdin>:")
        == String(decoding: pipe.output, as: UTF8.self))
  }

  @Test func aRatePassesTimeAndChangesNothingElse() throws {
    #expect(try shell("\(Self.line) --rate 1000").output == shell(Self.line).output)
  }

  @Test func enterIsReadLineByLine() throws {
    let count = { (command: String) in
      String(decoding: try shell(command).output, as: UTF8.self).split(separator: "\n").count {
        $0.hasPrefix("version ")
      }
    }
    #expect(try count("\(Self.line) --step </dev/null") == 1)
    #expect(try count("printf '\\n\\nx\\n' | \(Self.line) --step") == 4)
    #expect(try count("{ \(Self.line) --step; \(Self.line) --step; } < <(printf '\\n')") == 3)
  }

  @Test func aspectsAreAtWorkDuringTheWholeReplay() throws {
    let plan =
      #"{"groups":[{"aspects":[{"pointcut":"ListView.performBatchUpdates*","advice":"count","event":"batch"}]}]}"#
    let counted = try shell("\(Self.line) --aspects - <<< '\(plan)'")
    #expect(counted.code == 0 && counted.messages.contains("feedweave: batch: ListView.performBatchUpdates"))
    #expect(counted.output == (try shell(Self.line)).output)
    let lite = try shell("\(Self.line) --aspects Fixtures/plans/feed-without-ads.json")
    #expect(lite.code == 0 && !String(decoding: lite.output, as: UTF8.self).contains("ad · "))
  }

  @Test func aspectsThatKeepChangesFromTheListAreToBlame() throws {
    let plan = { (pointcut: String) in
      #"{"groups":[{"aspects":[{"pointcut":"\#(pointcut)","advice":"ignore"}]}]}"#
    }
    let rows = try shell("\(Self.line) --aspects - <<< '\(plan("ListWeaver.list(_:cellForRowAt:)"))'")
    #expect(rows.code == 65 && rows.output.isEmpty)
    let batches = try shell("\(Self.line) --aspects - <<< '\(plan("ListView.performBatchUpdates*"))'")
    #expect(batches.code == 65 && !batches.output.isEmpty)
    #expect(batches.messages == "feedweave: <stdin>: its aspects keep changes from the list; the output is not whole\n")
  }
}
