import Foundation
import FeedFormats
import TerminalUI
import TestSupport
import Testing

@testable import FeedWeaveCommand

/// The viewer's keys about ads, positions, searches and updates.
@Suite struct ViewerSessionTests {
  private func world(_ letters: String, ads: Int = 9) -> TestWorld {
    let world = TestWorld()
    world.files["v"] = Array(versionLine(letters).utf8)
    world.addAds("ads", count: ads)
    return world
  }

  @Test func `brackets select the next and the previous ad`() throws {
    let viewer = try world("abcdefgh").viewer("v", "--ads", "ads", "--rule", "every 3")
    #expect(viewer.selectedTitle == "a")
    for number in 0..<3 {
      try viewer.press("]")
      #expect(viewer.selectedTitle == "[Ad] ad\(number)")
    }
    #expect(try viewer.press("]").last?.hasPrefix(" no ad follows") == true)
    try viewer.press("[")
    #expect(viewer.selectedTitle == "[Ad] ad1")
    try viewer.press("[")
    #expect(viewer.selectedTitle == "[Ad] ad0")
    #expect(try viewer.press("[").last?.hasPrefix(" no ad precedes") == true)
    try viewer.press("aa]")
    #expect(viewer.status == "ads are hidden; a shows them")
  }

  @Test func `hidden ads are neither shown nor selected`() throws {
    let viewer = try world("abcdefgh").viewer("v", "--ads", "ads", "--rule", "every 2")
    try viewer.press("]aa")
    #expect(viewer.selectedTitle == "b", "the row behind the ad")
    var titles: [String] = []
    for _ in 0..<6 {
      titles.append(viewer.selectedTitle ?? "")
      #expect(!viewer.lines.contains { $0.contains("[Ad]") })
      try viewer.press("j")
    }
    #expect(titles == ["b", "c", "d", "e", "f", "g"])
    try viewer.press("a")
    #expect(viewer.lines.contains { $0.contains("[Ad]") })
  }

  @Test func `numbers go to rows of the list and of the feed`() throws {
    let viewer = try world("abcdefgh").viewer("v", "--ads", "ads", "--rule", "every 3")
    // a b A c d A e f A g h
    for (command, title) in [
      (":1", "a"), (":4", "c"), (":6", "[Ad] ad1"), (":s4", "d"), (":s8", "h"), (":9", "[Ad] ad2"),
    ] {
      try viewer.press("\(command)<enter>")
      #expect(viewer.selectedTitle == title, "\(command)")
    }
    for (command, message) in [
      (":12", "the list has the rows 1 to 11"), (":s9", "the source has the rows 1 to 8"),
      (":0", "the list has the rows 1 to 11"), (":-1", "the list has the rows 1 to 11"),
      (":x", "'x' is no row; :120 goes to row"),
    ] {
      try viewer.press("\(command)<enter>")
      #expect(viewer.status.hasPrefix(message.prefix(30)), "\(command): \(viewer.status)")
    }
  }

  @Test(arguments: [
    ("every 3", "", "no ad here: no rule asks for one. 2 content rows until the next"),
    ("every 3", "jj", "an ad stands here by the rule 'every 3': the 1st of 3"),
    (
      "every 3", "jjj",
      "no ad here: no rule asks for one. 0 content rows since the last ad, 2 content rows until the next"
    ),
    ("every 2 gap 3", "jjj", "no ad here, though 'every 2' asks for one: 1 content row since the last ad, "),
    ("every 2 max 1", "jjj", "no ad here, though 'every 2' asks for one: max 1 allows no more ads in its section"),
  ])
  func `w says in words why an ad stands in a row or does not`(_ rule: String, _ keys: String, _ words: String) throws {
    let viewer = try world("abcdefgh").viewer(
      "v", "--ads", "ads", "--rule", rule, size: ScreenSize(columns: 200, rows: 12))
    try viewer.press(keys + "w")
    #expect(viewer.status.hasPrefix(words), "\(viewer.lines)")
  }

  @Test func `a reason that is longer than the status line is shown whole`() throws {
    let viewer = try world("abcdefgh").viewer(
      "v", "--ads", "ads", "--rule", "every 2 gap 3", size: ScreenSize(columns: 40, rows: 12))
    try viewer.press("jjjw")
    let words = viewer.lines.joined(separator: " ")
    #expect(words.contains("no ad here, though 'every 2' asks for") && words.contains("gap 3 asks for 3 between"))
  }

