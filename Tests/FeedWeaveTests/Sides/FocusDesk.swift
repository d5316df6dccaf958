import ListModel
import WeavingSupport

/// A content side of the focus, of what is done to rows, of prefetching and of an index: answers by what its articles are called,
/// knows nothing of insertions, and writes down all that it is asked and told.
final class FocusDesk: ListController {
  var articles: [[String]]
  var preferred: ListPath?
  /// The section or the row that a title of the index stands for, by the title's number.
  var section: (Int) -> Int = { $0 }
  var row: (Int) -> ListPath? = { _ in nil }
  /// The rows that it has been told to prefetch, and not to cancel.
  var prefetched: Set<ListPath> = []
  private(set) var log: [String] = []
  /// Runs inside every callback that is written down.
  var whenTold: ((ListView, String) -> Void)?

  init(_ articles: [[String]]) {
    self.articles = articles
  }

  func takeLog() -> [String] {
    defer { log.removeAll() }
    return log
  }

  private func write(_ list: ListView, _ words: String) {
    log.append(words)
    whenTold?(list, words)
  }

  private func calls(_ path: ListPath, _ prefix: String) -> Bool {
    articles[path.section][path.row].hasPrefix(prefix)
  }

  // MARK: Data source

  override func numberOfSections(in list: ListView) -> Int { articles.count }

  override func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { articles[section].count }

  override func list(_ list: ListView, cellForRowAt path: ListPath) -> ListCell {
    let cell = list.dequeueReusableCell(withIdentifier: "article", for: path)
    (cell as? TextCell)?.text = articles[path.section][path.row]
    return cell
  }

  override func list(_ list: ListView, titleForHeaderInSection section: Int) -> String? { "Section \(section)" }

  override func sectionIndexTitles(for list: ListView) -> [String]? {
    write(list, "titles")
    return articles.indices.map { "S\($0)" } + ["beyond"]
  }

  override func list(_ list: ListView, sectionForSectionIndexTitle title: String, at index: Int) -> Int {
    write(list, "section \(title) \(index)")
    return section(index)
  }

  override func list(_ list: ListView, indexPathForIndexTitle title: String, at index: Int) -> ListPath? {
    write(list, "row \(title) \(index)")
    return row(index)
  }

  // MARK: Prefetching

  override func list(_ list: ListView, prefetchRowsAt paths: [ListPath]) {
    prefetched.formUnion(paths)
    write(list, "prefetch \(paths)")
  }

  override func list(_ list: ListView, cancelPrefetchingForRowsAt paths: [ListPath]) {
    prefetched.subtract(paths)
    write(list, "cancel \(paths)")
  }

  // MARK: Delegate

  override func list(_ list: ListView, heightForRowAt path: ListPath) -> Double? { calls(path, "flat") ? 0 : 1 }

  override func list(_ list: ListView, heightForHeaderInSection section: Int) -> Double? { 1 }

  override func list(_ list: ListView, canFocusRowAt path: ListPath) -> Bool {
    write(list, "can focus \(path)")
    return !calls(path, "blind")
  }

  override func indexPathForPreferredFocusedView(in list: ListView) -> ListPath? {
    write(list, "preferred")
    return preferred
  }

  override func list(_ list: ListView, shouldUpdateFocusIn context: ListFocusUpdateContext) -> Bool {
    write(list, "should update \(words(context))")
    return !(context.nextFocusedIndexPath.map { calls($0, "stubborn") } ?? false)
  }

  override func list(
    _ list: ListView, didUpdateFocusIn context: ListFocusUpdateContext,
    with coordinator: ListFocusAnimationCoordinator
  ) {
    write(list, "did update \(words(context)), \(list.indexPathForFocusedRow?.description ?? "-")")
    coordinator.addCoordinatedAnimations {
      self.write(list, "animated \(list.numberOfRows(inSection: 0))")
    } completion: {
      self.write(list, "completed \(list.numberOfRows(inSection: 0))")
    }
  }

  override func list(_ list: ListView, selectionFollowsFocusForRowAt path: ListPath) -> Bool {
    write(list, "follows \(path)")
    return !calls(path, "slow")
  }

  override func list(_ list: ListView, willSelectRowAt path: ListPath) -> ListPath? {
    write(list, "will select \(path)")
    return calls(path, "shy") ? nil : path
  }

  override func list(_ list: ListView, didSelectRowAt path: ListPath) { write(list, "select \(path)") }

  override func list(_ list: ListView, didDeselectRowAt path: ListPath) { write(list, "deselect \(path)") }

  override func list(_ list: ListView, canPerformPrimaryActionForRowAt path: ListPath) -> Bool {
    write(list, "can perform \(path)")
    return !calls(path, "idle")
  }

  override func list(_ list: ListView, performPrimaryActionForRowAt path: ListPath) { write(list, "perform \(path)") }

  override func list(_ list: ListView, shouldBeginMultipleSelectionInteractionAt path: ListPath) -> Bool {
    write(list, "should begin \(path)")
    return !calls(path, "solo")
  }

  override func list(_ list: ListView, didBeginMultipleSelectionInteractionAt path: ListPath) {
    write(list, "did begin \(path)")
    list.allowsMultipleSelection = true
  }

  override func listDidEndMultipleSelectionInteraction(_ list: ListView) {
    write(list, "did end")
    list.allowsMultipleSelection = false
  }

  private func words(_ context: ListFocusUpdateContext) -> String {
    let rows = [context.previouslyFocusedIndexPath, context.nextFocusedIndexPath].map { $0?.description ?? "-" }
    return "\(rows[0])>\(rows[1]) \(context.focusHeading)"
  }
}

/// A list of one unit a row, with a content side that also prefetches.
func makeList(_ desk: FocusDesk, height: Double = 1000) -> DeskList {
  let list = DeskList(size: ListSize(width: 10, height: height))
  list.kept.append(desk)
  list.register(TextCell.self, forCellReuseIdentifier: "article")
  list.dataSource = desk
  list.delegate = desk
  list.prefetchDataSource = desk
  return list
}
