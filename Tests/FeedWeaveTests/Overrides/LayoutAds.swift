import FeedWeave
import ListModel
import Placement
import WeavingSupport

/// Gives ads sizes, badges and sections of their own, and writes down what it is asked.
final class LayoutAds: WeaverDataSource, WeaverDelegate {
  var rows: [FeedPath] = []
  var sections: [Int] = []
  private(set) var log: [String] = []

  func takeLog() -> [String] {
    defer { log = [] }
    return log
  }

  private func write<Answer>(_ word: String, _ about: Any, _ answer: Answer) -> Answer {
    log.append("\(word) \(about)")
    return answer
  }

  func weaver(_ weaver: ListWeaver, willLoad userCounts: [Int]) {
    try? weaver.replaceInsertions(rows: rows, sections: sections)
  }

  func weaver(_ weaver: ListWeaver, cellForRowAt path: FeedPath) -> ListCell {
    let cell = TextCell(reuseIdentifier: nil)
    cell.text = "AD"
    return cell
  }

  func weaver(_ weaver: ListWeaver, viewForSupplementaryElementOfKind kind: String, at path: FeedPath) -> ListCell? {
    let view = TextCell(reuseIdentifier: nil)
    view.text = "ad's \(kind) \(path)"
    return write("view", "\(kind) \(path)", view)
  }

  func weaver(_ weaver: ListWeaver, layoutForSection section: Int) -> ListLayout? { write("layout", section, nil) }
  func weaver(_ weaver: ListWeaver, layout: ListLayout, sizeForRowAt path: FeedPath) -> ListSize? {
    write("size", path, ListSize(width: 8, height: 3))
  }
  func weaver(_ weaver: ListWeaver, layout: ListLayout, insetForSection section: Int) -> ListInsets? {
    write("inset", section, nil)
  }
  func weaver(_ weaver: ListWeaver, layout: ListLayout, minimumLineSpacingForSection section: Int) -> Double? {
    write("line", section, nil)
  }
  func weaver(_ weaver: ListWeaver, layout: ListLayout, minimumInteritemSpacingForSection section: Int) -> Double? {
    write("between", section, nil)
  }
  func weaver(_ weaver: ListWeaver, layout: ListLayout, minimumColumnSpacingForSection section: Int) -> Double? {
    write("column", section, nil)
  }
  func weaver(_ weaver: ListWeaver, layout: ListLayout, columnCountForSection section: Int) -> Int? {
    write("columns", section, nil)
  }
  func weaver(_ weaver: ListWeaver, layout: ListLayout, referenceSizeForHeaderInSection section: Int) -> ListSize? {
    write("header", section, ListSize(width: 0, height: 1))
  }
  func weaver(_ weaver: ListWeaver, layout: ListLayout, referenceSizeForFooterInSection section: Int) -> ListSize? {
    write("footer", section, nil)
  }
  func weaver(_ weaver: ListWeaver, layout: ListLayout, insetForHeaderInSection section: Int) -> ListInsets? {
    write("header inset", section, nil)
  }
  func weaver(_ weaver: ListWeaver, layout: ListLayout, insetForFooterInSection section: Int) -> ListInsets? {
    write("footer inset", section, nil)
  }
  func weaver(_ weaver: ListWeaver, estimatedHeightForRowAt path: FeedPath) -> Double? { write("estimate", path, 7) }
  func weaver(_ weaver: ListWeaver, estimatedHeightForHeaderInSection section: Int) -> Double? {
    write("estimate header", section, nil)
  }
  func weaver(_ weaver: ListWeaver, estimatedHeightForFooterInSection section: Int) -> Double? {
    write("estimate footer", section, nil)
  }
  func weaver(
    _ weaver: ListWeaver, willDisplaySupplementaryView view: ListCell, forElementKind kind: String, at path: FeedPath
  ) { log.append("will \(kind) \(path)") }
  func weaver(
    _ weaver: ListWeaver, didEndDisplayingSupplementaryView view: ListCell, forElementOfKind kind: String,
    at path: FeedPath
  ) { log.append("end \(kind) \(path)") }
}
