import ListModel
import WeavingSupport

/// What the content side can see.
extension TwinWorld {
  /// Asks all that can be asked of a row and its section.
  func ask(_ path: ListPath) -> String {
    let cell = list.cellForRow(at: path)
    var answers = ["\(path)", "\(list.numberOfRows(inSection: path.section))"]
    if life.settings.screen.comparesDisplay {
      answers += [text(list.headerView(forSection: path.section)), text(list.footerView(forSection: path.section))]
      answers += [text(cell), cell.flatMap { list.indexPath(for: $0) }?.description ?? "no path"]
    } else {
      answers.append(text(cell).hasPrefix("AD") ? "the cell of an insertion" : "a cell or none")
    }
    return answers.joined(separator: ", ")
  }

  /// All that can be seen of the list as a whole.
  func look() -> [String] {
    let sections = list.numberOfSections
    var seen = [
      "rows \((0..<sections).map { list.numberOfRows(inSection: $0) })",
      "selected \(list.indexPathsForSelectedRows) \(list.indexPathForSelectedRow?.description ?? "none")",
      "editing \(list.isEditing), swiped \(list.indexPathForSwipedRow?.description ?? "none")",
      "movement \(list.interactiveMovement.map { "\($0.origin) \($0.target)" } ?? "none")",
      "providers \(list.dataSource === desk) \(list.delegate === desk) \(list.prefetchDataSource === desk)",
      "uncommitted \(list.hasUncommittedUpdates), class \(type(of: list))",
    ]
    let cells = list.visibleCells
    if life.settings.screen.comparesDisplay {
      seen += [
        "visible \(list.indexPathsForVisibleRows)",
        "cells \(cells.map { "\(text($0))\($0.isSelected ? " selected" : "")\($0.isEditing ? " editing" : "")" })",
        "paths \(cells.map { list.indexPath(for: $0)?.description ?? "none" })",
        "headers \((0..<sections).map { text(list.headerView(forSection: $0)) })",
        "footers \((0..<sections).map { text(list.footerView(forSection: $0)) })",
        "focus \(list.indexPathForFocusedRow?.description ?? "none")",
      ]
    } else {
      let isPaired = cells.map { list.indexPath(for: $0) } == list.indexPathsForVisibleRows
      seen.append("cells paired \(isPaired), own \(!cells.contains { text($0).hasPrefix("AD") })")
    }
    return seen
  }

  private func text(_ view: ListCell?) -> String {
    guard let view else { return "none" }
    return (view as? TextCell)?.text ?? (view as? ListTitleView)?.title ?? "empty"
  }
}
