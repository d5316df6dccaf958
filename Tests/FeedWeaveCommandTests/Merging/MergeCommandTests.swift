import TestSupport
import Testing

@testable import FeedWeaveCommand

@Suite struct MergeCommandTests {
  private func lines(_ numbers: Range<Int>) -> String {
    numbers.map { #"{"id":\#($0),"items":[\#((0..<$0 % 40).map(String.init).joined(separator: ","))]}"# + "\n" }
      .joined()
  }

  @Test func everyNumberOfJobsWritesTheSame() {
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

  @Test func faultsNameFileLineAndColumn() {
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

  @Test func feedsByMistakeAreToldWhichCommandShowsThem() {
    let world = TestWorld()
    let rss = "<rss version=\"2.0\"><channel><title>T</title><item><title>x</title></item></channel></rss>"
    let json = #"{"version":"https://jsonfeed.org/version/1.1","#
    world.files["b.xml"] = Array(rss.utf8)
    world.files["my feed.json"] = Array((json + "\n" + #""items":[{"id":"1","title":"x"}]}"#).utf8)
    world.files["items.ndjson"] = Array("{\"id\":\"1\",\"title\":\"x\"}\n".utf8)
    let table = [
      (["b.xml", "my feed.json"], "b.xml", "b.xml 'my feed.json'"),
      (["my feed.json", "b.xml"], "my feed.json", "'my feed.json' b.xml"),
      (["items.ndjson"], "items.ndjson", "items.ndjson"),
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

  @Test func withoutRulesAnAdIsEverySixthRow() {
    let world = TestWorld()
    world.standardInput = Array(#"{"items":[0,1,2,3,4,5,6],"ads":["A"]}"#.utf8)
    #expect(world.run("merge") == .done)
    #expect(world.text == #"{"items":[0,1,2,3,4,"A",5,6],"placements":[{"row":5,"ad":0}]}"# + "\n")
    #expect(world.run("merge", "--at", "1") == .done && world.text.hasPrefix(#"{"items":[0,"A",1"#))
    #expect(world.run("merge", "--rule", "every 2 from 1") == .done && world.text.hasPrefix(#"{"items":[0,"A",1"#))
  }

  @Test func whatCannotBeWrittenEndsAllJobs() {
    let world = TestWorld()
    world.pieceSize = 500
    world.standardInput = Array(lines(0..<500).utf8)
    world.outputFailure = OutputFailure(reason: "no space")
    #expect(world.run("merge", "--jobs", "4") == .cannotWrite)
    #expect(world.said == "feedweave: cannot write: no space; the output is incomplete\n")
  }
}
