import FeedFormats
import TerminalUI
import TestSupport
import Testing

@testable import FeedWeaveCommand

@Suite struct FeedFetcherTests {
  private let server = StandInServer()
  private let world: TestWorld

  init() { world = TestWorld(server) }

  private func fetcher(_ words: String..., options: [String] = []) throws -> FeedFetcher {
    let settings = try ArgumentParser.parse((words + options)[...], for: .view)
    return FeedFetcher(settings.feeds.compactMap(\.file.feedAddress), settings, world.environment)
  }

  private func version(_ fetcher: FeedFetcher, _ word: String) throws -> String? {
    try fetcher.fetched(FeedAddress(word)).version.map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  private func problem(_ fetcher: FeedFetcher, _ word: String) throws -> String? {
    fetcher.problem(of: try FeedAddress(word))
  }

  @Test func `an unchanged feed is asked for by its tag and not sent`() throws {
    server["http://h/a"] = StandInServer.Page(body: feed("a"), tag: "\"1\"")
    let first = try fetcher("http://h/a")
    first.fetchAll()
    #expect(try version(first, "http://h/a") == feed("a"))
    #expect(!server.calls[0].contains { $0.hasPrefix("If-None-Match") })
    // Another run of the program, later.
    world.secondsPassed = 7200
    let second = try fetcher("http://h/a")
    second.fetchAll()
    #expect(server.calls[1].contains("If-None-Match: \"1\""))
    let fetched = try second.fetched(FeedAddress("http://h/a"))
    #expect(fetched.version?.time == TestWorld.now + 7200 && fetched.newDocument == nil && fetched.error == nil)
    server["http://h/a"] = StandInServer.Page(body: feed("ab"), tag: "\"2\"")
    second.fetchAll()
    #expect(try second.newDocument(of: FeedAddress("http://h/a"))?.items.count == 2)
  }

  @Test func `a failure keeps the last version and says how old it is`() throws {
    server["http://h/a"] = StandInServer.Page(body: feed("a"))
    try fetcher("http://h/a").fetchAll()
    let failures = [
      (StandInServer.Page(status: 503), "the server has answered with 503, an error of its own"),
      (StandInServer.Page(code: 18), "the connection ended before all of it had come"),
      (StandInServer.Page(body: "<!DOCTYPE html><html>"), "it is an HTML page, not a feed, and names none"),
      (
        StandInServer.Page(body: #"{"version":"https://jsonfeed.org/version/1","items":[{"id":"#),
        "1:60: the document ends too early, within an object or an array"
      ),
      (StandInServer.Page(body: ""), "1:1: the document is empty"),
    ]
    world.secondsPassed = 3 * 3600 + 5
    for (page, reason) in failures {
      server["http://h/a"] = page
      let fetcher = try fetcher("http://h/a")
      fetcher.fetchAll()
      #expect(try version(fetcher, "http://h/a") == feed("a"), "\(reason)")
      let problem = try problem(fetcher, "http://h/a")
      #expect(problem?.hasSuffix("\(reason); the version of 3 h ago is shown") == true, "\(problem ?? "none")")
    }
    world.files = [:]
    let fetcher = try fetcher("http://h/a")
    fetcher.fetchAll()
    #expect(try version(fetcher, "http://h/a") == nil)
    #expect(try problem(fetcher, "http://h/a") == "1:1: the document is empty; nothing was read")
  }

  @Test func `each address is fetched once, and one that fails stops none`() throws {
    let words = (0..<40).map { "http://h/\($0)" }
    for word in words.dropFirst() { server[word] = StandInServer.Page(body: feed("a", title: word)) }
    let settings = try ArgumentParser.parse((words + words)[...], for: .view)
    let fetcher = FeedFetcher(settings.feeds.compactMap(\.file.feedAddress), settings, world.environment)
    fetcher.fetchAll()
    #expect(server.calls.count == 40 && fetcher.addresses.count == 40)
    for word in words.dropFirst() { #expect(try version(fetcher, word) == feed("a", title: word)) }
    #expect(try problem(fetcher, words[0]) == "the host is not found; nothing was read")
  }

  @Test func `without curl the message says what to install`() throws {
    world.program = { _ in nil }
    let fetcher = try fetcher("http://h/a")
    fetcher.fetchAll()
    #expect(try fetcher.fetched(FeedAddress("http://h/a")).error == .noCurl)
    #expect(try problem(fetcher, "http://h/a")?.contains("install it") == true)
  }

  @Test func `limits are those of the options`() throws {
    try fetcher("http://h/a", options: ["--max-bytes", "999", "--max-time", "5s"]).fetchAll()
    let values = ["--max-filesize", "999", "--max-time", "5.0"]
    #expect(values.allSatisfy(server.calls[0].contains))
    for value in ["0s", "5", "m", "61m", "-1s", "1.5s", "9999999999999999999d", "+5s", "5 s", ""] {
      let words = ["a", "--max-time=\(value)"]
      #expect(throws: CommandError.self, "\(value)") { try ArgumentParser.parse(words[...], for: .view) }
    }
    #expect(try ArgumentParser.parse(["a", "--refresh", "15m"], for: .view).refresh == .seconds(900))
    #expect(throws: CommandError.self) { try ArgumentParser.parse(["a", "--refresh", "59s"], for: .view) }
  }

  @Test func `on a terminal a line says how many feeds have come`() throws {
    let settings = try ArgumentParser.parse(["http://h/a"], for: .view)
    var environment = world.environment
    environment.showsProgress = true
    FeedFetcher(settings.feeds.compactMap(\.file.feedAddress), settings, environment).fetchAll()
    #expect(world.said.hasPrefix("\r0 of 1 feed has come, 1 failed ") && world.said.hasSuffix(" \r"))
  }
}

/// The feeds of a viewer that are addresses.
@Suite struct FetchedSourcesTests {
  private let server = StandInServer()
  private let world: TestWorld

  init() {
    world = TestWorld(server)
    for name in ["a", "b"] { server["http://h/\(name)"] = StandInServer.Page(body: feed(name), tag: "\(name)1") }
  }

  private func sources(_ words: String...) throws -> (FeedSources, FeedFetcher) {
    let input = try FetchedInput(ArgumentParser.parse(words[...], for: .view), world.environment)
    let fetcher = try #require(input.fetcher)
    return (FeedSources(input.settings, input.environment, fetcher), fetcher)
  }

  /// Waits until feeds have been fetched, and returns what has changed.
  private func changes(_ sources: inout FeedSources) -> [String] {
    var words: [String] = []
    var isDone = false
    for _ in 0..<5000 where !isDone {
      for change in sources.changes() {
        switch change {
        case .items(let section, let feed):
          words.insert("\(section): \(feed.items.compactMap(\.title).joined())", at: 0)
        case .fetched(let said):
          isDone = true
          if !said.hasSuffix("have come") { words.append(said) }
        default: words.append("?")
        }
      }
      System.sleep(.milliseconds(1))
    }
    return words
  }

  /// Waits until a section has other items, and returns them.
  private func nextItems(_ sources: inout FeedSources) -> String? {
    for _ in 0..<5000 {
      for case .items(let section, let feed) in sources.changes() {
        return "\(section): \(feed.items.compactMap(\.title).joined())"
      }
      System.sleep(.milliseconds(1))
    }
    return nil
  }

  @Test func `what has changed is shown when it has come`() throws {
    var (sources, fetcher) = try sources("http://h/a", "http://h/b", "--sections")
    #expect(try sources.openInput().sections.map(\.document.items.count) == [1, 1])
    #expect(sources.changes().isEmpty)
    #expect(fetcher.fetchAgain() && changes(&sources).isEmpty)
    server["http://h/b"] = StandInServer.Page(body: feed("bc"))
    #expect(fetcher.fetchAgain() && changes(&sources) == ["1: bc"])
    server["http://h/b"] = StandInServer.Page(status: 500)
    #expect(fetcher.fetchAgain())
    let reason = "the server has answered with 500, an error of its own; the version of just now is shown"
    #expect(changes(&sources) == ["http://h/b: \(reason)"])
    server["http://h/a"] = nil
    #expect(fetcher.fetchAgain())
    let first = "http://h/a: the host is not found; the version of just now is shown"
    #expect(changes(&sources) == ["2 feeds have failed (! lists them): \(first)"])
  }

  @Test func `what is old is said until it has come, and at the end only what still is`() throws {
    var (sources, fetcher) = try sources("http://h/a", "http://h/b", "http://h/c")
    let settings = try ArgumentParser.parse(["http://h/a", "http://h/b", "http://h/c"], for: .view)
    let size = ScreenSize(columns: 100, rows: 12)
    let viewer = try ViewerSession(sources.openInput(), nil, settings, world.environment, size: size)
    viewer.fetcher = fetcher
    #expect(viewer.status == "1/2 · 1 feed not read")
    (server["http://h/a"], server["http://h/b"]) = (StandInServer.Page(status: 500), StandInServer.Page(status: 500))
    server["http://h/c"] = StandInServer.Page(body: feed("c"))
    _ = (fetcher.fetchAgain(), changes(&sources))
    #expect(try viewer.press("g<c-l>").last?.hasPrefix(" 1/2 · 2 feeds old") == true, "\(viewer.status)")
    #expect(try viewer.press("!").filter { $0.contains("500") }.count == 2)
    server["http://h/a"] = StandInServer.Page(body: feed("a"))
    _ = (try viewer.press("q"), fetcher.fetchAgain(), changes(&sources))
    #expect(viewer.status == "1/2 · 1 feed old" && fetcher.exitCode == nil)
    viewer.end()
    let reason = "the server has answered with 500, an error of its own"
    #expect(
      world.saidLines == [
        "feedweave: http://h/c: the host is not found; nothing was read",
        "feedweave: http://h/b: \(reason); the version of just now is shown",
      ], "of which the first was said before the viewer began")
  }

  @Test func `findings of a version are kept until another mends them`() throws {
    server["http://h/a"] = StandInServer.Page(body: #"{"version":"https://jsonfeed.org/version/1","items":[{"id":1}]}"#)
    world.files["list"] = Array("<opml><body><outline xmlUrl='http://h/a'/><outline xmlUrl='x'/></body></opml>".utf8)
    _ = world.run("render", "-q", "http://h/a")
    let command = ViewCommand(settings: try ArgumentParser.parse(["list"], for: .view), environment: world.environment)
    var sources = try command.read().sources
    let log = world.environment.messages
    #expect(world.said.isEmpty && log.troubles.count == 2 && log.troubles[1].words.contains("id is a number"))
    _ = try command.read()
    #expect(log.troubles.count == 2, "read again, they are the same")
    server["http://h/a"] = StandInServer.Page(body: feed("a"))
    _ = (sources.fetcher?.fetchAgain(), changes(&sources))
    #expect(log.troubles.count == 1 && log.troubles[0].words.hasPrefix("list: 'x'"))
    let session = try command.session(of: command.read(), size: ScreenSize(columns: 60, rows: 9), memory: nil)
    session.end()
    #expect(world.saidLines == ["feedweave: \(log.troubles[0].words)"])
  }

  @Test func `a viewer of which no feed could be read ends as the other commands do`() throws {
    server["http://h/page"] = StandInServer.Page(body: "<html>")
    let table: [(words: [String], code: ExitCode?)] = [
      (["http://h/c", "http://h/page"], .noInput), (["http://h/page"], .badData), (["http://h/c", "http://h/a"], nil),
    ]
    for (words, code) in table {
      let settings = try ArgumentParser.parse(words[...], for: .view)
      let fetcher = FeedFetcher(settings.feeds.compactMap(\.file.feedAddress), settings, world.environment)
      #expect(fetcher.exitCode == nil, "it may still come")
      fetcher.fetchAll()
      #expect(fetcher.exitCode == code, "\(words)")
    }
  }

  @Test func `a message that answers a key is not replaced by how far fetching has come`() throws {
    world.addFeed("file", count: 3)
    let viewer = try world.viewer("file", size: ScreenSize(columns: 80, rows: 12))
    viewer.sayProgress("1 of 2 feeds have come")
    viewer.sayProgress("2 of 2 feeds have come")
    #expect(viewer.status == "2 of 2 feeds have come")
    try viewer.press("w")
    viewer.sayProgress("3 of 3 feeds have come")
    #expect(viewer.status.hasPrefix("no ad here"))
    try viewer.press("j")
    viewer.sayProgress("3 of 3 feeds have come")
    #expect(viewer.status == "3 of 3 feeds have come")
    viewer.update(section: 0, to: Array(viewer.items(ofSection: 0).dropLast()))
    #expect(viewer.status.hasPrefix("2/2"))
  }

  @Test func `a list of feeds that has changed is followed`() throws {
    world.program = { [server] in server.run($0) }
    for words in [["add", "http://h/a"], ["add", "--name", "Second", "http://h/b"]] {
      #expect(world.run(words) == .done)
    }
    let list = "/someone/.config/feedweave/feeds.opml"
    let command = ViewCommand(settings: try ArgumentParser.parse([list], for: .view), environment: world.environment)
    let memory = ReaderMemory(world.environment, isKept: false)
    var reading = try command.read()
    let size = ScreenSize(columns: 60, rows: 16)
    let viewer = try command.session(of: reading, size: size, memory: memory)
    #expect(viewer.feed.content.items[0].map(\.title) == ["a", "b"])
    try viewer.press("jm")
    viewer.saveMarks()
    var sources = reading.sources
    var changes = [sources.takeListsChanged()]
    server["http://h/c"] = StandInServer.Page(body: feed("c"))
    #expect(world.run("add", "http://h/c") == .done && world.run("remove", "http://h/a") == .done)
    changes += [sources.takeListsChanged(), sources.takeListsChanged()]
    reading = try command.read()
    let next = try command.session(of: reading, size: size, memory: memory)
    next.goOn(from: viewer)
    #expect(next.feed.content.items[0].map(\.title) == ["b", "c"] && next.lines.contains { $0.contains("Second") })
    #expect(next.selectedTitle == "0 ← 0  b", "it is still selected, and has its row numbers")
    world.files[list] = nil
    changes.append(sources.takeListsChanged())
    #expect(changes == [false, true, false, false])
  }

  @Test func `a feed that has not come yet has no items, and nothing is said`() throws {
    #expect(world.run("render", "http://h/a") == .done && world.said.isEmpty)
    let settings = try ArgumentParser.parse(["http://h/a", "http://h/b", "--sections"], for: .view)
    let input = try FetchedInput(settings, world.environment, fetchesLater: true)
    var sources = FeedSources(input.settings, input.environment, input.fetcher)
    #expect(try sources.openInput().sections.map(\.document.items.count) == [1, 0])
    #expect(world.said.isEmpty, "\(world.said)")
  }

  @Test func `a slow feed does not keep others from being fetched again`() throws {
    var (sources, fetcher) = try sources("http://h/a", "http://h/b", "--sections")
    _ = try sources.openInput()
    let isOpen = Shared(false)
    server["http://h/b"] = StandInServer.Page(body: feed("bc"))
    server.delay = { address in
      while address == "http://h/b", !isOpen.value { System.sleep(.milliseconds(1)) }
    }
    for letters in ["ax", "ay"] {
      server["http://h/a"] = StandInServer.Page(body: feed(letters))
      // What has just been shown may still be ending.
      #expect(
        (0..<5000).contains { _ in
          if fetcher.fetchAgain() { return true }
          System.sleep(.milliseconds(1))
          return false
        })
      #expect(nextItems(&sources) == "0: \(letters)" && fetcher.present != nil)
    }
    isOpen.change { $0 = true }
    #expect(nextItems(&sources) == "1: bc")
  }

  @Test func `the key R fetches again, or says that nothing can be`() throws {
    world.addFeed("file", count: 1)
    let viewer = try world.viewer("file", size: ScreenSize(columns: 80, rows: 12))
    try viewer.press("R")
    #expect(viewer.status == "no feed is an address that could be fetched again")
    let (_, fetcher) = try sources("http://h/a")
    viewer.fetcher = fetcher
    try viewer.press("R")
    #expect(viewer.status == "the feeds are fetched again")
  }

  @Test func `feeds are fetched again when their time has come`() throws {
    var (sources, _) = try sources("http://h/a", "http://h/b", "--refresh", "1m")
    _ = try sources.openInput()
    world.timePassed = .seconds(59)
    #expect(sources.changes().isEmpty && server.calls.count == 2)
    server["http://h/a"] = StandInServer.Page(body: feed("xy"))
    world.timePassed = .seconds(61)
    #expect(changes(&sources) == ["0: xyb"] && server.calls.count == 4)
    world.timePassed = .seconds(119)
    #expect(sources.changes().isEmpty)
  }
}
