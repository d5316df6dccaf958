import ListModel
import Placement
import WeavingSupport

extension TwinLife: CustomStringConvertible {
  /// The whole life in plain words, a line for each step.
  var description: String {
    (["seed \(seed): \(settings)", "content \(articles)"] + steps.enumerated().map { "\($0). \($1)" })
      .joined(separator: "\n")
  }
}

extension TwinSettings: CustomStringConvertible {
  var description: String {
    let asking = "\(asksAtEachLoad ? "asks at each load" : "asks once") for rows \(rows) and sections \(sections)"
    return "\(screen) screen, \(policy), \(axis) \(layout.style), inset \(inset), "
      + "\(isWovenAtOnce ? "woven at once" : "woven later"), " + (usesPlacer ? "with a placer" : asking)
  }
}

extension TwinStep: CustomStringConvertible {
  var description: String {
    (armed.map { "[in \($0.moment.rawValue) number \($0.count): \($0.action)] " } + ["\(act)"]).joined()
      .replacing("FeedWeaveTests.", with: "").replacing("ListModel.", with: "")
      .replacing("ContentAction.", with: "").replacing("InsertionsAction.", with: "")
      .replacing("ListScrollPosition.", with: "").replacing("BatchWay.", with: "").replacing("Honesty.", with: "")
  }
}

extension TwinPlace: CustomStringConvertible {
  var description: String { isRaw ? "\(section - 1):\(row - 1)" : "~\(section):\(row)" }
}

extension TwinPlace {
  /// The row among those that are there.
  func row(in counts: [Int]) -> ListPath {
    if isRaw { return path(section - 1, row - 1) }
    let section = section % max(counts.count, 1)
    return path(section, row % max(counts.indices.contains(section) ? counts[section] : 1, 1))
  }

  /// Where a row can be inserted.
  func gap(in counts: [Int]) -> ListPath {
    if isRaw { return path(section - 1, row - 1) }
    let section = section % max(counts.count, 1)
    return path(section, row % ((counts.indices.contains(section) ? counts[section] : 0) + 1))
  }

  /// The section among those that are there.
  func section(in counts: [Int]) -> Int { isRaw ? section - 1 : section % max(counts.count, 1) }

  /// Where a section can be inserted.
  func sectionGap(in counts: [Int]) -> Int { isRaw ? section - 1 : section % (counts.count + 1) }
}
