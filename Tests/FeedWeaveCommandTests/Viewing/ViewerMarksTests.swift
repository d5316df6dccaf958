import FeedFormats
import TerminalUI
import TestSupport
import Testing

@testable import FeedWeaveCommand

@Suite struct ViewerMarksTests {
  private static let file = "/state/feedweave/marks"

  private func world(_ letters: String) throws -> TestWorld {
    let world = TestWorld()
    world.files["v"] = Array(versionLine(letters).utf8)
    world.variables["XDG_STATE_HOME"] = "/state"
    return world
  }

  private func viewer(_ world: TestWorld, isKept: Bool = true) throws -> ViewerSession {
    try world.viewer(
      "v", size: ScreenSize(columns: 60, rows: 20), memory: ReaderMemory(world.environment, isKept: isKept))
  }

  /// The titles of the items that bear the mark of unread ones.
  private func unread(_ viewer: ViewerSession) -> String {
    viewer.lines.filter { $0.dropFirst().first == "•" }.compactMap { $0.dropFirst(2).first.map(String.init) }.joined()
  }

  @Test func `an opened item is no longer marked as unread`() throws {
    let viewer = try viewer(world("abcd"))
    #expect(unread(viewer) == "abcd")
    try viewer.press("j<enter>h")
    #expect(unread(viewer) == "acd")
    try viewer.press("<enter>Jh")
    #expect(unread(viewer) == "ad", "the next one was opened")
    try viewer.press("U")
    #expect(unread(viewer) == "acd")
    try viewer.press("A")
    #expect(unread(viewer) == "" && viewer.status.hasPrefix("3 marked as read"))
    let isBold = viewer.frame.lines.contains { $0.runs.contains { $0.style.isBold && $0.text.string == "a" } }
    #expect(!isBold, "the title of a read item is no longer bold")
  }

  @Test func `without a search n and N go to unread items`() throws {
    let viewer = try viewer(world("abcde"))
    try viewer.press("<enter>JJhg")
    for (key, title) in [("n", "d"), ("n", "e"), ("N", "d")] {
      try viewer.press(key)
      #expect(viewer.selectedTitle == title)
    }
    try viewer.press("N")
    #expect(viewer.selectedTitle == "e" && viewer.status.contains("went on at the other end"))
    try viewer.press("n")
    #expect(viewer.selectedTitle == "d" && viewer.status.contains("went on at the other end"))
    try viewer.press("/b<enter>n")
    #expect(viewer.selectedTitle == "b", "a search comes first")
    try viewer.press("<esc>n")
    #expect(viewer.selectedTitle == "d")
    try viewer.press("An")
    #expect(viewer.selectedTitle == "d" && viewer.status.hasPrefix("there is no unread item"))
  }

  @Test func `U changes the mark of an item, and the status counts`() throws {
    let viewer = try viewer(world("abc"))
    #expect(viewer.status.contains("1/3 · 3 unread"), "\(viewer.status)")
    try viewer.press("U")
    #expect(unread(viewer) == "bc" && viewer.status.hasPrefix("marked as read"))
    try viewer.press("j")
    #expect(viewer.status.contains("2 unread"))
    try viewer.press("kU")
    #expect(unread(viewer) == "abc" && viewer.status.hasPrefix("marked as unread"))
    try viewer.press("Aj")
    #expect(!viewer.status.contains("unread"))
  }

  @Test func `a point undoes what U and A have marked`() throws {
    let viewer = try viewer(world("abcd"))
    try viewer.press("j<enter>hAjU")
    #expect(unread(viewer) == "c")
    try viewer.press(".")
    #expect(unread(viewer) == "" && viewer.status.hasPrefix("marked as read again"))
    try viewer.press(">")
    #expect(unread(viewer) == "c" && viewer.status.hasPrefix("marked as unread again"))
    try viewer.press("..")
    #expect(unread(viewer) == "acd" && viewer.status.hasPrefix("3 marked as unread again"))
    try viewer.press(".")
    #expect(unread(viewer) == "acd" && viewer.status.hasPrefix("there is nothing to undo"))
    try viewer.press("AA")
    #expect(viewer.status.hasPrefix("all are read"))
    try viewer.press(".")
    #expect(unread(viewer) == "acd", "a second A takes nothing from what the first one did")
  }

  @Test func `marks and updates are undone and made again in one order`() throws {
    let viewer = try viewer(world("abc"))
    try viewer.press("A")
    try viewer.update(section: 0, to: TestWorld.items("xabc"))
    func titles() -> String { viewer.feed.content.items[0].compactMap(\.title).joined() + "/" + unread(viewer) }
    for (key, state) in [
      ("g", "xabc/x"), (".", "abc/"), (".", "abc/abc"), (">", "abc/"), (">", "xabc/x"), (">", "xabc/x"), (".", "abc/"),
      ("U", "abc/a"), ("A", "abc/"), (".", "abc/a"), (".", "abc/"), (">", "abc/a"), (">", "abc/"), (">", "xabc/x"),
    ] {
      try viewer.press(key + "g")
      #expect(titles() == state, "\(key)")
    }
  }

  @Test func `what was read and selected is known in the next run`() throws {
    let world = try world("abcd")
    let first = try viewer(world)
    try first.press("j<enter>h")
    first.saveMarks()
    #expect(world.files[Self.file] != nil)
    let second = try viewer(world)
    #expect(unread(second) == "acd" && second.selectedTitle == "b")
    world.files["v"] = Array(versionLine("acd").utf8)
    let third = try viewer(world)
    #expect(unread(third) == "acd" && third.selectedTitle == "a", "an item that has gone is not selected")
  }

