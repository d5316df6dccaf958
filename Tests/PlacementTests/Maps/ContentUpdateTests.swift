import TestSupport
import Testing

@testable import Placement

/// Whole updates of the content, against plain arrays.
struct ContentUpdateTests {
  /// Content sections with their rows, insertions among them, as arrays; sections among inserted ones as another.
  private struct Model {
    /// The order of the sections, content and inserted ones.
    var order: ReferenceSection
    /// The rows of each content section.
    var content: [ReferenceSection]
    /// The rows of each inserted section, by its number; no content among them.
    var inserted: [Int: ReferenceSection]

    /// What each feed section shows: the insertions by number, content as nil.
    var shown: [[Int?]] {
      var next = content.makeIterator()
      return order.rows.map { section in
        let rows: ReferenceSection?
        switch section {
        case .content: rows = next.next()
        case .insertion(let number): rows = inserted[number]
        }
        return (rows?.rows ?? []).map { row in if case .insertion(let number) = row { number } else { nil } }
      }
    }

    /// Everything that the oracle of one section cannot do by itself: sections go with their rows.
    mutating func apply(_ update: ContentUpdate) {
      let former = content
      content = update.origins.enumerated().map { section, origin in
        guard let origin else { return ReferenceSection(contentCount: update.userCounts[section], requests: []) }
        var rows = former[origin]
        if update.reloadedSections.contains(origin) {
          rows.setContentCount(update.userCounts[section])
          return rows
        }
        for row in update.leavingRows.filter({ $0.section == origin }).map(\.row).sorted(by: >) {
          rows.deleteAnchored(at: row)
        }
        for row in update.comingRows.filter({ $0.section == section }).map(\.row).sorted() {
          rows.insertAnchored(at: row)
        }
        return rows
      }
      for section in update.leavingSections.sorted(by: >) { order.deleteAnchored(at: section) }
      for section in update.comingSections.sorted() { order.insertAnchored(at: section) }
    }
  }

  private static func shown(_ map: InsertionMap) -> [[Int?]] {
    map.feedCounts.enumerated().map { section, count in
      (0..<count).map { map.insertionIndex(at: FeedPath(section: section, row: $0)) }
    }
  }

  /// A world of up to three sections whose insertions all stand in sections that are there.
  private static func world(_ random: inout SeededGenerator) throws -> (InsertionMap, Model, [Int]) {
    let counts = (0..<Int.random(in: 1...3, using: &random)).map { _ in Int.random(in: 0...4, using: &random) }
    // An inserted section before the last of the content, if any: it is there from the start.
    let inserted = Bool.random(using: &random) ? [Int.random(in: 0..<counts.count, using: &random)] : []
    let sectionCount = counts.count + inserted.count
    let rows = (0..<Int.random(in: 0...4, using: &random)).map { _ in
      FeedPath(section: Int.random(in: 0..<sectionCount, using: &random), row: Int.random(in: 0...6, using: &random))
    }
    let map = try InsertionMap(userCounts: counts, rows: rows, sections: inserted)
    var model = Model(
      order: ReferenceSection(contentCount: counts.count, requests: inserted), content: [], inserted: [:])
    var next = counts.makeIterator()
    for section in 0..<sectionCount {
      let isInserted = inserted.contains(section)
      // Numbers of others are put where nothing ever reaches, so that each keeps its own.
      let requests = rows.enumerated().map { $1.section == section ? $1.row : 1_000_000 + $0 }
      let rows = ReferenceSection(contentCount: isInserted ? 0 : next.next() ?? 0, requests: requests)
      if isInserted { model.inserted[0] = rows } else { model.content.append(rows) }
    }
    return (map, model, counts)
  }

  private static func update(of before: [Int], _ random: inout SeededGenerator) -> ContentUpdate {
    var origins: [Int?] = Array(before.indices)
    var leaving: [Int] = []
    var moving: [Int] = []
    for section in before.indices {
      switch Int.random(in: 0..<8, using: &random) {
      case 0: leaving.append(section)
      case 1: moving.append(section)
      default: break
      }
    }
    origins.removeAll { $0.map { (leaving + moving).contains($0) } ?? false }
    for section in moving.map(Optional.some) + (Int.random(in: 0..<4, using: &random) == 0 ? [nil] : []) {
      origins.insert(section, at: Int.random(in: 0...origins.count, using: &random))
    }
    var update = ContentUpdate(origins: origins, userCounts: [])
    update.leavingSections = leaving + moving
    update.comingSections = origins.indices.filter { origins[$0].map { moving.contains($0) } ?? true }
    for (section, origin) in origins.enumerated() {
      guard let origin, Int.random(in: 0..<8, using: &random) > 0 else {
        update.userCounts.append(Int.random(in: 0...4, using: &random))
        if let origin { update.reloadedSections.insert(origin) }
        continue
      }
      let gone = (0..<before[origin]).filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
      update.leavingRows += gone.map { UserPath(section: origin, row: $0) }
      let count = before[origin] - gone.count + Int.random(in: 0...2, using: &random)
      let come = (0..<count).shuffled(using: &random).prefix(count - before[origin] + gone.count)
      update.comingRows += come.map { UserPath(section: section, row: $0) }
      update.userCounts.append(count)
    }
    return update
  }

