import ListModel
import TestSupport
import WeavingSupport

/// What a content side and a person do to a list with a focus, an index and prefetching, at random, and what comes of it: the
/// same for a list and its woven twin, whose insertions take no part.
struct FocusScript {
  /// Whether offsets are compared: only where insertions have no height.
  let comparesGeometry: Bool

  /// What each of the calls to the content side begins with, and each of the calls that it makes.
  static let words = [
    "can focus", "preferred", "should update", "did update", "animated", "completed", "follows", "can perform",
    "perform", "should begin",
    "did begin", "did end", "titles", "section S", "row S", "focus at", "move down: true", "move up: true",
    "focus preferred: true", "end focus: true", "update focus", "select focused: true", "begin: true", "extend",
    "nearest", "title 1: true", "reload titles",
  ]

  /// Runs `steps` operations and answers all that could be seen of them.
  func run(on list: ListView, _ desk: FocusDesk, seed: UInt64, steps: Int) -> [String] {
    var random = SeededGenerator(seed: seed)
    var transcript: [String] = []
    measureAll(list)
    for step in 0..<steps {
      let counts = desk.articles.map(\.count)
      list.beginStep()
      let word = perform(list, desk, step, &random)
      if word.hasPrefix("reload data") || word.hasPrefix("reload row") || counts != desk.articles.map(\.count) {
        measureAll(list)
      }
      transcript += [word] + desk.takeLog() + observe(list)
    }
    return transcript
  }

  private func measureAll(_ list: ListView) {
    if comparesGeometry { list.measureAllRows() }
  }

  private func perform(_ list: ListView, _ desk: FocusDesk, _ step: Int, _ random: inout SeededGenerator) -> String {
    _ = list.numberOfSections
    let section = Int.random(in: 0..<desk.articles.count, using: &random)
    let target = path(section, Int.random(in: -1...desk.articles[section].count, using: &random))
    switch Int.random(in: 0..<24, using: &random) {
    case 0..<8: return focus(list, desk, target, &random)
    case 8..<15: return select(list, target, &random)
    case 15: return "title \(section): \(list.display.selectIndexTitle(at: section))"
    case 16: return "title \(section + 1): \(list.display.selectIndexTitle(at: section + 1))"
    case 17: return changeIndex(list, desk, section, target, &random)
    case 18:
      list.isPrefetchingEnabled.toggle()
      return "prefetching"
    case 19, 20:
      list.contentOffset = Double(Int.random(in: 0..<14, using: &random))
      return "offset"
    default: return change(list, desk, step, target, &random)
    }
  }

  private func focus(
    _ list: ListView, _ desk: FocusDesk, _ target: ListPath, _ random: inout SeededGenerator
  ) -> String {
    switch Int.random(in: 0..<10, using: &random) {
    case 0, 1: return "focus at \(target): \(middle(list, target).map { list.display.focus(at: $0) } ?? false)"
    case 2: return "move up: \(list.display.moveFocus(.up))"
    case 3, 4: return "move down: \(list.display.moveFocus(.down))"
    case 5: return "focus preferred: \(list.display.focusPreferred())"
    case 6: return "end focus: \(list.display.endFocus())"
    case 7:
      desk.preferred = target
      list.setNeedsFocusUpdate()
      list.updateFocusIfNeeded()
      return "update focus"
    case 8:
      list.selectionFollowsFocus.toggle()
      return "follow"
    default:
      list.remembersLastFocusedIndexPath.toggle()
      return "remember"
    }
  }

  private func select(_ list: ListView, _ target: ListPath, _ random: inout SeededGenerator) -> String {
    let point = middle(list, target)
    switch Int.random(in: 0..<9, using: &random) {
    case 0, 1: return "touch \(target): \(point.map { list.display.select(at: $0) } ?? false)"
    case 2: return "select focused: \(list.display.selectFocused())"
    case 3, 4: return "begin: \(point.map { list.display.beginMultipleSelection(at: $0) } ?? false)"
    case 5:
      if let point { list.display.extendMultipleSelection(to: point) }
      return "extend \(target)"
    case 6:
      list.display.endMultipleSelection()
      return "end movement"
    case 7:
      list.scrollToNearestSelectedRow(at: [.none, .top, .middle, .bottom].randomElement(using: &random) ?? .top)
      return "nearest"
    default:
      list.allowsSelection.toggle()
      return "selection \(list.allowsSelection)"
    }
  }

  private func changeIndex(
    _ list: ListView, _ desk: FocusDesk, _ section: Int, _ target: ListPath, _ random: inout SeededGenerator
  ) -> String {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: desk.section = { $0 * 2 }
    case 1: desk.section = { $0 - 1 }
    case 2: desk.row = { $0 % 2 == 0 ? nil : target }
    default:
      list.reloadSectionIndexTitles()
      return "reload titles \(list.display.sectionIndexTitles)"
    }
    return "index"
  }

  private func change(
    _ list: ListView, _ desk: FocusDesk, _ step: Int, _ target: ListPath, _ random: inout SeededGenerator
  ) -> String {
    let isThere = desk.articles[target.section].indices.contains(target.row)
    switch Int.random(in: 0..<4, using: &random) {
    case 0 where isThere:
      return attempt("reload row \(target)") { () throws(ListUpdateError) in try list.reloadRows(at: [target]) }
    case 1:
      list.reloadData()
      return "reload data"
    default:
      let place = path(target.section, max(0, target.row))
      desk.articles[place.section].insert("new\(step)", at: place.row)
      return attempt("insert \(place)") { () throws(ListUpdateError) in try list.insertRows(at: [place]) }
    }
  }

  private func attempt(_ word: String, _ change: () throws(ListUpdateError) -> Void) -> String {
    do throws(ListUpdateError) {
      try change()
      return word
    } catch {
      return "\(word): \(error)"
    }
  }

  private func middle(_ list: ListView, _ target: ListPath) -> ListPoint? {
    let rect = list.rectForRow(at: target)
    return rect.size.height > 0 ? ListPoint(x: 0, y: rect.minY + rect.size.height / 2) : nil
  }

  private func observe(_ list: ListView) -> [String] {
    let focused = list.visibleCells.filter(\.isFocused).map { ($0 as? TextCell)?.text ?? "?" }
    let seen = [
      "focus \(list.indexPathForFocusedRow?.description ?? "none") \(focused)",
      "selected \(list.indexPathsForSelectedRows)", "titles \(list.display.sectionIndexTitles)",
      "providers \(list.prefetchDataSource === list.dataSource)",
    ]
    return comparesGeometry ? seen + ["offset \(list.contentOffset)"] : seen
  }
}
