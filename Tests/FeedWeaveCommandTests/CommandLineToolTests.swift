import FeedFormats
import TestSupport
import Testing

@testable import FeedWeaveCommand

@Suite struct CommandLineToolTests {
  @Test func `version and help go to standard output`() {
    let world = TestWorld()
    #expect(world.run("--version") == .done && world.text == "feedweave \(CommandLineTool.version)\n")
    #expect(world.run("render", "x", "--version") == .done && world.text.hasPrefix("feedweave "))
    #expect(world.run("--nonsense", "--help") == .done && world.text.hasPrefix("OVERVIEW: "))
    #expect(world.run("help") == .done && world.text.contains("SUBCOMMANDS:"))
    #expect(world.run("help", "help") == .done && world.text.contains("SUBCOMMANDS:"))
    #expect(world.run("--", "--help") == .noInput)
  }

  @Test func `a usage error names the usage and writes nothing`() {
    let world = TestWorld()
    let lines: [[String]] = [
      [], ["render"], ["map"], ["trace"], ["replay"], ["validate"], ["--widht", "3"], ["mpa"], ["help", "mpa"],
      ["ftp://example.org/"],
      ["--ads"],
      ["map", "--rows", "3", "--to", "ansi"], ["map", "--rows", "3", "--rule", "every 2 avoid x"],
    ]
    for words in lines {
      #expect(world.run(words) == .usage, "\(words)")
      #expect(world.output.isEmpty && world.saidLines.first?.hasPrefix("feedweave: ") == true, "\(words)")
      #expect(world.said.contains("\nUsage: feedweave ") && world.said.hasSuffix(" --help' for more information.\n"))
    }
  }

  @Test func `a first word that is no file and near no command is a missing file`() {
    let world = TestWorld()
    for word in ["waves", "news", "stories", "FEED.JSON"] {
      #expect(world.run(word) == .noInput, "\(word)")
      #expect(world.output.isEmpty && !world.said.contains("Did you mean"), "\(world.said)")
    }
  }

