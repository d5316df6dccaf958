import ListModel
import Placement
import TestSupport
import Testing
import WeavingSupport

@testable import FeedWeave

/// Single inserted sections are withdrawn while the list is shown.
@Suite struct WithdrawnSectionsTests {
  /// An inserted provider that never requests by itself, and writes down what it is told.
  private final class Shelf: WeaverDataSource, WeaverDelegate {
    var told: [String] = []

    func weaver(_ weaver: ListWeaver, cellForRowAt path: FeedPath) -> ListCell {
      let cell = TextCell(reuseIdentifier: nil)
      if case .insertion(let number)? = weaver.owner(of: path) { cell.text = "AD\(number)" }
      return cell
    }

    func weaver(_ weaver: ListWeaver, titleForHeaderInSection section: Int) -> String? { "Inserted" }

    func weaver(_ weaver: ListWeaver, didChange change: FeedChange) {
      if case .reload = change { told.append("reload") } else { told.append("update") }
    }

    func weaver(_ weaver: ListWeaver, didDropRows numbers: [Int]) { told.append("dropped \(numbers)") }

    func weaver(_ weaver: ListWeaver, didEndDisplaying cell: ListCell, forRowAt path: FeedPath, of owner: RowOwner) {
      told.append("end \(path) \(owner)")
    }

    func weaver(_ weaver: ListWeaver, didEndDisplayingHeaderView view: ListCell, forSection section: Int) {
      told.append("end header \(section)")
    }

    func takeTold() -> [String] {
      defer { told = [] }
      return told
    }
  }

  private func weave(
    _ articles: [[String]], rows: [FeedPath], sections: [Int], policy: UpdatePolicy = .pinned
  ) throws -> (DeskList, NewsDesk, Shelf) {
    let desk = NewsDesk(articles)
    desk.titles = false
    let list = makeList(desk)
    let shelf = Shelf()
    list.weave(shelf, policy: policy)
    list.allowsMultipleSelection = true
    try list.weaver.insertSections(at: sections)
    try list.weaver.insertRows(at: rows)
    list.layoutIfNeeded()
    _ = (shelf.takeTold(), desk.takeLog())
    return (list, desk, shelf)
  }

