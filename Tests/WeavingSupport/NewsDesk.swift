package import ListModel

/// A cell that shows a text.
package final class TextCell: ListCell {
  package var text = ""

  package override func prepareForReuse() { text = "" }
}

/// The content side of the tests: knows its articles, and nothing of insertions.
///
/// It writes down all that it is told.
package final class NewsDesk: ListController {
  package var articles: [[String]]
  package var height: (String) -> Double = { _ in 1 }
  package var titles = true
  package private(set) var log: [String] = []
  /// Runs inside ``list(_:cellForRowAt:)`` and ``list(_:didSelectRowAt:)``.
  package var whenAsked: ((ListView, ListPath) -> Void)?
  /// Runs inside `willDisplay`.
  package var whenDisplayed: ((ListView, ListPath) -> Void)?
  /// Runs inside `didEndDisplaying`.
  package var whenEnded: ((ListView, ListPath) -> Void)?
  /// Runs inside `heightForHeaderInSection`.
  package var whenMeasured: ((ListView, Int) -> Void)?

  package init(_ articles: [[String]]) {
    self.articles = articles
  }

  package func write(_ word: String) { log.append(word) }

  package func takeLog() -> [String] {
    defer { log.removeAll() }
    return log
  }

  package override func numberOfSections(in list: ListView) -> Int { articles.count }

  package override func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { articles[section].count }

  package override func list(_ list: ListView, cellForRowAt path: ListPath) -> ListCell {
    write("cell \(path)")
    whenAsked?(list, path)
    let cell = list.dequeueReusableCell(withIdentifier: "article", for: path)
    (cell as? TextCell)?.text = articles[path.section][path.row]
    return cell
  }

  package override func list(_ list: ListView, titleForHeaderInSection section: Int) -> String? {
    titles ? "Section \(section)" : nil
  }

  package override func list(_ list: ListView, titleForFooterInSection section: Int) -> String? {
    titles && section == 1 ? "End of \(section)" : nil
  }

  package override func list(_ list: ListView, modelForRowAt path: ListPath) -> Any? {
    articles[path.section][path.row]
  }

  package override func list(_ list: ListView, heightForRowAt path: ListPath) -> Double? {
    height(articles[path.section][path.row])
  }

  package override func list(_ list: ListView, heightForHeaderInSection section: Int) -> Double? {
    whenMeasured?(list, section)
    return section == 2 ? 2 : nil
  }

  package override func list(_ list: ListView, willDisplay cell: ListCell, forRowAt path: ListPath) {
    write("will display \(path) \(text(cell))")
    whenDisplayed?(list, path)
  }

  package override func list(_ list: ListView, didEndDisplaying cell: ListCell, forRowAt path: ListPath) {
    write("did end \(path) \(text(cell))")
    whenEnded?(list, path)
  }

  package override func list(_ list: ListView, willDisplayHeaderView view: ListCell, forSection section: Int) {
    write("will display header \(section) \((view as? ListTitleView)?.title ?? "?")")
  }

  package override func list(_ list: ListView, didEndDisplayingHeaderView view: ListCell, forSection section: Int) {
    write("did end header \(section)")
  }

  package override func list(_ list: ListView, didScrollSection section: Int) { write("scrolls \(section)") }

  package override func list(_ list: ListView, shouldHighlightRowAt path: ListPath) -> Bool {
    write("should highlight \(path)")
    return !articles[path.section][path.row].hasPrefix("dull")
  }

  package override func list(_ list: ListView, didHighlightRowAt path: ListPath) { write("highlight \(path)") }

  package override func list(_ list: ListView, didUnhighlightRowAt path: ListPath) { write("unhighlight \(path)") }

  package override func list(_ list: ListView, willSelectRowAt path: ListPath) -> ListPath? {
    write("will select \(path)")
    return articles[path.section][path.row].hasPrefix("shy") ? nil : path
  }

  package override func list(_ list: ListView, willDeselectRowAt path: ListPath) -> ListPath? {
    write("will deselect \(path)")
    return path
  }

  package override func list(_ list: ListView, didSelectRowAt path: ListPath) {
    write("select \(path)")
    whenAsked?(list, path)
  }

  package override func list(_ list: ListView, didDeselectRowAt path: ListPath) { write("deselect \(path)") }

  private func text(_ cell: ListCell) -> String { (cell as? TextCell)?.text ?? "?" }
}
