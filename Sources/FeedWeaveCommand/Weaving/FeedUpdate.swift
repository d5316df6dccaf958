import AdPlacing
import AdServing
import BatchUpdates
import FeedFormats
import FeedWeave
import Placement
import TerminalUI

/// The changes that a new version of the content makes to a woven feed, ads included.
struct FeedUpdate {
  /// The changes of the content.
  let content: SectionedListChanges
  /// The resulting changes of the list, as one batch from its rows before to those after.
  let feed: SectionedListChanges
  /// The rows before; nil for the first version, with which the list was loaded.
  let before: FeedRows?
  /// The rows after the update.
  let after: FeedRows
  /// The sign of each row that was inserted, moved or reloaded; none for the first version.
  let signs: [FeedPath: Sign]

  /// Creates the update of the first version, which inserts one section into an empty list.
  init(loading rows: FeedRows) {
    content = SectionedListChanges.changes(
      from: [ListSection<Int, Int>](), to: [ListSection(0, rows: [])], sectionsBy: .itself, rowsBy: .itself)
    feed = content
    before = nil
    after = rows
    signs = [:]
  }

  /// Converts changes of the content into those of the list: ads travel with it, are withdrawn or are added.
  ///
  /// - Throws: `BatchUpdateError` if the changes contradict each other.
  init(_ content: SectionedListChanges, from before: FeedRows, to after: FeedRows) throws(BatchUpdateError) {
    self.content = content
    self.before = before
    self.after = after
    let rows = content.rows
    let (former, present) = (Set(before.ads.values), Set(after.ads.values))
    let changes = try ListChanges(
      deletes: before.paths(of: rows.deletes) + before.ads.filter { !present.contains($0.value) }.map(\.key),
      inserts: after.paths(of: rows.inserts) + after.ads.filter { !former.contains($0.value) }.map(\.key),
      moves: rows.moves.compactMap { move in
        guard let from = before.path(of: move.from), let to = after.path(of: move.to) else { return nil }
        return ListChanges<FeedPath>.Move(from: from, to: to)
      },
      reloads: before.paths(of: rows.reloads))
    feed = try SectionedListChanges(rows: changes)
    var signs: [FeedPath: Sign] = [:]
    for move in feed.rows.shiftedReloads { signs[move.to] = .reloaded }
    for move in feed.rows.moves { signs[move.to] = .moved }
    for path in feed.rows.inserts { signs[path] = .come }
    self.signs = signs
  }
}

extension FeedUpdate {
  /// A change of a row.
  struct Change {
    /// What happened to the row.
    let sign: Sign
    /// The row before; nil if it was inserted.
    let from: FeedPath?
    /// The row after; nil if it was deleted.
    let to: FeedPath?
    /// What it shows.
    let row: FeedRow
  }

  /// The changes of rows: those that were deleted, moved, reloaded, and inserted; none for the first version.
  var changes: [Change] {
    guard let before else { return [] }
    func change(_ sign: Sign, from: FeedPath? = nil, to: FeedPath? = nil) -> Change? {
      let row = to.flatMap(after.row) ?? from.flatMap(before.row)
      return row.map { Change(sign: sign, from: from, to: to, row: $0) }
    }
    let deletes = feed.rows.deletes.compactMap { change(.gone, from: $0) }
    let moves = feed.rows.moves.compactMap { change(.moved, from: $0.from, to: $0.to) }
    let reloads = feed.rows.shiftedReloads.compactMap { change(.reloaded, from: $0.from, to: $0.to) }
    let inserts = feed.rows.inserts.compactMap { change(.come, to: $0) }
    return deletes + moves + reloads + inserts
  }

  /// The numbers of changes in words: those of the content, and after them those of the ads.
  var words: String {
    if before == nil { return "loaded" }
    let content = Self.words(
      deleted: content.rows.deletes.count, inserted: content.rows.inserts.count, moved: content.rows.moves.count,
      reloaded: content.rows.reloads.count)
    let ads = Self.words(
      deleted: feed.rows.deletes.count - self.content.rows.deletes.count,
      inserted: feed.rows.inserts.count - self.content.rows.inserts.count)
    if content.isEmpty, ads.isEmpty { return "unchanged" }
    return [content, ads.isEmpty ? "" : "ads: " + ads].filter { !$0.isEmpty }.joined(separator: " · ")
  }

  private static func words(deleted: Int, inserted: Int, moved: Int = 0, reloaded: Int = 0) -> String {
    [(deleted, "deleted"), (inserted, "inserted"), (moved, "moved"), (reloaded, "reloaded")]
      .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }
}

extension ListChanges<FeedPath> {
  /// The positions of the reloaded rows before and after the update.
  fileprivate var shiftedReloads: [Move] {
    Dictionary(grouping: reloads, by: \.section).sorted { $0.key < $1.key }.flatMap { section, reloads in
      let shift = PositionShift(
        leaving: (deletes + moves.map(\.from)).filter { $0.section == section }.map(\.row),
        coming: (inserts + moves.map(\.to)).filter { $0.section == section }.map(\.row))
      return reloads.compactMap { path in
        shift.newPosition(of: path.row).map { Move(from: path, to: FeedPath(section: section, row: $0)) }
      }
    }
  }
}

/// The rows of a woven feed at a moment.
struct FeedRows {
  /// The map of the list.
  let map: InsertionMap
  /// The ads by their rows.
  let ads: [FeedPath: PlacedAd<Int>]
  private let contents: [[FeedItem]]
  private let adItems: [FeedItem]

  init(_ feed: LiveFeed) {
    map = feed.map
    contents = feed.content.items
    adItems = feed.ads.items
    ads = map.insertedPaths.reduce(into: [:]) { $0[$1] = feed.ads.placer.ad(at: $1) }
  }

  /// Returns a row; nil for a line of a file that is not read whole, which no update changes.
  func row(at path: FeedPath) -> FeedRow? {
    if let ad = ads[path] {
      return FeedRow(path: path, item: adItems[ad.ad.creative], owner: .ad(ad.ad.creative, ad.origin))
    }
    guard let user = map.userPath(for: path), contents[user.section].indices.contains(user.row) else { return nil }
    return FeedRow(path: path, item: contents[user.section][user.row], owner: .content(user))
  }

  /// Returns the row of the list that shows a row of the content, which changes give as a path of the content's own list.
  fileprivate func path(of content: FeedPath) -> FeedPath? {
    map.feedPath(for: UserPath(section: content.section, row: content.row))
  }

  fileprivate func paths(of content: [FeedPath]) -> [FeedPath] { content.compactMap(path) }
}

/// The change that a sign before a row shows.
enum Sign: String {
  case gone = "-"
  case come = "+"
  case moved = ">"
  case reloaded = "~"

  /// The sign in its colour.
  var run: CardLine.Run { CardLine.Run(SafeText(rawValue), Style(foreground: .named(color))) }

  private var color: Color.Name {
    switch self {
    case .gone: .red
    case .come: .green
    case .moved: .cyan
    case .reloaded: .magenta
    }
  }
}