  @Test func `anchored insertions go where their content goes`() throws {
    for seed in UInt64(1)...Sample.of(6_000, few: 200) {
      var random = SeededGenerator(seed: seed)
      var (map, model, counts) = try Self.world(&random)
      for step in 0..<4 {
        let update = Self.update(of: counts, &random)
        let former = model.content
        let dropped = try map.apply(update, policy: .anchored)
        model.apply(update)
        // Where an inserted section is hidden, its rows wait with it.
        guard Self.shown(map) == model.shown else {
          Issue.record("seed \(seed), step \(step): \(update) leads to \(Self.shown(map)), not \(model.shown)")
          break
        }
        let gone = former.indices.filter { !update.origins.contains($0) }
        let lost = gone.flatMap { former[$0].positions.filter { $0.key < 1_000_000 }.map(\.value) }
        #expect(Set(dropped) == Set(lost), "seed \(seed), step \(step)")
        counts = update.userCounts
      }
    }
  }

  @Test func `pinned insertions keep their feed positions`() throws {
    for seed in UInt64(1)...Sample.of(3_000, few: 100) {
      var random = SeededGenerator(seed: seed)
      var counts = [3, 2]
      let rows = (0..<4).map { _ in
        FeedPath(section: Int.random(in: 0...3, using: &random), row: Int.random(in: 0...5, using: &random))
      }
      let sections = [Int.random(in: 0...3, using: &random)]
      var map = try InsertionMap(userCounts: counts, rows: rows, sections: sections)
      for step in 0..<4 {
        let update = Self.update(of: counts, &random)
        #expect(try map.apply(update, policy: .pinned).isEmpty)
        counts = update.userCounts
        let fresh = try InsertionMap(userCounts: counts, rows: rows, sections: sections)
        #expect(Self.shown(map) == Self.shown(fresh), "seed \(seed), step \(step)")
      }
    }
  }

  @Test func `an update that does not fit leaves the map as it was`() throws {
    let before = try InsertionMap(userCounts: [2, 1], rows: [FeedPath(section: 0, row: 1)])
    var updates: [ContentUpdate] = [
      ContentUpdate(origins: [0], userCounts: [2, 1]), ContentUpdate(origins: [0, 1], userCounts: [3, 1]),
      ContentUpdate(origins: [0, 7, 1], userCounts: [2, 1, 1]), ContentUpdate(origins: [1], userCounts: [1]),
    ]
    updates[2].comingSections = [1]
    var rows = ContentUpdate(origins: [0, 1], userCounts: [1, 1])
    rows.leavingRows = [UserPath(section: 0, row: 2)]
    var sections = ContentUpdate(origins: [0, 1], userCounts: [2, 1])
    sections.comingRows = [UserPath(section: 5, row: 0)]
    for update in updates + [rows, sections] {
      for policy in [UpdatePolicy.anchored, .pinned] {
        var map = before
        #expect(throws: PlacementError.self) { try map.apply(update, policy: policy) }
        #expect(map == before)
      }
    }
  }

