import FeedFormats
import FeedWeave
import Placement
import TerminalUI
import TestSupport
import Testing

@testable import FeedWeaveCommand

/// The list of the viewer with the lines of a large file, against the same file read as a whole.
@Suite struct ViewedLinesTests {
  private let world = TestWorld()

  init() { world.addAds("ads", count: 40) }

  private func line(_ number: Int) -> String {
    switch number % 97 {
    case 13: "not an item\n"
    case 50: "\n{\"id\":\"\(number)\",\"title\":\"t\(number)\",\"tags\":[\"quiet\"]}\n"
    default: "{\"id\":\"\(number)\",\"title\":\"t\(number)\"}\n"
    }
  }

  private func feed(leastLinesSize: Int?, _ words: String...) throws -> ViewedFeed {
    let settings = try ArgumentParser.parse(["f", "--ads", "ads"] + words, for: .view)
    let input = try WovenInput(settings, world.environment, leastLinesSize: leastLinesSize)
    #expect((input.sections[0].lines != nil) == (leastLinesSize != nil))
    return try ViewedFeed(input, now: world.environment.now, elapsed: world.environment.elapsed)
  }

  private func rows(_ feed: ViewedFeed, step: Int = 1) -> [String] {
    let count = feed.list.weaver.map.feedCounts[0]
    return stride(from: 0, to: count, by: step).map { row in
      let path = FeedPath(section: 0, row: row)
      return (feed.isAd(path) ? "ad " : "") + (feed.item(at: path)?.title ?? "")
    }
  }

  private func readAll(_ feed: ViewedFeed) throws {
    while feed.isReading { try feed.readOn(for: .seconds(1)) }
  }

  @Test func `rows and ads are those of the whole file`() throws {
    // More than is found when the file is opened, and a batch of rows more than that.
    world.files["f"] = Array((0..<30_000).filter { $0 % 97 != 13 }.map(line).joined().utf8)
    let step = Sample.of(1, few: 31)
    for rule in Sample.of(["every 6 from 3", "at 0, 12000, 29000"], few: ["at 0, 12000, 29000"]) {
      let lines = try feed(leastLinesSize: 1000, "--rule", rule)
      #expect(lines.isReading, "\(rule)")
      let first = rows(lines, step: step)
      try readAll(lines)
      let expected = rows(try feed(leastLinesSize: nil, "--rule", rule), step: step)
      #expect(rows(lines, step: step) == expected, "\(rule)")
      #expect(first.count < expected.count, "\(rule)")
    }
  }

  @Test func `damaged lines are rows that say so`() throws {
    world.files["f"] = Array((0..<300).map(line).joined().utf8)
    let feed = try feed(leastLinesSize: 1, "--rule", "every 100 max 0")
    try readAll(feed)
    let damaged = rows(feed).enumerated().filter { $0.element == "no item" }.map(\.offset)
    #expect(damaged == [13, 110, 207])
    let text = feed.item(at: FeedPath(section: 0, row: 110))?.contentText ?? ""
    #expect(text == "112:1: the line is not JSON; item left out")
    #expect(feed.takeProblem()?.words == "f:14:1: the line is not JSON; item left out", "it is among the messages, too")
  }

  @Test func `a bad last line without a newline is said at the end`() throws {
    for (end, words) in [
      ("not an item", "f:2:1: the line is not JSON; item left out"),
      (#"{"id":"#, "f:2:7: the document ends too early, within an object or an array; item left out"),
      (#"{"id":"2"}"#, nil),
      ("", nil),
    ] {
      world.files["f"] = Array((line(1) + end).utf8)
      let feed = try feed(leastLinesSize: 1, "--rule", "every 100 max 0")
      try readAll(feed)
      #expect(rows(feed).count == (end.isEmpty ? 1 : 2) && feed.takeProblem() == nil, "it may go on")
      feed.content.endLines()
      #expect(feed.takeProblem()?.words == words, "\(end)")
    }
  }

  @Test func `lines are appended and replaced`() throws {
    world.files["f"] = Array((0..<10).map(line).joined().utf8)
    let feed = try feed(leastLinesSize: 1, "--rule", "every 6 from 3")
    try readAll(feed)
    world.files["f"] = Array((0..<12).map(line).joined().utf8)
    #expect(feed.content.grow(section: 0))
    try readAll(feed)
    #expect(rows(feed).filter { !$0.hasPrefix("ad") } == (0..<12).map { "t\($0)" })
    world.files["f"] = Array((5..<9).map(line).joined().utf8)
    #expect(!feed.content.grow(section: 0))
    let settings = FeedReader.Options()
    let lines = try FileLines(of: .path("f"), settings, world.environment, from: 1)
    try feed.replace(section: 0, by: lines)
    try readAll(feed)
    #expect(rows(feed).filter { !$0.hasPrefix("ad") } == (5..<9).map { "t\($0)" })
    try feed.update(section: 0, to: TestWorld.items("ab"))
    #expect(rows(feed).filter { !$0.hasPrefix("ad") } == ["a", "b"])
  }

  @Test func `searches find the rows that they find in the whole file`() throws {
    world.files["f"] = Array((0..<400).filter { $0 % 97 != 13 }.map(line).joined().utf8)
    let sessions = try [nil, 1].map { (size: Int?) in
      let settings = try ArgumentParser.parse(["f", "--ads", "ads", "--rule", "every 40"], for: .view)
      let input = try WovenInput(settings, world.environment, leastLinesSize: size)
      return try ViewerSession(input, nil, settings, world.environment, size: ScreenSize(columns: 60, rows: 20))
    }
    while sessions[1].isReading { sessions[1].readOn(isHurried: false) }
    for keys in [
      "/t37<enter>", "n", "n", "N", "N", "/ad2<enter>", "n", "/t5<enter>", "N", "/T5<enter>", "/none<enter>",
    ] {
      for session in sessions { try session.press(keys) }
      #expect(sessions[1].lines == sessions[0].lines, "\(keys)")
    }
  }
}
