import FeedFormats
import TerminalUI
import TestSupport
import Testing

@testable import FeedWeaveCommand

/// Several feeds as one timeline: in what order, under which days, and of which feed each item is.
@Suite struct TimelineTests {
  /// A world with two feeds, of which `Two` is the later one in the day and repeats the item `b` of `One`.
  private func world() -> TestWorld {
    let world = TestWorld()
    world.files["one"] = feed(
      "One", author: "Ann", ["a 2026-07-01T10:00:00Z", "b 2026-07-01T08:00:00Z", "c 2026-06-30T20:00:00Z"])
    world.files["two"] = feed("Two", ["x 2026-07-01T11:00:00Z", "y 2026-07-01T10:30:00Z", "b 2026-07-01T08:00:00Z"])
    world.addAds("ads", count: 3)
    return world
  }

  /// A feed of items, each with its id, which is its title too, and its date.
  private func feed(_ title: String, author: String? = nil, _ items: [String]) -> [UInt8] {
    let objects = items.map { item in
      let parts = item.split(separator: " ")
      return #"{"id":"\#(parts[0])","title":"\#(parts[0])","content_text":"","date_published":"\#(parts[1])"}"#
    }
    let authors = author.map { #""authors":[{"name":"\#($0)"}],"# } ?? ""
    let head = #""version":"https://jsonfeed.org/version/1.1","title":"\#(title)",\#(authors)"#
    return Array("{\(head)\"items\":[\(objects.joined(separator: ","))]}\n".utf8)
  }

  private let now = ["--now", "2026-07-01T12:00:00Z"]

  @Test func `feeds are blended under days, and items name them`() throws {
    let world = world()
    #expect(world.run(["one", "two"] + now) == .done, "\(world.said)")
    let expected = """
      Today

      x
      Two · 1 h

      y
      Two · 1 h

      a
      Ann · One · 2 h

      b
      Ann · One, Two · 4 h

      Yesterday
      c
      Ann · One · 16 h

      5 items

      """
    #expect(world.text == expected)
  }

  @Test func `sections are shown when they are asked for`() throws {
    let world = world()
    #expect(world.run(["one", "two", "--sections"] + now) == .done)
    #expect(world.text.hasPrefix("One · 3 items\n\na\nAnn · 2 h\n"))
    #expect(world.text.contains("\nTwo · 3 items\n\nx\n1 h\n"))
    #expect(world.run("one", "two", "--sections", "--in-a-row", "2") == .usage)
    #expect(world.said.contains("'--sections' and '--in-a-row'"), "\(world.said)")
  }

  @Test(arguments: [(["--in-a-row", "1"], "xayb|c"), (["--limit", "2"], "xy"), (["--limit", "0"], "")])
  func `a run of one feed and the whole list are limited`(_ options: [String], _ expected: String) throws {
    let world = world()
    #expect(world.run(["one", "two", "-q"] + options + now) == .done)
    let titles = world.text.split(separator: "\n").filter { $0.count == 1 || $0 == "Yesterday" }
    #expect(titles.map { $0.count == 1 ? $0 : "|" }.joined() == expected, "\(world.text)")
  }

  @Test func `feeds without dates stand under a heading of their own`() throws {
    let world = world()
    world.addFeed("three", count: 2)
    #expect(world.run(["one", "two", "three"] + now) == .done)
    let lines = world.text.split(separator: "\n").filter { ["Yesterday", "Undated", "c", "t0", "t1"].contains($0) }
    #expect(lines == ["Yesterday", "c", "Undated", "t0", "t1"], "\(world.text)")
    let viewer = try world.viewer("one", "two", "three", "--now", "2026-07-01T12:00:00Z")
    try viewer.press("<tab><tab>")
    #expect(viewer.selectedTitle == "t0")
    try viewer.press("G")
    #expect(viewer.selectedTitle == "t1")
    world.addFeed("four", count: 2)
    #expect(world.run(["three", "four"] + now) == .done && !world.text.contains("Undated"))
  }

  @Test func `many items without dates stand under the day that they are in, unless no date follows`() throws {
    let world = world()
    let undated = (0..<1_500).map { #"{"id":"\#($0)","title":"u","content_text":""}"# }.joined(separator: ",")
    let (first, last) = (#""date_published":"2026-07-01T09:00:00Z""#, #""date_published":"2026-06-29T09:00:00Z""#)
    let ends = [#"{"id":"f",\#(first)}"#, #"{"id":"l",\#(last)}"#]
    for (items, isUndated) in [("\(ends[0]),\(undated),\(ends[1])", false), ("\(ends[0]),\(ends[1]),\(undated)", true)]
    {
      world.files["many"] = Array(#"{"version":"https://jsonfeed.org/version/1.1","items":[\#(items)]}"#.utf8)
      let viewer = try world.viewer("one", "many", "--now", "2026-07-01T12:00:00Z")
      try viewer.press(":100<enter>")
      #expect(viewer.lines[0].hasPrefix(isUndated ? "Undated" : "Today"), "\(viewer.lines[0])")
    }
  }

  @Test func `a single feed keeps its order and has no days`() throws {
    let world = TestWorld()
    world.files["one"] = feed("One", ["a 2026-06-01T10:00:00Z", "b 2026-07-01T08:00:00Z"])
    #expect(world.run(["one"] + now) == .done)
    #expect(world.text == "a\n2026-06-01\n\nb\n4 h\n\n2 items\n")
  }

  @Test(arguments: ["json", "ndjson"])
  func `a merged timeline is the same when it is read again`(_ form: String) throws {
    let world = world()
    #expect(world.run("one", "two", "--ads", "ads", "--rule", "every 2", "--to", form) == .done)
    let merged = world.text
    let place =
      #""authors":[{"name":"Ann"}],"_feedweave":{"row":6,"section":0,"userRow":3,"feed":"One","alsoIn":["Two"]}}"#
    #expect(merged.contains(place), "\(merged)")
    world.files["again"] = Array(merged.utf8)
    #expect(world.run("again", "--to", form) == .done)
    #expect(world.text == merged)
  }

  @Test func `rules and the map take it as one section`() throws {
    let world = world()
    #expect(world.run("map", "one", "two", "--ads", "ads", "--rule", "every 2", "--to", "json") == .done)
    #expect(world.text.hasPrefix(#"{"sections":[{"user":5,"feed":8,"insertions":[1,3,5],"#), "\(world.text)")
  }

  @Test func `a new version of one feed updates the timeline`() throws {
    let world = world()
    let settings = try ArgumentParser.parse(["one", "two", "--now", "2026-07-01T12:00:00Z"], for: .view)
    var sources = FeedSources(settings, world.environment)
    let size = ScreenSize(columns: 40, rows: 12)
    let viewer = try ViewerSession(try sources.openInput(), nil, settings, world.environment, size: size)
    try viewer.press("jj")
    #expect(viewer.selectedTitle == "a")
    world.files["two"] = feed("Two", ["z 2026-07-01T11:30:00Z", "x 2026-07-01T11:00:00Z", "y 2026-07-01T10:30:00Z"])
    for case .items(let section, let feed) in sources.changes() { viewer.update(section: section, to: feed) }
    #expect(viewer.feed.content.items[0].map(\.title) == ["z", "x", "y", "a", "b", "c"])
    #expect(viewer.feed.content.items[0].map { $0.feeds.compactMap(\.title) }[4] == ["One"])
    #expect(viewer.feed.update?.words == "1 inserted, 1 reloaded")
    #expect(viewer.selectedTitle == "a")
    try viewer.press(".")
    #expect(viewer.feed.content.items[0].map(\.title) == ["x", "y", "a", "b", "c"])
  }

  @Test func `Tab selects the next day, and its heading stays on top`() throws {
    let world = world()
    let viewer = try world.viewer("one", "two", "--ads", "ads", "--rule", "every 2", "--now", "2026-07-01T12:00:00Z")
    #expect(viewer.lines[0] == "Today")
    try viewer.press("<tab>")
    #expect(viewer.selectedTitle == "c")
    #expect(viewer.lines.contains("  Yesterday"))
    try viewer.press("G")
    let isPinned = viewer.lines[0].hasPrefix("Yesterday") || viewer.lines[0].hasPrefix("Today")
    #expect(isPinned, "\(viewer.lines)")
    try viewer.press("<tab>")
    #expect(viewer.lines.last?.contains("there is no next section or day") == true)
    try viewer.press("<s-tab>")
    #expect(viewer.selectedTitle == "x")
    let sections = try world.viewer("one", "two", "--sections")
    try sections.press("<tab>")
    #expect(sections.selectedTitle == "x")
    try sections.press("j<s-tab>")
    #expect(sections.selectedTitle == "x")
    try sections.press("<s-tab>")
    #expect(sections.selectedTitle == "a")
  }
}
