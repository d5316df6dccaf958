import FeedWeave
import ListModel
import Placement
import TestSupport
import Testing
import WeavingSupport

/// In every small world a woven list shows the merge, and the content side finds each of its rows where the list shows it.
struct WovenTranslationTests {
  /// What a list of sections becomes with insertions: made by hand, row by row.
  private struct Merged {
    var sections: [[String]] = []

    /// Insertions are named in feed order; each is put where it was asked for if everything before it is there.
    init(_ articles: [[String]], rows: [FeedPath], sections requested: [Int]) {
      var content = articles[...]
      var inserted = requested.sorted()[...]
      while true {
        if let next = inserted.first, next <= sections.count {
          inserted.removeFirst()
          sections.append([])
        } else if let next = content.popFirst() {
          sections.append(next)
        } else {
          break
        }
      }
      for (index, path) in rows.enumerated().sorted(by: { ($0.element, $0.offset) < ($1.element, $1.offset) })
      where sections.indices.contains(path.section) {
        let taken = sections[path.section].dropFirst(path.row).prefix { $0.hasPrefix("AD") }.count
        if path.row + taken <= sections[path.section].count {
          sections[path.section].insert("AD\(index)", at: path.row + taken)
        }
      }
    }
  }

  private static let articles: [[[String]]] = {
    let sections = [[], ["a"], ["a", "b"]]
    let two = sections.flatMap { one in sections.map { [one, $0.map { $0 + "2" }] } }
    return [[]] + sections.map { [$0] } + two
  }()

  @Test(arguments: [[], [0], [1], [0, 0], [0, 1], [1, 1]])
  func `every row of the content is found where the list shows it`(sections: [Int]) {
    let places = (0...2).flatMap { section in (0...2).map { feed(section, $0) } }
    let pairs = places.indices.flatMap { one in places[one...].map { [places[one], $0] } }
    var sample = Sample(oneIn: 30)
    for articles in Self.articles {
      for rows in [[]] + places.map({ [$0] }) + pairs where sample.takesNext() {
        let (list, _, ads) = wovenList(articles, at: rows, sections: sections)
        let merged = Merged(articles, rows: rows, sections: sections)
        let fault = difference(list, articles, merged)
        #expect(fault == nil, "\(articles) with \(rows) and sections \(sections): \(fault ?? "")")
        #expect(ads.takeLog().isEmpty)
      }
    }
  }

  /// What of a list is not as it should be.
  private func difference(_ list: DeskList, _ articles: [[String]], _ merged: Merged) -> String? {
    if texts(list) != merged.sections.flatMap({ $0 }) { return "shows \(texts(list)), not \(merged.sections)" }
    if list.numberOfSections != articles.count { return "sections" }
    if list.weaver.map.feedCounts != merged.sections.map(\.count) { return "counts of the feed" }
    var users: [ListPath] = []
    for (section, words) in articles.enumerated() {
      if list.numberOfRows(inSection: section) != words.count { return "rows of \(section)" }
      for (row, word) in words.enumerated() {
        users.append(path(section, row))
        if let fault = difference(list, path(section, row), word) { return fault }
      }
      if list.cellForRow(at: path(section, words.count)) != nil { return "a row after the last of \(section)" }
    }
    if list.indexPathsForVisibleRows != users { return "visible rows" }
    let owners = list.weaver.models.map(\.owner).compactMap { owner -> ListPath? in
      if case .content(let user) = owner { ListPath(user) } else { nil }
    }
    return owners == users ? nil : "owners"
  }

  private func difference(_ list: DeskList, _ user: ListPath, _ word: String) -> String? {
    guard let cell = list.cellForRow(at: user) as? TextCell, cell.text == word else { return "cell of \(user)" }
    if list.indexPath(for: cell) != user { return "path of the cell of \(user)" }
    let frame = list.rectForRow(at: user)
    if list.indexPathForRow(at: ListPoint(x: 0, y: frame.minY + 0.5)) != user { return "row at the place of \(user)" }
    guard let shown = list.weaver.rawList.indexPath(for: cell) else { return "feed path of \(user)" }
    return list.weaver.owner(of: shown) == .content(UserPath(user)) ? nil : "owner of \(user)"
  }
}