  @Test(arguments: [UpdatePolicy.anchored, .pinned])
  func `what an update names twice is refused by its name`(policy: UpdatePolicy) throws {
    let before = try InsertionMap(
      userCounts: [4, 4], rows: [FeedPath(section: 0, row: 1), FeedPath(section: 1, row: 2)])
    func expect(_ error: PlacementError, _ update: ContentUpdate) {
      var map = before
      #expect(throws: error) { try map.apply(update, policy: policy) }
      #expect(map == before)
    }
    let row = UserPath(section: 0, row: 1)
    expect(
      .update(.duplicateSource("user 0:1", by: .deleteOrMoveFrom, and: .deleteOrMoveFrom)),
      ContentUpdate(of: [4, 4], deleting: [row, row]))
    expect(
      .update(.duplicateTarget("user 0:1", by: .insertOrMoveTo, and: .insertOrMoveTo)),
      ContentUpdate(of: [4, 4], inserting: [row, row]))
    var update = ContentUpdate(origins: [0], userCounts: [4])
    update.leavingSections = [1, 1]
    expect(.update(.duplicateSource("section 1", by: .deleteOrMoveFrom, and: .deleteOrMoveFrom)), update)
    update = ContentUpdate(origins: [0, 1, nil, nil], userCounts: [4, 4, 4, 4])
    update.comingSections = [2, 2]
    expect(.update(.duplicateTarget("section 2", by: .insertOrMoveTo, and: .insertOrMoveTo)), update)
    update = ContentUpdate(origins: [0, 0], userCounts: [4, 4])
    (update.leavingSections, update.comingSections) = ([0, 1], [0, 1])
    expect(.update(.duplicateSource("section 0", by: .moveFrom, and: .moveFrom)), update)
    // Sections that change places without a word on it.
    expect(.update(.unexplainedSection(0)), ContentUpdate(origins: [1, 0], userCounts: [4, 4]))
    update = ContentUpdate(origins: [0, 1], userCounts: [4, 4])
    update.comingSections = [1]
    expect(.update(.unexplainedSection(1)), update)
    let far = UserPath(section: 1, row: 4)
    expect(
      .update(.rowOutOfRange(4, section: 1, count: 4, operation: .deleteOrMoveFrom)),
      ContentUpdate(of: [4, 4], deleting: [far]))
    let beyond = UserPath(section: 3, row: 1)
    let appended = ContentUpdate(of: [4, 4], inserting: [beyond])
    expect(.update(.sectionOutOfRange(3, row: 1, count: 2, operation: .insertOrMoveTo)), appended)
  }

  @Test func `rows of a section that waits and rows that wait for its number come together`() throws {
    // The inserted section loses what it stands before, and waits; sections that come above it take it to the number for which
    // another row waits.
    var map = try InsertionMap(
      userCounts: [1, 1, 1], rows: [FeedPath(section: 2, row: 0), FeedPath(section: 4, row: 1)], sections: [2])
    var update = ContentUpdate(origins: [0, 1], userCounts: [1, 1])
    update.leavingSections = [2]
    #expect(try map.apply(update, policy: .anchored).isEmpty)
    #expect(map.feedCounts == [1, 1])
    update = ContentUpdate(origins: [nil, nil, 0, 1], userCounts: [1, 1, 1, 1])
    update.comingSections = [0, 1]
    try map.apply(update, policy: .anchored)
    #expect(map.feedCounts == [1, 1, 1, 1])
    update = ContentUpdate(origins: [0, 1, 2, 3, nil], userCounts: [1, 1, 1, 1, 1])
    update.comingSections = [4]
    try map.apply(update, policy: .anchored)
    #expect(Self.shown(map) == [[nil], [nil], [nil], [nil], [0, 1], [nil]])
  }

  @Test func `an update of rows alone counts them itself`() throws {
    var map = try InsertionMap(userCounts: [3, 2], rows: [FeedPath(section: 0, row: 2), FeedPath(section: 1, row: 1)])
    let page = try ContentUpdate.appending(4, toSection: 1, of: [3, 2])
    #expect(page.userCounts == [3, 6] && page.comingRows.map(\.row) == [2, 3, 4, 5])
    try map.apply(page, policy: .anchored)
    try map.apply(
      ContentUpdate(
        of: [3, 6], deleting: [UserPath(section: 0, row: 1)], inserting: [UserPath(section: 1, row: 0)]),
      policy: .anchored)
    #expect(map.userCounts == [2, 7])
    #expect(Self.shown(map) == [[nil, 0, nil], [nil, nil, 1, nil, nil, nil, nil, nil]])
    #expect(throws: PlacementError.self) {
      try map.apply(ContentUpdate(of: [2, 7], deleting: [UserPath(section: 2, row: 0)]), policy: .anchored)
    }
    #expect(throws: PlacementError.update(.sectionOutOfRange(2, count: 2, operation: .append))) {
      try ContentUpdate.appending(1, toSection: 2, of: [3, 2])
    }
    for count in [-1, .min, .max] {
      #expect(throws: PlacementError.invalidCount(count)) { try ContentUpdate.appending(count, toSection: 0, of: [3]) }
      #expect(throws: PlacementError.invalidCount(count)) { try ContentUpdate.appending(1, toSection: 0, of: [count]) }
    }
  }
}
