import ListModel
import WeavingSupport

/// The content provider of a twin: knows its articles, writes down all that it is asked and told, and acts in its callbacks.
///
/// An article's name says what it is like: `tall` has three units of height and `flat` none, `dull` is not highlighted and `shy` not
/// selected, `shut` not edited and `keep` not moved, `plus` inserts, `lead` and `flag` have actions, `blind` has no focus.
final class TwinDesk {
  private static let kinds = [
    "a", "b", "c", "tall", "flat", "dull", "shy", "shut", "keep", "plus", "lead", "flag", "blind", "d", "e", "f",
  ]

  var articles: [[String]]
  /// What it will do in its callbacks.
  var armed: [ArmedAction] = []
  /// Does what it has been armed with.
  var act: ((ListView, ContentAction) -> Void)?
  private(set) var log: [TwinWord] = []
  private var depth = 0
  private var fresh = 0

  init(_ articles: [[String]]) { self.articles = articles }

  /// The name of an article with a number, of one of all kinds.
  static func name(_ name: String, _ number: Int) -> String { kinds[number % kinds.count] + name }

  /// So many new articles.
  func freshArticles(_ count: Int) -> [String] {
    (0..<count).map { _ in
      fresh += 1
      return Self.name("n\(fresh)", fresh &* 7)
    }
  }

  func takeLog() -> [TwinWord] {
    defer { log.removeAll() }
    return log
  }

  /// Writes down what is no callback.
  func write(_ words: String) { log.append(TwinWord(words: indented(words), moment: nil)) }

  /// Writes down a callback, and does what it is armed with.
  func hear(_ list: ListView, _ moment: TwinMoment, _ words: String) {
    log.append(TwinWord(words: indented("\(moment.rawValue) \(words)"), moment: moment))
    for index in armed.indices where armed[index].moment == moment { armed[index].count -= 1 }
    while let index = armed.firstIndex(where: { $0.moment == moment && $0.count <= 0 }) {
      let action = armed.remove(at: index).action
      depth += 1
      act?(list, action)
      depth -= 1
    }
  }

  /// An article's name; no article has the one that stands for a row that is not there.
  func article(_ path: ListPath) -> String {
    guard articles.indices.contains(path.section), articles[path.section].indices.contains(path.row) else {
      return "?\(path)"
    }
    return articles[path.section][path.row]
  }

  func isCalled(_ prefix: String, _ path: ListPath) -> Bool { article(path).hasPrefix(prefix) }

  private func indented(_ words: String) -> String { String(repeating: "  ", count: depth) + words }
}

/// Something that a twin has written down.
struct TwinWord {
  let words: String
  /// The callback that it is; nil for anything else.
  let moment: TwinMoment?
}

extension TwinDesk: ListDataSource, ListPrefetchDataSource {
  func numberOfSections(in list: ListView) -> Int {
    hear(list, .sections, "")
    return articles.count
  }

  func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int {
    hear(list, .rows, "\(section)")
    return articles.indices.contains(section) ? articles[section].count : 0
  }

  func list(_ list: ListView, cellForRowAt path: ListPath) -> ListCell {
    hear(list, .cell, "\(path)")
    let cell = list.dequeueReusableCell(withIdentifier: "article", for: path)
    (cell as? TextCell)?.text = article(path)
    return cell
  }

  func list(_ list: ListView, titleForHeaderInSection section: Int) -> String? {
    hear(list, .headerTitle, "\(section)")
    return section % 2 == 0 ? "Section \(section)" : nil
  }

  func list(_ list: ListView, canEditRowAt path: ListPath) -> Bool {
    hear(list, .canEdit, "\(path)")
    return !isCalled("shut", path)
  }

  func list(_ list: ListView, commit style: ListEditingStyle, forRowAt path: ListPath) {
    hear(list, .commit, "\(style) \(path)")
    let place = TwinPlace(section: path.section + 1, row: path.row + 1, isRaw: true)
    act?(list, style == .delete ? .deleteRows(place, count: 1, .changed) : .insertRows(place, count: 1, .changed))
  }

  func list(_ list: ListView, canMoveRowAt path: ListPath) -> Bool {
    hear(list, .canMove, "\(path)")
    return !isCalled("keep", path)
  }

  func list(_ list: ListView, moveRowAt path: ListPath, to target: ListPath) {
    let article = article(path)
    if articles.indices.contains(path.section), articles[path.section].indices.contains(path.row),
      articles.indices.contains(target.section),
      target.row <= articles[target.section].count - (path.section == target.section ? 1 : 0)
    {
      articles[path.section].remove(at: path.row)
      articles[target.section].insert(article, at: target.row)
    }
    hear(list, .moveRow, "\(path) to \(target)")
  }

  // Not written down: how far ahead is looked depends on the estimates of insertions that have not been in view.
  func list(_ list: ListView, prefetchRowsAt paths: [ListPath]) {}
}