  @Test func `a withdrawn section is deleted with its rows and other rows stay in their sections`() throws {
    let (list, desk, shelf) = try weave(
      [["a"], ["b"], ["c"]], rows: [feed(1, 0), feed(1, 1), feed(2, 0), feed(4, 1)], sections: [1, 3])
    #expect(texts(list) == ["a", "AD0", "AD1", "AD2", "b", "c", "AD3"])
    for row in [feed(1, 0), feed(2, 0), feed(4, 0)] { list.weaver.rawList.selectRow(at: row) }
    let cells = list.weaver.visibleCells(.all)
    let copy = try FeedCopy(of: list, desk)
    _ = (shelf.takeTold(), desk.takeLog())
    list.weaver.removeInsertedSections([0])
    #expect(list.weaver.rawList.numberOfSections == 5)
    #expect(shelf.takeTold() == [])
    try list.weaver.updateInsertions()
    #expect(texts(list) == ["a", "AD2", "b", "c", "AD3"])
    #expect(list.weaver.rawList.indexPathsForSelectedRows == [feed(1, 0), feed(2, 0)])
    #expect(list.weaver.visibleCells(.all).allSatisfy { cell in cells.contains { $0 === cell } })
    #expect(
      shelf.takeTold() == [
        "end feed 1:0 insertion(0)", "end feed 1:1 insertion(1)", "end header 1", "update", "dropped [0, 1]",
      ])
    #expect(copy.faults == [] && copy.changes.count == 1)
    #expect(desk.takeLog() == [])
    // The other inserted section keeps its position in the feed, at the end.
    #expect(list.weaver.map.insertedSections == [3] && list.weaver.map.sectionInsertionIndex(at: 3) == 1)
    list.reloadData()
    #expect(texts(list) == ["a", "AD2", "b", "c", "AD3"])
    #expect(shelf.takeTold().filter { !$0.hasPrefix("end") } == ["reload"])
  }

  @Test func `numbers are not used again and unknown ones are ignored`() throws {
    let (list, _, shelf) = try weave([["a"], ["b"]], rows: [feed(1, 0)], sections: [1])
    list.weaver.removeInsertedSections([0, 0, 7, -1])
    try list.weaver.insertSections(at: [0])
    try list.weaver.insertRows(at: [feed(0, 0)])
    try list.weaver.updateInsertions()
    #expect(texts(list) == ["AD1", "a", "b"])
    #expect(list.weaver.map.sectionInsertionIndex(at: 0) == 1)
    #expect(shelf.takeTold().last == "dropped [0]")
    list.weaver.removeInsertedSections([])
    list.weaver.removeInsertedSections([0])
    try list.weaver.updateInsertions()
    #expect(texts(list) == ["AD1", "a", "b"] && shelf.takeTold() == [])
  }

  @Test func `the owner hears of rows that were never shown and of those that a reload drops`() throws {
    let (list, _, shelf) = try weave([["a"]], rows: [feed(0, 0)], sections: [])
    try list.weaver.insertSections(at: [4, 1])
    try list.weaver.insertRows(at: [feed(4, 0), feed(1, 0)])
    list.weaver.removeInsertedSections([0])
    try list.weaver.updateInsertions()
    #expect(texts(list) == ["AD0", "a", "AD2"])
    #expect(shelf.takeTold() == ["update", "dropped [1]"])
    list.weaver.removeInsertedSections([1])
    list.reloadData()
    #expect(texts(list) == ["AD0", "a"])
    #expect(shelf.takeTold().filter { !$0.hasPrefix("end") } == ["reload", "dropped [2]"])
    // Nothing is shown of a section that waits, so that nothing changes but the requests.
    try list.weaver.insertSections(at: [9])
    try list.weaver.insertRows(at: [feed(9, 0)])
    try list.weaver.updateInsertions()
    list.weaver.removeInsertedSections([2])
    try list.weaver.updateInsertions()
    #expect(shelf.takeTold() == ["dropped [3]"])
    // What is withdrawn altogether is not reported.
    try list.weaver.insertSections(at: [0])
    try list.weaver.insertRows(at: [feed(0, 0)])
    list.weaver.removeInsertedSections([3])
    list.weaver.removeAllInsertions()
    try list.weaver.updateInsertions()
    #expect(texts(list) == ["a"] && !shelf.takeTold().contains { $0.hasPrefix("dropped") })
  }

  @Test func `rows of a map that is shown instead are not reported`() throws {
    let (list, _, shelf) = try weave([["a"], ["b"]], rows: [feed(1, 0), feed(2, 0)], sections: [1])
    let map = list.weaver.map
    list.weaver.removeInsertedSections([0])
    try list.weaver.show(map)
    #expect(texts(list) == ["a", "AD0", "AD1", "b"] && shelf.takeTold() == [])
    list.weaver.removeInsertedSections([0])
    try list.weaver.show(try InsertionMap(userCounts: [1, 1]))
    #expect(texts(list) == ["a", "b"] && shelf.takeTold().last == "dropped [0]")
  }
}

// MARK: - Slow model

/// What is asked to be inserted, section by section as the feed has them.
private struct SlowRequests {
  private enum Owner: Equatable {
    case content(Int)
    case insertion(Int)
  }

  private(set) var sections: [NumberedRequest<Int>] = []
  private(set) var rows: [NumberedRequest<FeedPath>] = []
  private(set) var dropped: [Int] = []
  private var counts = (sections: 0, rows: 0)

  /// The first feed sections, one by one, as if there were content without end.
  private var owners: [Owner] {
    var owners: [Owner?] = Array(repeating: nil, count: 60)
    for request in sections.sorted(by: { ($0.position, $0.number) < ($1.position, $1.number) }) {
      if let free = owners.indices.first(where: { $0 >= request.position && owners[$0] == nil }) {
        owners[free] = .insertion(request.number)
      }
    }
    var content = 0
    return owners.map { owner in
      if let owner { return owner }
      content += 1
      return .content(content - 1)
    }
  }

  mutating func insert(section: Int) {
    sections.append((number: counts.sections, position: section))
    counts.sections += 1
  }

