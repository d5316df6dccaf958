import FeedFormats
import Placement
import TerminalUI
import Testing

@testable import FeedWeaveCommand

@Suite struct ArgumentParserTests {
  private func parse(_ words: String..., for command: Command = .render) throws -> Settings {
    try ArgumentParser.parse(words[...], for: command)
  }

  private func failure(_ words: [String], for command: Command = .view) -> CommandError? {
    do throws(CommandError) {
      _ = try ArgumentParser.parse(words[...], for: command)
      return nil
    } catch { return error }
  }

  @Test func `each option sets its setting`() throws {
    #expect(try parse("--ads", "x").ads == .path("x"))
    #expect(try parse("--ads=-").ads == .standardInput)
    #expect(try parse("--plan", "x").plan == .path("x"))
    #expect(try parse("--rule", "every 6 from 3 max 8 gap 2").rule == PlacementRules(every: 6, from: 3, max: 8, gap: 2))
    #expect(try parse("--at", "3,9, 27").positions == [3, 9, 27])
    #expect(try parse("--to", "ndjson").form == .ndjson)
    #expect(try parse("--limit", "0").limit == 0)
    #expect(try parse("--width", "40").width == 40)
    #expect(try parse("--color", "always").color == .always)
    #expect(try parse("--now", "2026-07-01T12:00:00Z").now == TestWorld.now)
    #expect(try parse("--from", "atom").reading.format == .atom)
    #expect(try parse("--from", "auto").reading.format == nil)
    #expect(try parse("--max-bytes", "7").reading.maxBytes == 7)
    #expect(try parse("--max-items", "7").reading.maxItems == 7)
    #expect(try parse("--max-depth", "7").reading.maxDepth == 7)
    #expect(try parse("--partial").reading.partial)
    #expect(try parse("-q").isQuiet && parse("--quiet").isQuiet)
    #expect(try parse("-v").isVerbose && parse("--verbose").isVerbose)
    #expect(try parse("--rows", "9", for: .map).rows == 9)
    #expect(try parse("--rate", "0.5", for: .replay).rate == 0.5 && parse("--rate=2", for: .replay).rate == 2)
    #expect(try parse("--step", for: .replay).isStepwise)
  }

  @Test func `nothing says the defaults`() throws {
    let settings = try parse()
    #expect(settings.feeds.isEmpty && settings.ads == nil && settings.rule == nil && settings.form == nil)
    #expect(settings.reading == FeedReader.Options() && settings.color == .auto && !settings.isQuiet)
  }

