import Testing

@testable import FeedWeaveCommand

/// What the program says of rules that are doubtful, and of those that are met on no content.
@Suite struct RuleFindingsTests {
  private let finding = "'from 4' changes nothing beside 'at 9'"

  @Test func `findings are messages that name their option`() {
    let world = TestWorld()
    world.addFeed("a.json", count: 20)
    world.addFeed("x.json", count: 9)
    let rule = ["--rule", "at 9 every 6 from 4"]
    for words in [
      ["map", "--rows", "9"], ["map", "a.json"], ["a.json", "--ads", "x.json"], ["trace", "a.json", "--ads", "x.json"],
      ["replay", "a.json", "--ads", "x.json"], ["map", "--simulate", "9"],
    ] {
      #expect(world.run(words + rule) == .done)
      #expect(world.saidLines == ["feedweave: --rule: \(finding)"], "\(words)")
      #expect(world.run(words + rule + ["-q"]) == .done && world.said.isEmpty, "\(words)")
    }
    #expect(world.run("map", "--rows", "20", "--rule", "every 6 from 4", "--at", "9") == .done)
    #expect(world.saidLines == ["feedweave: --rule: \(finding)"])
  }

  @Test func `rules that do nothing are told`() {
    let world = TestWorld()
    world.addFeed("a.json", count: 9)
    world.addFeed("x.json", count: 9)
    world.files["none.json"] = Array("[]".utf8)
    for command in [["a.json"], ["trace", "a.json"], ["replay", "a.json"]] {
      let said = { (words: [String]) -> [String] in
        #expect(world.run(command + words) == .done)
        return world.saidLines
      }
      let rule = ["--rule", "every 3"]
      #expect(said(rule) == ["feedweave: there are no ads (--ads), so the rules have no effect"])
      #expect(
        said(rule + ["--ads", "none.json"]) == [
          "feedweave: none.json: the file has no ads, so the rules have no effect"
        ]
      )
      #expect(said(rule + ["-q"]).isEmpty && said(rule + ["--ads", "x.json"]).isEmpty && said([]).isEmpty)
    }
    #expect(world.run("a.json", "--ads", "x.json", "--rule", "every 2 sections 1") == .done)
    #expect(
      world.saidLines == ["feedweave: the rules select no place for an ad in this feed; 'feedweave map -v' shows why"])
  }

  @Test func `a rule of no word is taken and told`() {
    let world = TestWorld()
    world.addFeed("a.json", count: 9)
    world.addFeed("x.json", count: 9)
    for rule in ["", "  "] {
      for words in [
        ["map", "--rows", "9"], ["map", "--simulate", "9"], ["a.json", "--ads", "x.json", "--to", "text"],
      ] {
        #expect(world.run(words + ["--rule", rule]) == .done && !world.text.contains("ad 0"))
        #expect(world.saidLines == ["feedweave: --rule: neither 'at' nor 'every' names a place for an ad"], "\(words)")
        #expect(world.run(words + ["--rule", rule, "-q"]) == .done && world.said.isEmpty)
      }
      #expect(world.run("map", "--rows", "9", "--rule", rule, "--at", "3") == .done && world.said.isEmpty)
    }
  }

  @Test func `a list of nothing but its length has no tags to avoid`() {
    let world = TestWorld()
    world.files["r.json"] = Array(#"{"every":3,"avoid":["a"]}"#.utf8)
    for words in [["--rule", "every 3 avoid a"], ["--plan", "r.json"]] {
      #expect(world.run(["map", "--rows", "9"] + words) == .usage && world.output.isEmpty)
      let problem = "'avoid', which needs tags, and '--rows' cannot be combined; nothing was done"
      #expect(world.saidLines.first == "feedweave: \(problem)")
      #expect(world.run(["map", "--simulate", "9"] + words) == .done)
    }
  }

  @Test func `findings of a file name the file`() {
    let world = TestWorld()
    world.files["r.json"] = Array(#"{"at":[9],"every":6,"from":4}"#.utf8)
    #expect(world.run("map", "--rows", "20", "--plan", "r.json") == .done)
    #expect(world.saidLines == ["feedweave: r.json: \(finding)"])
    #expect(world.run("map", "--rows", "20", "--plan", "r.json", "-q") == .done && world.said.isEmpty)
  }

  @Test func `of many findings the first are told`() {
    let world = TestWorld()
    let rule = "at \((1...40).map(String.init).joined(separator: ",")) gap 1"
    #expect(world.run("map", "--rows", "60", "--rule", rule) == .done)
    #expect(world.saidLines.count == 21 && world.saidLines.last == "feedweave: --rule: and 19 more")
    #expect(world.saidLines[0] == "feedweave: --rule: 'at 2' has an ad only where 'at 1' has none, because of 'gap 1'")
  }

  @Test func `rules that are met on no content are refused by every command`() {
    let world = TestWorld()
    world.addFeed("a.json", count: 20)
    world.addFeed("x.json", count: 9)
    let problem = "'at 3' and 'before 5' cannot both be met; nothing was done"
    for words in [
      ["map", "--rows", "9"], ["map", "a.json"], ["a.json", "--ads", "x.json"], ["trace", "a.json", "--ads", "x.json"],
      ["replay", "a.json", "--ads", "x.json"], ["map", "--simulate", "9"],
    ] {
      #expect(world.run(words + ["--rule", "at 3 before 5"]) == .usage && world.output.isEmpty)
      #expect(world.saidLines.first == "feedweave: '--rule': \(problem)", "\(words)")
      #expect(world.run(words + ["--rule", "before 5", "--at", "3"]) == .usage && world.output.isEmpty)
      #expect(world.saidLines.first == "feedweave: the rules cannot be applied: \(problem)", "\(words)")
    }
    world.files["r.json"] = Array("{\"before\":5,\n\"at\":[3]}".utf8)
    #expect(world.run("map", "--rows", "9", "--plan", "r.json") == .badData && world.output.isEmpty)
    #expect(
      world.saidLines == ["feedweave: r.json:2:1: 'at 3' and 'before 5' cannot both be met; nothing was read"])
  }

  @Test func `an ad that has come too high is withdrawn and no error`() {
    let world = TestWorld()
    world.addFeed("x.json", count: 9)
    func version(_ ids: Range<Int>) -> String {
      let items = ids.map { #"{"id":"i\#($0)","content_text":"-"}"# }.joined(separator: ",")
      return #"{"version":"https://jsonfeed.org/version/1.1","items":[\#(items)]}"#
    }
    world.files["v.ndjson"] = Array("\(version(0..<9))\n\(version(3..<9))\n".utf8)
    #expect(world.run("replay", "v.ndjson", "--ads", "x.json", "--rule", "at 4 before 3", "--to", "ndjson") == .done)
    #expect(world.text.split(separator: "\n").count == 2, "\(world.said)")
  }
}
