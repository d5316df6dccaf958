import FeedWeave
import ListModel
import Placement
import TestSupport
import Testing
import WeavingSupport

/// Every display that is begun is ended once, for the same owner, whatever happens to the list.
struct DisplayPairingTests {
  /// Both sides of a list, which keep account of what is on display to them.
  private final class Witness: ListDataSource, ListDelegate, WeaverDataSource, WeaverDelegate {
    var articles: [[String]] = [["a", "b", "c", "d"], ["e"], [], ["f", "g", "h"]]
    var rows: [FeedPath] = []
    var sections: [Int] = []
    private(set) var toContent: [ObjectIdentifier: ListCell] = [:]
    private(set) var toInsertions: [ObjectIdentifier: RowOwner] = [:]
    private(set) var faults: [String] = []
    var whenSelected: ((ListView) -> Void)?

    func numberOfSections(in list: ListView) -> Int { articles.count }

    func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { articles[section].count }

    func list(_ list: ListView, cellForRowAt path: ListPath) -> ListCell {
      let cell = TextCell(reuseIdentifier: nil)
      cell.text = articles[path.section][path.row]
      return cell
    }

    func list(_ list: ListView, heightForRowAt path: ListPath) -> Double? { 1 }

    func list(_ list: ListView, didSelectRowAt path: ListPath) { whenSelected?(list) }

    func list(_ list: ListView, willDisplay cell: ListCell, forRowAt path: ListPath) {
      if text(cell) != articles[path.section][path.row] { fault("\(text(cell)) is shown at \(path)") }
      if toContent.updateValue(cell, forKey: ObjectIdentifier(cell)) != nil { fault("\(text(cell)) is shown twice") }
    }

    func list(_ list: ListView, didEndDisplaying cell: ListCell, forRowAt path: ListPath) {
      if toContent.removeValue(forKey: ObjectIdentifier(cell)) == nil { fault("\(text(cell)) ends at \(path)") }
    }

    func weaver(_ weaver: ListWeaver, willLoad userCounts: [Int]) {
      do throws(PlacementError) {
        try weaver.replaceInsertions(rows: rows, sections: sections)
      } catch {
        fault("\(error)")
      }
    }

    func weaver(_ weaver: ListWeaver, cellForRowAt path: FeedPath) -> ListCell {
      let cell = TextCell(reuseIdentifier: nil)
      if case .insertion(let number)? = weaver.owner(of: path) {
        cell.text = "AD\(number)"
      } else {
        fault("the insertions' side is asked for \(path)")
      }
      return cell
    }

    func weaver(_ weaver: ListWeaver, heightForRowAt path: FeedPath) -> Double? { 1 }

    func weaver(_ weaver: ListWeaver, willDisplay cell: ListCell, forRowAt path: FeedPath, of owner: RowOwner) {
      if owner.isInsertion != text(cell).hasPrefix("AD") { fault("\(text(cell)) is of \(owner)") }
      if toInsertions.updateValue(owner, forKey: ObjectIdentifier(cell)) != nil { fault("\(owner) is shown twice") }
    }

    func weaver(_ weaver: ListWeaver, didEndDisplaying cell: ListCell, forRowAt path: FeedPath, of owner: RowOwner) {
      let former = toInsertions.removeValue(forKey: ObjectIdentifier(cell))
      if former != owner { fault("\(String(describing: former)) ends as \(owner)") }
    }

    private func fault(_ fault: String) { faults.append(fault) }

    private func text(_ cell: ListCell) -> String { (cell as? TextCell)?.text ?? "?" }
  }

  @Test(arguments: [UpdatePolicy.pinned, .anchored])
  func `what begins ends once whatever happens`(policy: UpdatePolicy) {
    for seed in UInt64(1)...Sample.of(150, few: 2) {
      var random = SeededGenerator(seed: seed)
      let witness = Witness()
      let list = DeskList(size: ListSize(width: 1, height: 5))
      list.estimatedRowHeight = 1
      list.kept.append(witness)
      list.dataSource = witness
      list.delegate = witness
      for step in 0..<60 {
        perform(list, witness, step, policy, &random)
        _ = list.weaver.visibleCells(.all)
        check(list, witness, "seed \(seed), step \(step)")
        if !witness.faults.isEmpty {
          Issue.record("seed \(seed), step \(step): \(witness.faults)")
          return
        }
      }
      list.dataSource = nil
      list.weaver.remove()
      #expect(witness.toContent.isEmpty && witness.toInsertions.isEmpty, "seed \(seed)")
    }
  }