  @Test func `a feed that breaks off says what partial would take`() {
    let world = TestWorld()
    world.files["cut.json"] = Array(#"{"items":[{"id":"1"},{"id":"2"},{"id":"#.utf8)
    #expect(world.run("cut.json") == .badData)
    #expect(world.said.hasSuffix("nothing was read; use --partial to read the 2 items before it\n"))
    #expect(world.run("cut.json", "--partial", "-q") == .done)
    world.files["bad.json"] = Array(#"{"items":[nul"#.utf8)
    #expect(world.run("bad.json") == .badData && !world.said.contains("--partial"))
  }

  @Test func `no color is color never`() {
    let world = TestWorld()
    world.addFeed("a.json", count: 2)
    (world.isTerminal, world.variables["TERM"]) = (true, "xterm-256color")
    #expect(world.run("render", "a.json") == .done && world.text.contains("\u{1B}"))
    for words in [
      ["render", "a.json", "--no-color"], ["render", "a.json", "--color", "never"],
      ["map", "--rows", "3", "--no-color"],
    ] {
      #expect(world.run(words) == .done && !world.text.contains("\u{1B}"), "\(words)")
    }
  }

  @Test func `impressions are not counted where nobody looks`() {
    let world = TestWorld()
    world.addFeed("a", count: 1)
    for command in ["view", "replay"] {
      #expect(world.run(command, "a", "--impressions", "log") == .usage && world.files["log"] == nil)
      #expect(world.said.hasPrefix("feedweave: a terminal, which '--impressions' needs, is missing; nothing was done"))
    }
  }

  @Test func `a first word near a command is a usage error unless it is a file`() {
    let world = TestWorld()
    for (word, near) in [
      ("rendr", "render"), ("mpa", "map"), ("Map", "map"), ("hlep", "help"), ("repaly", "replay"), ("ma.p", "map"),
    ] {
      #expect(world.run(word) == .usage)
      #expect(world.said.contains("'\(word)' is neither a command nor a file"))
      #expect(world.said.contains("Did you mean '\(near)'?"))
      world.addFeed(word, count: 1)
      #expect(world.run(word) == .done)
    }
    #expect(world.run("missing.json") == .noInput && world.run("./rendr") == .noInput)
    #expect(world.run("render", "mpa2") == .noInput)
  }

  @Test func `a command behind other words is a usage error unless it is a file`() {
    let world = TestWorld()
    world.addFeed("a.json", count: 1)
    for words in [["-q", "map", "--rows", "3"], ["-v", "render", "a.json"], ["a.json", "--limit", "3", "trace"]] {
      #expect(world.run(words) == .usage && world.output.isEmpty)
      #expect(world.said.contains("is a command; it must be the first argument"), "\(words)")
    }
    #expect(world.run("a.json", "--ads", "map") == .noInput)
    #expect(world.run("-q", "--", "a.json", "./map") == .noInput)
    world.addFeed("map", count: 1)
    #expect(world.run("-q", "map") == .done && world.run("-q", "map", "--rows", "3") == .usage)
    #expect(world.said.hasPrefix("feedweave: unknown option '--rows'"))
  }

  @Test func `a missing file ends with 66`() {
    let world = TestWorld()
    world.addFeed("a.json", count: 1)
    for words in [["b.json"], ["a.json", "b.json"], ["a.json", "--ads", "b.json"], ["a.json", "--plan", "b.json"]] {
      for prefix in [[], ["render", "--to", "json"], ["map"], ["trace"], ["replay"]] {
        #expect(world.run(prefix + words) == .noInput, "\(words)")
        #expect(
          world.output.isEmpty && world.said == "feedweave: b.json: No such file or directory; nothing was read\n")
      }
    }
  }

  @Test func `a broken file ends with 65 and its place`() {
    let table = [
      "empty.json": "1:1: the document is empty; nothing was read",
      "truncated.json":
        "86:107: the document ends too early, within a string; nothing was read; use --partial to read the 5 items before it",
      "truncated.rss.xml":
        "46:184: the document ends too early, within a CDATA section; nothing was read; "
        + "use --partial to read the 4 items before it",
      "truncated.atom":
        "42:81: the document ends too early, within a tag; nothing was read; use --partial to read the 3 items before it",
      "not-a-feed.txt":
        "1:1: text that begins with \"Dear reader,\" is not a known feed format; nothing was read",
    ]
    let world = TestWorld()
    for (name, words) in table {
      let path = "Fixtures/broken/\(name)"
      for line in [
        ["render", path, "--to", "json"], [path], ["map", path], ["trace", path], ["-q", path, path],
      ] {
        #expect(world.run(line) == .badData, "\(line)")
        #expect(
          world.output.isEmpty && world.said == "feedweave: \(path):\(words)\n", "\(world.said)")
      }
    }
    // A byte that is no UTF-8, in a file that declares nothing, is read as what it most likely is.
    #expect(world.run("Fixtures/broken/bad-utf8.json") == .done)
    #expect(world.said.contains("bad-utf8.json:1:66: invalid UTF-8, and no declared encoding; read as"))
  }

  @Test func `a truncated feed is read as far as it goes where partial asks for it`() {
    let world = TestWorld()
    for (name, count) in [("truncated.json", 5), ("truncated.rss.xml", 4), ("truncated.atom", 3)] {
      #expect(world.run("Fixtures/broken/\(name)", "--partial", "--to", "ndjson") == .done)
      #expect(world.text.split(separator: "\n").count == count && world.said.contains("the rest left out"), "\(name)")
    }
  }

  @Test func `findings are messages up to a cap`() {
    let world = TestWorld()
    let items = (0..<100).map { #"{"id":\#($0)}"# }.joined(separator: ",\n")
    world.files["a.json"] = Array(
      #"{"version":"https://jsonfeed.org/version/1.1","title":"","items":[\#(items)]}"#.utf8)
    #expect(world.run("a.json") == .done)
    let words = "1:73: id is a number, not a string; kept (×100, also at 2:7, 3:7, 4:7, …)"
    #expect(world.saidLines == ["feedweave: a.json:\(words)"], "many of one kind are one message")
    #expect(world.run("a.json", "-q") == .done && world.messages.isEmpty && !world.output.isEmpty)
    let names = ["id", "url", "external_url", "title", "content_html", "content_text", "summary", "image"]
    let item = "{\(names.map { "\"\($0)\":1" }.joined(separator: ","))}"
    world.files["a.json"] = Array(
      #"{"version":"https://jsonfeed.org/version/1.1","title":"","items":[\#(item),\#(item),\#(item)]}"#.utf8)
    #expect(world.run("a.json") == .done)
    #expect(world.saidLines.count == InputLoader.mostFindings + 1 && !world.said.contains("×"))
    #expect(world.saidLines.last?.hasPrefix("feedweave: a.json: and ") == true)
  }

