import TestSupport
import Testing

@testable import Placement

@Suite struct InsertionMapTests {
  /// Where the answers for one section differ from the oracle's; nil when all agree.
  static func difference(_ map: InsertionMap, _ expected: ReferenceSection, section: Int = 0) -> String? {
    let feed = expected.rows.count
    if map.feedCount(inFeedSection: section) != feed { return "feed count" }
    if map.userCount(inUserSection: section) != expected.contentCount { return "user count" }
    for row in -1...max(feed, expected.contentCount) + 1 {
      let path = FeedPath(section: section, row: row)
      let user = UserPath(section: section, row: row)
      if map.userPath(for: path)?.row != expected.userRow(forFeed: row) { return "user path of \(path)" }
      if map.feedPath(for: user)?.row != expected.feedRow(forUser: row) { return "feed path of \(user)" }
      if map.insertionIndex(at: path) != expected.insertion(at: row) { return "insertion at \(path)" }
      if map.isInserted(path) != (expected.insertion(at: row) != nil) { return "inserted \(path)" }
    }
    let waiting = expected.held + expected.waiting.map(\.insertion)
    return map.waitingRowInsertions == waiting ? nil : "waiting \(map.waitingRowInsertions), not \(waiting)"
  }

  /// All lists of so many numbers below a bound, in every order.
  static func lists(count: Int, below bound: Int) -> [[Int]] {
    guard count > 0 else { return [[]] }
    return lists(count: count - 1, below: bound).flatMap { list in (0..<bound).map { list + [$0] } }
  }

  static func paths(_ rows: [Int], section: Int = 0) -> [FeedPath] {
    rows.map { FeedPath(section: section, row: $0) }
  }

  @Test func `every small world agrees with the oracle`() throws {
    for content in 0...4 {
      for requests in (0...3).flatMap({ InsertionMapTests.lists(count: $0, below: 7) }) {
        let resolved = try InsertionMap.resolve(userCounts: [content], rows: InsertionMapTests.paths(requests))
        let expected = ReferenceSection(contentCount: content, requests: requests)
        let difference = InsertionMapTests.difference(resolved.map, expected)
        if let difference { Issue.record("\(content) rows, \(requests): \(difference)") }
        for (position, insertion) in expected.positions {
          let landed = resolved.rows[insertion]
          if landed.requested.row != requests[insertion] || landed.resolved.row != position {
            Issue.record("\(content) rows, \(requests): \(landed)")
          }
        }
      }
    }
  }

  /// An update of one section, on the map and on the oracle.
  enum Update: CaseIterable {
    case insert, delete

    static func all(content: Int) -> [(Update, Int, UpdatePolicy)] {
      UpdatePolicy.allCases.flatMap { policy in
        (0...content).map { (.insert, $0, policy) } + (0..<content).map { (.delete, $0, policy) }
      }
    }

    func apply(_ row: Int, _ policy: UpdatePolicy, to map: inout InsertionMap) throws {
      let path = UserPath(section: 0, row: row)
      switch self {
      case .insert: try map.insertRow(at: path, policy: policy)
      case .delete: try map.deleteRow(at: path, policy: policy)
      }
    }

    func apply(_ row: Int, _ policy: UpdatePolicy, to section: inout ReferenceSection) {
      switch (self, policy) {
      case (.insert, .pinned): section.insertPinned()
      case (.delete, .pinned): section.deletePinned()
      case (.insert, .anchored): section.insertAnchored(at: row)
      case (.delete, .anchored): section.deleteAnchored(at: row)
      }
    }
  }

  @Test func `every pair of updates of every small world agrees with the oracle`() throws {
    var sample = Sample(oneIn: 40)
    for content in 0...3 {
      for requests in (0...3).flatMap({ InsertionMapTests.lists(count: $0, below: 6) })
      where requests == requests.sorted() {
        let map = try InsertionMap(userCounts: [content], rows: InsertionMapTests.paths(requests))
        let section = ReferenceSection(contentCount: content, requests: requests)
        for (first, row, policy) in Update.all(content: content) {
          var once = (map: map, section: section)
          try first.apply(row, policy, to: &once.map)
          first.apply(row, policy, to: &once.section)
          let words = "\(content) rows, \(requests), \(first) \(row) \(policy)"
          if let difference = InsertionMapTests.difference(once.map, once.section) {
            Issue.record("\(words): \(difference)")
            continue
          }
          for (second, row, policy) in Update.all(content: once.section.contentCount) where sample.takesNext() {
            var twice = once
            try second.apply(row, policy, to: &twice.map)
            second.apply(row, policy, to: &twice.section)
            if let difference = InsertionMapTests.difference(twice.map, twice.section) {
              Issue.record("\(words), \(second) \(row) \(policy): \(difference)")
            }
          }
        }
      }
    }
  }

