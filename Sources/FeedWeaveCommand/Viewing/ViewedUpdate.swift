import AdPlacing
import AdServing
import BatchUpdates
import FeedFormats
import FeedWeave
import Placement
import TerminalUI

/// What an update of a viewed list has changed, ads included.
struct ViewedUpdate {
  /// The sign of each row that has come, has moved or has been reloaded.
  let signs: [FeedPath: Sign]
  /// The rows that have come, in order.
  let inserted: [FeedPath]
  /// The numbers of changes in words, such as `1 deleted, 2 inserted · ads: 1 inserted`.
  let words: String
  /// A line for each change: what has gone, moved, been reloaded, and come.
  let lines: [CardLine]

  /// Collects the changes of an update.
  ///
  /// - Parameters:
  ///   - content: the changes of the content.
  ///   - before: the rows before the update.
  ///   - after: the rows after it.
  init(_ content: SectionedListChanges, from before: ViewedRows, to after: ViewedRows) {
    let rows = content.rows
    let ads = (before: before.ads, after: after.ads)
    let adsGone = ads.before.filter { ads.after[$0.key] == nil }.map(\.value).sorted()
    let adsCome = ads.after.filter { ads.before[$0.key] == nil }.map(\.value).sorted()
    let gone = (before.paths(ofContent: rows.deletes) + adsGone).sorted()
    let come = (after.paths(ofContent: rows.inserts) + adsCome).sorted()
    let moved = zip(before.paths(ofContent: rows.moves.map(\.from)), after.paths(ofContent: rows.moves.map(\.to)))
    let reloaded = after.paths(ofContent: rows.reloadedPositions)

    inserted = come
    var signs: [FeedPath: Sign] = [:]
    for path in reloaded { signs[path] = .reloaded }
    for (_, path) in moved { signs[path] = .moved }
    for path in come { signs[path] = .come }
    self.signs = signs
    words = FeedUpdate.words(content: rows, adsGone: adsGone.count, adsCome: adsCome.count)
    lines =
      gone.map { before.line(.gone, $0) } + moved.map { after.line(.moved, $1, from: $0) }
      + reloaded.map { after.line(.reloaded, $0) } + come.map { after.line(.come, $0) }
  }
}

/// The rows of a viewed list at a moment.
struct ViewedRows {
  /// The row of each ad, by its index in the list of ads.
  let ads: [Int: FeedPath]
  private let map: InsertionMap
  private let contents: [[FeedItem]]
  private let item: (Int) -> FeedItem
  private let adAtPath: [FeedPath: Int]

  init(_ feed: ViewedFeed) {
    let map = feed.list.weaver.map
    self.map = map
    contents = feed.sections.map(\.document.items)
    item = feed.item(ofAd:)
    var ads: [Int: FeedPath] = [:]
    for section in 0..<map.feedSectionCount {
      for row in map.insertedRows(inFeedSection: section) {
        let path = FeedPath(section: section, row: row)
        if let ad = feed.placer.ad(at: path) { ads[ad.ad.creative] = path }
      }
    }
    self.ads = ads
    adAtPath = Dictionary(uniqueKeysWithValues: ads.map { ($1, $0) })
  }

  /// Returns the rows of the list that show rows of the content.
  fileprivate func paths(ofContent positions: [FeedPath]) -> [FeedPath] {
    positions.compactMap { map.feedPath(for: UserPath(section: $0.section, row: $0.row)) }
  }

  /// Returns an item of the content; nil for a line of a file that is not read whole, which no update changes.
  private func content(at path: UserPath) -> FeedItem? {
    contents[path.section].indices.contains(path.row) ? contents[path.section][path.row] : nil
  }

  fileprivate func line(_ sign: Sign, _ path: FeedPath, from former: FeedPath? = nil) -> CardLine {
    let place = former.map { "\($0) -> \(path)" } ?? "\(path)"
    let ad = adAtPath[path]
    let word: [CardLine.Run] = ad == nil ? [] : [.init("[Ad]", Style(bold: true)), .init(" ")]
    let item = map.userPath(for: path).flatMap(content(at:)) ?? ad.map(item)
    return CardLine(
      [sign.run, .init(SafeText(" \(place)  "), Style(dim: true))] + word + [
        .init(ReplayText.title(of: item ?? FeedItem()))
      ])
  }
}

extension ListChanges<FeedPath> {
  /// The positions of the reloaded rows of all sections after the update.
  fileprivate var reloadedPositions: [FeedPath] {
    Dictionary(grouping: reloads, by: \.section).sorted { $0.key < $1.key }.flatMap { section, reloads in
      let shift = PositionShift(
        leaving: (deletes + moves.map(\.from)).filter { $0.section == section }.map(\.row),
        coming: (inserts + moves.map(\.to)).filter { $0.section == section }.map(\.row))
      return reloads.compactMap { path in
        shift.newPosition(of: path.row).map { FeedPath(section: section, row: $0) }
      }
    }
  }
}
