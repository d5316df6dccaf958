import Foundation
import Placement
import TestSupport
import Testing

@testable import FeedWeaveCommand

@Suite struct MapChartTests {
  private struct Chart: Decodable {
    struct Section: Decodable {
      var user: Int
      var feed: Int
      var insertions: [Int]
      var rows: [Row]
      var refused: [Refusal]?
    }
    struct Refusal: Decodable, Equatable {
      var feed: Int
      var rule: String
      var reason: String
    }
    struct Row: Decodable, Equatable {
      var feed: Int
      var user: Int?
      var insertion: Int?
      var rule: String?
    }
    var sections: [Section]
  }

  @Test func `the map of four rows is written as documented`() {
    let world = TestWorld()
    #expect(world.run("map", "--rows", "4", "--rule", "every 2", "--to", "json") == .done)
    let text =
      #"{"sections":[{"user":4,"feed":7,"insertions":[1,3,5],"rows":[{"feed":0,"user":0},{"feed":1,"insertion":0,"#
      + #""rule":"every 2"},{"feed":2,"user":1},{"feed":3,"insertion":1,"rule":"every 2"},{"feed":4,"user":2},"#
      + #"{"feed":5,"insertion":2,"rule":"every 2"},{"feed":6,"user":3}]}]}"#
    #expect(world.text == text + "\n")
  }

  /// A walk that puts an ad wherever a position is asked for and content follows.
  private func rows(_ count: Int, at: [Int], every: Int?) -> [Chart.Row] {
    var positions = at.map { ($0, "at \($0)") }
    if let every {
      let start = at.max() ?? -1
      positions += stride(from: start + every, to: 10 * (count + 10), by: every).map { ($0, "every \(every)") }
    }
    var rows: [Chart.Row] = []
    var user = 0
    var ads = 0
    while user < count {
      if let rule = positions.first(where: { $0.0 == rows.count })?.1 {
        rows.append(.init(feed: rows.count, user: nil, insertion: ads, rule: rule))
        ads += 1
      } else {
        rows.append(.init(feed: rows.count, user: user, insertion: nil, rule: nil))
        user += 1
      }
    }
    return rows
  }

  @Test func `small maps are those of a plain walk`() throws {
    for count in 0...6 {
      for at in [[], [0], [1], [0, 1], [2, 4], [5, 1], [9]] as [[Int]] {
        for every in [nil, 2, 3, 5] as [Int?] {
          var words = ["map", "--rows", "\(count)", "--to", "json"]
          if !at.isEmpty { words += ["--at", at.map(String.init).joined(separator: ",")] }
          if let every { words += ["--rule", "every \(every)"] }
          let world = TestWorld()
          #expect(world.run(words) == .done, "\(words)")
          let section = try #require(try JSONDecoder().decode(Chart.self, from: Data(world.output)).sections.first)
          let expected = rows(count, at: at, every: every)
          #expect(section.rows == expected, "\(words)")
          #expect(section.user == count && section.feed == expected.count)
          #expect(section.insertions == expected.filter { $0.user == nil }.map(\.feed))
        }
      }
    }
  }

