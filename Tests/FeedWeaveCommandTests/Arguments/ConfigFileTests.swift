import Testing

@testable import FeedWeaveCommand

@Suite struct ConfigFileTests {
  private let world = TestWorld()
  private let path = "/someone/.config/feedweave/config"

  init() { world.variables["HOME"] = "/someone" }

  private func config(_ text: String) throws(CommandError) -> ConfigFile {
    world.files[path] = Array(text.utf8)
    return try ConfigFile(world.environment)
  }

  private func words(_ text: String, before words: String...) throws(CommandError) -> [String] {
    try config(text).words(before: words)
  }

  @Test func `a line is an option with the rest of the line as its value`() throws {
    let text = """
      # what I always want
      --refresh 15m
      \t--rule  'every 6 from 3'\r
      --limit=40
      --now = "2026-07-01T12:00:00Z"

      --ads ~/ads.json
      -v
      """
    #expect(
      try words(text, before: "a.json") == [
        "--refresh=15m", "--rule=every 6 from 3", "--limit=40", "--now=2026-07-01T12:00:00Z",
        "--ads=/someone/ads.json", "-v", "a.json",
      ])
    #expect(try words("", before: "a.json") == ["a.json"])
    #expect(try ConfigFile(TestWorld().environment).lines.isEmpty)
  }

  @Test func `an option of the command line replaces what it repeats or excludes`() throws {
    let text = "--rule 'every 6'\n--sections\n--color always\n--width 40\n--ads a.json"
    for (word, left) in [
      ("--at=3", ["--sections", "--color=always", "--width=40", "--ads=a.json"]),
      ("--plan", ["--sections", "--color=always", "--width=40", "--ads=a.json"]),
      ("--in-a-row=2", ["--rule=every 6", "--color=always", "--width=40", "--ads=a.json"]),
      ("--no-color", ["--rule=every 6", "--sections", "--width=40", "--ads=a.json"]),
      ("--width", ["--rule=every 6", "--sections", "--color=always", "--ads=a.json"]),
      ("--ads=b.json", ["--rule=every 6", "--sections", "--color=always", "--width=40"]),
    ] {
      #expect(try words(text, before: word) == left + [word])
    }
    #expect(try words(text, before: "--", "--width").count == 7)
    #expect(try words("--rule 'every 2'\n--width 30\n--at 3\n--width 40") == ["--at=3", "--width=40"])
  }

  @Test func `a line that is no option of the viewer is named`() {
    for (line, problem) in [
      ("--refesh 15m", "unknown option '--refesh'; nothing was done. Did you mean '--refresh'?"),
      ("--refresh soon", "invalid value 'soon' for '--refresh'; expected a time such as 15m"),
      ("--refresh", "'--refresh' requires a value <time>"), ("--no-mouse=1", "'--no-mouse' takes no value"),
      ("feed.json", "unexpected argument 'feed.json'"), ("--feed A=a.json", "unexpected argument '--feed A=a.json'"),
      ("--to html", "unexpected argument '--to html'"), ("--size 80x24", "unexpected argument '--size 80x24'"),
      ("--", "unexpected argument '--'"), ("--rule 'every 0'", "'--rule': "),
    ] {
      world.files[path] = Array("# mine\n\(line)\n".utf8)
      #expect(world.run("config") == .badData && world.output.isEmpty)
      #expect(world.said.hasPrefix("feedweave: \(path):2:1: \(problem)"), "\(world.said)")
    }
    world.files[path] = Array(repeating: 0x23, count: 100_001)
    #expect(world.run("config") == .noInput)
  }

  @Test func `what is in force is said, and where it stands`() {
    world.files[path] = Array("--refresh 15m\n\n--rule 'every 6'\n--refresh 1h\u{1B}\n".utf8)
    #expect(world.run("config") == .badData)
    world.files[path] = Array("--refresh 15m\n\n--rule 'every 6'\n--refresh 1h\n".utf8)
    world.variables["NO_COLOR"] = "1"
    #expect(world.run("config") == .done && world.said.isEmpty)
    #expect(world.text == "--rule 'every 6'\t\(path):3\n--refresh 1h\t\(path):4\nNO_COLOR=1\tenvironment\n")
    world.files[path] = nil
    #expect(world.run("config") == .done && world.said.hasPrefix("feedweave: \(path): there is no such file"))
    #expect(world.run("config", "-q") == .done && world.said.isEmpty)
  }

  @Test func `only the viewer on a terminal reads it`() {
    world.files[path] = Array("--nonsense".utf8)
    world.addFeed("a.json", count: 1)
    for command in ["view", "render", "trace", "map", "validate"] {
      #expect(world.run(command, "a.json") == .done, "\(command)")
    }
    (world.isTerminal, world.variables["TERM"]) = (true, "xterm")
    #expect(world.run("a.json") == .badData && world.run("view", "a.json") == .badData)
    #expect(world.run("a.json", "--to", "json") == .done)
  }
}
