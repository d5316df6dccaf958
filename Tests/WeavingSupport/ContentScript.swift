package import ListModel
import TestSupport

/// What a content side does to its list, at random, and what it sees and hears: the same for a list and its woven twin.
package struct ContentScript {
  /// Whether rectangles, points and offsets are compared: only where insertions have no height.
  package let comparesGeometry: Bool

  package init(comparesGeometry: Bool) { self.comparesGeometry = comparesGeometry }

  /// Runs `steps` operations and answers all that could be seen of them.
  package func run(on list: ListView, _ desk: NewsDesk, seed: UInt64, steps: Int) -> [String] {
    var random = SeededGenerator(seed: seed)
    var transcript: [String] = []
    measureAll(list)
    for step in 0..<steps {
      let counts = desk.articles.map(\.count)
      list.beginStep()
      let word = perform(list, desk, step, &random)
      let isReloaded = ["re", "providers", "change"].contains { word.hasPrefix($0) }
      if isReloaded || counts != desk.articles.map(\.count) { measureAll(list) }
      transcript += [word] + desk.takeLog() + observe(list)
    }
    return transcript
  }

  private func measureAll(_ list: ListView) {
    if comparesGeometry { list.measureAllRows() }
  }

  private func perform(_ list: ListView, _ desk: NewsDesk, _ step: Int, _ random: inout SeededGenerator) -> String {
    // A list that has not been loaded would read the counts after a change for those before it.
    _ = list.numberOfSections
    let section = Int.random(in: -1...desk.articles.count, using: &random)
    let rows = desk.articles.indices.contains(section) ? desk.articles[section].count : 2
    let target = path(section, Int.random(in: -1...(rows + 1), using: &random))
    switch Int.random(in: 0..<18, using: &random) {
    case 0: return ask(list, target)
    case 1:
      list.selectRow(
        at: target, scrollPosition: [.none, .top, .middle, .bottom].randomElement(using: &random) ?? .none)
      return "select \(target)"
    case 2:
      list.deselectRow(at: target)
      return "deselect \(target)"
    case 3: return "touch \(target): \(touch(list, target))"
    case 4:
      list.scrollToRow(at: target, at: [.none, .top, .middle, .bottom].randomElement(using: &random) ?? .top)
      return "scroll to \(target)"
    case 5:
      list.contentOffset = Double(Int.random(in: 0..<12, using: &random))
      return "offset"
    case 6, 7: return insert(list, desk, step, target, &random)
    case 8: return attempt("reload \(target)") { () throws(ListUpdateError) in try list.reloadRows(at: [target]) }
    case 9: return reloadSection(list, desk, step, section, &random)
    case 10:
      list.reloadData()
      return "reload"
    case 11:
      list.allowsMultipleSelection.toggle()
      return "multiple"
    case 12:
      list.dataSource = desk
      list.delegate = desk
      return "providers \(list.dataSource === desk) \(list.delegate === desk)"
    case 13, 14: return changeOne(list, desk, step, target, &random)
    case 15, 16: return changeMany(list, desk, step, &random)
    default:
      list.selectRow(at: nil)
      return "select none"
    }
  }

  private func ask(_ list: ListView, _ target: ListPath) -> String {
    let section = target.section
    let cell = list.cellForRow(at: target)
    var answers = [
      "\(list.numberOfRows(inSection: section))", (cell as? TextCell)?.text ?? "no cell",
      cell.flatMap { list.indexPath(for: $0) }?.description ?? "no path",
      (list.headerView(forSection: section) as? ListTitleView)?.title ?? "no header",
      (list.footerView(forSection: section) as? ListTitleView)?.title ?? "no footer",
    ]
    if comparesGeometry {
      let rect = list.rectForRow(at: target)
      answers += [
        "\(rect)", "\(list.rect(forSection: section))", "\(list.rectForHeader(inSection: section))",
        "\(list.rectForFooter(inSection: section))", "\(list.indexPathsForRows(in: rect))",
      ]
    }
    return "ask \(target): " + answers.joined(separator: ", ")
  }

  private func touch(_ list: ListView, _ target: ListPath) -> Bool {
    let rect = list.rectForRow(at: target)
    guard rect.size.height > 0 else { return false }
    return list.display.select(at: ListPoint(x: 0, y: rect.minY + rect.size.height / 2))
  }

  private func insert(
    _ list: ListView, _ desk: NewsDesk, _ step: Int, _ target: ListPath, _ random: inout SeededGenerator
  ) -> String {
    let count = Int.random(in: 1...3, using: &random)
    let honest = Int.random(in: 0..<5, using: &random) != 0
    let paths = (0..<count).map { path(target.section, target.row + $0) }
    let before = desk.articles
    if honest, desk.articles.indices.contains(target.section), target.row >= 0,
      target.row <= desk.articles[target.section].count
    {
      let fresh = (0..<count).map { "new\(step).\($0)" }
      desk.articles[target.section].insert(contentsOf: fresh, at: target.row)
    }
    let shuffled = paths.shuffled(using: &random)
    return attempt("insert \(shuffled)") { () throws(ListUpdateError) in
      do throws(ListUpdateError) {
        try list.insertRows(at: shuffled)
      } catch {
        desk.articles = before
        throw error
      }
    }
  }

  private func reloadSection(
    _ list: ListView, _ desk: NewsDesk, _ step: Int, _ section: Int, _ random: inout SeededGenerator
  ) -> String {
    if desk.articles.indices.contains(section) {
      let count = Int.random(in: 0...4, using: &random)
      desk.articles[section] = (0..<count).map { "again\(step).\($0)" }
    }
    return attempt("reload section \(section)") { () throws(ListUpdateError) in try list.reloadSections([section]) }
  }

  package func attempt(_ word: String, _ change: () throws(ListUpdateError) -> Void) -> String {
    do throws(ListUpdateError) {
      try change()
      return word
    } catch {
      return "\(word): \(error)"
    }
  }

  private func observe(_ list: ListView) -> [String] {
    var seen = [
      "sections \(list.numberOfSections)",
      "rows \((0..<list.numberOfSections).map { list.numberOfRows(inSection: $0) })",
      "visible \(list.indexPathsForVisibleRows)", "cells \(list.visibleCells.map { ($0 as? TextCell)?.text ?? "?" })",
      "selected \(list.indexPathsForSelectedRows) \(list.indexPathForSelectedRow?.description ?? "none")",
    ]
    if comparesGeometry {
      seen += [
        "offset \(list.contentOffset) of \(list.contentSize)",
        "at \((0..<12).map { list.indexPathForRow(at: ListPoint(x: 0, y: Double($0) + 0.5)) })",
      ]
    }
    return seen
  }
}

extension ListView {
  /// Has what is to take place between two steps of a script take place.
  package func beginStep() {
    if let list = self as? DeskList { list.betweenSteps?(list) }
  }
}
