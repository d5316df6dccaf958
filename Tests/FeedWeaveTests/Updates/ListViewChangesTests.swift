import FeedWeave
import Interception
import ListModel
import Placement
import TestSupport
import Testing
import WeavingSupport

/// A row of the tests: what it goes by, and what it says.
private struct Article: Hashable, Identifiable {
  var id: Int
  var edition = 0

  var text: String { "\(id).\(edition)" }
}

/// The content side: gives the days that it has, and knows nothing of insertions.
private final class DayDesk: ListDataSource {
  typealias Days = [ListSection<Article, Article>]

  var days: Days

  init(_ days: Days) { self.days = days }

  func numberOfSections(in list: ListView) -> Int { days.count }

  func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { days[section].rows.count }

  func list(_ list: ListView, cellForRowAt path: ListPath) -> ListCell {
    let cell = list.dequeueReusableCell(withIdentifier: "article", for: path)
    (cell as? TextCell)?.text = days[path.section].rows[path.row].text
    return cell
  }

  /// A list that shows the days, woven with random insertions or not at all.
  func makeList(_ policy: UpdatePolicy?, _ random: inout SeededGenerator) -> DeskList {
    let list = DeskList(size: ListSize(width: 1, height: 10_000))
    (list.rowHeight, list.estimatedRowHeight) = (1, 1)
    list.register(TextCell.self, forCellReuseIdentifier: "article")
    if let policy {
      let ads = AdDesk(
        (0..<9).map { _ in feed(Int.random(in: 0...6, using: &random), Int.random(in: 0...9, using: &random)) })
      ads.sections = (0..<Int.random(in: 0...2, using: &random)).map { _ in Int.random(in: 0...5, using: &random) }
      list.weaver.policy = policy
      list.weaver.dataSource = ads
      list.kept.append(ads)
    }
    list.dataSource = self
    list.layoutIfNeeded()
    return list
  }

  /// What a list shows of the content, section by section, by the cells that it has.
  func shown(_ list: ListView) -> [[String]] {
    (0..<list.numberOfSections).map { section in
      (0..<list.numberOfRows(inSection: section)).map { row in
        (list.cellForRow(at: path(section, row)) as? TextCell)?.text ?? "nothing"
      }
    }
  }
}

@Suite struct ListViewChangesTests {
  private func randomDays(_ random: inout SeededGenerator) -> DayDesk.Days {
    var days = (0..<5).shuffled(using: &random).prefix(Int.random(in: 0...5, using: &random)).map {
      ListSection(Article(id: $0, edition: Int.random(in: 0...1, using: &random)), rows: [Article]())
    }
    for id in (0..<20).shuffled(using: &random) where !days.isEmpty && Int.random(in: 0..<3, using: &random) > 0 {
      let article = Article(id: id, edition: Int.random(in: 0...3, using: &random) / 3)
      days[Int.random(in: 0..<days.count, using: &random)].rows.append(article)
    }
    return days
  }

  /// A few changes, as one day follows another; now and then something else altogether.
  private func next(_ days: DayDesk.Days, _ random: inout SeededGenerator) -> DayDesk.Days {
    if Int.random(in: 0..<4, using: &random) == 0 { return randomDays(&random) }
    var days = days
    for _ in 0..<Int.random(in: 0...5, using: &random) where !days.isEmpty {
      let day = Int.random(in: 0..<days.count, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: days.insert(days.remove(at: day), at: Int.random(in: 0...days.count, using: &random))
      case 1: days[day].rows.shuffle(using: &random)
      case 2 where !days[day].rows.isEmpty: days[day].rows[0].edition += 1
      case 3 where !days[day].rows.isEmpty: days[day].rows.removeLast()
      case 4 where !days[day].rows.isEmpty:
        days[Int.random(in: 0..<days.count, using: &random)].rows.insert(days[day].rows.removeFirst(), at: 0)
      default: days[day].rows.append(Article(id: 100 + Int(random.next() % 1_000_000)))
      }
    }
    return days
  }

