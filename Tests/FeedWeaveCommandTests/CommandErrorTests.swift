import AdServing
import FeedFormats
import Placement
import Testing

@testable import FeedWeaveCommand

@Suite struct CommandErrorTests {
  @Test func `every error has its words and its code`() {
    let place = SourcePosition(line: 2, column: 3)
    let table: [(CommandError, String, Int32)] = [
      (.unknownOption("--x", near: nil), "unknown option '--x'; nothing was done", 64),
      (
        .unknownOption("--widht", near: "--width"),
        "unknown option '--widht'; nothing was done. Did you mean '--width'?", 64
      ),
      (
        .unknownCommand("weave", near: nil),
        "'weave' is neither a command nor a file; the commands are view, render, merge, map, trace, replay, validate, add, remove, feeds, config, completions, help; nothing was done",
        64
      ),
      (
        .unknownCommand("mpa", near: "map"),
        "'mpa' is neither a command nor a file; the commands are view, render, merge, map, trace, replay, validate, add, remove, feeds, config, completions, help; nothing was done. "
          + "Did you mean 'map'?", 64
      ),
      (
        .unknownTopic("rule", near: "rules"),
        "there is no help on 'rule'; the topics are view, render, merge, map, trace, replay, validate, add, remove, feeds, config, completions, rules, formats, man; nothing was done. "
          + "Did you mean 'rules'?", 64
      ),
      (
        .lateCommand("map"),
        "'map' is a command; it must be the first argument; nothing was done", 64
      ),
      (.missingValue(option: "--ads", value: "file"), "'--ads' requires a value <file>; nothing was done", 64),
      (.repeated(option: "--ads"), "'--ads' is given twice, and takes one value; nothing was done", 64),
      (.unexpectedValue(option: "--quiet"), "'--quiet' takes no value; nothing was done", 64),
      (
        .invalidValue(option: "--to", value: "jsn", expected: "text, json", near: "json"),
        "invalid value 'jsn' for '--to'; expected text, json; nothing was done. Did you mean 'json'?", 64
      ),
      (
        .invalidRule(option: "--rule", .unknownWord("evrey", column: 1), near: "every"),
        "'--rule': column 1: no rule is called 'evrey'; the words are at, every, from, max, gap, few, before, after, "
          + "share, trailing, sections, except, avoid, nearest, seed ('feedweave help rules'); nothing was done. Did you mean 'every'?",
        64
      ),
      (.unexpectedArgument("x"), "unexpected argument 'x'; nothing was done", 64),
      (.missing("a feed"), "a feed is missing; nothing was done", 64),
      (.exclusive("'--plan'", "'--at'"), "'--plan' and '--at' cannot be combined; nothing was done", 64),
      (
        .address("http://x", instead: "curl -fsSL 'http://x' | feedweave -"),
        "'http://x' is an address, and only feeds are fetched; try: curl -fsSL 'http://x' | feedweave -", 64
      ),
      (
        .badAddress("ftp://x", .otherScheme),
        "'ftp://x' is no address of a feed: feeds are fetched by http and https only; nothing was done", 64
      ),
      (
        .notAnAddress("x.org", near: "https://x.org"),
        "'x.org' is no address, such as https://example.org/feed.xml; nothing was done. Did you mean 'https://x.org'?",
        64
      ),
      (
        .notInList("http://x", near: "http://y"),
        "'http://x' is not in your list, which 'feedweave feeds' shows; nothing was done. Did you mean 'http://y'?", 66
      ),
      (
        .badFeed(.path("f"), .listOfFeeds(place, count: 2)),
        "f:2:3: this is a list of 2 feeds, which the viewer reads from a file only; nothing was read", 65
      ),
      (.standardInputTwice, "standard input, '-', can be read only once; nothing was done", 64),
      (.noInput(.path("f"), reason: "No such file"), "f: No such file; nothing was read", 66),
      (.badFeed(.standardInput, .empty), "<stdin>:1:1: the document is empty; nothing was read", 65),
      (
        .cutFeed(.path("f"), .truncated(place, within: "a tag"), itemCount: 2),
        "f:2:3: the document ends too early, within a tag; nothing was read; use --partial to read the 2 items before it",
        65
      ),
      (
        .cutFeed(.path("f"), .truncated(place, within: "a tag"), itemCount: 1),
        "f:2:3: the document ends too early, within a tag; nothing was read; use --partial to read the item before it",
        65
      ),
      (.badRules(.path("f"), place, problem: "no"), "f:2:3: no; nothing was read", 65),
      (.badAspects(.path("f"), place, problem: "no"), "f:2:3: no; nothing was woven", 65),
      (
        .feedToMerge(
          .path("f"), MergeFault(line: 1, column: 3, problem: "no"), files: [.path("f"), .standardInput, .path("-x")]),
        "f:1:3: no; merging ended before this line. The file is a feed, and 'feedweave merge' reads merge requests, one "
          + "per line, from files or standard input; to show feeds, use 'feedweave render', or in a terminal: "
          + "feedweave view f - '-x'", 65
      ),
      (.hidingAspects(.path("f")), "f: its aspects prevent rows from being shown; nothing was written", 65),
      (.hidingUpdates(.path("f")), "f: its aspects prevent updates of the list; the output is incomplete", 65),
      (.noVersion, "no version of the feed can be read; nothing was written", 65),
      (
        .refusedPlan(.tagsUnknown),
        "the rules cannot be applied: 'avoid' needs the tags of the content, and none are given; nothing was done", 64
      ),
      (.internalError("x"), "internal error: x; nothing was done", 70),
      (.cannotCreate(.path("f"), reason: "Is a directory"), "f: Is a directory; nothing was done", 73),
      (.cannotWrite(reason: "No space"), "cannot write: No space; the output is incomplete", 74),
      (
        .noTerminal("there is no terminal"), "there is no terminal; 'feedweave render' needs none", 74
      ),
    ]
    for (error, words, code) in table {
      #expect(error.message.text == "feedweave: " + words)
      #expect(error.exitCode.rawValue == code, "\(error)")
    }
  }

  @Test func `what the command line and files say is made harmless`() {
    let hostile = "\u{1B}[2J\n\u{202E}x"
    let errors: [CommandError] = [
      .unknownOption(hostile, near: nil), .unknownCommand(hostile, near: nil), .unexpectedArgument(hostile),
      .invalidValue(option: "--to", value: hostile, expected: "x", near: nil),
      .invalidRule(option: "--rule", .unknownWord(hostile, column: 1), near: nil),
      .address(hostile, instead: hostile), .badAddress(hostile, .noHost), .notInList(hostile, near: nil),
      .noInput(.path(hostile), reason: "x"), .badFeed(.path(hostile), .empty),
      .badRules(.path("x"), .start, problem: hostile), .badAspects(.path("x"), .start, problem: hostile),
      .hidingAspects(.path(hostile)), .hidingUpdates(.path(hostile)), .cannotCreate(.path(hostile), reason: "x"),
    ]
    for error in errors {
      let text = error.message.text
      #expect(text.contains("␛[2J ␦x"), "\(text)")
      #expect(!text.contains("\u{1B}") && !text.contains("\n") && !text.contains("\u{202E}"))
    }
  }

  @Test func `a long word is cut and the rest is said`() {
    let long = String(repeating: "x", count: 100_000)
    #expect(CommandError.unknownOption(long, near: nil).message.text.count < 200)
    let message = CommandError.noInput(.path(long), reason: "No such file").message.text
    #expect(message.count < 1100 && message.hasSuffix("…: No such file; nothing was read"))
  }
}
