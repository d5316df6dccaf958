import FeedFormats
import Synchronization
import TerminalUI
import Testing

@testable import FeedWeaveCommand

/// Commands whose feeds are addresses or lists.
@Suite struct FetchedInputTests {
  private let server = StandInServer()
  private let world: TestWorld

  init() {
    world = TestWorld(server)
    server["http://h/a"] = StandInServer.Page(body: feed("a", title: "First"))
    server["http://h/b"] = StandInServer.Page(body: feed("b", title: "Second"))
  }

  private func list(_ outlines: String) {
    world.files["list"] = Array("<opml version='2.0'><body>\(outlines)</body></opml>".utf8)
  }

  @Test func `an address is read as a file is`() {
    world.addFeed("file", count: 3)
    #expect(world.run("render", "http://h/a", "file", "--to", "ndjson") == .done)
    #expect(world.text.split(separator: "\n").count == 4 && world.said.isEmpty)
    for words in [["map"], ["trace"], ["validate", "-q"], ["render", "--limit", "1"]] {
      #expect(world.run(words + ["http://h/a"]) == .done, "\(words)")
      #expect(world.said.isEmpty)
    }
  }

  @Test func `a list stands for its feeds`() {
    list(
      """
      <outline text='Folder'><outline text='Mine' xmlUrl='http://h/a'/><outline text='x' xmlUrl='http://h/b'/></outline>
      <outline text='Again' xmlUrl='http://h/a'/>
      """)
    #expect(world.run("render", "list", "--sections") == .done)
    #expect(world.text.contains("Mine") && world.text.contains("x") && !world.text.contains("First"))
    #expect(server.calls.count == 2 && world.said.isEmpty)
  }

  @Test func `what a list has besides addresses is left out and said`() {
    list(
      """
      <outline text='a' xmlUrl='http://h/a'/><outline text='f' xmlUrl='/etc/passwd'/><outline text='f' xmlUrl='b.xml'/>
      <outline text='s' xmlUrl='ftp://h/'/><outline text='e' xmlUrl='http://h/&#27;[2J"'/><outline text='empty'/>
      """)
    #expect(world.run("render", "list") == .done)
    #expect(server.calls.count == 1 && world.saidLines.count == 5, "\(world.said)")
    #expect(world.saidLines.allSatisfy { $0.hasPrefix("feedweave: list:") } && !world.said.contains("\u{1B}"))
    #expect(world.run("validate", "-q", "list") == .findings)
    list("<outline text='f' xmlUrl='ftp://h/'/>")
    #expect(world.run("render", "list") == .noInput)
    #expect(world.saidLines.last?.contains("has no feed that can be fetched") == true)
    list(String(repeating: "<outline text='f' xmlUrl='ftp://h/'/>", count: 2_000))
    #expect(world.run("render", "list") == .noInput && world.saidLines.count <= 41)
  }

  @Test func `long lists are cut`() {
    list((0..<1001).map { "<outline text='f' xmlUrl='http://h/\($0)'/>" }.joined())
    _ = world.run("render", "list", "-q")
    #expect(server.calls.count == 1000 && world.saidLines[0].hasSuffix("more than 1000 feeds; the others are left out"))
  }

