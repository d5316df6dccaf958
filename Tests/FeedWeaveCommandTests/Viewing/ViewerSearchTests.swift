import FeedFormats
import TerminalUI
import TestSupport
import Testing

@testable import FeedWeaveCommand

@Suite struct ViewerSearchTests {
  @Test func `a match that the list does not show is said to be in the text`() throws {
    let world = TestWorld()
    let words = String(repeating: "much is said of nothing here. ", count: 60) + "Then the heron came; herons do."
    world.files["v"] = Array(
      versionLine([VersionItem(id: "1", title: "one", words: words), VersionItem(id: "2", title: "two herons")]).utf8)
    let viewer = try world.viewer("v", size: ScreenSize(columns: 60, rows: 20))
    try viewer.press("/heron<enter>")
    #expect(viewer.status.hasPrefix("match 1 of 2; Enter shows it"), "\(viewer.status)")
    try viewer.press("n")
    #expect(viewer.status.hasPrefix("match 2 of 2") && !viewer.status.contains("Enter"), "\(viewer.status)")
    try viewer.press("/stork<enter>")
    #expect(viewer.status.hasPrefix("nothing contains 'stork'") && !viewer.status.contains("Enter"))
    try viewer.press("g<enter>/two<enter>")
    #expect(viewer.status.hasPrefix("another item: match 1 of 1; match 1 of 1 in this item"), "\(viewer.status)")
  }

  private func world(_ json: String) -> TestWorld {
    let world = TestWorld()
    world.files["v"] = Array(json.utf8)
    return world
  }

  private static let feed = """
    {"version": "https://jsonfeed.org/version/1.1", "title": "Harbour", "items": [
    {"id": "1", "title": "Ferries", "content_text": "late again", "url": "https://a.example/ferries"},
    {"id": "2", "title": "Cranes", "content_html": "<p>tall <b>and</b> yellow</p>", "authors": [{"name": "Ann Lee"}]},
    {"id": "3", "title": "Nets", "content_text": "again", "attachments":
    [{"url": "https://a.example/nets.mp3", "mime_type": "audio/mpeg", "title": "The recording"}]}]}
    """