  @Test func `every reload of every small world agrees with the oracle`() throws {
    var sample = Sample(oneIn: 3)
    for content in 0...3 {
      for requests in (0...3).flatMap({ InsertionMapTests.lists(count: $0, below: 6) })
      where requests == requests.sorted() {
        for count in 0...7 where sample.takesNext() {
          var map = try InsertionMap(userCounts: [content], rows: InsertionMapTests.paths(requests))
          var appended = map
          try map.setUserCounts([count])
          var section = ReferenceSection(contentCount: content, requests: requests)
          section.setContentCount(count)
          let difference = InsertionMapTests.difference(map, section)
          if let difference { Issue.record("\(content) rows, \(requests), reload \(count): \(difference)") }
          if count >= content {
            try appended.appendRows(count - content, toUserSection: 0)
            #expect(appended == map, "\(content) rows, \(requests), append to \(count)")
          }
        }
      }
    }
  }
}

// MARK: - Sections

extension InsertionMapTests {
  @Test func `every small world of sections agrees with the oracle`() throws {
    for count in 0...3 {
      for requests in (0...3).flatMap({ InsertionMapTests.lists(count: $0, below: 5) }) {
        let rows = (0..<6).flatMap { InsertionMapTests.paths([1, 0, 1], section: $0) }
        let counts = Array(2..<2 + count)
        let map = try InsertionMap(userCounts: counts, rows: rows, sections: requests)
        let expected = ReferenceSection(contentCount: count, requests: requests)
        let difference = InsertionMapTests.sectionDifference(map, expected, counts: counts)
        if let difference { Issue.record("\(count) sections, \(requests): \(difference)") }
      }
    }
  }

  /// Where the sections differ from the oracle's, each section having insertions at rows 1, 0, 1.
  private static func sectionDifference(
    _ map: InsertionMap, _ expected: ReferenceSection, counts: [Int]
  ) -> String? {
    if map.feedSectionCount != expected.rows.count || map.userSectionCount != counts.count { return "counts" }
    for section in -1...expected.rows.count + 2 {
      if map.userSection(forFeed: section) != expected.userRow(forFeed: section) { return "user \(section)" }
      if map.feedSection(forUser: section) != expected.feedRow(forUser: section) { return "feed \(section)" }
      if map.sectionInsertionIndex(at: section) != expected.insertion(at: section) { return "insertion \(section)" }
    }
    for section in expected.rows.indices {
      let user = expected.userRow(forFeed: section)
      let rows = ReferenceSection(contentCount: user.map { counts[$0] } ?? 0, requests: [1, 0, 1])
      if map.feedCount(inFeedSection: section) != rows.rows.count { return "rows of \(section)" }
      for row in -1...rows.rows.count {
        let path = FeedPath(section: section, row: row)
        let content = rows.userRow(forFeed: row).flatMap { row in user.map { UserPath(section: $0, row: row) } }
        if map.userPath(for: path) != content { return "user path of \(path)" }
        if let content, map.feedPath(for: content) != path { return "feed path of \(content)" }
        if map.insertionIndex(at: path) != rows.insertion(at: row).map({ section * 3 + $0 }) { return "at \(path)" }
      }
    }
    return nil
  }

  @Test func `three requests for one section land in a row`() throws {
    let resolved = try InsertionMap.resolve(userCounts: [1], sections: [0, 0, 0])
    #expect(resolved.sections.map(\.resolved) == [0, 1, 2])
    #expect(resolved.map.feedSectionCount == 4 && resolved.map.feedSection(forUser: 0) == 3)
    #expect((0..<3).map { resolved.map.sectionInsertionIndex(at: $0) } == [0, 1, 2])
  }

  @Test func `equal requests keep their order`() throws {
    let resolved = try InsertionMap.resolve(userCounts: [9], rows: InsertionMapTests.paths([4, 2, 4, 2, 4]))
    #expect(resolved.rows.map(\.resolved.row) == [4, 2, 5, 3, 6])
  }

  @Test func `an insertion exactly at the end leaves the counts right`() throws {
    let path = [FeedPath(section: 1, row: 0)]
    let map = try InsertionMap(userCounts: [3], rows: InsertionMapTests.paths([3]) + path, sections: [1])
    #expect(map.userCounts == [3] && map.userSectionCount == 1 && map.feedCounts == [4, 1])
    #expect(map.userPath(for: FeedPath(section: 1, row: 0)) == nil)
    #expect(map.userPath(for: FeedPath(section: 1, row: 1)) == nil)
  }

