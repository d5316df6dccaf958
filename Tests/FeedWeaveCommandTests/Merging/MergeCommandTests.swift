import TestSupport
import Testing

@testable import FeedWeaveCommand

@Suite struct MergeCommandTests {
  private func lines(_ numbers: Range<Int>) -> String {
    numbers.map { #"{"id":\#($0),"items":[\#((0..<$0 % 40).map(String.init).joined(separator: ","))]}"# + "\n" }
      .joined()
  }

  @Test func `every number of jobs writes the same`() {
    let world = TestWorld()
    world.files["ads"] = Array(#"[{"id":"a"},{"id":"b"},{"id":"c"}]"#.utf8)
    let bad = "nonsense\n"
    world.standardInput = Array((lines(0..<700) + bad + lines(0..<900) + bad + lines(3..<4)).utf8)
    for policy in ["fail", "report", "skip"] {
      var outcomes: [(ExitCode, String, String)] = []
      for (jobs, pieceSize) in [("1", 256 << 10), ("1", 1000), ("2", 5000), ("7", 333)] {
        world.pieceSize = pieceSize
        let code = world.run("merge", "--ads", "ads", "--on-error", policy, "--jobs", jobs)
        outcomes.append((code, world.text, world.said))
      }
      for outcome in outcomes { #expect(outcome == outcomes[0], "\(policy)") }
      #expect(outcomes[0].0 == (policy == "fail" ? .badData : .done))
      #expect(outcomes[0].1.split(separator: "\n").count == (policy == "fail" ? 700 : policy == "skip" ? 1601 : 1603))
    }
  }

  @Test func `faults name file line and column`() {
    let world = TestWorld()
    world.files["r.ndjson"] = Array("{\"items\":[]}\n{\"items\":0}\n".utf8)
    #expect(world.run("merge", "r.ndjson") == .badData)
    #expect(world.said == "feedweave: r.ndjson:2:10: 'items' is not an array; merging ended before this line\n")
    #expect(world.text == "{\"items\":[],\"placements\":[]}\n")
    #expect(world.run("merge", "r.ndjson", "--on-error", "skip") == .done)
    #expect(world.said == "feedweave: r.ndjson:2:10: 'items' is not an array; the line was skipped\n")
    #expect(world.run("merge", "r.ndjson", "--on-error", "skip", "-q") == .done && world.said.isEmpty)
    #expect(world.run("merge", "none") == .noInput)
  }

  @Test func `requests and ads cannot both be standard input`() {
    let world = TestWorld()
    world.standardInput = Array("[1]".utf8)
    for option in ["--ads", "--plan"] {
      #expect(world.run("merge", option, "-") == .usage && world.output.isEmpty, "\(option)")
    }
  }

  @Test func `what is wrong with the bids of a request is said`() {
    let world = TestWorld()
    let bid = #"{"id":"b","impid":"1","adm":"{\"assets\":[{\"id\":1,\"title\":{\"text\":\"T\"}}]}","price":1}"#
    let line = #"{"items":[1],"ads":{"seatbid":[{"bid":[\#(bid),{"id":"x","impid":"1","price":1},7]}]}}"# + "\n"
    world.files["r"] = Array(("\n" + line).utf8)
    #expect(world.run("merge", "r") == .done)
    let column = line.prefix(through: line.firstIndex(of: "7")!).count
    #expect(world.saidLines.last?.hasPrefix("feedweave: r:2:\(column): ") == true, "\(world.said)")
    #expect(world.run("merge", "r", "-q") == .done && world.said.isEmpty)
    #expect(world.run("validate", "-q", "r") == .findings && world.text.contains("r:2:\(column): "))
    world.files["r"] = Array(String(repeating: line, count: 100).utf8)
    #expect(world.run("merge", "r") == .done)
    #expect(world.saidLines.count == 21 && world.saidLines[20].hasSuffix(" more in bids"), "\(world.said)")
    world.files["r"] = Array((line + "7\n" + line).utf8)
    _ = world.run("merge", "r")
    #expect(!world.said.contains("r:3:"), "nothing is said of what was not merged")
  }

  @Test func `reports name the file where there are several`() {
    let world = TestWorld()
    (world.files["a"], world.files["b"]) = (Array("{\"items\":[]}\n".utf8), Array("7\n".utf8))
    #expect(world.run("merge", "--on-error", "report", "a", "b") == .done)
    #expect(world.text.contains(#"{"error":{"file":"b","line":1,"column":1,"message":"expected an object"#))
    #expect(world.run("merge", "--on-error", "report", "b") == .done && world.text.hasPrefix(#"{"error":{"line":1,"#))
  }

  @Test func `a file may begin with a byte order mark`() {
    let world = TestWorld()
    world.files["r"] = [0xEF, 0xBB, 0xBF] + Array("{\"items\":[]}\n{\"items\":[]}\n".utf8)
    for size in [1, 2, 1000] {
      world.pieceSize = size
      #expect(world.run("merge", "r") == .done && world.text.hasPrefix("{\"items\":[],"), "\(world.said)")
    }
    world.files["r"] = [0xEF, 0xBB, 0xBF] + Array("7\n".utf8)
    #expect(world.run("merge", "r") == .badData && world.said.hasPrefix("feedweave: r:1:4: expected an object"))
    world.files["r"] = Array("\n".utf8) + [0xEF, 0xBB, 0xBF] + Array("{\"items\":[]}\n".utf8)
    #expect(world.run("merge", "r") == .badData, "only a file begins with one")
  }

  @Test func `feeds by mistake are told which command shows them`() {
    let world = TestWorld()
    let rss = "<rss version=\"2.0\"><channel><title>T</title><item><title>x</title></item></channel></rss>"
    let json = #"{"version":"https://jsonfeed.org/version/1.1","#
    world.files["b.xml"] = Array(rss.utf8)
    world.files["my feed.json"] = Array((json + "\n" + #""items":[{"id":"1","title":"x"}]}"#).utf8)
    world.files["line.json"] = Array((json + #""items":[{"id":"1","title":"x"}]}"#).utf8)
    world.files["items.ndjson"] = Array("{\"id\":\"1\",\"title\":\"x\"}\n".utf8)
    let table = [
      (["b.xml", "my feed.json"], "b.xml", "b.xml 'my feed.json'"),
      (["my feed.json", "b.xml"], "my feed.json", "'my feed.json' b.xml"),
      (["items.ndjson"], "items.ndjson", "items.ndjson"), (["line.json", "b.xml"], "line.json", "line.json b.xml"),
    ]
    for (files, first, words) in table {
      #expect(world.run(["merge"] + files) == .badData && world.output.isEmpty)
      #expect(world.said.hasPrefix("feedweave: \(first):1:"), "\(world.said)")
      #expect(world.said.contains("merging ended before this line. The file is a feed, and 'feedweave merge' reads"))
      #expect(world.said.hasSuffix("in a terminal: feedweave view \(words)\n"), "\(world.said)")
    }
    for other in ["nonsense\n", "<html></html>", "{}\n", "{\"every\":6}\n"] {
      world.files["x"] = Array(other.utf8)
      #expect(world.run("merge", "x") == .badData, "\(other)")
      #expect(world.said.hasSuffix("; merging ended before this line\n"), "\(world.said)")
    }
  }

  @Test func `without rules an ad is every sixth row`() {
    let world = TestWorld()
    world.standardInput = Array(#"{"items":[0,1,2,3,4,5,6],"ads":["A"]}"#.utf8)
    #expect(world.run("merge") == .done)
    #expect(world.text == #"{"items":[0,1,2,3,4,"A",5,6],"placements":[{"row":5,"ad":0}]}"# + "\n")
    #expect(world.run("merge", "--at", "1") == .done && world.text.hasPrefix(#"{"items":[0,"A",1"#))
    #expect(world.run("merge", "--rule", "every 2 from 1") == .done && world.text.hasPrefix(#"{"items":[0,"A",1"#))
  }

  @Test func `what cannot be written ends all jobs`() {
    let world = TestWorld()
    world.pieceSize = 500
    world.standardInput = Array(lines(0..<500).utf8)
    world.outputFailure = OutputFailure(reason: "no space")
    #expect(world.run("merge", "--jobs", "4") == .cannotWrite)
    #expect(world.said == "feedweave: cannot write: no space; the output is incomplete\n")
  }
}
