import AdPlacing
import AdServing
import FeedWeave
import ListModel
import Placement

/// What must hold after every act, as far as it can be checked without walking all rows.
extension SoakWorld {
  /// Checks the counts, the rows in view, and the ads in view and near it.
  func check() throws(SoakFault) {
    if let fault = watch.fault { throw fault }
    try checkCounts()
    try checkRowsInView()
    try checkSelection()
    try checkAdsNearView()
  }

  private func checkCounts() throws(SoakFault) {
    let (counts, map) = (content.sections.map(\.count), list.weaver.map)
    try require(map.userCounts == counts, "the map has \(map.userCounts) rows of content, not \(counts)")
    try require(list.numberOfSections == counts.count, "the list has \(list.numberOfSections) sections")
    for (section, count) in counts.enumerated() {
      let (own, feed) = (list.numberOfRows(inSection: section), list.weaver.rawList.numberOfRows(inSection: section))
      try require(own == count, "the content's owner is told of \(own) rows in section \(section), not \(count)")
      try require(feed == map.feedCount(inFeedSection: section), "the list shows \(feed) rows in section \(section)")
    }
  }

  /// Checks that each row in view shows what its owner has there, that the rows follow each other without a gap, and that
  /// positions in both directions belong together.
  private func checkRowsInView() throws(SoakFault) {
    let (raw, map) = (list.weaver.rawList, list.weaver.map)
    let (paths, cells) = (raw.indexPathsForVisibleRows, raw.visibleCells)
    try require(paths.count == cells.count && !paths.isEmpty, "\(paths.count) rows and \(cells.count) cells in view")
    var bottom: Double?
    for (path, cell) in zip(paths, cells) {
      let shown = (cell as? SoakCell)?.shown
      switch list.weaver.owner(of: path) {
      case .content(let user):
        let identifier = content.sections[user.section][user.row]
        try require(shown == .content(identifier), "\(path) shows \(words(shown)), not row \(identifier) at \(user)")
        try require(map.feedPath(for: user) == path && map.userPath(for: path) == user, "\(path) is mapped wrongly")
      case .insertion(let number):
        let ad = placer.ad(at: path)
        try require(ad.map { .ad($0.ad.id) } == shown, "\(path) shows \(words(shown)), not \(ad?.ad.id ?? "no ad")")
        try require(ad?.place.number == number && map.userPath(for: path) == nil, "\(path) is mapped wrongly")
      case nil: throw SoakFault("\(path) is in view and has no owner")
      }
      let frame = raw.rectForRow(at: path)
      try require(bottom.map { $0 == frame.minY } ?? true, "\(path) begins at \(frame.minY), not \(bottom ?? 0)")
      bottom = frame.maxY
    }
  }

  private func words(_ shown: SoakCell.Shown?) -> String { shown.map { "\($0)" } ?? "nothing" }

  private func checkSelection() throws(SoakFault) {
    let selected = list.indexPathsForSelectedRows.map { content.sections[$0.section][$0.row] }
    let told = [content.selected].compactMap(\.self)
    try require(selected == told, "the rows \(selected) are selected, and the content was told of \(told)")
  }
}

// MARK: - Ads

extension SoakWorld {
  /// An ad in the feed, with its row counted through all sections.
  private struct NearAd {
    let path: FeedPath
    let row: Int
    let content: Int
    let ad: Ad<Int>
    let isInView: Bool
  }

  /// Checks the ads near the view: ads out of view have not expired, are apart by the rules, and repeat no other.
  ///
  /// Edits may bring ads together; the lower of two gives way, but not while it is in view.
  private func checkAdsNearView() throws(SoakFault) {
    if placer.isBehind { throw SoakFault("the placer waits for the list, which is not being changed") }
    let ads = adsNearView()
    for ad in ads where !ad.isInView {
      try require(!ad.ad.hasExpired(at: clock.now), "\(ad.ad.id) at \(ad.path) has expired and is out of view")
    }
    var above: NearAd?
    for ad in ads {
      if let former = above, former.path.section == ad.path.section, ad.content - former.content < SoakWorld.gap {
        try require(ad.isInView, "the ads at \(former.path) and \(ad.path) are too close, and the lower is out of view")
      } else {
        above = ad
      }
    }
    for (index, ad) in ads.enumerated() {
      for other in ads[(index + 1)...].prefix(while: { $0.row - ad.row < SoakWorld.repeatDistance }) {
        let isAllowed = ad.ad.id != other.ad.id || other.isInView
        try require(isAllowed, "\(ad.ad.id) is at \(ad.path) and, out of view, at \(other.path)")
      }
    }
  }

  /// Returns the ads in view and some rows around it, from the top down.
  private func adsNearView() -> [NearAd] {
    let (map, inView) = (list.weaver.map, Set(list.weaver.rawList.indexPathsForVisibleRows))
    guard let first = inView.min(), let last = inView.max() else { return [] }
    let reach = 60
    var (found, start): ([NearAd], Int) = ([], 0)
    for section in first.section...last.section {
      let count = map.feedCount(inFeedSection: section) ?? 0
      let low = section == first.section ? max(first.row - reach, 0) : 0
      let high = section == last.section ? min(last.row + reach, count) : count
      var content: Int?
      for row in low..<max(low, high) {
        let path = FeedPath(section: section, row: row)
        if let user = map.userPath(for: path) {
          content = user.row + 1
        } else if let placed = placer.ad(at: path) {
          let above = content ?? rowsOfContent(above: path, map)
          found.append(
            NearAd(path: path, row: start + row, content: above, ad: placed.ad, isInView: inView.contains(path)))
        }
      }
      start += count
    }
    return found
  }

  /// Returns the number of content rows of a section above a row.
  private func rowsOfContent(above path: FeedPath, _ map: InsertionMap) -> Int {
    for row in (0..<path.row).reversed() {
      if let user = map.userPath(for: FeedPath(section: path.section, row: row)) { return user.row + 1 }
    }
    return 0
  }
}

// MARK: - Now and then

extension SoakWorld {
  /// Checks what takes longer: all places, the impressions, and positions in the whole feed.
  func checkAll(using random: inout some RandomNumberGenerator) throws(SoakFault) {
    let map = list.weaver.map
    try require(placer.placement.shown == map, "the list does not show the placer's ads")
    let inView = Set(list.weaver.rawList.indexPathsForVisibleRows)
    for (id, reason) in placer.placement.forbidden() {
      let path = placer.feedPath(of: id)
      try require(path.map(inView.contains) ?? false, "an ad out of view is forbidden by \(reason)")
    }
    let counts = (told: watch.takeCounted(), kept: placer.impressions.drain().count)
    try require(counts.told == counts.kept, "\(counts.told) impressions were reported, and \(counts.kept) kept")
    for _ in 0..<100 {
      let section = Int.random(in: 0..<map.feedSectionCount, using: &random)
      guard let count = map.feedCount(inFeedSection: section), count > 0 else { continue }
      let path = FeedPath(section: section, row: Int.random(in: 0..<count, using: &random))
      let user = map.userPath(for: path)
      try require((user == nil) == map.isInserted(path), "\(path) has no owner, or two")
      try require(user.map { map.feedPath(for: $0) == path } ?? true, "\(path) is mapped wrongly")
    }
  }
}
