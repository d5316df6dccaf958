package import FeedWeave
package import ListModel
package import Placement

/// A list that is woven, with both its sides, which it keeps alive.
package func wovenList(_ desk: NewsDesk, _ ads: AdDesk, height: Double = 1000) -> DeskList {
  let list = makeList(desk, height: height)
  list.weave(ads)
  return list
}

/// A list with articles, woven with insertions at these places.
package func wovenList(_ articles: [[String]], at rows: [FeedPath], sections: [Int] = []) -> (
  DeskList, NewsDesk, AdDesk
) {
  let desk = NewsDesk(articles)
  let ads = AdDesk(rows)
  ads.sections = sections
  return (wovenList(desk, ads), desk, ads)
}

extension DeskList {
  /// Weaves the list with an insertions' side, which it keeps alive.
  package func weave(_ ads: some WeaverDataSource & WeaverDelegate, policy: UpdatePolicy = .pinned) {
    kept.append(ads)
    weaver.policy = policy
    weaver.dataSource = ads
    weaver.delegate = ads
  }
}

extension ListWeaver {
  /// Asks for these insertions and no others.
  package func replaceInsertions(rows: [FeedPath], sections: [Int] = []) throws(PlacementError) {
    removeAllInsertions()
    try insertSections(at: sections)
    try insertRows(at: rows)
  }
}

extension ListView {
  /// Brings every row into view once: rows that have not been in view count with their estimate, insertions among them.
  package func measureAllRows() {
    let size = viewportSize
    viewportSize = ListSize(width: size.width, height: 10_000)
    layoutIfNeeded()
    viewportSize = size
    contentOffset = 0
  }
}

/// Touches a row as the screen shows it, insertions included.
@discardableResult
package func touch(_ list: ListView, feed path: ListPath) -> Bool {
  let frame = list.weaver.rawList.rectForRow(at: FeedPath(path))
  return list.display.select(at: ListPoint(x: 0, y: (frame.minY + frame.maxY) / 2))
}
