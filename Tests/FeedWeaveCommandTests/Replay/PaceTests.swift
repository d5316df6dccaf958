import TestSupport
import Testing

@testable import FeedWeaveCommand

/// When versions are shown.
@Suite struct PaceTests {
  @Test func `a rate is kept by waiting`() {
    let world = TestWorld.ofVersions("a", "b", "c", "d")
    #expect(world.run("replay", "v", "--rate", "4") == .done && world.blocks.count == 4)
    #expect(world.sleeps.count == 3)
    for sleep in world.sleeps { #expect(sleep > .milliseconds(249) && sleep <= .milliseconds(250), "\(sleep)") }
    #expect(world.run("replay", "v") == .done && world.sleeps.isEmpty && world.waits.isEmpty)
  }

  @Test func `a step is made when Enter is pressed`() {
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

  @Test func `a terminal without screens has versions one below the other`() {
    let world = TestWorld.ofVersions("abcdefgh", "xabcdefgh", "h")
    (world.isTerminal, world.terminalWidth) = (true, 20)
    world.variables["TERM"] = "dumb"
    let words = ["replay", "v", "--rate", "9", "--ads", "ads", "--at", "1,3"]
    #expect(world.run(words) == .done && !world.output.contains(0x1B) && world.blocks.count == 3)
    world.variables["TERM"] = "xterm"
    #expect(world.run(words + ["--to", "text"]) == .done && !world.output.contains(0x1B) && world.blocks.count == 3)
  }

  @Test func `on a terminal a step says what it waits for`() {
    let world = TestWorld.ofVersions("abcdefgh", "b", "c")
    (world.isTerminal, world.variables["TERM"]) = (true, "dumb")
    (world.terminalWidth, world.enters) = (60, 9)
    let prompt = "Enter: next version · q and Enter: quit\n"
    #expect(world.run("replay", "v", "--step", "--color", "never") == .done)
    #expect(world.text.components(of: prompt) == 3 && !world.text.hasSuffix(prompt), "none behind the last version")
    world.isTerminal = false
    #expect(world.run("replay", "v", "--step") == .done && !world.text.contains("Enter"))
  }

  @Test func `ages go on while versions are shown`() {
    let world = TestWorld()
    let item = #"{"id":"a","title":"A","content_text":"-","date_published":"2026-07-01T11:58:00Z"}"#
    let line = #"{"version":"https://jsonfeed.org/version/1.1","title":"T","items":[\#(item)]}"#
    world.files["v"] = Array("\(line)\n\(line)\n".utf8)
    world.whileSleeping = { [unowned world] in world.secondsPassed += 3600 }
    #expect(world.run("replay", "v", "--rate", "1") == .done)
    #expect(world.blocks.map(\.last) == ["  0  A · 2 min", "  0  A · 1 h"])
  }
}

extension String {
  /// Into how many parts a text divides this.
  fileprivate func components(of separator: String) -> Int {
    split(separator: separator, omittingEmptySubsequences: false).count
  }
}
