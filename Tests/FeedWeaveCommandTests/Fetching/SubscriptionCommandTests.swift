import FeedFormats
import Testing

@testable import FeedWeaveCommand

@Suite struct SubscriptionCommandTests {
  private let server = StandInServer()
  private let world: TestWorld
  private let path = "/someone/.config/feedweave/feeds.opml"

  init() {
    world = TestWorld(server)
    for name in ["a", "b"] { server["http://h/\(name)"] = StandInServer.Page(body: feed(name, title: "Title \(name)")) }
  }

  @Test func `feeds are added under their titles and shown`() {
    #expect(world.run("add", "http://h/a", "http://h/b", "http://h/a") == .done)
    #expect(
      world.saidLines == ["feedweave: http://h/a: added as 'Title a'", "feedweave: http://h/b: added as 'Title b'"])
    #expect(world.run("feeds") == .done && world.text == "http://h/a\tTitle a\nhttp://h/b\tTitle b\n")
    #expect(world.run() == .done && world.text.contains("Title b"))
    #expect(world.run("render", "--to", "ndjson") == .done && world.text.split(separator: "\n").count == 2)
    #expect(world.run("map") == .usage)
  }

  @Test func `a feed can have a name of one's own`() {
    #expect(world.run("add", "--name", " Mine  &\tmore ", "http://h/a") == .done)
    #expect(world.said == "feedweave: http://h/a: added as 'Mine & more'\n")
    _ = world.run("add", "http://h/b")
    #expect(world.run("feeds") == .done && world.text == "http://h/a\tMine & more\nhttp://h/b\tTitle b\n")
    #expect(world.run("render") == .done && world.text.contains("Mine & more") && !world.text.contains("Title a"))
    #expect(world.run("add", "--name=Other", "http://h/b") == .done && world.said.contains("its name is 'Other' now"))
    world.files[path] = Array((world.text(of: path) ?? "").replacing("<outline ", with: "<outline mark='1' ").utf8)
    #expect(world.run("add", "--name", "Mine", "http://h/a") == .done)
    #expect(world.text(of: path)?.ranges(of: "mark='1'").count == 1, "what another program has written of others stays")
    #expect(world.run("remove", "Other") == .done && world.run("feeds") == .done && world.text.hasPrefix("http://h/a"))
    world.files["list"] = world.files[path]
    for words in [
      ["--name", "x", "http://h/a", "http://h/b"], ["--name", "x", "list"], ["--name", " ", "http://h/a"],
    ] {
      #expect(world.run(["add"] + words) == .usage, "\(words)")
    }
  }

  @Test func `a feed that is added twice is said`() {
    #expect(world.run("add", "-q", "http://h/a") == .done && world.said.isEmpty)
    let before = world.text(of: path)
    #expect(world.run("add", "http://h/a") == .done && world.text(of: path) == before)
    #expect(world.said == "feedweave: http://h/a: it is in your list already\n")
  }

  @Test func `what is no feed is not added, and what cannot be fetched is`() {
    server["http://h/page"] = StandInServer.Page(body: "<html><title>x</title></html>")
    #expect(world.run("add", "http://h/a", "http://h/page") == .badData && world.files[path] == nil)
    #expect(
      world.said
        == "feedweave: http://h/page: it is an HTML page, not a feed, and names none; nothing was done\n")
    let link = "<html><link rel=alternate type='application/rss+xml' href='/feed?a&amp;b'>"
    server["http://h/page"] = StandInServer.Page(body: link)
    #expect(
      world.run("add", "http://h/page") == .badData && world.said.contains(" and names this one: http://h/feed?a&b;"))
    #expect(world.run("add", "http://off.example/x") == .done)
    #expect(world.said == "feedweave: http://off.example/x: the host is not found; added as 'off.example/x'\n")
    for word in ["h/a", "list.opml", "-", "ftp://h/a", "http://h/ a"] {
      #expect(world.run("add", word) == .usage, "\(word)")
    }
    #expect(world.run("add", "h.org/a") == .usage && world.said.contains("Did you mean 'https://h.org/a'?"))
    #expect(world.run("add") == .usage && world.run("remove") == .usage && world.run("feeds", "x") == .usage)
  }

  @Test func `feeds are removed by address or name`() {
    _ = world.run("add", "http://h/a", "http://h/b")
    #expect(world.run("remove", "http://h/aa") == .noInput && world.said.contains("Did you mean 'http://h/a'?"))
    #expect(world.run("remove", "Title b", "http://h/c") == .noInput)
    #expect(world.run("feeds") == .done && world.text.split(separator: "\n").count == 2)
    let cached = world.files.keys.filter { $0.hasPrefix("/someone/.cache/feedweave/") }
    #expect(world.run("remove", "Title b", "http://h/a") == .done)
    #expect(cached.count == 2 && cached.allSatisfy { world.files[$0] == nil }, "what was fetched is deleted")
    #expect(world.run("feeds") == .done && world.output.isEmpty && world.said.contains("no feeds"))
    #expect(world.run("feeds", "-q") == .done && world.said.isEmpty)
  }

  @Test func `a feed of which its server says that it is none is not added`() {
    server["http://h/none"] = StandInServer.Page(status: 404)
    server["http://h/ill"] = StandInServer.Page(status: 500)
    #expect(world.run("add", "http://h/none") == .noInput && world.files[path] == nil)
    #expect(world.run("add", "http://h/ill/x?1") == .done && world.said.contains("added as 'h/ill/x?1'"))
  }

  @Test func `a name that several feeds have removes none of them`() {
    for name in ["a", "b"] { server["http://h/\(name)"] = StandInServer.Page(body: feed(name, title: "Same")) }
    _ = world.run("add", "http://h/a", "http://h/b")
    let before = world.text(of: path)
    #expect(world.run("remove", "Same") == .usage && world.text(of: path) == before)
    #expect(
      world.said.contains("2 feeds of your list are called 'Same'; name one by its address: http://h/a, http://h/b"))
    #expect(world.run("remove", "http://h/a") == .done && world.run("remove", "Same") == .done)
  }

  @Test func `a list of another program keeps its folders`() throws {
    world.files[path] = Array(
      "<opml><head><title>Mine</title></head><body><outline text='F'><outline text='x' xmlUrl='http://x/'/></outline></body></opml>"
        .utf8)
    #expect(world.run("add", "http://h/a") == .done)
    let list = try SubscriptionList.read(try #require(world.files[path]))
    #expect(list.title == "Mine" && list.feeds.map(\.folders) == [["F"], []])
    #expect(world.run("remove", "http://h/a") == .done && world.text(of: path)?.contains("<opml><head>") == true)
  }

  @Test func `a list of another reader is imported and exported`() throws {
    world.files["mine.opml"] = Array(
      """
      <opml><body><outline text='F'><outline text='B' xmlUrl='http://h/b'/><outline text='C' xmlUrl='http://h/c'/></outline>
      <outline text='C again' xmlUrl='http://h/c'/><outline text='no' xmlUrl='ftp://h/'/></body></opml>
      """.utf8)
    _ = world.run("add", "-q", "http://h/b")
    #expect(world.run("add", "mine.opml", "http://h/a") == .done)
    #expect(
      world.saidLines.last
        == "feedweave: mine.opml: 1 of 4 feeds added; the others are there already, or have no address")
    #expect(server.calls.count == 2, "only addresses are fetched")
    #expect(world.run("feeds") == .done)
    #expect(world.text == "http://h/b\tTitle b\nhttp://h/a\tTitle a\nhttp://h/c\tC\n")
    #expect(world.run("feeds", "--opml") == .done)
    let exported = try SubscriptionList.read(world.output).feeds
    #expect(exported.map(\.name) == ["Title b", "Title a", "C"] && exported.map(\.folders) == [[], [], ["F"]])
    world.files["page.html"] = Array("<html></html>".utf8)
    #expect(world.run("add", "page.html") == .badData)
    world.files["feed.json"] = Array(feed("a").utf8)
    #expect(world.run("add", "feed.json") == .usage && world.said.contains("'feed.json' is no address"))
  }

  @Test func `hostile titles are one line of what is shown`() {
    server["http://h/a"] = StandInServer.Page(body: feed("a", title: "a\\u001b[2J\\n\\tb\\u202ec"))
    #expect(world.run("add", "http://h/a") == .done)
    #expect(world.run("feeds") == .done)
    #expect(
      world.text.split(separator: "\n").count == 1 && !world.text.contains("\u{1B}") && !world.text.contains("\u{202E}")
    )
  }

  @Test func `a list that cannot be read or written stays as it is`() {
    world.files[path] = Array("<opml><body><outline".utf8)
    #expect(world.run("add", "http://h/a") == .badData && world.text(of: path) == "<opml><body><outline")
    world.files[path] = nil
    world.replaceFailure = OutputFailure(reason: "No space")
    #expect(world.run("add", "http://h/a") == .cannotCreate && world.said.hasSuffix("No space; nothing was done\n"))
    world.variables = [:]
    #expect(world.run("feeds") == .cannotCreate)
  }

  @Test func `without a list the program says how to begin one`() {
    world.isTerminal = true
    #expect(world.run() == .done && world.text.contains("'feedweave add ADDRESS' begins a list"))
  }
}
