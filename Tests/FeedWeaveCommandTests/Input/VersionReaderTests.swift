import TestSupport
import Testing

@testable import FeedWeaveCommand

@Suite struct VersionReaderTests {
  @Test func `files are versions one after the other whatever their format`() {
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

  @Test func `standard input is taken as its lines come`() {
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

  @Test func `a document of many lines on standard input is one version`() {
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

  @Test func `items on lines are one version also on standard input`() {
    let world = TestWorld()
    let bytes = Array("{\"id\":\"a\",\"title\":\"a\"}\n{\"id\":\"b\",\"title\":\"b\"}\n".utf8)
    world.files["v"] = bytes
    #expect(world.run("replay", "v") == .done && world.blocks.count == 1)
    world.pieces = [bytes]
    #expect(world.run("replay", "-") == .done && world.blocks.count == 1)
  }

  @Test func `versions that cannot be read are told and passed over`() {
    let world = TestWorld()
    let bad = #"{"version":"https://jsonfeed.org/version/1.1","items":[}]}"#
    let lines = [
      "nonsense", versionLine("abc"), bad, "", String(versionLine("xyz").dropLast(9)), versionLine("ac"), "[]", "{}",
    ]
    world.files["v"] = Array(lines.joined(separator: "\n").utf8)
    let said = [
      "v:1:1: text that begins with \"nonsense\" is not a known feed format", "v:3:56: expected a value",
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
        #expect(line.hasPrefix("feedweave: \(words)") && line.hasSuffix("; the version was skipped"), "\(line)")
      }
    }
    world.pieces = [world.files["v"] ?? []]
    #expect(world.run("replay", "-") == .done && world.blocks.count == 2 && world.saidLines.count == said.count)
  }

  @Test func `findings have the line of the file`() {
    let world = TestWorld()
    world.files["v"] = Array(
      "\(versionLine("a"))\n{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[{\"id\":7}]}\n".utf8)
    #expect(world.run("replay", "v") == .done)
    #expect(world.said == "feedweave: v:2:62: id is a number, not a string; kept\n")
    #expect(world.run("replay", "v", "-q") == .done && world.messages.isEmpty)
  }

  @Test func `where no version can be read the program ends with 65`() {
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

  @Test func `caps hold for every version`() {
    let world = TestWorld.ofVersions("abcd", "ab", "abcdefgh")
    #expect(
      world.run("replay", "v", "--limit", "1") == .done && world.blocks.map(\.last) == ["  0  a", "  0  a", "  0  a"])
    #expect(world.run("replay", "v", "--max-items", "1") == .done && world.saidLines.count == 2 + 1)
    #expect(world.run("replay", "v", "--max-bytes", "300") == .badData && world.said.contains("more than 300 bytes"))
    world.pieces = [world.files["v"] ?? []]
    #expect(world.run("replay", "-", "--max-bytes", "300") == .done && world.blocks.count == 2)
    #expect(
      world.saidLines == ["feedweave: <stdin>:3:1: the document has more than 300 bytes; the version was skipped"])
    #expect(world.run("replay", "v", "--from", "rss") == .badData && world.said.contains("this is JSON Feed, not RSS"))
  }
}
