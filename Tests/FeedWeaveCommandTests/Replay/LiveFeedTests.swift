import FeedFormats
import Foundation
import Placement
import TestSupport
import Testing

@testable import FeedWeaveCommand

/// Live updates of woven lists, in random runs, against what is true of any.
@Suite struct LiveFeedTests {
  /// Rules of every kind, among them such as contradict the feed at every turn.
  private static let lines = [
    "", "every 2", "every 3 from 0", "every 6 from 3 max 3", "every 4 gap 3", "every 5 before 3 after 2", "at 1,2,3",
    "at 0,5 every 4", "every 2 share 0.2", "every 3 avoid sensitive", "every 4 trailing", "every 7 seed 3",
    "at 2 max 1",
    "every 3 max 4 in all", "at 4,40 every 9 gap 2", "every 2 sections 1",
  ]

  // In a debug build each change is followed by checks of all that stands.
  private static let runs: UInt64 = Sample.of(400, few: 6)

  private func ads(_ count: Int) -> [FeedItem] {
    (0..<count).map { number in
      var item = FeedItem()
      (item.id, item.title) = ("ad\(number)", "ad\(number)")
      return item
    }
  }

  private static let section = FeedSection(
    file: .path("x"), name: nil, document: FeedDocument(format: .jsonFeed))

  private func feed(ads count: Int, _ line: String) throws -> LiveFeed {
    try LiveFeed(Self.section, ads: ads(count), rules: PlacementRules(line))
  }

  private func read(_ items: [VersionItem]) throws -> FeedVersion {
    FeedVersion(try FeedReader().read(Array(versionLine(items).utf8)), at: "x", limit: nil)
  }

  /// A row of NDJSON as a pipeline reads it.
  private struct Row: Codable, Hashable {
    var ad: Int?
    var rule: String?
    var id: String?
    var url: String?
    var title: String?
  }

  private struct Section: Codable { var user: Int, feed: Int, rows: [Row] }

  private struct Record: Codable {
    var version: Int
    var source: String
    var user: SectionedListChanges
    var feed: SectionedListChanges
    var sections: [Section]
  }

  @Test func `any versions are valid updates that lead to the merged feed`() throws {
    for seed in UInt64(1)...Self.runs {
      var random = SeededGenerator(seed: seed)
      let line = Self.lines[Int(seed) % Self.lines.count]
      let rules = try PlacementRules(line)
      let ads = ads(Int.random(in: 0...9, using: &random))
      let feed = try feed(ads: ads.count, line)
      var versions = RandomVersions(seed: seed)
      var former: [ListSection<Int, Row>] = []
      var before: [FeedRow] = []
      for number in 1...Sample.of(20, few: 8) {
        let version = try read(versions.next())
        let (update, rows) = try feed.show(version.items)
        let label: Comment = "seed \(seed), \(line), version \(number)"
        check(rows, version, rules, ads, label)
        #expect(rows == rows.compactMap { update.after.row(at: $0.path) }, label)
        if number > 1 { checkAds(update, rows, before: before, label) }
        before = rows
        let record = try JSONDecoder().decode(
          Record.self, from: Data(ReplayRecords.line(update, rows, number: number, of: version)))
        let sections = record.sections.map { ListSection(0, rows: $0.rows) }
        #expect(record.user == update.content && record.feed == update.feed && record.version == number, label)
        #expect(record.sections.map(\.user) == [version.items.count], label)
        #expect(record.sections.map(\.feed) == [rows.count], label)
        #expect(try record.feed.applying(to: former, elementsFrom: sections) == sections, label)
        former = sections
      }
    }
  }

  /// The rows in view are those of the version, in its order, with ads in places that the rules allow.
  private func check(
    _ rows: [FeedRow], _ version: FeedVersion, _ rules: PlacementRules, _ ads: [FeedItem], _ label: Comment
  ) {
    var content = 0
    var own: [Int] = []
    var contents: [Int] = []
    for (row, shown) in rows.enumerated() {
      #expect(shown.path == FeedPath(section: 0, row: row), label)
      switch shown.owner {
      case .content(let user):
        #expect(user == UserPath(section: 0, row: content), label)
        #expect(content < version.items.count && shown.item.hasSameContent(as: version.items[content]), label)
        content += 1
      case .ad(let ad, _):
        #expect(shown.item.title == ads[ad].title, label)
        own.append(ad)
        contents.append(content)
      }
    }
    #expect(content == version.items.count && Set(own).count == own.count, label)
    checkRules(rules, contents, version, label)
  }