  @Test func `insertions are numbered over the sections`() throws {
    let world = TestWorld()
    world.addFeed("a.json", count: 4)
    world.addFeed("b.json", count: 4)
    world.addFeed("x.json", count: 5)
    #expect(
      world.run("map", "a.json", "b.json", "--sections", "--ads", "x.json", "--rule", "every 2", "--to", "json")
        == .done)
    let sections = try JSONDecoder().decode(Chart.self, from: Data(world.output)).sections
    #expect(sections.map { $0.rows.compactMap(\.insertion) } == [[0, 1, 2], [3, 4]])
    #expect(sections.map(\.feed) == [7, 6])
  }

  @Test func `refusals are told as JSON only where they are asked for`() throws {
    let world = TestWorld()
    let words = ["map", "--rows", "12", "--at", "3,5", "--rule", "every 6 gap 3 max 1", "--to", "json"]
    #expect(world.run(words) == .done && !world.text.contains("refused"))
    let plain = world.text
    #expect(world.run(words + ["-v"]) == .done)
    let refused =
      #","refused":[{"feed":5,"rule":"at 5","reason":"max 1"},{"feed":11,"rule":"every 6","reason":"max 1"}]"#
    #expect(world.text == plain.dropLast("}]}\n".count) + "\(refused)}]}\n")
  }

  @Test func `every named place is a row of an ad or a refusal of its section`() throws {
    let world = TestWorld()
    world.addFeed("a.json", count: 9)
    world.addFeed("b.json", count: 7)
    let words = [
      "map", "a.json", "b.json", "--sections", "--rule", "every 2 gap 2 except 1", "--to", "json", "-v", "-q",
    ]
    #expect(world.run(words) == .done)
    let sections = try JSONDecoder().decode(Chart.self, from: Data(world.output)).sections
    #expect(sections.map(\.insertions) == [[1, 5, 9], []])
    #expect(sections[0].refused?.map(\.feed) == [3, 7, 11])
    #expect(sections[0].refused?.map(\.reason) == ["gap 2", "gap 2", "gap 2"])
    #expect(sections[1].refused?.map(\.feed) == [1, 3, 5, 7])
    #expect(sections[1].refused?.allSatisfy { $0.reason == "its section has no ads" } == true)
  }

  @Test func `a reason that names a tag is JSON whatever stands in it`() throws {
    let world = TestWorld()
    let tag = "a\"\\\u{1}\n\u{1B}[31m,b"
    let json = String(decoding: try JSONEncoder().encode([tag]), as: UTF8.self)
    world.files["a.json"] = Array(
      #"{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"1","content_text":"-","tags":\#(json)}]}"#.utf8)
    world.files["r.json"] = Array(#"{"at":[0],"avoid":\#(json)}"#.utf8)
    #expect(world.run("map", "a.json", "--plan", "r.json", "--to", "json", "-v") == .done)
    let section = try #require(try JSONDecoder().decode(Chart.self, from: Data(world.output)).sections.first)
    #expect(section.refused == [.init(feed: 0, rule: "at 0", reason: "avoid \(tag)")])
    #expect(world.run("map", "a.json", "--plan", "r.json", "-v") == .done)
    #expect(!world.output.contains(0x1B) && !world.output.contains(0x01))
  }

  @Test func `a verbose map ends with its measures`() {
    let world = TestWorld()
    let table = [
      ("30", "every 6 from 3", "16.7 % ads · gap 5 · first ad after 3 rows · longest run without an ad 5"),
      ("4", "at 1", "20.0 % ads · first ad after 1 row · longest run without an ad 3"),
      ("9", "at 1,2 every 4", "30.8 % ads · gaps 0 to 3 · first ad after 1 row · longest run without an ad 3"),
      ("4", "", "0.0 % ads · longest run without an ad 4"), ("0", "every 2", "0.0 % ads · longest run without an ad 0"),
    ]
    for (rows, rule, line) in table {
      #expect(world.run("map", "--rows", rows, "--rule", rule, "-v") == .done)
      #expect(world.text.split(separator: "\n").last.map(String.init) == line, "\(rule) over \(rows)")
      #expect(world.run("map", "--rows", rows, "--rule", rule) == .done && !world.text.contains("%"))
    }
  }

  @Test func `text and JSON tell the same rows`() throws {
    let world = TestWorld()
    #expect(world.run("map", "--rows", "30", "--at", "3,9", "--rule", "every 6", "--to", "json") == .done)
    let rows = try JSONDecoder().decode(Chart.self, from: Data(world.output)).sections[0].rows
    #expect(world.run("map", "--rows", "30", "--at", "3,9", "--rule", "every 6") == .done)
    let lines = world.text.split(separator: "\n").map { $0.drop { $0 == " " } }
    #expect(lines.count == rows.count + 1 && lines.last == "30 items · \(rows.count - 30) ads")
    for (row, line) in zip(rows, lines) {
      if let user = row.user { #expect(line == "\(row.feed) ← \(user)") }
      if let insertion = row.insertion, let rule = row.rule {
        #expect(line.hasPrefix("\(row.feed)  ad \(insertion) · \(rule) · "))
      }
    }
  }
}
