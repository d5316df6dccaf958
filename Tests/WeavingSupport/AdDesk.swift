package import FeedWeave
package import ListModel
import Placement

/// The insertions' side of the tests: asks for its rows at every load, and writes down all that it is told.
package final class AdDesk: WeaverDataSource, WeaverDelegate {
  package var rows: [FeedPath]
  package var sections: [Int] = []
  package var height = 1.0
  /// Whether inserted rows can be selected and have the focus.
  package var takesPart = true
  package private(set) var log: [String] = []
  /// Every row's display, by owner.
  package private(set) var displays: [String] = []
  package private(set) var loads: [[Int]] = []
  package private(set) var askedFor = 0
  /// Runs inside `cellForRowAt`.
  package var whenAsked: ((ListWeaver, FeedPath) -> Void)?

  package init(_ rows: [FeedPath]) {
    self.rows = rows
  }

  package func weaver(_ weaver: ListWeaver, willLoad userCounts: [Int]) {
    loads.append(userCounts)
    do throws(PlacementError) {
      try weaver.replaceInsertions(rows: rows, sections: sections)
    } catch {
      log.append("\(error)")
    }
  }

  package func weaver(_ weaver: ListWeaver, cellForRowAt path: FeedPath) -> ListCell {
    whenAsked?(weaver, path)
    askedFor += 1
    let cell = TextCell(reuseIdentifier: "ad")
    guard case .insertion(let index) = weaver.owner(of: path) else {
      log.append("asked for \(path), which is no insertion")
      return cell
    }
    cell.text = "AD\(index)"
    return cell
  }

  package func weaver(_ weaver: ListWeaver, titleForHeaderInSection section: Int) -> String? {
    height == 0 ? nil : "Inserted \(section)"
  }

  package func weaver(_ weaver: ListWeaver, modelForRowAt path: FeedPath) -> Any? { "ad model" }

  package func weaver(_ weaver: ListWeaver, heightForRowAt path: FeedPath) -> Double? { height }

  package func weaver(_ weaver: ListWeaver, layout: ListLayout, sizeForRowAt path: FeedPath) -> ListSize? {
    ListSize(width: 4, height: height)
  }

  package func weaver(_ weaver: ListWeaver, willDisplay cell: ListCell, forRowAt path: FeedPath, of owner: RowOwner) {
    displays.append("will \(path) \(owner)")
  }

  package func weaver(
    _ weaver: ListWeaver, didEndDisplaying cell: ListCell, forRowAt path: FeedPath, of owner: RowOwner
  ) {
    displays.append("end \(path) \(owner)")
  }

  package func weaver(_ weaver: ListWeaver, didScrollSection section: Int) { log.append("scrolls \(section)") }

  package func weaver(_ weaver: ListWeaver, canFocusRowAt path: FeedPath) -> Bool { takesPart }

  package func weaver(_ weaver: ListWeaver, willSelectRowAt path: FeedPath) -> FeedPath? { takesPart ? path : nil }

  package func weaver(_ weaver: ListWeaver, didSelectRowAt path: FeedPath) { log.append("select \(path)") }

  package func weaver(_ weaver: ListWeaver, didDeselectRowAt path: FeedPath) { log.append("deselect \(path)") }

  package func takeLog() -> [String] {
    defer { log.removeAll() }
    return log
  }
}

/// A list that keeps alive the sides of which it is asked here; lists themselves keep neither.
package final class DeskList: ListView {
  package var kept: [AnyObject] = []
  /// Runs between two steps of a script.
  package var betweenSteps: ((DeskList) -> Void)?
  /// The weaver, while the list is woven by its life.
  package var wovenSince: ListWeaver?
}

/// A list of one unit a row, with its content side.
package func makeList(_ desk: NewsDesk, height: Double = 1000) -> DeskList {
  let list = DeskList(size: ListSize(width: 10, height: height))
  list.kept.append(desk)
  list.register(TextCell.self, forCellReuseIdentifier: "article")
  list.dataSource = desk
  list.delegate = desk
  return list
}

/// The texts of the rows in view, as a screen sees them.
package func texts(_ list: ListView) -> [String] {
  list.display.elements.compactMap { ($0.view as? TextCell)?.text }
}

/// A place in the feed.
package func feed(_ section: Int, _ row: Int) -> FeedPath { FeedPath(section: section, row: row) }

/// A path as a list takes it.
package func path(_ section: Int, _ row: Int) -> ListPath { ListPath(row: row, section: section) }