  private func check(_ list: ListView, _ witness: Witness, _ label: Comment) {
    let weaver = list.weaver
    let content = Set(weaver.visibleCells(.raw).map { ObjectIdentifier($0) })
    let all = Set(weaver.visibleCells(.all).map { ObjectIdentifier($0) })
    #expect(content == Set(witness.toContent.keys), label)
    #expect(content == Set(list.visibleCells.map { ObjectIdentifier($0) }), label)
    if weaver.delegate != nil { #expect(all == Set(witness.toInsertions.keys), label) }
    let counts = (0..<weaver.rawList.numberOfSections).map { weaver.rawList.numberOfRows(inSection: $0) }
    #expect(counts == weaver.map.feedCounts, label)
    for cell in weaver.visibleCells(.inserted) {
      let owner = weaver.rawList.indexPath(for: cell).flatMap { weaver.owner(of: $0) }
      guard case .insertion(let number)? = owner, (cell as? TextCell)?.text == "AD\(number)" else {
        Issue.record("\((cell as? TextCell)?.text ?? "?") stands where \(String(describing: owner)) is: \(label)")
        continue
      }
    }
    for path in list.indexPathsForVisibleRows {
      let shown = (list.cellForRow(at: path) as? TextCell)?.text
      #expect(shown == witness.articles[path.section][path.row], label)
    }
  }

  private func perform(
    _ list: DeskList, _ witness: Witness, _ step: Int, _ policy: UpdatePolicy, _ random: inout SeededGenerator
  ) {
    let section = Int.random(in: 0..<witness.articles.count, using: &random)
    let rows = witness.articles[section].count
    witness.whenSelected = nil
    switch Int.random(in: 0..<22, using: &random) {
    case 0, 1, 2: list.display.scroll(by: Double(Int.random(in: -6...6, using: &random)))
    case 3, 4, 5:
      let row = Int.random(in: 0...rows, using: &random)
      witness.articles[section].insert("n\(step)", at: row)
      let _: Void? = try? list.insertRows(at: [path(section, row)])
    case 6: list.reloadData()
    case 7 where rows > 0: let _: Void? = try? list.reloadRows(at: [path(section, rows - 1)])
    case 8:
      witness.articles[section] = (0..<Int.random(in: 0...5, using: &random)).map { "r\(step).\($0)" }
      let _: Void? = try? list.reloadSections([section])
    case 9:
      list.weaver.remove()
      weave(list, witness, policy)
    case 10:
      weave(list, witness, policy)
    case 11:
      witness.articles = (0..<Int.random(in: 1...4, using: &random)).map { number in
        (0..<Int.random(in: 0...5, using: &random)).map { "s\(step).\(number).\($0)" }
      }
      list.dataSource = witness
    case 12:
      witness.sections = (0..<Int.random(in: 0...2, using: &random)).map { _ in Int.random(in: 0...4, using: &random) }
      witness.rows = (0..<Int.random(in: 0...9, using: &random)).map { _ in
        feed(Int.random(in: 0...5, using: &random), Int.random(in: 0...9, using: &random))
      }
    case 13:
      witness.whenSelected = { $0.reloadData() }
      list.display.selectNext()
    case 14:
      let ads = list.weaver.rawList.indexPathsForVisibleRows.filter {
        list.weaver.owner(of: $0)?.isInsertion == true
      }
      let _: Void? = try? list.weaver.rawList.reloadRows(at: ads)
    case 15, 16, 17, 18: change(list, witness, step, &random)
    case 19:
      list.weaver.removeInsertions([Int.random(in: 0...3, using: &random)])
      let _: Void? = try? list.weaver.updateInsertions()
    case 20 where list.weaver.dataSource != nil:
      _ = try? list.weaver.insertRows(at: [feed(section, Int.random(in: 0...6, using: &random))])
      let _: Void? = try? list.weaver.updateInsertions()
    default: list.delegate = witness
    }
  }

  /// Many changes at once.
  private func change(_ list: ListView, _ witness: Witness, _ step: Int, _ random: inout SeededGenerator) {
    _ = list.numberOfSections
    let counts = witness.articles.map(\.count)
    let batch = RandomBatch(of: counts, isLarge: Bool.random(using: &random), mostNew: 4, using: &random)
    guard let after = witness.articles.changed(by: batch.updates, to: batch.counts, named: "b\(step)") else {
      Issue.record("\(batch) does not fit \(counts)")
      return
    }
    do throws(ListUpdateError) {
      try list.performBatchUpdates { () throws(ListUpdateError) in
        witness.articles = after.isEmpty ? [[]] : after
        if after.isEmpty { list.reloadData() }
        try batch.tell(list)
      }
    } catch {
      Issue.record("\(batch) is refused: \(error)")
    }
  }

  private func weave(_ list: ListView, _ witness: Witness, _ policy: UpdatePolicy) {
    list.weaver.policy = policy
    list.weaver.dataSource = witness
    if list.weaver.delegate == nil {
      // Displays that have begun are not reported to one who comes later.
      list.reloadData()
      list.weaver.delegate = witness
      list.reloadData()
    }
  }

  /// Notes whom the list tells of a display, in which order.
  private final class Listener: ListDataSource, ListDelegate, WeaverDataSource, WeaverDelegate {
    private(set) var calls: [String] = []

    func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { 1 }
    func list(_ list: ListView, cellForRowAt path: ListPath) -> ListCell { ListCell(reuseIdentifier: nil) }
    func list(_: ListView, willDisplay _: ListCell, forRowAt _: ListPath) { calls.append("content: will") }
    func list(_: ListView, didEndDisplaying _: ListCell, forRowAt _: ListPath) { calls.append("content: did") }
    func weaver(_ weaver: ListWeaver, cellForRowAt path: FeedPath) -> ListCell { ListCell(reuseIdentifier: nil) }
    func weaver(_: ListWeaver, willDisplay _: ListCell, forRowAt _: FeedPath, of _: RowOwner) {
      calls.append("ads: will")
    }
    func weaver(_: ListWeaver, didEndDisplaying _: ListCell, forRowAt _: FeedPath, of _: RowOwner) {
      calls.append("ads: did")
    }
  }

  @Test func `The content provider is told of a display before the inserted provider`() {
    let listener = Listener()
    let list = ListView(size: ListSize(width: 1, height: 1))
    (list.dataSource, list.delegate) = (listener, listener)
    (list.weaver.dataSource, list.weaver.delegate) = (listener, listener)
    list.layoutIfNeeded()
    list.reloadData()
    #expect(listener.calls == ["content: will", "ads: will", "content: did", "ads: did"])
  }
}