  @Test func `caps are said`() {
    let world = TestWorld()
    world.addFeed("a.json", count: 9)
    #expect(world.run("a.json", "--max-bytes", "20") == .badData && world.said.contains("more than 20 bytes"))
    #expect(world.readings.last?.limit == 20)
    #expect(world.run("a.json", "--max-items", "2", "--to", "ndjson") == .done && world.said.contains("left out"))
    #expect(world.text.split(separator: "\n").count == 2)
    #expect(world.run("a.json", "--max-depth", "1") != .done || !world.said.isEmpty)
  }

  @Test func `an output that takes nothing ends with 74`() {
    let world = TestWorld()
    world.outputFailure = OutputFailure(reason: "No space left on device")
    #expect(world.run("map", "--rows", "3") == .cannotWrite)
    #expect(world.said == "feedweave: cannot write: No space left on device; the output is incomplete\n")
  }

  @Test func `colours come from the option the environment and the terminal`() {
    let world = TestWorld()
    let feed = "Fixtures/feeds/harbour.json"
    func isColoured(_ words: String...) -> Bool {
      #expect(world.run(["render", feed, "-q"] + words) == .done)
      return world.output.contains(0x1B)
    }
    #expect(!isColoured())
    #expect(
      isColoured("--color", "always") && isColoured("--to", "ansi") && !isColoured("--to", "text", "--color=always"))
    world.isTerminal = true
    #expect(!isColoured())
    world.variables["TERM"] = "xterm"
    #expect(isColoured() && !isColoured("--color", "never") && !isColoured("--to", "text"))
    world.variables["NO_COLOR"] = "1"
    #expect(!isColoured() && isColoured("--color", "always"))
    world.variables = ["TERM": "dumb"]
    #expect(!isColoured())
    world.variables["FORCE_COLOR"] = "1"
    #expect(isColoured())
  }

  @Test func `a terminal without a cursor has text, and is told so`() {
    let world = TestWorld()
    world.addFeed("a.json", count: 1)
    world.isTerminal = true
    for term in [nil, "", "dumb"] {
      world.variables["TERM"] = term
      #expect(world.run("a.json") == .done && world.text.contains("a0"))
      #expect(world.saidLines.count == 1 && world.said.contains("TERM is 'dumb' or not set"), "\(world.said)")
      for words in [["-q"], ["--to", "text"], ["--size", "40x9"]] {
        #expect(world.run(["a.json"] + words) == .done && world.said.isEmpty, "\(words)")
      }
    }
    world.isTerminal = false
    #expect(world.run("a.json") == .done && world.said.isEmpty)
  }

  @Test func `a locale of ASCII counts on a terminal only`() {
    let world = TestWorld()
    world.files["a.ndjson"] = Array(#"{"id":"1","title":"Ä — ö","authors":[{"name":"A"}]}"#.utf8)
    for (locale, isTerminal, isASCII) in [("C", true, true), ("C.UTF-8", true, false), ("C", false, false)] {
      (world.variables["LC_ALL"], world.isTerminal) = (locale, isTerminal)
      #expect(world.run("render", "a.ndjson") == .done)
      #expect(world.output.allSatisfy { $0 < 0x80 } == isASCII, "\(locale) \(isTerminal)")
      #expect(world.run("render", "a.ndjson", "--to", "ndjson") == .done && world.text.contains("Ä — ö"))
    }
  }

  @Test func `the width is asked for else the terminals else COLUMNS else 80`() {
    let world = TestWorld()
    let environment = { world.environment }
    #expect(environment().columns(nil) == 80 && environment().columns(33) == 33)
    world.variables["COLUMNS"] = "50"
    world.terminalWidth = 60
    #expect(environment().columns(nil) == 50)
    world.isTerminal = true
    #expect(environment().columns(nil) == 60 && environment().columns(33) == 33)
    world.terminalWidth = 0
    #expect(environment().columns(nil) == 50)
    for value in ["0", "-3", "x", "", "99999999"] {
      world.variables["COLUMNS"] = value
      #expect(environment().columns(nil) == 80, "\(value)")
    }
  }
}
