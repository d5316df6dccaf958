import TestSupport
import Testing

@testable import Placement

/// Rows and sections together, in small worlds: both directions fit together, and with a slow merge.
@Suite struct InsertionMapCompositionTests {
  /// What is asked for: a section, or a row of one.
  enum Request {
    case section(Int)
    case row(FeedPath)
  }

  /// The requests there are below some bounds.
  static func requests(sections: Int, rows: Int) -> [Request] {
    (0..<sections).map { .section($0) }
      + (0..<sections).flatMap { section in (0..<rows).map { .row(FeedPath(section: section, row: $0)) } }
  }

  /// Every choice of so many of some elements, the same ones again allowed, in one order.
  static func choices<Element>(of elements: [Element], count: Int) -> [[Element]] {
    if count == 0 { return [[]] }
    return elements.indices.flatMap { index in
      choices(of: Array(elements[index...]), count: count - 1).map { [elements[index]] + $0 }
    }
  }

  /// Every list of up to so many sections of up to so many rows.
  static func worlds(sections: Int, rows: Int) -> [[Int]] { lists(of: Array(0...rows), upTo: sections) }

  @Test(arguments: 0...4)
  func `worlds of up to three sections agree with the oracle`(rows: Int) throws {
    for insertions in 0...2 {
      for requests in Self.choices(of: Self.requests(sections: 4, rows: 5), count: insertions).sampled(oneIn: 60) {
        if rows == 0 { try check([], requests) }
        for others in Self.worlds(sections: 2, rows: 4) { try check([rows] + others, requests) }
      }
    }
  }

  @Test(arguments: 0...4)
  func `worlds of three insertions agree with the oracle`(rows: Int) throws {
    let choices = Self.choices(of: Self.requests(sections: 3, rows: 4), count: 3).sampled(oneIn: 12)
    for requests in choices { try check([rows], requests) }
    for other in [0, 2] {
      for requests in choices { try check([rows, other], requests) }
    }
  }

  private func check(_ counts: [Int], _ requests: [Request]) throws {
    let rows = requests.compactMap { if case .row(let path) = $0 { path } else { nil } }
    let sections = requests.compactMap { if case .section(let section) = $0 { section } else { nil } }
    let map = try InsertionMap(userCounts: counts, rows: rows, sections: sections)
    if let difference = Self.difference(map, counts: counts, rows: rows, sections: sections) {
      Issue.record("\(counts), rows \(rows), sections \(sections): \(difference)")
    }
  }

  /// Where a map differs from the merge that is made section by section and row by row.
  static func difference(_ map: InsertionMap, counts: [Int], rows: [FeedPath], sections: [Int]) -> String? {
    let merged = ReferenceSection(contentCount: counts.count, requests: sections)
    if map.feedSectionCount != merged.rows.count || map.userCounts != counts { return "counts" }
    var users: [UserPath] = []
    var feeds: [FeedPath] = []
    for section in merged.rows.indices {
      let user = merged.userRow(forFeed: section)
      if map.userSection(forFeed: section) != user { return "user section of \(section)" }
      if map.isInserted(feedSection: section) != (user == nil) { return "owner of section \(section)" }
      let asked = rows.filter { $0.section == section }.map(\.row)
      let expected = ReferenceSection(contentCount: user.map { counts[$0] } ?? 0, requests: asked)
      if map.feedCount(inFeedSection: section) != expected.rows.count { return "rows of feed section \(section)" }
      for row in expected.rows.indices {
        let path = FeedPath(section: section, row: row)
        let content = expected.userRow(forFeed: row).flatMap { row in user.map { UserPath(section: $0, row: row) } }
        if map.userPath(for: path) != content { return "user path of \(path)" }
        if map.isInserted(path) != (content == nil) { return "owner of \(path)" }
        if let content {
          users.append(content)
          feeds.append(path)
        }
      }
    }
    return roundTripDifference(map, users: users, feeds: feeds) ?? edgeDifference(map, merged, counts: counts)
  }

  /// Both lists name the same rows, all that the content has, in order.
  private static func roundTripDifference(_ map: InsertionMap, users: [UserPath], feeds: [FeedPath]) -> String? {
    if users != users.sorted() || users.count != map.userCounts.reduce(0, +) { return "order of the content" }
    for (user, feed) in zip(users, feeds) where map.feedPath(for: user) != feed { return "feed path of \(user)" }
    if users.contains(where: { map.feedPath(for: $0).flatMap(map.userPath) != $0 }) { return "round trip" }
    if map.feedPaths(for: users) != feeds || map.userPaths(for: feeds) != users { return "lists of paths" }
    if map.feedPaths(for: Set(users)) != Set(feeds) || map.userPaths(for: Set(feeds)) != Set(users) {
      return "sets of paths"
    }
    let sections = Array(0..<map.userSectionCount)
    let shown = map.feedSections(forUser: sections)
    if shown != shown.sorted() || map.userSections(forFeed: shown) != sections { return "lists of sections" }
    return map.userSections(forFeed: Set(0..<map.feedSectionCount)) == Set(sections) ? nil : "sets of sections"
  }

  /// The ends, and what lies beyond them.
  private static func edgeDifference(_ map: InsertionMap, _ merged: ReferenceSection, counts: [Int]) -> String? {
    for (section, count) in counts.enumerated() {
      let end = merged.feedRow(forUser: section).flatMap { feed in
        map.feedCount(inFeedSection: feed).map { FeedPath(section: feed, row: $0) }
      }
      if map.feedPath(for: UserPath(section: section, row: count)) != end { return "end of \(section)" }
      if map.feedPath(for: UserPath(section: section, row: count + 1)) != nil { return "beyond \(section)" }
      if map.feedPath(for: UserPath(section: section, row: -1)) != nil { return "before \(section)" }
    }
    if map.feedSection(forUser: counts.count) != map.feedSectionCount { return "end of the sections" }
    let outside = [-1, map.feedSectionCount, map.feedSectionCount + 1]
    if outside.contains(where: { map.userPath(for: FeedPath(section: $0, row: 0)) != nil }) { return "outside" }
    if outside.contains(where: { map.userSection(forFeed: $0) != nil }) { return "sections outside" }
    for section in 0..<map.feedSectionCount {
      for row in [-1, map.feedCount(inFeedSection: section) ?? 0]
      where
        map.userPath(for: FeedPath(section: section, row: row)) != nil
      { return "outside section \(section)" }
    }
    return map.feedPath(for: UserPath(section: counts.count, row: 0)) == nil ? nil : "a row of no section"
  }
}