  @Test func `rows of an inserted section are nobodys content`() throws {
    let map = try InsertionMap(userCounts: [2], sections: [0])
    for row in [-1, 0, 1, 2] { #expect(map.userPath(for: FeedPath(section: 0, row: row)) == nil, "\(row)") }
    #expect(map.userPath(for: FeedPath(section: 1, row: 0)) == UserPath(section: 0, row: 0))
    #expect(map.feedPath(for: UserPath(section: 1, row: 0)) == nil)
  }

  @Test func `what content does not reach waits and appears`() throws {
    let requests = InsertionMapTests.paths([1, 9]) + InsertionMapTests.paths([0], section: 3)
    var map = try InsertionMap(userCounts: [4], rows: requests, sections: [2])
    #expect(map.waitingRowInsertions == [1, 2] && map.waitingSectionInsertions == [0])
    try map.appendRows(4, toUserSection: 0)
    #expect(map.waitingRowInsertions == [2] && map.insertionIndex(at: FeedPath(section: 0, row: 9)) == 1)
    try map.setUserCounts([8, 1, 1])
    #expect(map.waitingRowInsertions == [] && map.feedSectionCount == 4 && map.sectionInsertionIndex(at: 2) == 0)
    #expect(map.insertionIndex(at: FeedPath(section: 3, row: 0)) == 2)
    try map.setUserCounts([4])
    #expect(map.waitingRowInsertions == [1, 2] && map.waitingSectionInsertions == [0])
  }

  @Test func `insertions of a section travel with it`() throws {
    let rows = InsertionMapTests.paths([1]) + InsertionMapTests.paths([0, 2], section: 1)
    var map = try InsertionMap(userCounts: [2, 2], rows: rows)
    try map.insertSection(at: 0, rowCount: 5, policy: .anchored)
    #expect(map.feedCounts == [5, 3, 4] && map.insertionIndex(at: FeedPath(section: 2, row: 2)) == 2)
    #expect(try map.deleteSection(at: 2, policy: .anchored) == [1, 2])
    #expect(map.feedCounts == [5, 3] && map.insertedRows(inFeedSection: 1) == [1])
    try map.deleteSection(at: 0, policy: .pinned)
    #expect(map.feedCounts == [2] && map.waitingRowInsertions == [0])
  }

  @Test func `inserted sections travel with the section after them`() throws {
    let rows = InsertionMapTests.paths([0], section: 1)
    var map = try InsertionMap(userCounts: [2, 2], rows: rows, sections: [1])
    try map.insertSection(at: 0, rowCount: 1, policy: .anchored)
    #expect(map.insertedSections == [2] && map.feedCounts == [1, 2, 1, 2])
    #expect(map.insertionIndex(at: FeedPath(section: 2, row: 0)) == 0)
    try map.deleteSection(at: 2, policy: .anchored)
    #expect(map.insertedSections == [] && map.waitingSectionInsertions == [0] && map.waitingRowInsertions == [0])
    try map.insertSection(at: 2, rowCount: 7, policy: .anchored)
    #expect(map.insertedSections == [2] && map.feedCounts == [1, 2, 1, 7])
  }
}

// MARK: - Defects of the original

extension InsertionMapTests {
  @Test func `deleting a row leaves the insertion where its neighbour is`() throws {
    var map = try InsertionMap(userCounts: [3], rows: InsertionMapTests.paths([2]))
    try map.deleteRow(at: UserPath(section: 0, row: 0), policy: .anchored)
    #expect(map.insertedRows(inFeedSection: 0) == [1])
    #expect(map.userPath(for: FeedPath(section: 0, row: 1)) == nil)
    #expect(map.userPath(for: FeedPath(section: 0, row: 2)) == UserPath(section: 0, row: 1))
  }

  @Test func `a trailing insertion stands deletions`() throws {
    for policy in UpdatePolicy.allCases {
      var map = try InsertionMap(userCounts: [3], rows: InsertionMapTests.paths([3]))
      for row in [1, 1, 0] { try map.deleteRow(at: UserPath(section: 0, row: row), policy: policy) }
      #expect(map.userCounts == [0] && map.feedCounts == [policy == .anchored ? 1 : 0], "\(policy)")
    }
  }