  @Test func `lines of a pipe are counted, but for those without an item`() throws {
    let world = try world("")
    world.files["v"] = Array(("{\"id\":\"1\",\"title\":\"a\"}\nbad\n{\"id\":\"2\",\"title\":\"b\"}\n").utf8)
    let settings = try ArgumentParser.parse(["v"], for: .view)
    let input = try WovenInput(settings, world.environment, leastLinesSize: 1)
    let viewer = try ViewerSession(
      input, nil, settings, world.environment, size: ScreenSize(columns: 60, rows: 20),
      memory: ReaderMemory(world.environment, isKept: false))
    while viewer.isReading { viewer.readOn(isHurried: false) }
    // The first key shows what is wrong with a line.
    try viewer.press("<c-l><c-l>")
    #expect(viewer.status.hasPrefix("1/3 · 2 unread") && unread(viewer) == "ab")
    try viewer.press("n")
    #expect(viewer.selectedTitle == "b")
    try viewer.press("<enter>h")
    #expect(viewer.status.hasPrefix("3/3 · 1 unread"), "\(viewer.lines)")
  }

  @Test func `a long item is opened where one was in it`() throws {
    let text = (0..<60).map { "line \($0)" }.joined(separator: "\\n")
    let world = try world("")
    world.files["v"] = Array(
      versionLine([VersionItem(id: "1", title: "one", words: text), VersionItem(id: "2", title: "two")]).utf8)
    let first = try viewer(world)
    let lines = try first.press("<enter><space>")
    #expect(lines[0].hasSuffix("line 16"))
    #expect(try first.press("h<enter>")[0] == lines[0])
    #expect(try first.press("JK")[0] == lines[0])
    first.saveMarks()
    #expect(try viewer(world).press("<enter>")[0] == lines[0], "in the next run, too")
    #expect(
      try viewer(world).press("/line 2<enter><enter>").contains { $0.hasSuffix("line 2") }, "a search comes first")
  }

  @Test func `a feed that is added to a list does not lose the place`() throws {
    let world = try world("ab")
    world.files["w"] = Array(versionLine("cd").utf8)
    for (feeds, title) in [(["v"], "b"), (["w", "v"], "b")] {
      var settings = try ArgumentParser.parse(feeds[...] + ["--sections"], for: .view)
      settings.namedFeeds = [.path("feeds.opml")]
      let viewer = try ViewerSession(
        WovenInput(settings, world.environment), nil, settings, world.environment,
        size: ScreenSize(columns: 60, rows: 20), memory: ReaderMemory(world.environment, isKept: true))
      if feeds.count == 1 { try viewer.press("j") }
      #expect(viewer.selectedTitle?.contains(title) == true, "\(viewer.lines)")
      viewer.saveMarks()
    }
  }

  @Test func `nothing is remembered where nothing is to be kept`() throws {
    let world = try world("ab")
    let viewer = try viewer(world, isKept: false)
    try viewer.press("<enter>h")
    #expect(unread(viewer) == "b")
    viewer.saveMarks()
    #expect(world.files[Self.file] == nil)
    #expect(try unread(self.viewer(world, isKept: false)) == "ab")
    #expect(try ArgumentParser.parse(["v", "--no-state"], for: .view).isForgetful)
  }

  @Test func `a file that holds no marks is left alone`() throws {
    let world = try world("ab")
    world.files[Self.file] = Array("a poem\n".utf8)
    let viewer = try viewer(world)
    #expect(String(decoding: world.messages, as: UTF8.self).contains("these are no marks"))
    try viewer.press("<enter>h")
    viewer.saveMarks()
    #expect(world.files[Self.file] == Array("a poem\n".utf8))
  }

  @Test func `marks of another run are kept when this one ends`() throws {
    let world = try world("abcd")
    let (first, second) = (try viewer(world), try viewer(world))
    try first.press("<enter>h")
    try second.press("G<enter>h")
    first.saveMarks()
    second.saveMarks()
    #expect(try unread(viewer(world)) == "bc")
  }

  @Test func `marks are written while the viewer runs, and failures said`() throws {
    let world = try world("ab")
    let viewer = try viewer(world)
    try viewer.press("<enter>h")
    let due = try #require(viewer.advance())
    #expect(world.files[Self.file] == nil)
    world.timePassed += due + .seconds(5)
    _ = viewer.advance()
    #expect(world.files[Self.file] != nil)
    world.replaceFailure = OutputFailure(reason: "No space left on device")
    try viewer.press("A")
    viewer.saveMarks()
    #expect(viewer.status.hasPrefix("what was read cannot be remembered: No"))
  }

  @Test func `a filter leaves what has not been read`() throws {
    let viewer = try viewer(world("abcd"))
    try viewer.press("j<enter>h&~N<enter>")
    #expect(viewer.status == "2/3 · only '~N', Esc: all · 3 unread" && viewer.selectedTitle == "c")
    try viewer.press("<enter>h")
    #expect(viewer.status.hasPrefix("2/3") && unread(viewer) == "ad", "what is read now stays")
    try viewer.update(section: 0, to: TestWorld.items("abcdx"))
    #expect(unread(viewer) == "adx" && viewer.status.hasPrefix("2/3"))
    try viewer.press("<esc><c-l>")
    #expect(viewer.status.hasPrefix("4/5"))
    try viewer.press("A&~N<enter>")
    #expect(viewer.status.hasPrefix("nothing is unread"))
  }

  @Test func `screens that nobody looks at bear no marks`() throws {
    #expect(try unread(world("ab").viewer("v")) == "")
  }
}