  mutating func insert(row: FeedPath) {
    rows.append((number: counts.rows, position: row))
    counts.rows += 1
  }

  mutating func withdraw(rows numbers: [Int]) { rows.removeAll { numbers.contains($0.number) } }

  mutating func withdraw(sections numbers: [Int]) {
    let before = owners
    sections.removeAll { numbers.contains($0.number) }
    let after = owners
    for row in rows where !after.contains(before[row.position.section]) { dropped.append(row.number) }
    rows = rows.compactMap { row in
      after.firstIndex(of: before[row.position.section]).map {
        (number: row.number, position: FeedPath(section: $0, row: row.position.row))
      }
    }
  }

  mutating func takeDropped() -> [Int] {
    defer { dropped = [] }
    return dropped.sorted()
  }

  func map(of counts: [Int]) throws -> InsertionMap {
    try InsertionMap.resolve(userCounts: counts, numberedRows: rows, numberedSections: sections).map
  }
}

extension WithdrawnSectionsTests {
  @Test func `every withdrawal in small worlds shows what a slow model shows`() throws {
    let places = [feed(0, 0), feed(1, 0), feed(1, 1), feed(2, 0), feed(3, 1), feed(4, 0)]
    for sections in lists(of: [0, 1, 2, 3], upTo: Sample.of(3, few: 2)) {
      for withdrawn in arrangements(of: Array(sections.indices)) where withdrawn == withdrawn.sorted() {
        let (list, desk, shelf) = try weave([["a"], [], ["b", "c"]], rows: places, sections: sections)
        var model = SlowRequests()
        for section in sections { model.insert(section: section) }
        for place in places { model.insert(row: place) }
        let copy = try FeedCopy(of: list, desk)
        list.weaver.removeInsertedSections(withdrawn)
        model.withdraw(sections: withdrawn)
        try list.weaver.updateInsertions()
        let label = "\(sections), \(withdrawn)"
        #expect(try list.weaver.map == model.map(of: [1, 0, 2]), "\(label)")
        #expect(texts(list) == copy.rows.flatMap(\.rows) && copy.faults == [], "\(label)")
        let dropped = model.takeDropped()
        #expect(
          shelf.takeTold().filter { $0.hasPrefix("d") } == (dropped == [] ? [] : ["dropped \(dropped)"]), "\(label)")
      }
    }
  }

  @Test func `random requests and withdrawals show what a slow model shows`() throws {
    for seed in 1...Sample.of(300, few: 30) as ClosedRange<UInt64> {
      var random = SeededGenerator(seed: seed)
      let (list, desk, shelf) = try weave([["a", "b"], ["c"], ["d", "e", "f"]], rows: [], sections: [])
      var model = SlowRequests()
      let copy = try FeedCopy(of: list, desk)
      for step in 0..<40 {
        let weaver = list.weaver
        let number = { (count: Int) in [Int.random(in: 0..<max(1, count), using: &random)] }
        switch Int.random(in: 0..<8, using: &random) {
        case 0, 1:
          let section = Int.random(in: 0...6, using: &random)
          try weaver.insertSections(at: [section])
          model.insert(section: section)
        case 2, 3:
          let row = feed(Int.random(in: 0...7, using: &random), Int.random(in: 0...4, using: &random))
          try weaver.insertRows(at: [row])
          model.insert(row: row)
        case 4:
          let numbers = number(step)
          weaver.removeInsertions(numbers)
          model.withdraw(rows: numbers)
        case 5:
          let numbers = number(step / 3) + number(step / 3)
          weaver.removeInsertedSections(numbers)
          model.withdraw(sections: numbers)
        case 6:
          let batch = RandomBatch(of: desk.articles.map(\.count), isLarge: false, mostNew: 2, using: &random)
          try list.performBatchUpdates {
            desk.articles = desk.articles.changed(by: batch.updates, to: batch.counts, named: "s\(step)") ?? []
            try batch.tell(list)
          }
        default:
          if Bool.random(using: &random) { try weaver.updateInsertions() } else { list.reloadData() }
          list.layoutIfNeeded()
          let label = "seed \(seed), step \(step)"
          #expect(try weaver.map == model.map(of: desk.articles.map(\.count)), "\(label)")
          #expect(texts(list) == copy.rows.flatMap(\.rows) && copy.faults == [], "\(label)")
          let dropped = model.takeDropped()
          let told = shelf.takeTold().filter { $0.hasPrefix("dropped") }
          #expect(told == (dropped == [] ? [] : ["dropped \(dropped)"]), "\(label)")
        }
      }
    }
  }

  /// Anchored insertions move with their content before and after a section is withdrawn.
  @Test func `insertions that move with content are withdrawn where they are`() throws {
    for seed in 1...Sample.of(600, few: 20) as ClosedRange<UInt64> {
      var random = SeededGenerator(seed: seed)
      let sections = (0..<4).map { _ in Int.random(in: 0...5, using: &random) }
      let rows = (0..<9).map { _ in feed(Int.random(in: 0...7, using: &random), Int.random(in: 0...3, using: &random)) }
      let (list, desk, shelf) = try weave(
        [["a", "b"], ["c"], ["d"]], rows: rows, sections: sections, policy: .anchored)
      let copy = try FeedCopy(of: list, desk)
      for number in 0..<4 {
        try change(list, desk, "s\(number)", &random)
        let before = list.weaver.map
        list.weaver.removeInsertedSections([number])
        if Bool.random(using: &random) { try change(list, desk, "t\(number)", &random) }
        let expected = feedWithout(number, list.weaver.map, desk.articles)
        let dropped = numbers(inSectionOf: number, before).union(numbers(inSectionOf: number, list.weaver.map)).sorted()
        _ = shelf.takeTold()
        try list.weaver.updateInsertions()
        list.layoutIfNeeded()
        let label = "seed \(seed), \(number)"
        #expect(FeedCopy.rows(of: list.weaver, desk).map(\.rows) == expected, "\(label)")
        #expect(texts(list) == expected.flatMap(\.self) && copy.faults == [], "\(label)")
        let told = shelf.takeTold().filter { $0.hasPrefix("dropped") }
        #expect(told == (dropped == [] ? [] : ["dropped \(dropped)"]), "\(label)")
      }
    }
  }

  private func change(
    _ list: DeskList, _ desk: NewsDesk, _ name: String, _ random: inout SeededGenerator
  ) throws {
    let batch = RandomBatch(of: desk.articles.map(\.count), isLarge: true, mostNew: 4, using: &random)
    try list.performBatchUpdates {
      desk.articles = desk.articles.changed(by: batch.updates, to: batch.counts, named: name) ?? []
      try batch.tell(list)
    }
  }

  private func numbers(inSectionOf number: Int, _ map: InsertionMap) -> Set<Int> {
    let section = map.sectionPositions[number]
    return Set(map.rowPositions.filter { $0.value.section == section }.keys)
  }

  /// The rows of the feed without an inserted section, section by section; other inserted ones keep their positions.
  private func feedWithout(_ number: Int, _ map: InsertionMap, _ articles: [[String]]) -> [[String]] {
    let positions = map.sectionPositions
    let left = Set(positions.filter { $0.key != number }.values)
    let all = Set(positions.values)
    let contentSections = (0..<60).filter { !all.contains($0) }
    var content = 0
    var result: [[String]] = []
    while left.contains(result.count) || content < articles.count {
      if left.contains(result.count) {
        result.append(filled([], with: map, inSection: result.count))
      } else {
        result.append(filled(articles[content], with: map, inSection: contentSections[content]))
        content += 1
      }
    }
    return result
  }

  /// Rows of the content with the insertions of a feed section, whether these have waited or not.
  private func filled(_ content: [String], with map: InsertionMap, inSection section: Int) -> [String] {
    let insertions = Dictionary(
      uniqueKeysWithValues: map.rowPositions.filter { $0.value.section == section }.map { ($0.value.row, $0.key) })
    var content = content[...]
    var result: [String] = []
    while true {
      if let number = insertions[result.count] {
        result.append("AD\(number)")
      } else if let row = content.popFirst() {
        result.append(row)
      } else {
        return result
      }
    }
  }
}
