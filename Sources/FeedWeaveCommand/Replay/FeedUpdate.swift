import AdPlacing
import FeedWeave
import Placement

/// The changes that a new version of a feed makes to the content and to the list with its ads.
struct FeedUpdate {
  /// The changes of the content.
  let user: SectionedListChanges
  /// The resulting changes of the list, ads included, as one batch from its rows before to those after.
  let feed: SectionedListChanges
  /// The rows in view.
  let rows: [LiveRow]
  /// The numbers of items and ads in the list.
  let tally: Tally
  /// Whether this is the first version, with which the list was loaded.
  let isLoading: Bool

  init(user: SectionedListChanges, feed: SectionedListChanges, rows: [LiveRow], counts: (items: Int, ads: Int)) {
    self.user = user
    self.feed = feed
    self.rows = rows
    tally = Tally(items: counts.items, ads: counts.ads)
    isLoading = false
  }

  /// Creates the update of the first version, which inserts one section into an empty list.
  init(loading rows: [LiveRow], counts: (items: Int, ads: Int)) {
    user = .firstSection
    feed = .firstSection
    self.rows = rows
    tally = Tally(items: counts.items, ads: counts.ads)
    isLoading = true
  }
}

/// The rows of a list of one section: its map, and the positions of its ads.
struct ListRows {
  /// The map of the list.
  fileprivate let map: InsertionMap
  /// The ads in order, with their rows and the content rows that they precede.
  fileprivate let ads: [(ad: PlacedAd<Int>, row: Int, content: Int)]

  /// Collects the ads of a list.
  ///
  /// - Parameter ad: returns the ad at a row.
  init(_ map: InsertionMap, ad: (FeedPath) -> PlacedAd<Int>?) {
    self.map = map
    ads = map.insertedRows(inFeedSection: 0).enumerated().compactMap { rank, row in
      ad(FeedPath(section: 0, row: row)).map { ($0, row, row - rank) }
    }
  }
}

extension SectionedListChanges {
  /// The changes that insert a first section with all its rows.
  fileprivate static var firstSection: Self {
    SectionedListChanges.changes(
      from: [ListSection<Int, Int>](), to: [ListSection(0, rows: [])], sectionsBy: .itself, rowsBy: .itself)
  }

  /// Converts the changes of one-section content into those of the list with ads, including the ads' own changes.
  ///
  /// An ad is included if it is inserted or deleted, or if remaining rows have moved past it.
  ///
  /// - Throws: `BatchUpdateError` if the changes do not match the rows before and after.
  func inFeed(from before: ListRows, to after: ListRows) throws(BatchUpdateError) -> SectionedListChanges {
    var feed = FeedRowChanges()
    try feed.translate(rows, before.map, after.map)
    let leaving = rows.deletes.map(\.row) + rows.moves.map(\.from.row)
    let coming = rows.inserts.map(\.row) + rows.moves.map(\.to.row)
    feed.compareAds(before, after, leaving: leaving.sorted(), coming: coming.sorted())
    return try SectionedListChanges(
      rows: ListChanges(deletes: feed.deletes, inserts: feed.inserts, moves: feed.moves, reloads: feed.reloads))
  }
}

/// Collects the changes of a list with ads.
private struct FeedRowChanges {
  var deletes: [FeedPath] = []
  var inserts: [FeedPath] = []
  var moves: [ListChanges<FeedPath>.Move] = []
  var reloads: [FeedPath] = []

  mutating func translate(
    _ rows: ListChanges<FeedPath>, _ before: InsertionMap, _ after: InsertionMap
  ) throws(BatchUpdateError) {
    for path in rows.deletes { deletes.append(try before.place(ofContent: path, .delete)) }
    for path in rows.reloads { reloads.append(try before.place(ofContent: path, .reload)) }
    for path in rows.inserts { inserts.append(try after.place(ofContent: path, .insert)) }
    for move in rows.moves {
      moves.append(
        .init(
          from: try before.place(ofContent: move.from, .moveFrom), to: try after.place(ofContent: move.to, .moveTo)))
    }
  }

  /// Compares the ads; as they keep their order, an ad stays if the number of remaining rows before it is the same.
  mutating func compareAds(_ before: ListRows, _ after: ListRows, leaving: [Int], coming: [Int]) {
    var former: [PlacedAd<Int>: (row: Int, staying: Int)] = [:]
    for (ad, gone) in zip(before.ads, leaving.counts(below: before.ads.map(\.content))) {
      former[ad.ad] = (ad.row, ad.content - gone)
    }
    for (ad, new) in zip(after.ads, coming.counts(below: after.ads.map(\.content))) {
      let path = FeedPath(section: 0, row: ad.row)
      guard let known = former.removeValue(forKey: ad.ad) else {
        inserts.append(path)
        continue
      }
      if known.staying != ad.content - new { moves.append(.init(from: FeedPath(section: 0, row: known.row), to: path)) }
    }
    deletes += former.values.map { FeedPath(section: 0, row: $0.row) }
  }
}

extension InsertionMap {
  /// Returns the position in the list of a content row, which is given by its path in the content.
  fileprivate func place(
    ofContent path: FeedPath, _ operation: BatchUpdateError.Operation
  ) throws(BatchUpdateError) -> FeedPath {
    let user = UserPath(section: path.section, row: path.row)
    guard let feed = feedPath(for: user) else {
      throw .noSuchPosition("\(user)", count: nil, operation: operation)
    }
    return feed
  }
}

extension [Int] {
  /// Returns the number of elements below each bound; both the elements and the bounds are ascending.
  fileprivate func counts(below bounds: [Int]) -> [Int] {
    var count = 0
    return bounds.map { bound in
      while count < self.count, self[count] < bound { count += 1 }
      return count
    }
  }
}
