import TerminalUI
import TestSupport
import Testing

@testable import FeedWeaveCommand

/// When versions are shown, and where on a terminal.
@Suite struct PaceTests {
  @Test func aRateIsKeptByWaiting() {
    let world = TestWorld.ofVersions("a", "b", "c", "d")
    #expect(world.run("replay", "v", "--rate", "4") == .done && world.blocks.count == 4)
    #expect(world.sleeps.count == 3)
    for sleep in world.sleeps { #expect(sleep > .milliseconds(249) && sleep <= .milliseconds(250), "\(sleep)") }
    #expect(world.run("replay", "v") == .done && world.sleeps.isEmpty && world.waits.isEmpty)
  }

  @Test func aStepIsMadeWhenEnterIsPressed() {
    let world = TestWorld.ofVersions("a", "b", "c")
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
    let world = TestWorld.ofVersions("abcdefgh", "xabcdefgh", "h")
    world.isTerminal = true
    world.variables["TERM"] = "xterm"
    (world.terminalWidth, world.terminalHeight) = (20, 9)
    let words = ["replay", "v", "--rate", "9", "--ads", "ads", "--at", "1,3"]
    #expect(world.run(words) == .done && world.writings.count == 3)
    var grid = TerminalGrid(columns: 20, rows: 9, dialect: .screen) { TextWidth.width(of: $0) }
    let screens = [
      [
        "version 1 · v:1 · 8…", "loaded", "", "  0  a", "  1  ad · ad0 · at 1", "  2  b", "  3  ad · ad1 · at 3",
        "… 6 more rows",
      ],
      [
        "version 2 · v:2 · 9…", "1 inserted", "", "+  0  x", "   1  a", "   2  ad · ad0 · at…", "   3  b",
        "… 7 more rows",
      ],
      ["version 3 · v:3 · 1…", "8 deleted", "", "  0  ad · ad0 · at 1", "  1  ad · ad1 · at 3", "  2  h"],
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

  @Test func aTerminalThatIsResizedHasTheNextVersionAtItsSize() throws {
    let world = TestWorld.ofVersions("abcdefgh", "xabcdefgh", "xabcdefghi")
    world.isTerminal = true
    world.variables["TERM"] = "xterm"
    (world.terminalWidth, world.terminalHeight) = (30, 20)
    world.whileSleeping = { [unowned world] in
      (world.terminalWidth, world.terminalHeight) = (12, world.terminalHeight.map { $0 - 13 })
    }
    #expect(world.run("replay", "v", "--rate", "9", "-v", "--color", "never") == .done && world.writings.count == 3)
    let first = world.writings[0]
    var grid = TerminalGrid(columns: 12, rows: 7, dialect: .screen) { TextWidth.width(of: $0) }
    try grid.feed(Array(world.output[first..<first + world.writings[1]]))
    #expect(grid.lines == ["version 2 ·…", "1 inserted", "", "+ 0 ← 0  x", "  1 ← 1  a", "… 7 more ro…", ""])
  }

  @Test func onATerminalABlockIsNoHigherThanItAndCountsWhatItLeavesOut() throws {
    let world = TestWorld.ofVersions("abcdefgh", "xyzabcdefgh", "xyzabcdefgh")
    world.isTerminal = true
    world.terminalWidth = 40
    let blocks = { (height: Int, words: [String]) -> [[String]] in
      world.terminalHeight = height
      #expect(world.run(["replay", "v", "--color", "never"] + words) == .done)
      return world.blocks
    }
    #expect(blocks(99, []).map(\.count) == [9, 15, 12] && !world.text.contains("…"))
    let cut = blocks(12, [])
    #expect(cut[0] == ["loaded"] + "abcdefgh".enumerated().map { "  \($0)  \($1)" })
    #expect(
      cut[1] == [
        "3 inserted", "+ feed 0:0  x", "+ feed 0:1  y", "+ feed 0:2  z", "+  0  x", "+  1  y", "+  2  z", "   3  a",
        "… 7 more rows",
      ])
    #expect(
      cut[2] == ["unchanged"] + ["x", "y", "z", "a", "b", "c", "d"].enumerated().map { "   \($0)  \($1)" } + [
        "… 4 more rows"
      ])
    #expect(blocks(8, [])[1] == ["3 inserted", "+ feed 0:0  x", "… 2 more changes", "+  0  x", "… 10 more rows"])
    for height in 1...20 {
      _ = blocks(height, [])
      for size in world.writings.indices.map({ world.lineCount(ofWriting: $0) }) {
        #expect(size <= max(1, height - 1), "\(height)")
      }
    }
    #expect(blocks(5, ["--to", "text"]).map(\.count) == [9, 15, 12], "who asks for text has all of it")
  }

  @Test func onATerminalAStepSaysWhatItWaitsFor() {
    let world = TestWorld.ofVersions("abcdefgh", "b", "c")
    world.isTerminal = true
    (world.terminalWidth, world.terminalHeight, world.enters) = (60, 8, 9)
    let prompt = "Enter: next version · q and Enter: quit\n"
    #expect(world.run("replay", "v", "--step", "--color", "never") == .done)
    #expect(world.text.components(of: prompt) == 3 && !world.text.hasSuffix(prompt), "none behind the last version")
    #expect(world.blocks[0] == ["loaded", "  0  a", "  1  b", "… 6 more rows"])
    // A block and its prompt leave the terminal a line for the cursor.
    #expect(world.lineCount(ofWriting: 0) + world.lineCount(ofWriting: 1) == 7)
    world.isTerminal = false
    #expect(world.run("replay", "v", "--step") == .done && !world.text.contains("Enter"))
  }

  @Test func agesGoOnWhileVersionsAreShown() {
    let world = TestWorld()
    let item = #"{"id":"a","title":"A","content_text":"-","date_published":"2026-07-01T11:58:00Z"}"#
    let line = #"{"version":"https://jsonfeed.org/version/1.1","title":"T","items":[\#(item)]}"#
    world.files["v"] = Array("\(line)\n\(line)\n".utf8)
    world.whileSleeping = { [unowned world] in world.secondsPassed += 3600 }
    #expect(world.run("replay", "v", "--rate", "1") == .done)
    #expect(world.blocks.map(\.last) == ["  0  A · 2 min", "  0  A · 1 h"])
  }
}

extension TestWorld {
  /// How many lines one writing had.
  fileprivate func lineCount(ofWriting number: Int) -> Int {
    let start = writings[..<number].reduce(0, +)
    return output[start..<start + writings[number]].count { $0 == UInt8(ascii: "\n") }
  }
}

extension String {
  /// Into how many parts a text divides this.
  fileprivate func components(of separator: String) -> Int {
    split(separator: separator, omittingEmptySubsequences: false).count
  }
}
