import TerminalUI
import TestSupport
import Testing

@testable import FeedWeaveCommand

/// Whatever comes in, only text and styles of the program's own go to the terminal.
@Suite struct HostileInputTests {
  private func check(_ world: TestWorld, _ dialect: TerminalGrid.Dialect, _ label: String) {
    for (bytes, dialect) in [(world.output, dialect), (world.messages, .plain)] {
      var grid = TerminalGrid(columns: .max, dialect: dialect) { TextWidth.width(of: $0) }
      #expect(throws: Never.self, "\(label)") { try grid.feed(bytes) }
      let text = String(decoding: bytes, as: UTF8.self)
      let bidi = text.unicodeScalars.first { scalar in
        switch scalar.value {
        case 0x202A...0x202E, 0x2066...0x2069, 0x200E, 0x200F, 0x061C: true
        default: false
        }
      }
      #expect(bidi == nil, "\(label)")
    }
  }

  @Test func `feeds and ads get nothing past the cards`() {
    var sample = Sample(oneIn: 150)
    for feed in ProjectFiles.names(in: "Fixtures/feeds") {
      for ads in ProjectFiles.names(in: "Fixtures/ads") {
        for options in [[], ["--to", "ansi"], ["-v", "--color", "always"], ["--width", "7"], ["--partial"]]
        where sample.takesNext() {
          let world = TestWorld()
          world.variables = ["TERM": "xterm-256color"]
          let line = ["Fixtures/feeds/\(feed)", "--ads", "Fixtures/ads/\(ads)", "--rule", "every 2"] + options
          #expect(world.run(line) == .done)
          check(world, .styled, "\(line)")
          #expect(world.run(["map", "--feed", "\u{1B}[31m=Fixtures/feeds/\(feed)", "Fixtures/feeds/\(feed)"]) == .done)
          check(world, .plain, "map \(feed)")
          #expect(
            world.run(["trace", "--limit", "9"] + line + ["-q"]) == (options == ["--to", "ansi"] ? .usage : .done))
          check(world, .styled, "trace \(line)")
          #expect(world.run(["trace", "--to", "ndjson", "Fixtures/feeds/\(feed)", "-q"]) == .done)
          for line in world.output.split(separator: 0x0A) { #expect(FeedJSONOracle.accepts(Array(line)), "\(feed)") }
        }
      }
    }
  }

  @Test func `versions of hostile feeds get nothing past the rows`() throws {
    var sample = Sample(oneIn: 3)
    for feed in ProjectFiles.names(in: "Fixtures/feeds").sampled(oneIn: 60) {
      let paths = (0..<3).map { _ in "Fixtures/feeds/\(feed)" } + ["Fixtures/feeds/hostile.json"]
      let ads = ["--ads", "Fixtures/ads/hostile-ads.json", "--rule", "every 3"]
      for options in [[], ["--color", "always", "-v"], ["--width", "7"], ["--limit", "5"]] where sample.takesNext() {
        let world = TestWorld()
        world.variables = ["TERM": "xterm-256color"]
        #expect(world.run(["replay"] + paths + ads + options) == .done)
        check(world, .styled, "\(feed) \(options)")
      }
      let world = TestWorld()
      #expect(world.run(["replay", "--to", "ndjson"] + paths + ads) == .done)
      let lines = world.output.split(separator: 0x0A)
      #expect(lines.count == 4)
      for line in lines { #expect(FeedJSONOracle.accepts(Array(line)), "\(feed)") }
    }
  }

  @Test func `broken files get nothing into the messages`() {
    let folders = ["broken", "feeds", "ads", "rules"]
    let paths = folders.flatMap { folder in
      ProjectFiles.names(in: "Fixtures/\(folder)").map { "Fixtures/\(folder)/\($0)" }
    }
    #expect(paths.count > 40)
    for path in paths.sampled(oneIn: 8) {
      for line in [
        [path], [path, "--partial"], ["Fixtures/feeds/harbour.json", "--ads", path],
        ["map", "--rows", "3", "--plan", path], ["Fixtures/feeds/harbour.json", "--aspects", path],
      ] {
        let world = TestWorld()
        let code = world.run(line)
        // Rules that ask for tags do not fit a list of which only the length is known.
        let asksForTags = line[0] == "map" && (path.contains("avoid") || path.contains("all-words"))
        let codes: [ExitCode] = asksForTags ? [.usage, .badData] : [.done, .badData]
        #expect(codes.contains(code) && (code == .done || world.output.isEmpty), "\(line)")
        check(world, .plain, "\(line)")
      }
    }
  }

  @Test func `words of the command line are as untrusted as feeds`() {
    let hostile = [
      "\u{1B}[2J", "\u{9B}31m", "a\nfeedweave: b", "\u{202E}gpj", "\u{7}", "e\u{301}\u{301}\u{301}", "\u{FEFF}",
    ]
    for word in hostile {
      for line in [
        [word], ["--\(word)"], ["-\(word)"], ["render", word], ["help", word], ["--to", word], ["--rule", word],
        ["--at", word],
        ["--ads", word, word], ["--feed", word], ["--feed", "\(word)=\(word)"], ["--now", word], ["https://\(word)"],
      ] {
        let world = TestWorld()
        let code = world.run(line)
        #expect([.usage, .noInput].contains(code) && world.output.isEmpty, "\(line)")
        check(world, .plain, "\(line)")
        #expect(world.said.split(separator: "\n").count <= 4, "\(world.said)")
      }
      let world = TestWorld()
      world.addFeed(word, count: 2)
      #expect(world.run("--feed", "\(word)=\(word)", word, "-v") == .done)
      check(world, .plain, "\(word)")
    }
  }

  @Test func `random bytes end with a code and whole output`() {
    let seed: UInt64 = 20_260_701
    var generator = SeededGenerator(seed: seed)
    let seeds = ProjectFiles.names(in: "Fixtures/feeds").compactMap { ProjectFiles.bytes("Fixtures/feeds/\($0)") }
    for round in 0..<Sample.of(150, few: 20) {
      let world = TestWorld()
      var bytes = TerminalText.hostileBytes(count: Int.random(in: 0..<400, using: &generator), using: &generator)
      if round % 3 > 0, let seed = seeds.randomElement(using: &generator) {
        let noise = bytes.prefix(9)
        bytes = Array(seed.prefix(Int.random(in: 0...seed.count, using: &generator)))
        let place = Int.random(in: 0...bytes.count, using: &generator)
        bytes.insert(contentsOf: noise, at: place)
      }
      world.standardInput = bytes
      let line = ["-", "--color", "always"] + (round % 2 == 0 ? ["--partial"] : [])
      let code = world.run(line)
      #expect(
        [.done, .badData].contains(code) && world.output.isEmpty == (code != .done), "seed \(seed), round \(round)")
      check(world, .styled, "seed \(seed), round \(round)")
    }
  }
}
