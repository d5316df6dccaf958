import FeedWeave
import Interception
import ListModel
import TestSupport
import WeavingSupport

/// What a person and a content side do with a list's menus, drags and scrolling, at random, and what they see and hear.
struct InteractionScript {
  /// Whether offsets and rectangles are compared: only where insertions have no height.
  let comparesGeometry: Bool

  func run(on list: ListView, _ desk: ActionDesk, seed: UInt64, steps: Int) -> [String] {
    var random = SeededGenerator(seed: seed)
    var transcript: [String] = []
    desk.comparesGeometry = comparesGeometry
    measureAll(list)
    _ = desk.takeLog()
    for step in 0..<steps {
      list.beginStep()
      let word = perform(list, desk, step, &random)
      if word.hasPrefix("changes") { measureAll(list) }
      transcript += [word] + desk.takeLog() + observe(list)
    }
    return transcript
  }

  private func measureAll(_ list: ListView) {
    guard comparesGeometry else { return }
    list.measureAllRows()
    list.layoutIfNeeded()
  }

  private func perform(
    _ list: ListView, _ desk: ActionDesk, _ step: Int, _ random: inout SeededGenerator
  ) -> String {
    let section = Int.random(in: 0..<desk.articles.count, using: &random)
    guard let row = desk.articles[section].indices.randomElement(using: &random) else { return "nothing" }
    let target = path(section, row)
    let point = middle(list, target)
    switch Int.random(in: 0..<25, using: &random) {
    case 0, 1: return "presses \(target): \(list.display.openContextMenu(at: point)?.identifier ?? "none")"
    case 2: return "chooses \(list.display.chooseMenuAction(Int.random(in: 0...2, using: &random)))"
    case 3: return "commits \(list.display.commitMenuPreview())"
    case 4:
      if Bool.random(using: &random) { list.dismissContextMenu() } else { list.display.dismissContextMenu() }
      return "dismisses"
    case 5: return "edits \(target): \(list.display.openEditingMenu(at: point))"
    case 6: return "performs \(list.display.performEditingAction("copy(_:)"))"
    case 7: return "springs \(list.display.springLoad(at: point))"
    case 8: return "scene \(list.display.sceneActivation(at: point)?.activityType ?? "none")"
    case 9, 10: return "lifts \(target): \(list.display.lift(at: point)?.items.count ?? 0)"
    case 11: return "adds \(list.display.addToDrag(at: point))"
    case 12, 13, 14: return dragOver(list, section, point, &random)
    case 15: return drop(list, &random)
    case 16:
      list.display.drag(by: Double(Int.random(in: -3...3, using: &random)))
      return "pulls"
    case 17:
      list.display.endDragging(velocity: 0.004 * Double(Int.random(in: -2...2, using: &random)))
      return "lets go"
    case 18: return "to the top \(list.display.scrollToTop())"
    case 19:
      list.allowsMultipleSelection = true
      list.selectRow(at: target, animated: comparesGeometry, scrollPosition: .none)
      if comparesGeometry { list.setContentOffset(Double(row), animated: Bool.random(using: &random)) }
      return "selects \(target)"
    case 20: return provide(list, desk, &random)
    case 21: return "shakes \((try? list.performOnDelegate("list(_:shaken:)", step, list)) as? Int ?? 0)"
    case 22: return register(list, &random)
    default: return change(list, desk, target, step, &random)
    }
  }

  private func dragOver(
    _ list: ListView, _ section: Int, _ point: ListPoint, _ random: inout SeededGenerator
  ) -> String {
    guard let session = list.display.drag else { return "nothing is dragged" }
    let footer = list.rectForFooter(inSection: section)
    let isAtEnd = Bool.random(using: &random)
    let place = isAtEnd ? ListPoint(x: 0, y: footer.minY + 0.5) : point
    return "drags to \(isAtEnd ? "the end" : "a row"): \(String(describing: list.display.drag(session, over: place)))"
  }

  private func drop(_ list: ListView, _ random: inout SeededGenerator) -> String {
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      list.display.dragLeaves()
      return "leaves \(list.hasActiveDrop)"
    case 1:
      list.display.cancelDrag()
      return "cancels \(list.hasActiveDrag)"
    default:
      let landings = list.display.drop()
      let targets = landings?.map { ($0.target?.view as? TextCell)?.text ?? "none" }
      return "drops \(targets ?? ["nothing"]) \(list.hasActiveDrag)"
    }
  }

  /// Sets who gives what is dragged and takes what is dropped, or nobody for once.
  private func provide(_ list: ListView, _ desk: ActionDesk, _ random: inout SeededGenerator) -> String {
    list.dragDelegate = Bool.random(using: &random) ? desk : nil
    list.dropDelegate = Bool.random(using: &random) ? desk : nil
    let word = "provides \(list.dragDelegate === desk) \(list.dropDelegate === desk)"
    let point = ListPoint(x: 0, y: list.rectForRow(at: path(0, 0)).minY)
    let session = list.display.lift(at: point)
    let proposal = list.display.drag.flatMap { list.display.drag($0, over: point) }
    list.dragDelegate = desk
    list.dropDelegate = desk
    return "\(word): \(session?.items.count ?? 0) \(String(describing: proposal))"
  }

  /// Registers and asks for cells, headers and footers.
  private func register(_ list: ListView, _ random: inout SeededGenerator) -> String {
    let isThere = Bool.random(using: &random)
    list.register(isThere ? TextCell.self : nil, forHeaderFooterViewReuseIdentifier: "header")
    list.register(isThere ? TextCell.self : nil, forCellReuseIdentifier: "article")
    list.register(maker: isThere ? { TextCell(reuseIdentifier: $0) } : nil, forCellReuseIdentifier: "made")
    list.register(maker: { TextCell(reuseIdentifier: $0) }, forHeaderFooterViewReuseIdentifier: "made")
    let found = [
      list.dequeueReusableHeaderFooterView(withIdentifier: "header"),
      list.dequeueReusableCell(withIdentifier: "article"),
      list.dequeueReusableCell(withIdentifier: "made"), list.dequeueReusableHeaderFooterView(withIdentifier: "made"),
    ]
    return "registers \(isThere) \(found.map { $0 is TextCell })"
  }

  private func change(
    _ list: ListView, _ desk: ActionDesk, _ target: ListPath, _ step: Int, _ random: inout SeededGenerator
  ) -> String {
    let former = desk.articles
    do throws(ListUpdateError) {
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        desk.articles[target.section].insert("free\(step)", at: target.row)
        try list.insertRows(at: [target])
      case 1: try list.reloadRows(at: [target])
      case 2: try list.reloadSections([target.section])
      default: list.reloadData()
      }
    } catch {
      desk.articles = former
      return "changes: \(error)"
    }
    return "changes"
  }

  private func observe(_ list: ListView) -> [String] {
    let menu = list.contextMenuInteraction
    var seen = [
      "menu \(menu?.menu.identifier ?? "none") \(menu?.paths ?? [])",
      "cells \(list.visibleCells.map { ($0 as? TextCell)?.text ?? "?" })",
      "header \((list.headerView(forSection: 0) as? TextCell)?.text ?? "none")",
      "delegates \(list.dragDelegate === list.dropDelegate) \(list.hasActiveDrag) \(list.hasActiveDrop)",
      "selected \(list.indexPathsForSelectedRows)",
    ]
    if comparesGeometry { seen.append("offset \(list.contentOffset) \(list.isDragging)") }
    return seen
  }
}