  @Test(arguments: [
    ("late", "Ferries"), ("a.example/ferries", "Ferries"), ("tall and yellow", "Cranes"), ("ann lee", "Cranes"),
    ("recording", "Nets"), ("nets.mp3", "Nets"), ("[ad]", "[Ad] Hawser"), ("every 2", "[Ad] Hawser"),
  ])
  func `all that a card or an opened item shows is searched`(text: String, title: String) throws {
    let world = world(Self.feed)
    world.files["ads"] = Array(
      #"{"version": "https://jsonfeed.org/version/1.1", "items": [{"id": "x", "title": "Hawser"}]}"#.utf8)
    let viewer = try world.viewer(
      "v", "--ads", "ads", "--rule", "every 2 from 1", size: ScreenSize(columns: 60, rows: 30))
    try viewer.press("/\(text)<enter>")
    #expect(viewer.selectedTitle == title, "\(viewer.lines)")
  }

  @Test func `a search says which of all matches it has found`() throws {
    let viewer = try world(Self.feed).viewer("v", size: ScreenSize(columns: 60, rows: 30))
    for (keys, words) in [
      ("/again<enter>", "1 of 2"), ("n", "2 of 2"), ("n", "1 of 2; the search went on"), ("N", "2 of 2"),
    ] {
      try viewer.press(keys)
      #expect(viewer.status.hasPrefix("match \(words)"))
    }
    viewer.update(section: 0, to: viewer.items(ofSection: 0).filter { $0.id != "1" })
    try viewer.press("n")
    #expect(viewer.status.hasPrefix("match 1 of 1"), "the rows that there are now are counted")
  }

  @Test func `matches within an opened item come one after another`() throws {
    let words = (0..<60).map { $0 % 20 == 5 ? "needle \($0)" : "line" }.joined(separator: "\\n")
    let world = TestWorld()
    let items = [VersionItem(id: "1", title: "one", words: words), VersionItem(id: "2", title: "needle two")]
    world.files["v"] = Array(versionLine(items).utf8)
    let viewer = try world.viewer("v", size: ScreenSize(columns: 60, rows: 10))
    try viewer.press("<enter>/needle<enter>")
    for number in 1...3 {
      #expect(viewer.status.contains("\(number) of 3 in this item"))
      #expect(viewer.lines.contains { $0.hasSuffix("needle \(number * 20 - 15)") }, "\(viewer.lines)")
      if number < 3 { try viewer.press("n") }
    }
    try viewer.press("n")
    #expect(viewer.status.hasPrefix("match 1 of 3 in this item; the search went on"))
    try viewer.press("N")
    #expect(viewer.status.hasPrefix("match 3 of 3 in this item; the search went on"))
    try viewer.press("N")
    #expect(viewer.lines.contains { $0.hasSuffix("needle 25") })
    try viewer.press("hn")
    #expect(viewer.selectedTitle == "needle two" && viewer.status.hasPrefix("match 2 of 2"), "in the list it goes on")
  }

  @Test func `only items that match are shown, until all are again`() throws {
    let world = TestWorld()
    let items = ["ab", "ac", "bd", "be"].enumerated().map { VersionItem(id: "\($0)", title: $1) }
    world.files["v"] = Array(versionLine(items).utf8)
    let viewer = try world.viewer("v", size: ScreenSize(columns: 60, rows: 20))
    func titles() -> [String] { viewer.feed.content.items.joined().compactMap(\.title) }
    try viewer.press("Gk&b<enter>")
    #expect(titles() == ["ab", "bd", "be"] && viewer.selectedTitle == "bd")
    #expect(viewer.status.hasPrefix("2/3 · only 'b'"))
    try viewer.press("&x<enter>")
    #expect(titles() == ["ab", "bd", "be"] && viewer.status.hasPrefix("nothing contains 'x'"))
    try viewer.press("/c<enter>")
    #expect(viewer.status.hasPrefix("nothing contains 'c' among what & shows"))
    viewer.update(
      section: 0,
      to: try TestWorld.items(of: items + [VersionItem(id: "9", title: "xb"), VersionItem(id: "8", title: "z")]))
    #expect(titles() == ["ab", "bd", "be", "xb"], "what comes is filtered")
    try viewer.press(".")
    #expect(titles() == ["ab", "bd", "be"], "an update is undone, a filter is none")
    try viewer.press("<enter>&a<enter>")
    #expect(titles() == ["ab", "ac"] && !viewer.viewer.isOpen)
    try viewer.press("/b<enter><esc>")
    #expect(titles() == ["ab", "ac"] && viewer.status.hasPrefix("the search for 'b' is ended"), "it is seen")
    try viewer.press("<esc>")
    #expect(titles() == ["ab", "ac", "bd", "be"] && viewer.status.hasPrefix("all items are shown again"))
    try viewer.press("&a<enter>/d<enter><esc>")
    #expect(titles() == ["ab", "ac", "bd", "be"], "the search has found nothing, and the filter is seen")
    #expect(viewer.status.hasPrefix("all items are shown again"))
    try viewer.press("<esc>")
    #expect(viewer.status.hasPrefix("the search for 'd' is ended"), "by now matches are in view")
    try viewer.press("&a<enter>&<enter>")
    #expect(titles() == ["ab", "ac", "bd", "be"])
    try viewer.press(">")
    #expect(titles() == ["ab", "ac", "bd", "be", "xb", "z"])
  }

  @Test func `a filter keeps the place where one is`() throws {
    let world = TestWorld()
    world.addAds("ads", count: 9)
    let items = (0..<60).map { VersionItem(id: "\($0)", title: $0 % 10 == 4 ? "four \($0)" : "other \($0)") }
    world.files["v"] = Array(versionLine(items).utf8)
    let size = ScreenSize(columns: 60, rows: 9)
    let viewer = try world.viewer("v", "--ads", "ads", "--rule", "every 20 max 2", size: size)
    for (row, filtered, after) in [
      (24, "four 24", "other 25"), (25, "four 34", "four 34"), (35, "four 44", "four 44"), (0, "four 4", "four 4"),
      (58, "four 54", "four 54"),
    ] {
      try viewer.press(":s\(row + 1)<enter>&four<enter>")
      #expect(viewer.selectedTitle == filtered, "\(row)")
      try viewer.press("<esc>")
      #expect(viewer.selectedTitle == filtered, "\(row)")
      try viewer.press(":s\(row + 2)<enter>&other<enter>")
      #expect(row == 24 ? viewer.selectedTitle == after : viewer.selectedTitle?.hasPrefix("other") == true, "\(row)")
      try viewer.press("<esc>")
    }
    try viewer.press("g]&four<enter>")
    #expect(viewer.selectedTitle == "four 24", "the first one below an ad")
  }

  @Test func `a filter leaves only the ads that match`() throws {
    let world = TestWorld()
    world.addAds("ads", count: 12)
    world.files["v"] = Array(versionLine((0..<30).map { VersionItem(id: "\($0)", title: "\($0) one") }).utf8)
    let viewer = try world.viewer("v", "--ads", "ads", "--rule", "every 2", size: ScreenSize(columns: 80, rows: 20))
    func ads() -> [String?] { viewer.feed.map.insertedPaths.map { viewer.feed.item(at: $0)?.title } }
    #expect(ads().count == 12)
    try viewer.press("&1<enter>")
    #expect(ads() == ["ad1", "ad10", "ad11"])
    try viewer.press("&2<enter>G")
    #expect(ads() == ["ad2"])
    try viewer.press("w")
    #expect(viewer.lines.joined().contains("& leaves only ads that match"), "\(viewer.lines)")
    try viewer.press("<esc>&one<enter>")
    #expect(ads().isEmpty)
    try viewer.press("<esc>")
    #expect(ads().count == 12)
  }

  @Test func `what was left out is listed`() throws {
    let world = world(Self.feed)
    let viewer = try world.viewer("v", size: ScreenSize(columns: 100, rows: 20))
    #expect(try viewer.press("!").last?.hasPrefix(" nothing was left out") == true)
    viewer.environment.say(Message("v: one"))
    viewer.environment.say(Message("v: two"))
    let lines = try viewer.press("!")
    #expect(lines.prefix(2) == ["v: one", "v: two"] && lines.last?.hasPrefix(" 2 messages") == true)
  }

  @Test func `messages beyond a thousand are counted`() {
    let log = MessageLog()
    for number in 0..<1_005 { log.add(Message("\(number)")) }
    #expect(log.all.kept.count == 1_000 && log.all.count == 1_005 && log.all.kept[999] == Message("999"))
  }

  @Test func `y and Y copy the link and the text`() throws {
    let viewer = try world(Self.feed).viewer("v")
    let keys = try KeyScript("yYjY").events
    #expect(viewer.handle(keys[0]) == .copy(SafeText("https://a.example/ferries")))
    #expect(viewer.handle(keys[1]) == .copy(SafeText("late again")))
    _ = viewer.handle(keys[2])
    #expect(viewer.handle(keys[3]) == .copy(SafeText("tall and yellow")))
    #expect(viewer.handle(keys[0]) == nil && viewer.status.hasPrefix("this item has no link"))
  }

  @Test func `links are opened by the browser that one has chosen`() throws {
    let link = try SafeLink("https://a.example/1")
    let desktop = LinkOpener.commands(for: link, browsers: nil)
    #expect(desktop.count == 1 && desktop[0].last == "https://a.example/1")
    let own = LinkOpener.commands(for: link, browsers: "firefox --new-tab %s:: :w3m")
    #expect(own == [["firefox", "--new-tab", "https://a.example/1"], ["w3m", "https://a.example/1"]] + desktop)
  }
}