  private func checkRules(_ rules: PlacementRules, _ contents: [Int], _ version: FeedVersion, _ label: Comment) {
    let count = version.items.count
    #expect(contents.count <= min(rules.max ?? .max, rules.maxInAll ?? .max), label)
    #expect(contents.allSatisfy { $0 >= rules.before && count - $0 >= rules.after }, label)
    #expect(zip(contents, contents.dropFirst()).allSatisfy { $1 - $0 >= rules.gap }, label)
    #expect(contents.count { $0 == count } <= (rules.trailing ? 1 : 0), label)
    if let share = rules.share { #expect(Double(contents.count) <= share * Double(count + contents.count), label) }
    if rules.sections?.contains(0) == false { #expect(contents.isEmpty, label) }
    for content in contents {
      for row in [content - 1, content] where version.items.indices.contains(row) {
        #expect(!version.items[row].tags.contains(where: rules.avoid.contains), label)
      }
    }
  }

  /// The changes of the list are those of the content and those of ads.
  ///
  /// Ads never move, and come only below or above all that was there; what the content moves counts as new.
  private func checkAds(_ update: FeedUpdate, _ rows: [FeedRow], before: [FeedRow], _ label: Comment) {
    let user = update.content.rows
    let feed = update.feed.rows
    #expect(feed.moves.count == user.moves.count && feed.reloads.count == user.reloads.count, label)
    #expect(feed.deletes.count { before[$0.row].isContent } == user.deletes.count, label)
    #expect(feed.inserts.count { rows[$0.row].isContent } == user.inserts.count, label)
    let come = Set(feed.inserts + feed.moves.map(\.to))
    let old = rows.indices.filter { rows[$0].isContent && !come.contains(rows[$0].path) }
    guard let first = old.first, let last = old.last else { return }
    let ads = come.filter { !rows[$0.row].isContent }
    #expect(ads.allSatisfy { $0.row < first || $0.row > last }, label)
  }

  @Test func `a feed that is all new is placed as one that is loaded`() throws {
    var sample = Sample(oneIn: 5)
    for line in Self.lines {
      for (first, second) in [(20, 31), (5, 0), (0, 14), (3, 3)] where sample.takesNext() {
        let live = try feed(ads: 6, line)
        let fresh = try feed(ads: 6, line)
        let items = { (word: String, count: Int) in
          (0..<count).map { VersionItem(id: "\(word)\($0)", title: "\(word)\($0)", tag: $0 == 3 ? "sensitive" : nil) }
        }
        _ = try live.show(read(items("a", first)).items)
        let replaced = try live.show(read(items("b", second)).items)
        #expect(try fresh.show(read(items("b", second)).items).rows == replaced.rows, "\(line), \(first), \(second)")
      }
    }
  }

  @Test func `the first version is placed as the same feed is rendered`() throws {
    var sample = Sample(oneIn: 12)
    for line in Self.lines {
      for count in 0...25 where sample.takesNext() {
        let rules = try PlacementRules(line)
        let items = (0..<count).map { VersionItem(id: "\($0)", title: "\($0)", tag: $0 % 7 == 3 ? "sensitive" : nil) }
        let version = try read(items)
        let plan = try PlacementPlan(rules: rules, userCounts: [count], adCount: 6) { version.items[$0.row].tags }
        let rows = try feed(ads: 6, line).show(version.items).rows
        let ads = rows.compactMap { row in
          if case .ad(let ad, let origin) = row.owner { (row.path, ad, origin) } else { nil }
        }
        let label: Comment = "\(line), \(count) items"
        #expect(ads.map(\.0) == plan.places.map(\.path) && ads.map(\.1) == plan.places.map(\.ad), label)
        #expect(ads.map(\.2) == plan.places.map(\.origin), label)
      }
    }
  }

  /// Only in a whole run: a debug build checks the queue of 1,000 ads after each that is taken.
  @Test(.enabled(if: Sample.isWhole)) func `more ads than are asked for at once come too`() throws {
    let feed = try feed(ads: 1_100, "every 2")
    let update = try feed.show(read((0..<1_050).map { VersionItem(id: "\($0)") }).items).update
    #expect(update.after.map.tally == Tally(items: 1_050, ads: 1_049))
  }

  @Test func `an ad that a rule forbids now is withdrawn and comes again further down`() throws {
    let items = { (letters: String) in
      try read(letters.map { VersionItem(id: String($0), title: String($0)) }).items
    }
    let titles = { (line: String, letters: [String]) in
      let feed = try feed(ads: 3, line)
      var rows = try feed.show(items(letters[0])).rows
      for word in letters.dropFirst() { rows = try feed.show(items(word)).rows }
      return rows.compactMap(\.item.title).joined(separator: " ")
    }
    let versions = ["abcdefghijkl", "abefghijkl", "abefghijklmnop"]
    #expect(try titles("every 3 gap 2", Array(versions[..<1])) == "a b ad0 c d ad1 e f ad2 g h i j k l")
    #expect(try titles("every 3 gap 2", Array(versions[..<2])) == "a b ad0 e f ad2 g h i j k l")
    #expect(try titles("every 3 gap 2", versions) == "a b ad0 e f ad2 g h i j k l ad1 m n o p")
    // Without a gap, ads are still not adjacent, unless they were from the start.
    #expect(try titles("every 3", versions) == "a b ad0 e f ad2 g h i j k l ad1 m n o p")
    #expect(try titles("at 2,3", ["abcdef", "abXcdef"]) == "a b X ad0 ad1 c d e f")
  }

  @Test func `changes tell where a row was and is`() throws {
    let feed = try feed(ads: 9, "every 3")
    let items = "abcdefgh".map { VersionItem(id: "\($0)", title: "\($0)") }
    #expect(try feed.show(read(items).items).update.changes.isEmpty)
    let next = [items[7], VersionItem(id: "x", title: "x"), VersionItem(id: "a", title: "A")] + items[2..<7]
    let update = try feed.show(read(next).items).update
    let changes = update.changes.map { change in
      [change.sign.rawValue, change.row.item.title] + [change.from, change.to].map { $0.map { "\($0.row)" } }
    }
    #expect(
      changes == [
        ["-", "b", "1", nil], [">", "h", "10", "0"], ["~", "A", "0", "2"], ["+", "x", nil, "1"],
      ], "\(changes)")
    #expect(update.words == "1 deleted, 1 inserted, 1 moved, 1 reloaded")
    #expect(try feed.show([]).rows.isEmpty)
  }

  @Test func `rules that cannot be kept are refused at the start`() throws {
    #expect { try LiveFeed(Self.section, ads: ads(1), rules: PlacementRules(every: 1)) } throws: {
      ($0 as? CommandError)?.exitCode == .usage
    }
  }
}
