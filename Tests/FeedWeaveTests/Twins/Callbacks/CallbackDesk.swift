import ListModel
import WeavingSupport

/// What a content side is called back for.
enum ContentCallback: CaseIterable {
  case sections, rows, cell, height, estimate, headerHeight, headerTitle
  case willDisplay, didEnd, willDisplayHeader, didEndHeader, didScroll, prefetch
  case shouldHighlight, willSelect, didSelect, willDeselect, canFocus, canEdit, canMove, menu
}

/// A content side that changes its list once, in a callback of a given kind, and writes down all that it is told.
final class CallbackDesk: ListDataSource, ListDelegate, ListPrefetchDataSource {
  var articles = [["a", "b", "c", "d"], ["e", "f", "g"]]
  private(set) var log: [String] = []
  /// The callback in which ``change`` is made, the first one that comes after as many others of its kind.
  var moment: (callback: ContentCallback, skipping: Int)?
  var change: ((ListView, CallbackDesk) -> Void)?

  func write(_ word: String) { log.append(word) }

  func takeLog() -> [String] {
    defer { log = [] }
    return log
  }

  private func hear(_ callback: ContentCallback, _ word: String, _ list: ListView) {
    write(word)
    guard let moment, moment.callback == callback else { return }
    guard moment.skipping == 0 else {
      self.moment?.skipping -= 1
      return
    }
    self.moment = nil
    write("change begins")
    change?(list, self)
    write("change ends")
  }

  /// The article of a row; says so when the list asks for a row that there is not.
  private func article(_ path: ListPath) -> String {
    guard articles.indices.contains(path.section), articles[path.section].indices.contains(path.row) else {
      write("asked for \(path), which is not there")
      return "?"
    }
    return articles[path.section][path.row]
  }

  func numberOfSections(in list: ListView) -> Int {
    hear(.sections, "sections", list)
    return articles.count
  }

  func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int {
    hear(.rows, "rows \(section)", list)
    return articles.indices.contains(section) ? articles[section].count : 0
  }

  func list(_ list: ListView, cellForRowAt path: ListPath) -> ListCell {
    hear(.cell, "cell \(path)", list)
    let cell = list.dequeueReusableCell(withIdentifier: "article", for: path)
    (cell as? TextCell)?.text = article(path)
    return cell
  }

  func list(_ list: ListView, titleForHeaderInSection section: Int) -> String? {
    hear(.headerTitle, "title \(section)", list)
    return "Section \(section)"
  }

  func list(_ list: ListView, heightForRowAt path: ListPath) -> Double? {
    hear(.height, "height \(path)", list)
    return article(path) == "c" ? 2 : 1
  }

  func list(_ list: ListView, estimatedHeightForRowAt path: ListPath) -> Double? {
    hear(.estimate, "estimate \(path)", list)
    return 1
  }

  func list(_ list: ListView, heightForHeaderInSection section: Int) -> Double? {
    hear(.headerHeight, "header height \(section)", list)
    return 1
  }

  func list(_ list: ListView, willDisplay cell: ListCell, forRowAt path: ListPath) {
    hear(.willDisplay, "will \(path) \(text(cell))", list)
  }

  func list(_ list: ListView, didEndDisplaying cell: ListCell, forRowAt path: ListPath) {
    hear(.didEnd, "end \(path) \(text(cell))", list)
  }

  func list(_ list: ListView, willDisplayHeaderView view: ListCell, forSection section: Int) {
    hear(.willDisplayHeader, "will header \(section)", list)
  }

  func list(_ list: ListView, didEndDisplayingHeaderView view: ListCell, forSection section: Int) {
    hear(.didEndHeader, "end header \(section)", list)
  }

  func listDidScroll(_ list: ListView) { hear(.didScroll, "did scroll", list) }

  func list(_ list: ListView, prefetchRowsAt paths: [ListPath]) { hear(.prefetch, "prefetch \(paths)", list) }

  func list(_ list: ListView, shouldHighlightRowAt path: ListPath) -> Bool {
    hear(.shouldHighlight, "should highlight \(path)", list)
    return true
  }

  func list(_ list: ListView, willSelectRowAt path: ListPath) -> ListPath? {
    hear(.willSelect, "will select \(path)", list)
    return path
  }

  func list(_ list: ListView, didSelectRowAt path: ListPath) { hear(.didSelect, "select \(path)", list) }

  func list(_ list: ListView, willDeselectRowAt path: ListPath) -> ListPath? {
    hear(.willDeselect, "will deselect \(path)", list)
    return path
  }

  func list(_ list: ListView, canFocusRowAt path: ListPath) -> Bool {
    hear(.canFocus, "can focus \(path)", list)
    return true
  }

  func list(_ list: ListView, canEditRowAt path: ListPath) -> Bool {
    hear(.canEdit, "can edit \(path)", list)
    return true
  }

  func list(_ list: ListView, canMoveRowAt path: ListPath) -> Bool {
    hear(.canMove, "can move \(path)", list)
    return true
  }

  func list(
    _ list: ListView, contextMenuConfigurationForItemsAt paths: [ListPath], point: ListPoint
  ) -> ListContextMenu? {
    hear(.menu, "menu \(paths)", list)
    return nil
  }

  private func text(_ cell: ListCell) -> String { (cell as? TextCell)?.text ?? "?" }
}
