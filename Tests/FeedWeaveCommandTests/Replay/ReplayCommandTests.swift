import TestSupport
import Testing

@testable import FeedWeaveCommand

@Suite struct ReplayCommandTests {
  @Test func `each version is told`() {
    let world = TestWorld.ofVersions("abcde", "xabCdf", "bafxCd")
    #expect(world.run("replay", "v", "--ads", "ads", "--at", "2") == .done && world.messages.isEmpty)
    #expect(
      world.blocks == [
        ["loaded", "  0  a", "  1  b", "  2  ad · ad0 · at 2", "  3  c", "  4  d", "  5  e"],
        [
          "1 deleted, 2 inserted, 1 reloaded", "- feed 0:5  e", "~ feed 0:3  C", "+ feed 0:0  x", "+ feed 0:6  f",
          "+ 0  x", "  1  a", "  2  b", "  3  ad · ad0 · at 2", "~ 4  C", "  5  d", "+ 6  f",
        ],
        [
          "3 moved", "> feed 0:2 -> feed 0:0  b", "> feed 0:1 -> feed 0:1  a", "> feed 0:6 -> feed 0:2  f",
          "> 0  b", "> 1  a", "> 2  f", "  3  x", "  4  ad · ad0 · at 2", "  5  C", "  6  d",
        ],
      ])
    #expect(world.text.hasPrefix("version 1 · v:1 · 5 items · 1 ad\nloaded\n"))
    #expect(world.text.contains("\n\nversion 3 · v:3 · 6 items · 1 ad\n"))
  }

  @Test func `an empty feed and the same feed are versions too`() {
    let world = TestWorld.ofVersions("ab", "ab", "", "", "b")
    #expect(world.run("replay", "v") == .done)
    #expect(
      world.blocks == [
        ["loaded", "  0  a", "  1  b"], ["unchanged", "  0  a", "  1  b"],
        ["2 deleted", "- feed 0:0  a", "- feed 0:1  b"], ["unchanged"], ["1 inserted", "+ feed 0:0  b", "+ 0  b"],
      ])
  }

  @Test func `items without an id or with the same one are told apart by their order`() {
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

  @Test func `the authors of the feed are those of its items`() {
    let world = TestWorld()
    let feed = { (author: String) in
      #"{"version":"https://jsonfeed.org/version/1.1","title":"T","authors":[{"name":"\#(author)"}],"items":[{"id":"a","title":"A"}]}"#
    }
    world.files["v"] = Array("\(feed("Ann"))\n\(feed("Bea"))\n".utf8)
    #expect(world.run("replay", "v") == .done)
    #expect(world.blocks == [["loaded", "  0  A · Ann"], ["1 reloaded", "~ feed 0:0  A", "~ 0  A · Bea"]])
  }

  @Test func `the options of ads and drawing apply`() {
    let world = TestWorld.ofVersions("abcdefgh", "bcdefgh")
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

  @Test func `an output that takes nothing ends with 74`() {
    let world = TestWorld.ofVersions("a")
    world.outputFailure = OutputFailure(reason: "No space left on device")
    #expect(world.run("replay", "v") == .cannotWrite)
    #expect(world.said == "feedweave: cannot write: No space left on device; the output is incomplete\n")
  }
}