  @Test func `changes are taken as one batch by every list`() throws {
    for policy in [nil, UpdatePolicy.pinned, .anchored] {
      for seed in UInt64(1)...Sample.of(150, few: 5) {
        var random = SeededGenerator(seed: seed)
        let desk = DayDesk(randomDays(&random))
        let list = desk.makeList(policy, &random)
        for step in 0..<6 {
          let days = next(desk.days, &random)
          let changes = SectionedListChanges.changes(from: desk.days, to: days, sectionsBy: .id, rowsBy: .id)
          try list.performBatchUpdates { () throws(ListUpdateError) in
            desk.days = days
            try list.perform(changes)
          }
          list.layoutIfNeeded()
          #expect(
            desk.shown(list) == days.map { $0.rows.map(\.text) },
            "\(String(describing: policy)), seed \(seed), step \(step)")
        }
      }
    }
  }

  @Test func `every stage is taken by every list`() throws {
    for policy in [nil, UpdatePolicy.pinned, .anchored] {
      for seed in UInt64(1)...Sample.of(150, few: 5) {
        var random = SeededGenerator(seed: seed)
        let desk = DayDesk(randomDays(&random))
        let list = desk.makeList(policy, &random)
        let days = next(desk.days, &random)
        for stage in SectionedListChanges.stages(from: desk.days, to: days, sectionsBy: .id, rowsBy: .id) {
          try list.performBatchUpdates { () throws(ListUpdateError) in
            desk.days = stage.sections
            try list.perform(stage.changes)
          }
        }
        list.layoutIfNeeded()
        #expect(desk.shown(list) == days.map { $0.rows.map(\.text) }, "\(String(describing: policy)), seed \(seed)")
      }
    }
  }

  @Test func `changes of a section are a batch of their own`() throws {
    for policy in [nil, UpdatePolicy.anchored] {
      var random = SeededGenerator(seed: 7)
      let desk = DayDesk(
        (0..<2).map { day in ListSection(Article(id: day), rows: (0..<4).map { Article(id: $0 + 10 * day) }) })
      let list = desk.makeList(policy, &random)
      let rows = [13, 10, 99].map { Article(id: $0) }
      let changes = ListChanges.changes(from: desk.days[1].rows, to: rows, by: .id)
      desk.days[1].rows = rows
      try list.perform(changes, inSection: 1)
      list.layoutIfNeeded()
      #expect(desk.shown(list) == [["0.0", "1.0", "2.0", "3.0"], ["13.0", "10.0", "99.0"]])
    }
  }

  @Test func `only what changes is said`() throws {
    var random = SeededGenerator(seed: 1)
    let desk = DayDesk([ListSection(Article(id: 0), rows: (0..<4).map { Article(id: $0) })])
    let list = desk.makeList(nil, &random)
    var said: [String] = []
    let messages = [ListView.deleteRows, ListView.insertRows, ListView.reloadRows]
    let tokens = try messages.map { message in
      try list.hook(message, .before) { call in said.append("\(message.selector) \(call.arguments.paths)") }
    }
    try list.perform(SectionedListChanges())
    #expect(said.isEmpty)
    desk.days[0].rows.remove(at: 2)
    try list.perform(ListChanges(deletes: [2]), inSection: 0)
    #expect(said == ["deleteRows(at:with:) [0:2]"])
    tokens.forEach { $0.remove() }
  }

  @Test func `changes that do not fit change nothing`() throws {
    for policy in [nil, UpdatePolicy.anchored] {
      var random = SeededGenerator(seed: 3)
      let desk = DayDesk([ListSection(Article(id: 0), rows: (0..<4).map { Article(id: $0) })])
      let list = desk.makeList(policy, &random)
      let shown = desk.shown(list)
      #expect(throws: ListUpdateError.self) { try list.perform(ListChanges(deletes: [2]), inSection: 0) }
      #expect(throws: ListUpdateError.self) { try list.perform(ListChanges(deletes: [9]), inSection: 0) }
      #expect(throws: ListUpdateError.self) {
        try list.perform(SectionedListChanges(sections: ListChanges(inserts: [1])))
      }
      #expect(desk.shown(list) == shown)
    }
  }
}
