import ListModel
import WeavingSupport

/// The content side of tests of layouts: knows the sizes of its articles and the look of its sections, and writes down what it is
/// asked and told.
final class LayoutDesk: ListController {
  static let badge = "badge"
  static let background = "background"

  var articles: [[Int]]
  var between: ListLayout?
  private(set) var log: [String] = []
  /// Every word that was ever written.
  private(set) var words: Set<String> = []
  /// Runs inside ``list(_:layout:sizeForRowAt:)`` and when an element is asked for.
  var whenAsked: ((ListView) -> Void)?

  init(_ articles: [[Int]]) {
    self.articles = articles
  }

  func takeLog() -> [String] {
    defer { log = [] }
    return log
  }

  private func write(_ word: String, _ about: Any) {
    words.insert(word)
    log.append("\(word) \(about)")
  }

  private func write<Answer>(_ word: String, _ about: Any, _ answer: Answer) -> Answer {
    write(word, about)
    return answer
  }

  override func numberOfSections(in list: ListView) -> Int { articles.count }
  override func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { articles[section].count }

  override func list(_ list: ListView, cellForRowAt path: ListPath) -> ListCell {
    let cell = TextCell(reuseIdentifier: nil)
    cell.text = "\(articles[path.section][path.row])"
    return cell
  }

  override func list(_ list: ListView, viewForSupplementaryElementOfKind kind: String, at path: ListPath) -> ListCell? {
    write("view", "\(kind) \(path)")
    whenAsked?(list)
    // A header's path says nothing of row 0, which need not be there.
    if kind == Self.badge, articles[path.section][path.row] % 3 == 0 { return nil }
    let view = list.dequeueReusableSupplementaryView(ofKind: kind, withReuseIdentifier: "view", for: path)
    (view as? TextCell)?.text = "\(kind) \(path)"
    return view
  }

  override func list(_ list: ListView, layoutForSection section: Int) -> ListLayout? {
    write("layout", section, section == 3 ? .table : nil)
  }

  override func list(_ list: ListView, layout: ListLayout, sizeForRowAt path: ListPath) -> ListSize? {
    write("size", path)
    whenAsked?(list)
    let article = articles[path.section][path.row]
    return article % 5 == 0 ? nil : ListSize(width: Double(1 << (article % 4)), height: Double(1 + article % 4))
  }

  override func list(_ list: ListView, layout: ListLayout, insetForSection section: Int) -> ListInsets? {
    write("inset", section, section == 0 ? ListInsets(top: 1, left: 2, bottom: 1, right: 2) : nil)
  }

  override func list(_ list: ListView, layout: ListLayout, minimumLineSpacingForSection section: Int) -> Double? {
    write("line", section, section == 1 ? 2 : nil)
  }

  override func list(_ list: ListView, layout: ListLayout, minimumInteritemSpacingForSection section: Int) -> Double? {
    write("between", section, section == 1 ? 1 : nil)
  }

  override func list(_ list: ListView, layout: ListLayout, minimumColumnSpacingForSection section: Int) -> Double? {
    write("column", section, section == 1 ? 3 : nil)
  }

  override func list(_ list: ListView, layout: ListLayout, columnCountForSection section: Int) -> Int? {
    write("columns", section, section == 2 ? 3 : nil)
  }

  override func list(_ list: ListView, layout: ListLayout, referenceSizeForHeaderInSection section: Int) -> ListSize? {
    write("header", section, ListSize(width: 0, height: section == 1 ? 0 : 2))
  }

  override func list(_ list: ListView, layout: ListLayout, referenceSizeForFooterInSection section: Int) -> ListSize? {
    write("footer", section, section == 0 ? ListSize(width: 0, height: 1) : nil)
  }

  override func list(_ list: ListView, layout: ListLayout, insetForHeaderInSection section: Int) -> ListInsets? {
    write("header inset", section, section == 2 ? ListInsets(top: 1) : nil)
  }

  override func list(_ list: ListView, layout: ListLayout, insetForFooterInSection section: Int) -> ListInsets? {
    write("footer inset", section, section == 0 ? ListInsets(left: 1, bottom: 1) : nil)
  }

  override func list(_ list: ListView, heightForRowAt path: ListPath) -> Double? { 2 }

  override func list(_ list: ListView, estimatedHeightForRowAt path: ListPath) -> Double? {
    write("estimate", path, Double(1 + articles[path.section][path.row] % 3))
  }

  override func list(_ list: ListView, estimatedHeightForHeaderInSection section: Int) -> Double? {
    write("estimate header", section, section == 3 ? 4 : nil)
  }

  override func list(_ list: ListView, estimatedHeightForFooterInSection section: Int) -> Double? {
    write("estimate footer", section, nil)
  }

  override func list(_ list: ListView, targetContentOffsetForProposedContentOffset offset: Double) -> Double {
    write("target", "", offset)
  }

  override func list(
    _ list: ListView, transitionLayoutForOldLayout old: ListLayout, newLayout new: ListLayout
  ) -> ListLayout? {
    write("transition", "\(old.style) \(new.style)", between)
  }

  override func list(
    _ list: ListView, willDisplaySupplementaryView view: ListCell, forElementKind kind: String, at path: ListPath
  ) { write("will", "\(kind) \(path)") }

  override func list(
    _ list: ListView, didEndDisplayingSupplementaryView view: ListCell, forElementOfKind kind: String, at path: ListPath
  ) { write("end", "\(kind) \(path)") }
}