  @Test func `a list can come through a pipe`() {
    let list = Array("<opml><body><outline xmlUrl='http://h/a'/></body></opml>".utf8)
    (world.standardInput, world.files["fifo"], world.pipes) = (list, list, ["fifo"])
    for (name, size) in [("-", 256 << 10), ("fifo", 7)] {
      world.pieceSize = size
      #expect(
        world.run("render", name, "--to", "ndjson") == .done && world.text.hasPrefix(#"{"id":"a""#), "\(world.said)")
      #expect(world.run("validate", "-q", name) == .done)
    }
    let large = feed(String(repeating: "x", count: 200))
    (world.standardInput, world.files["fifo"]) = (Array(large.utf8), Array("<!-- no list -->\n<rss/>".utf8))
    #expect(world.run("render", "-", "--to", "ndjson") == .done && world.text.split(separator: "\n").count == 200)
    #expect(world.run("render", "-", "--to", "ndjson", "--limit", "3") == .done)
    #expect(world.text.split(separator: "\n").count == 3)
    #expect(world.run("render", "fifo") == .done && world.text.contains("0 items"))
  }

  @Test func `a viewer begins with what was fetched before`() throws {
    var settings = Settings()
    settings.feeds = ["http://h/a", "http://h/b"].map { Settings.Feed(name: nil, file: .address(try! FeedAddress($0))) }
    let address = try FeedAddress("http://h/a")
    // Without versions from before it does not wait for them either.
    var input = try FetchedInput(settings, world.environment, fetchesLater: true)
    #expect(server.calls.isEmpty && input.problems.isEmpty)
    #expect(try WovenInput(input.settings, input.environment).sections[0].document.items.isEmpty)
    input.fetcher?.fetchAll()
    server["http://h/a"] = StandInServer.Page(body: feed("new"))
    server["http://h/b"] = nil
    input = try FetchedInput(settings, world.environment, fetchesLater: true)
    let fetcher = try #require(input.fetcher)
    #expect(server.calls.count == 2 && input.problems.isEmpty && world.said.isEmpty)
    #expect(try input.environment.read(.address(address), .max) == Array(feed("a", title: "First").utf8))
    fetcher.fetchAll()
    #expect(server.calls.count == 4 && fetcher.newDocument(of: address)?.items.count == 3)
    #expect(fetcher.problem(of: try FeedAddress("http://h/b"))?.contains("the version of just now is shown") == true)
  }

  @Test func `the viewer says what is being fetched until it has come`() throws {
    let settings = try ArgumentParser.parse(["http://h/a"], for: .view)
    let input = try FetchedInput(settings, world.environment, fetchesLater: true)
    let fetcher = try #require(input.fetcher)
    let gate = Mutex(false)
    server.delay = { _ in while !gate.withLock(\.self) { System.sleep(.milliseconds(1)) } }
    server["http://h/a"]?.body = feed("a").replacing("\"items\"", with: #""authors":[{"name":"Ann"}],"items""#)
    var sources = FeedSources(input.settings, input.environment, fetcher)
    let viewer = try ViewerSession(
      sources.openInput(), nil, settings, input.environment, size: ScreenSize(columns: 60, rows: 9))
    viewer.fetcher = fetcher
    #expect(fetcher.fetchAgain() && viewer.status == "no items · fetching 1 feed")
    gate.withLock { $0 = true }
    while fetcher.present != nil { System.sleep(.milliseconds(1)) }
    for case .items(let section, let feed) in sources.changes() { viewer.update(section: section, to: feed) }
    #expect(viewer.status == "1/1" && viewer.lines[0] == "▌ a" && viewer.lines[1] == "▌ Ann", "\(viewer.lines)")
  }

  @Test func `one feed that fails leaves the others`() {
    #expect(world.run("render", "http://h/a", "http://h/none") == .done)
    #expect(world.said == "feedweave: http://h/none: the host is not found; nothing was read\n")
    #expect(world.text.contains("\na\nFirst\n"))
    #expect(world.run("render", "http://h/none", "http://h/no") == .noInput && world.output.isEmpty)
    let named = world.saidLines.map { $0.prefix { $0 != " " } + $0.split(separator: " ")[1] }
    #expect(named == ["feedweave:http://h/none:", "feedweave:http://h/no:"], "each is named")
    #expect(world.run("render", "http://h/none") == .noInput)
    #expect(world.said == "feedweave: http://h/none: the host is not found; nothing was read\n")
  }

  @Test func `an address that fails leaves the others, and a file ends all`() {
    let pages = ["cut": #"{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"1""#, "page": "<html></html>"]
    for (name, body) in pages {
      world.files[name] = Array(body.utf8)
      server["http://h/\(name)"] = StandInServer.Page(body: body)
    }
    let table: [(String, ExitCode)] = [("none", .noInput), ("cut", .badData), ("page", .badData)]
    for (name, code) in table {
      for feed in [name, "http://h/\(name)"] {
        for (words, isShown) in [([feed], false), ([feed, "http://h/a"], true), (["http://h/a", feed], true)] {
          let isShown = isShown && feed != name
          #expect(world.run(["render"] + words) == (isShown ? .done : code), "\(words)")
          #expect(world.text.contains("\na\nFirst\n") == isShown && world.saidLines.count == 1, "\(world.said)")
          #expect(world.said.hasPrefix("feedweave: \(feed):"))
        }
        if name != "cut" { #expect(world.run("validate", "-q", feed) == code, "\(feed)") }
      }
    }
    #expect(world.run("render", "http://h/page", "http://h/a", "none") == .noInput && world.text.isEmpty)
  }

  @Test func `an old version is shown and marked as old`() {
    #expect(world.run("render", "http://h/a") == .done && world.said.isEmpty)
    let shown = world.text
    server["http://h/a"] = nil
    world.secondsPassed = 86400
    #expect(world.run("render", "http://h/a") == .done && world.text == shown)
    let problem = "http://h/a: the host is not found; the version of 1 d ago is shown"
    #expect(world.said == "feedweave: \(problem)\n")
    #expect(world.run("validate", "-q", "http://h/a") == .findings && world.text == problem + "\n")
    #expect(world.run("validate", "-q", "http://h/none") == .noInput && world.output.isEmpty)
  }
}