  @Test func `an orphaned insertion waits and stands before what follows`() throws {
    var map = try InsertionMap(userCounts: [2], rows: InsertionMapTests.paths([1]))
    try map.deleteRow(at: UserPath(section: 0, row: 1), policy: .anchored)
    #expect(map.feedCounts == [1] && map.waitingRowInsertions == [0])
    try map.insertRow(at: UserPath(section: 0, row: 1), policy: .anchored)
    #expect(map.insertedRows(inFeedSection: 0) == [1] && map.feedCounts == [3])
  }

  @Test func `collapsed places stay two`() throws {
    var map = try InsertionMap(userCounts: [4], rows: InsertionMapTests.paths([1, 3]))
    try map.deleteRow(at: UserPath(section: 0, row: 1), policy: .anchored)
    #expect(map.insertedRows(inFeedSection: 0) == [1, 2])
    #expect((1...2).map { map.insertionIndex(at: FeedPath(section: 0, row: $0)) } == [0, 1])
  }

  @Test func `paths outside are refused everywhere`() throws {
    let map = try InsertionMap(userCounts: [3, 1], rows: InsertionMapTests.paths([1]), sections: [1])
    for section in [-1, 3, Int.max, Int.min] {
      #expect(map.userPath(for: FeedPath(section: section, row: 0)) == nil, "\(section)")
      #expect(map.feedPath(for: UserPath(section: section, row: 0)) == nil, "\(section)")
      #expect(!map.isInserted(FeedPath(section: section, row: 0)) && !map.isInserted(feedSection: section))
      #expect(map.feedCount(inFeedSection: section) == nil && map.userCount(inUserSection: section) == nil)
      #expect(map.insertedRows(inFeedSection: section) == [])
    }
    #expect(map.feedSection(forUser: 2) == 3 && map.feedSection(forUser: 3) == nil)
    #expect(map.feedPath(for: UserPath(section: 2, row: 0)) == nil)
    #expect(map.userPaths(for: [FeedPath(section: 0, row: -1), FeedPath(section: 0, row: 2)]).map(\.row) == [1])
    #expect(map.feedPaths(for: Set([UserPath(section: 1, row: 0)])) == [FeedPath(section: 2, row: 0)])
    #expect(
      map.userSections(forFeed: [0, 1, 2, 9]) == [0, 1] && map.feedSections(forUser: Set([0, 1])) == Set([0, 2]))
  }

  @Test func `requests that cannot stand are refused`() throws {
    for row in [-1, RowMap.limit + 1, Int.max, Int.min] {
      let path = FeedPath(section: 0, row: row)
      #expect(throws: PlacementError.invalidRequest(path)) { try InsertionMap(userCounts: [1], rows: [path]) }
      let other = FeedPath(section: row, row: 0)
      #expect(throws: PlacementError.invalidRequest(other)) { try InsertionMap(userCounts: [1], rows: [other]) }
      #expect(throws: PlacementError.invalidSectionRequest(row)) { try InsertionMap(userCounts: [1], sections: [row]) }
    }
    let limit = FeedPath(section: 0, row: RowMap.limit)
    #expect(throws: PlacementError.invalidRequest(limit)) { try InsertionMap(userCounts: [1], rows: [limit, limit]) }
    #expect(throws: PlacementError.invalidCount(-1)) { try InsertionMap(userCounts: [1, -1]) }
  }

  @Test func `a refused update changes nothing`() throws {
    let map = try InsertionMap(userCounts: [3, 1], rows: InsertionMapTests.paths([1]), sections: [1])
    var copy = map
    let beyond = UserPath(section: 0, row: 4)
    #expect(throws: PlacementError.update(.rowOutOfRange(4, section: 0, count: 4, operation: .insert))) {
      try copy.insertRow(at: beyond, policy: .pinned)
    }
    #expect(throws: PlacementError.update(.sectionOutOfRange(2, row: 0, count: 2, operation: .delete))) {
      try copy.deleteRow(at: UserPath(section: 2, row: 0), policy: .anchored)
    }
    #expect(throws: PlacementError.invalidCount(-1)) { try copy.setUserCounts([1, -1]) }
    #expect(throws: PlacementError.invalidCount(-2)) { try copy.insertSection(at: 0, rowCount: -2, policy: .anchored) }
    #expect(throws: PlacementError.update(.sectionOutOfRange(3, count: 3, operation: .insert))) {
      try copy.insertSection(at: 3, rowCount: 0, policy: .pinned)
    }
    #expect(throws: PlacementError.update(.sectionOutOfRange(-1, count: 2, operation: .delete))) {
      try copy.deleteSection(at: -1, policy: .pinned)
    }
    #expect(copy == map)
  }
}
