import ListModel

/// A cell that shows a text.
final class TextCell: ListCell {
  var text = ""

  override func prepareForReuse() { text = "" }
}

/// The content side of the tests: knows its articles, and nothing of insertions.
///
/// It writes down all that it is told.
final class NewsDesk: ListDataSource, ListDelegate {
  var articles: [[String]]
  var height: (String) -> Double = { _ in 1 }
  var titles = true
  private(set) var log: [String] = []
  /// Runs inside ``list(_:cellForRowAt:)`` and ``list(_:didSelectRowAt:)``.
  var whenAsked: ((ListView, ListPath) -> Void)?
  /// Runs inside `willDisplay`.
  var whenDisplayed: ((ListView, ListPath) -> Void)?
  /// Runs inside `didEndDisplaying`.
  var whenEnded: ((ListView, ListPath) -> Void)?
  /// Runs inside `heightForHeaderInSection`.
  var whenMeasured: ((ListView, Int) -> Void)?

  init(_ articles: [[String]]) {
    self.articles = articles
  }

  func write(_ word: String) { log.append(word) }

  func takeLog() -> [String] {
    defer { log.removeAll() }
    return log
  }

  func numberOfSections(in list: ListView) -> Int { articles.count }

  func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { articles[section].count }

  func list(_ list: ListView, cellForRowAt path: ListPath) -> ListCell {
    write("cell \(path)")
    whenAsked?(list, path)
    let cell = list.dequeueReusableCell(withIdentifier: "article", for: path)
    (cell as? TextCell)?.text = articles[path.section][path.row]
    return cell
  }

  func list(_ list: ListView, titleForHeaderInSection section: Int) -> String? { titles ? "Section \(section)" : nil }

  func list(_ list: ListView, titleForFooterInSection section: Int) -> String? {
    titles && section == 1 ? "End of \(section)" : nil
  }

  func list(_ list: ListView, modelForRowAt path: ListPath) -> Any? { articles[path.section][path.row] }

  func list(_ list: ListView, heightForRowAt path: ListPath) -> Double? { height(articles[path.section][path.row]) }

  func list(_ list: ListView, heightForHeaderInSection section: Int) -> Double? {
    whenMeasured?(list, section)
    return section == 2 ? 2 : nil
  }

  func list(_ list: ListView, willDisplay cell: ListCell, forRowAt path: ListPath) {
    write("will display \(path) \(text(cell))")
    whenDisplayed?(list, path)
  }

  func list(_ list: ListView, didEndDisplaying cell: ListCell, forRowAt path: ListPath) {
    write("did end \(path) \(text(cell))")
    whenEnded?(list, path)
  }

  func list(_ list: ListView, willDisplayHeaderView view: ListCell, forSection section: Int) {
    write("will display header \(section) \((view as? ListTitleView)?.title ?? "?")")
  }

  func list(_ list: ListView, didEndDisplayingHeaderView view: ListCell, forSection section: Int) {
    write("did end header \(section)")
  }

  func list(_ list: ListView, shouldHighlightRowAt path: ListPath) -> Bool {
    write("should highlight \(path)")
    return !articles[path.section][path.row].hasPrefix("dull")
  }

  func list(_ list: ListView, didHighlightRowAt path: ListPath) { write("highlight \(path)") }

  func list(_ list: ListView, didUnhighlightRowAt path: ListPath) { write("unhighlight \(path)") }

  func list(_ list: ListView, willSelectRowAt path: ListPath) -> ListPath? {
    write("will select \(path)")
    return articles[path.section][path.row].hasPrefix("shy") ? nil : path
  }

  func list(_ list: ListView, willDeselectRowAt path: ListPath) -> ListPath? {
    write("will deselect \(path)")
    return path
  }

  func list(_ list: ListView, didSelectRowAt path: ListPath) {
    write("select \(path)")
    whenAsked?(list, path)
  }

  func list(_ list: ListView, didDeselectRowAt path: ListPath) { write("deselect \(path)") }

  private func text(_ cell: ListCell) -> String { (cell as? TextCell)?.text ?? "?" }
}