  @Test func `search finds the next row that contains the text as a walk would`() throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<Sample.of(300, few: 30) {
      let titles = (0..<Int.random(in: 1...9, using: &random)).map { _ in
        String((0..<3).map { _ in "abAB".randomElement(using: &random) ?? "a" })
      }
      let world = TestWorld()
      world.files["v"] = Array(versionLine(titles.enumerated().map { VersionItem(id: "\($0)", title: $1) }).utf8)
      let viewer = try world.viewer("v")
      let text = String((0..<2).map { _ in "abAB".randomElement(using: &random) ?? "a" })
      let start = Int.random(in: titles.indices, using: &random)
      try viewer.press(":\(start + 1)<enter>/\(text)<enter>")
      let matches = { (title: String) in
        text.contains(where: \.isUppercase) ? title.contains(text) : title.lowercased().contains(text)
      }
      let order = Array(titles.indices[start...]) + titles.indices[..<start]
      guard let found = order.first(where: { matches(titles[$0]) }) else {
        #expect(viewer.status == "nothing contains '\(text)'")
        continue
      }
      try viewer.press("<c-l>")
      #expect(viewer.status.hasPrefix("\(found + 1)/"), "\(titles) \(start) \(text)")
      let next = order.dropFirst(order.firstIndex(of: found).map { $0 + 1 } ?? 0).first { matches(titles[$0]) }
      try viewer.press("n<c-l>")
      #expect(
        viewer.status.hasPrefix("\((next ?? order.first { matches(titles[$0]) } ?? 0) + 1)/"),
        "\(titles) \(start) \(text)")
    }
  }

  @Test func `the selected item stays selected through updates`() throws {
    for seed in UInt64(0)..<Sample.of(400, few: 10) {
      var random = SeededGenerator(seed: seed)
      func letters() -> String {
        let all = "abcdefghijklmnop".shuffled(using: &random).prefix(.random(in: 1...16, using: &random))
        return String(all.map { Int.random(in: 0..<4, using: &random) > 0 ? $0 : Character($0.uppercased()) })
      }
      let viewer = try world(letters()).viewer("v", "--ads", "ads", "--rule", "every 4 from 1")
      for _ in 0..<8 {
        try viewer.press(["j", "k", "jjj", "]", "G", "g", "<space>"].randomElement(using: &random) ?? "j")
        let selected = try viewer.openedTitle()
        let next = letters()
        try viewer.update(section: 0, to: TestWorld.items(next))
        guard selected.count == 1, next.lowercased().contains(selected.lowercased()) else { continue }
        #expect(viewer.lines.contains { $0.hasPrefix("▌") }, "seed \(seed)")
        #expect(try viewer.openedTitle().lowercased() == selected.lowercased(), "seed \(seed)")
      }
    }
  }

  @Test func `an item that the feed drops stays open, and says so`() throws {
    let world = TestWorld()
    let words = (0..<30).map { "line \($0)" }
    let items = ["a", "b", "c"].map { (name: String) in
      VersionItem(id: name, title: name, words: "\(name)\\n\(words.joined(separator: "\\n"))")
    }
    world.files["v"] = Array(versionLine(items).utf8)
    let viewer = try world.viewer("v", memory: ReaderMemory(world.environment, isKept: false))
    func isFirstUnread() -> Bool? { viewer.items(ofSection: 0).first.flatMap(viewer.isUnread) }
    let page = try viewer.press("j<enter>jjj").dropLast()
    viewer.update(section: 0, to: try TestWorld.items(of: [items[0], items[2]]))
    #expect(viewer.lines.dropLast() == page && viewer.status == "this is no longer in the list")
    viewer.say("2 of 2 feeds have come")
    try viewer.press("k")
    #expect(viewer.status.hasPrefix("this is no longer in the list"), "whatever else was said")
    viewer.update(section: 0, to: try TestWorld.items(of: [items[2]]))
    #expect(viewer.lines.contains { $0.contains("line 3") } && viewer.feed.selectedPath != nil)
    let text = SafeText((["b"] + words).joined(separator: "\n"), limits: .body)
    #expect(viewer.handle(.key(.character("Y"))) == .copy(text))
    try viewer.press("U")
    #expect(viewer.status.hasPrefix("this is no longer in the list") && isFirstUnread() == true)
    #expect(try viewer.press("J")[0].hasSuffix("c") && isFirstUnread() == false, "what has taken its place is the next")
    viewer.update(section: 0, to: [])
    try viewer.press("h")
    #expect(viewer.status == "no items" && !viewer.viewer.isKeptOpen)
  }

  @Test func `paused updates wait and the last one is shown`() throws {
    let viewer = try world("abc").viewer("v")
    try viewer.press("p")
    try viewer.update(section: 0, to: TestWorld.items("xabc"))
    try viewer.update(section: 0, to: TestWorld.items("yxabc"))
    try viewer.press("g<c-l>")
    #expect(viewer.status == "1/3 · paused, updates wait")
    #expect(viewer.items(ofSection: 0).count == 5)
    try viewer.press("p<c-l>")
    #expect(viewer.status.hasPrefix("3/5") && viewer.selectedTitle == "a")
    try viewer.press(".<c-l>")
    #expect(viewer.status.hasPrefix("1/3"))
    #expect(try viewer.press(".").last?.hasPrefix(" there is nothing to undo") == true)
    try viewer.press("><c-l>")
    #expect(viewer.status.hasPrefix("3/5"))
    #expect(try viewer.press(">").last?.hasPrefix(" nothing was undone") == true)
    #expect(try viewer.press("v").first == "+ 1:1  y", "counted from 1, as a row after a colon is")
  }

  @Test func `the heading stays in the first line, and counts what there is now`() throws {
    let viewer = try world("abcdefghijkl").viewer("--feed", "News=v")
    #expect(viewer.lines[0] == "News · 12 items" && viewer.lines[1] == "▌ a")
    try viewer.press("G")
    #expect(viewer.lines[0] == "News · 12 items")
    try viewer.update(section: 0, to: TestWorld.items("abcdefghijklmn"))
    #expect(viewer.lines[0] == "News · 14 items")
  }

  @Test func `followed rows are selected as they come`() throws {
    let viewer = try world("abcdefghijkl").viewer("v")
    try viewer.press("Gf")
    try viewer.update(section: 0, to: TestWorld.items("abcdefghijklm"))
    #expect(viewer.selectedTitle == "m")
    try viewer.press("f")
    try viewer.update(section: 0, to: TestWorld.items("abcdefghijklmn"))
    #expect(viewer.selectedTitle == "m")
  }

  @Test func `rows that come above are counted until the top is seen`() throws {
    let viewer = try world("abcdefghijkl").viewer("v")
    try viewer.press("G")
    try viewer.update(section: 0, to: TestWorld.items("xyabcdefghijkl"))
    #expect(viewer.status == "14/14 · 2 new ▲")
    try viewer.press("g<c-l>")
    #expect(viewer.status == "1/14")
  }

  @Test func `trace shows the calls of the selected row`() throws {
    let size = ScreenSize(columns: 100, rows: 30)
    let viewer = try world("abc").viewer("v", "--ads", "ads", "--at", "1", size: size)
    let lines = try viewer.press("]t")
    #expect(lines.contains { $0.contains("cellForRowAt") && $0.contains("0:1") }, "\(lines)")
    #expect(lines.last?.hasPrefix(" calls for row 0:1") == true)
    try viewer.press("q<c-l>")
    #expect(viewer.selectedTitle == "[Ad] ad0")
  }

  @Test func `an ad in view for a second is written to the log`() throws {
    let world = world("abc")
    let viewer = try world.viewer("v", "--ads", "ads", "--at", "1", "--impressions", "log")
    #expect(world.files["log"] == [])
    _ = viewer.advance()
    try viewer.press("m")
    #expect(!viewer.status.contains("view"))
    world.timePassed = .seconds(2)
    _ = viewer.advance()
    #expect(viewer.status.contains("1 view"), "\(viewer.status)")
    let line = try #require(world.files["log"])
    let text = String(decoding: line, as: UTF8.self)
    #expect(
      text.contains(#""ad":"ad0","campaign":"ad0","place":{"section":0,"row":1}"#) && text.hasSuffix("}\n"), "\(text)")
    let value = try JSONDecoder().decode(JSONTree.self, from: Data(line))
    #expect(try JSONSchema(folder: "Fixtures/schemas").faults(of: value, by: "impression.json").isEmpty)
    // Another run has other names for its impressions, and adds them.
    world.secondsPassed = 60
    let next = try world.viewer("v", "--ads", "ads", "--at", "1", "--impressions", "log")
    _ = next.advance()
    world.timePassed = .seconds(9)
    _ = next.advance()
    let lines = (world.files["log"] ?? []).split(separator: 0x0A)
    #expect(lines.count == 2 && lines[0] != lines[1])
    world.appendFailure = OutputFailure(reason: "Is a directory")
    #expect(throws: CommandError.cannotCreate(.path("log"), reason: "Is a directory")) {
      try world.viewer("v", "--impressions", "log")
    }
  }

  @Test func `a replay goes forth and back`() throws {
    let world = TestWorld.ofVersions("abc", "xabc", "xbcD", "d")
    let viewer = try world.replayViewer("v", "--ads", "ads", "--at", "1")
    #expect(viewer.status == "1/4 · version 1")
    #expect(try viewer.press("m").last?.hasPrefix(" 1/4 · version 1 · 1 ad, 25 %") == true)
    try viewer.press("m")
    #expect(try viewer.press(">").last?.hasPrefix(" version 2: 1 inserted") == true)
    #expect(viewer.lines.contains { $0.hasSuffix("+  x") || $0.hasPrefix("  +  x") } || viewer.selectedTitle == "a")
    #expect(try viewer.press(">").last?.hasPrefix(" version 3: 1 deleted, 1 inserted") == true)
    #expect(try viewer.press("..").last?.hasPrefix(" version 1: 1 deleted") == true)
    #expect(try viewer.press(".").last?.hasPrefix(" this is the first version") == true)
    #expect(try viewer.press(">>").last?.hasPrefix(" version 3: ") == true)
    #expect(try viewer.press(">").last?.hasPrefix(" version 4: ") == true)
    #expect(try viewer.press(">").last?.hasPrefix(" this is the last version") == true)
  }

  @Test func `messages of the viewer end too`() throws {
    let world = world("abc")
    let viewer = try world.viewer("v")
    try viewer.press("Gj")
    _ = viewer.advance()
    #expect(viewer.status == "this is the last item")
    world.timePassed += .seconds(7)
    _ = viewer.advance()
    #expect(viewer.status == "3/3")
    try viewer.press("k:9<enter>")
    try viewer.update(section: 0, to: TestWorld.items("abcd"))
    #expect(viewer.status.hasPrefix("2/4"), "what was said before is about an earlier version")
  }

  @Test func `rows are named with their sections`() throws {
    let world = world("abc")
    world.files["w"] = Array(versionLine("xyz").utf8)
    let viewer = try world.viewer("v", "w", "--sections", "--ads", "ads", "--rule", "every 2 from 1")
    try viewer.press(":2:1<enter>")
    #expect(viewer.selectedTitle == "x")
    try viewer.press(":s1:3<enter>")
    #expect(viewer.selectedTitle == "c")
    #expect(try viewer.press(":3:1<enter>").last?.hasPrefix(" there are the sections 1 to 2") == true)
    #expect(try viewer.press(":77<enter>").last?.hasPrefix(" the list has the rows 1 to") == true)
  }

  @Test func `an item that a search found is opened at the match`() throws {
    let text = (0..<40).map { "line \($0)" }.joined(separator: "\\n") + "\\nneedle"
    let world = TestWorld()
    let items = [VersionItem(id: "1", title: "one"), VersionItem(id: "2", title: "two", words: text)]
    world.files["v"] = Array(versionLine(items).utf8)
    let viewer = try world.viewer("v")
    let lines = try viewer.press("/needle<enter><enter>")
    #expect(lines.contains { $0.hasSuffix("needle") }, "\(lines)")
  }

  @Test func `a rate shows versions by themselves`() throws {
    let world = TestWorld.ofVersions("a", "ab", "abc", "abcd")
    let viewer = try world.replayViewer("v", "--rate", "2")
    let due = try #require(viewer.advance())
    #expect(due > .milliseconds(500) && due <= .milliseconds(510))
    world.timePassed = .milliseconds(510)
    _ = viewer.advance()
    #expect(viewer.status.hasPrefix("version 2: 1 inserted"))
    try viewer.press("p")
    world.timePassed = .seconds(60)
    _ = viewer.advance()
    #expect(viewer.status == "1/2 · version 2 · paused")
    #expect(viewer.advance() == nil)
    try viewer.press("p<c-l>")
    _ = viewer.advance()
    try viewer.press("<c-l>")
    #expect(viewer.status == "1/3 · version 3", "a pause is not made up for")
    world.timePassed += .milliseconds(501)
    _ = viewer.advance()
    world.timePassed += .seconds(5)
    _ = viewer.advance()
    #expect(viewer.status.hasPrefix("this is the last version"))
    world.timePassed += .seconds(9)
    #expect(viewer.advance() == nil)
    #expect(viewer.status == "1/4 · version 4", "messages do not stay")
  }

  @Test func `versions of standard input are shown as they come`() throws {
    let world = TestWorld()
    world.pieces = [Array("\(versionLine("a"))\n".utf8)]
    let viewer = try world.replayViewer("-")
    #expect(viewer.descriptors == [0])
    _ = viewer.advance()
    #expect(viewer.status == "1/1 · version 1")
    world.pieces = [Array("\(versionLine("ab"))\n\(versionLine("abc"))\n".utf8)]
    _ = viewer.advance()
    try viewer.press("<c-l>")
    #expect(viewer.status == "1/3 · version 3")
    #expect(try TestWorld.ofVersions("a", "b").replayViewer("v", "--step").descriptors.isEmpty)
  }

  @Test func `any keys over hostile feeds draw what a terminal may get`() throws {
    let keys =
      Array("jk bgGhnN][amsxfp.?>vt/:eq1so").map { String($0) }
      + ["<enter>", "<esc>", "<space>", "<pgup>", "<c-d>", "<c-u>", "<wheel-down>", "<left>", "<bs>"]
    for (seed, feed) in ProjectFiles.names(in: "Fixtures/feeds").sampled(oneIn: 3).enumerated() {
      var random = SeededGenerator(seed: UInt64(seed))
      let world = TestWorld()
      let viewer = try world.viewer(
        "Fixtures/feeds/\(feed)", "--ads", "Fixtures/ads/hostile-ads.json", "--rule", "every 3", "-q")
      var screen = Screen(depth: .trueColor, hasHyperlinks: true)
      var grid = TerminalGrid(columns: 120, rows: 40, dialect: .screen) { TextWidth.width(of: $0) }
      for _ in 0..<Sample.of(400, few: 60) {
        if Int.random(in: 0..<12, using: &random) == 0 {
          let size = ScreenSize(
            columns: .random(in: 1...120, using: &random), rows: .random(in: 1...40, using: &random))
          _ = viewer.handle(.resize(size))
        } else {
          try viewer.press(keys.randomElement(using: &random) ?? "j")
        }
        let frame = viewer.frame
        #expect(
          frame.lines.count <= frame.size.rows && frame.lines.allSatisfy { $0.width <= frame.size.columns }, "\(feed)")
        #expect(throws: Never.self, "\(feed)") { try grid.feed(screen.bytes(showing: frame)) }
      }
    }
  }

  @Test func `a warning or a filter folds a text until z`() throws {
    let world = TestWorld()
    world.files["f"] = Array(
      #"""
      {"version":"https://jsonfeed.org/version/1.1","items":[
        {"id":"1","content_text":"the ending","_post":{"warning":"Spoilers"},
         "attachments":[{"url":"https://a.example/shot.png","mime_type":"image/png"}]},
        {"id":"2","content_text":"the score","_post":{"filters":["Sport"]}},
        {"id":"3","content_text":"the weather"}]}
      """#.utf8)
    let viewer = try world.viewer("f", size: ScreenSize(columns: 60, rows: 24))
    func shown(_ words: String) -> Bool { viewer.lines.contains { $0.contains(words) } }
    try viewer.press("<enter>")
    #expect(shown("warning: Spoilers") && shown("z shows the text") && !shown("the ending") && !shown("image/png"))
    try viewer.press("z")
    #expect(shown("the ending") && shown("image/png") && shown("warning: Spoilers") && !shown("z shows"))
    try viewer.press("J")
    #expect(shown("filtered: Sport") && !shown("the score"), "each post is unfolded by itself")
    try viewer.press("zz")
    #expect(!shown("the score"))
    try viewer.press("J")
    #expect(shown("the weather"))
    try viewer.press("z")
    #expect(viewer.status.hasPrefix("nothing is folded"))
  }
}
