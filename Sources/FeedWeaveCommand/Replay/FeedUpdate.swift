import AdPlacing
import FeedWeave
import Placement

/// What a new version of a feed changed, for the content side and in the list with its ads.
struct FeedUpdate {
  /// The changes as the content side told them.
  let user: SectionedListChanges
  /// What they came to in the list, ads included: as one batch that leads from its rows before to those after.
  let feed: SectionedListChanges
  /// The rows in view.
  let rows: [LiveRow]
  /// What the list holds.
  let tally: Tally
  /// Whether the list was loaded, and nothing was there before.
  let isLoading: Bool

  init(user: SectionedListChanges, feed: SectionedListChanges, rows: [LiveRow], counts: (items: Int, ads: Int)) {
    self.user = user
    self.feed = feed
    self.rows = rows
    tally = Tally(items: counts.items, ads: counts.ads)
    isLoading = false
  }

  /// The first version: of a list without sections it makes one of a section.
  init(loading rows: [LiveRow], counts: (items: Int, ads: Int)) {
    user = .firstSection
    feed = .firstSection
    self.rows = rows
    tally = Tally(items: counts.items, ads: counts.ads)
    isLoading = true
  }
}

/// Where everything in a list of one section stands.
struct StandingRows {
  /// Where every row comes from.
  let map: InsertionMap
  /// The ads in order, with their rows and the content rows that they stand before.
  let ads: [(ad: PlacedAd<Int>, row: Int, content: Int)]

  /// Takes note of a list.
  ///
  /// - Parameter ad: answers the ad at a row.
  init(_ map: InsertionMap, ad: (FeedPath) -> PlacedAd<Int>?) {
    self.map = map
    ads = map.insertedRows(inFeedSection: 0).enumerated().compactMap { rank, row in
      ad(FeedPath(section: 0, row: row)).map { ($0, row, row - rank) }
    }
  }
}

extension SectionedListChanges {
  /// A first section appears, with all its rows.
  fileprivate static var firstSection: Self {
    SectionedListChanges.changes(
      from: [ListSection<Int, Int>](), to: [ListSection(0, rows: [])], sectionsBy: .itself, rowsBy: .itself)
  }

  /// The changes of a content of one section in the list that shows it with ads, and what the ads do.
  ///
  /// An ad is named where it comes or goes, and where rows that stay have passed it.
  ///
  /// - Throws: `BatchUpdateError` where the rows before and after are not those that the changes lead from and to.
  func inFeed(from before: StandingRows, to after: StandingRows) throws(BatchUpdateError) -> SectionedListChanges {
    var feed = FeedRowChanges()
    try feed.translate(rows, before.map, after.map)
    let leaving = rows.deletes.map(\.row) + rows.moves.map(\.from.row)
    let coming = rows.inserts.map(\.row) + rows.moves.map(\.to.row)
    feed.compareAds(before, after, leaving: leaving.sorted(), coming: coming.sorted())
    return try SectionedListChanges(
      rows: ListChanges(deletes: feed.deletes, inserts: feed.inserts, moves: feed.moves, reloads: feed.reloads))
  }
}

/// The changes of a list with ads while they are put together.
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

  /// Ads keep their order, so that it is the number of rows that stay before one that tells whether it stays too.
  mutating func compareAds(_ before: StandingRows, _ after: StandingRows, leaving: [Int], coming: [Int]) {
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
  /// Where the list shows a row of the content, which is named by the path that it has there.
  fileprivate func place(
    ofContent path: FeedPath, _ operation: BatchUpdateError.Operation
  ) throws(BatchUpdateError) -> FeedPath {
    let user = UserPath(section: path.section, row: path.row)
    guard let feed = feedPath(for: user) else {
      throw .noSuchPlace("\(user)", count: nil, operation: operation)
    }
    return feed
  }
}

extension [Int] {
  /// How many of these, which ascend, are below each of some bounds, which ascend too.
  fileprivate func counts(below bounds: [Int]) -> [Int] {
    var count = 0
    return bounds.map { bound in
      while count < self.count, self[count] < bound { count += 1 }
      return count
    }
  }
}