  @Test func `feeds stand in the order of the words`() throws {
    let settings = try parse("a", "--feed", "News=b=c", "-", "--", "--ads", "-x")
    #expect(
      settings.feeds == [
        .init(name: nil, file: .path("a")), .init(name: "News", file: .path("b=c")),
        .init(name: nil, file: .standardInput), .init(name: nil, file: .path("--ads")),
        .init(name: nil, file: .path("-x")),
      ])
  }

  @Test func `flags join and the last value counts`() throws {
    let settings = try parse("-qv", "--width", "3", "--width=4", "-q")
    #expect(settings.isQuiet && settings.isVerbose && settings.width == 4)
  }

  @Test func `ads and rules are not given twice`() throws {
    for (option, word) in [
      ("--ads", "a"), ("--plan", "a"), ("--aspects", "a"), ("--rule", "every 6"), ("--at", "1"),
    ] {
      #expect(failure([option, word, "\(option)=\(word)"]) == .repeated(option: option))
    }
    #expect(try parse("--feed", "a=x", "--feed", "b=y").feeds.count == 2)
  }

  @Test func `what is wrong is named`() {
    let table: [([String], CommandError)] = [
      (["--widht", "4"], .unknownOption("--widht", near: "--width")),
      (["--widht=4"], .unknownOption("--widht", near: "--width")),
      (["--nonsense"], .unknownOption("--nonsense", near: nil)),
      (["--keys", "jj"], .missing("'--size', which '--keys' needs,")),
      (["--size", "80x24", "--to", "json"], .exclusive("'--size'", "'--to json'")),
      (
        ["--size", "80"],
        .invalidValue(option: "--size", value: "80", expected: "a size such as 80x24, up to 1000x1000", near: nil)
      ),
      (
        ["--size", "0x24"],
        .invalidValue(option: "--size", value: "0x24", expected: "a size such as 80x24, up to 1000x1000", near: nil)
      ),
      (["--impressions"], .missingValue(option: "--impressions", value: "file")),
      (["--handlers", "x"], .unknownOption("--handlers", near: nil)),
      (["-width"], .unknownOption("-width", near: "--width")),
      (["-qx"], .unknownOption("-x", near: nil)),
      (["-z"], .unknownOption("-z", near: nil)),
      (["--rows", "3"], .unknownOption("--rows", near: nil)),
      (["--ads"], .missingValue(option: "--ads", value: "file")),
      (["--ads", "--rule", "every 6"], .missingValue(option: "--ads", value: "file")),
      (["--to"], .missingValue(option: "--to", value: "text|ansi|json|ndjson|html")),
      (["--quiet=yes"], .unexpectedValue(option: "--quiet")),
      (
        ["--width", "0"], .invalidValue(option: "--width", value: "0", expected: "a number from 1 to 10000", near: nil)
      ),
      (
        ["--width", "-3"],
        .invalidValue(option: "--width", value: "-3", expected: "a number from 1 to 10000", near: nil)
      ),
      (["--width=+3"], .invalidValue(option: "--width", value: "+3", expected: "a number from 1 to 10000", near: nil)),
      (["--width="], .invalidValue(option: "--width", value: "", expected: "a number from 1 to 10000", near: nil)),
      (
        ["--to", "jsn"],
        .invalidValue(option: "--to", value: "jsn", expected: "text, ansi, json, ndjson, html", near: "json")
      ),
      (
        ["--color", "allways"],
        .invalidValue(option: "--color", value: "allways", expected: "auto, always, never", near: "always")
      ),
      (
        ["--feed", "x"],
        .invalidValue(option: "--feed", value: "x", expected: "a name, '=' and a file or an address", near: nil)
      ),
      (
        ["--feed", "=x"],
        .invalidValue(option: "--feed", value: "=x", expected: "a name, '=' and a file or an address", near: nil)
      ),
      (
        ["--feed", "x="],
        .invalidValue(option: "--feed", value: "x=", expected: "a name, '=' and a file or an address", near: nil)
      ),
      (
        ["--now", "noon"],
        .invalidValue(option: "--now", value: "noon", expected: "a time such as 2026-07-01T12:00:00Z", near: nil)
      ),
      (
        ["--rule", "evrey 6"],
        .invalidRule(option: "--rule", .unknownWord("evrey", column: 1), near: "every")
      ),
      (["--plan", "p", "--rule", "every 6"], .exclusive("'--plan'", "'--rule'")),
      (["--plan", "p", "--at", "1"], .exclusive("'--plan'", "'--at'")),
      (["--rule", "at 1", "--at", "2"], .exclusive("'at' in '--rule'", "'--at'")),
      (["-", "-"], .standardInputTwice),
      (["-", "--ads", "-"], .standardInputTwice),
      (["--feed", "a=-", "--plan", "-"], .standardInputTwice),
      (["-", "--aspects", "-"], .standardInputTwice),
      ([""], .unexpectedArgument("")),
    ]
    for (words, error) in table { #expect(failure(words) == error, "\(words)") }
    #expect(failure(["--rows", "3", "a"], for: .map) == .exclusive("'--rows'", "a feed"))
    #expect(failure(["--rows", "3", "--aspects", "a"], for: .map) == .exclusive("'--rows'", "'--aspects'"))
    for value in ["0", "0.001", "1001", "-1", "1e2", "nan", "inf", "0x1p3", "+1", "1,5", "1.2.3", ".", "", " 1"] {
      let error = CommandError.invalidValue(
        option: "--rate", value: value, expected: "a number from 0.01 to 1000", near: nil)
      #expect(failure(["--rate=\(value)"], for: .replay) == error, "\(value)")
    }
    #expect(failure(["--rate", "1", "--step"], for: .replay) == .exclusive("'--rate'", "'--step'"))
    #expect(failure(["--rte", "1"], for: .replay) == .unknownOption("--rte", near: "--rate"))
    #expect(failure(["--setp"], for: .replay) == .unknownOption("--setp", near: "--step"))
    #expect(failure(["--feed", "a=b"], for: .replay) == .unknownOption("--feed", near: nil))
    // A validation reads as far as it can anyway, and all of it.
    for option in ["--partial", "--limit", "--to"] {
      #expect(failure([option], for: .validate) == .unknownOption(option, near: nil))
    }
    #expect(failure(["--rate", "1"]) == .unknownOption("--rate", near: nil))
    #expect(failure(["--width", "3"], for: .map) == .unknownOption("--width", near: nil))
    #expect(failure(["--to", "ansi"], for: .map)?.exitCode == .usage)
  }

  @Test func `positions are a list of rows each once`() {
    for value in ["", ",", "3,", "3,,9", "x", "-1", "3 every 6", "99999999999999999999", "0x3", "３"] {
      let error = CommandError.invalidValue(
        option: "--at", value: value, expected: "rows such as 3,9,27, at most 2147482623", near: nil)
      #expect(failure(["--at=\(value)"]) == error, "\(value)")
    }
    let twice = CommandError.invalidRule(option: "--at", .duplicate(word: "at", value: 3), near: nil)
    #expect(failure(["--at", "3,9,3"]) == twice)
  }

  @Test func `the rules that must be refused are refused`() throws {
    let lines = try TestWorld().environment.read(.path("Fixtures/broken/rules.txt"), .max)
      .split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
    #expect(lines.count == 24)
    for line in lines { #expect(failure(["--rule", line])?.exitCode == .usage, "\(line)") }
  }

  @Test func `a pipe without a feed is read`() {
    let world = TestWorld()
    world.isInputPiped = true
    world.standardInput = Array(
      #"{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"1","title":"Tea"}]}"#.utf8)
    world.variables["HOME"] = "/someone"
    world.files["/someone/.config/feedweave/feeds.opml"] = Array("<opml/>".utf8)
    #expect(world.run() == .done && world.text.contains("Tea"))
    #expect(world.run("render", "--to", "ndjson") == .done && world.text.contains("Tea"))
    world.addFeed("a.json", count: 1)
    #expect(world.run("a.json") == .done && world.text.contains("a0"))
    #expect(world.run("render", "--ads", "-") == .usage && world.said.contains("'feedweave help add'"))
    #expect(world.run("add") == .usage)
  }

  @Test func `help names its command before or after it`() {
    let world = TestWorld()
    #expect(world.run("render", "--help") == .done)
    let text = world.text
    #expect(world.run("--help", "render") == .done && world.text == text)
  }

  @Test func `addresses are feeds, and nothing else`() throws {
    let url = "https://example.org/it's?a=1&b=2"
    let quoted = #"curl -fsSL 'https://example.org/it'\''s?a=1&b=2' | feedweave "#
    #expect(failure([url], for: .replay) == .address(url, instead: quoted + "replay -"))
    #expect(failure([url], for: .merge) == .address(url, instead: quoted + "merge -"))
    #expect(failure(["--ads", url]) == .address(url, instead: quoted + "… --ads -"))
    #expect(failure([url]) == .badAddress(url, .refusedCharacter))
    #expect(failure(["--feed", "a=http://"]) == .badAddress("http://", .noHost))
    for scheme in ["ftp", "gopher", "file"] {
      #expect(failure(["\(scheme)://x"]) == .badAddress("\(scheme)://x", .otherScheme), "\(scheme)")
    }
    let words = ["HTTP://x/a", "--feed", "b=http://x/b", "--", "http://x/c"]
    #expect(
      try ArgumentParser.parse(words[...], for: .view).feeds.map { "\($0.file)" } == [
        "http://x/a", "http://x/b", "http://x/c",
      ])
    for path in ["a:b", "c://", "http:/x", "dir/http://x", ":", "://"] { #expect(failure([path]) == nil, "\(path)") }
  }

  @Test func `every option is in the table once`() {
    for command in Command.all {
      let names = command.options.flatMap(\.names) + ["-h", "--help", "--version"]
      #expect(Set(names).count == names.count, "\(command.name)")
      for option in command.options {
        #expect(option.name.hasPrefix("--") && !option.help.isEmpty && option.help.hasSuffix("."), "\(option.name)")
      }
    }
  }
}
