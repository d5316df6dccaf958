import FeedFormats
import FeedWeave
import ListModel
import Placement
import TerminalUI

/// The list that the program shows: feeds, each a section, with ads woven in among their items.
///
/// A list does not keep its content and its ads alive; this does. What is displayed is asked of the list, so that
/// aspects woven into it take effect.
class WovenFeed<Ads: FeedAds>: WeaverDataSource {
  /// The list.
  final let list: ListView
  /// The content.
  final let content: FeedContent
  /// The ads.
  final let ads: Ads

  /// Creates an empty list for feeds and ads.
  ///
  /// - Parameters:
  ///   - sections: the feeds.
  ///   - ads: the ads.
  ///   - list: the list, which has no rows yet.
  ///   - cells: the class of the cells.
  init(_ sections: [FeedSection], ads: Ads, in list: ListView, cells: FeedCell.Type = FeedCell.self) {
    content = FeedContent(sections, cells: cells)
    self.ads = ads
    self.list = list
    list.register(cells, forCellReuseIdentifier: cells.identifier)
    list.weaver.dataSource = self
  }

  /// The map of the list.
  final var map: InsertionMap { list.weaver.map }

  /// Sets the data source of the list and loads its rows.
  final func load() {
    list.dataSource = content
    list.reloadData()
  }

  // MARK: - Ads

  final func weaver(_ weaver: ListWeaver, willLoad userCounts: [Int]) { ads.willLoad(weaver) }

  final func weaver(_ weaver: ListWeaver, cellForRowAt path: FeedPath) -> ListCell {
    guard let ad = ads.ad(at: path, in: weaver.map), let list = weaver.list else {
      return ListCell(reuseIdentifier: nil)
    }
    return content.cells.dequeue(from: list, for: ListPath(path), showing: ads.items[ad.index], .ad(path))
  }
}

/// A woven feed that is shown once, with ads at the places of a plan.
typealias PlannedFeed = WovenFeed<PlannedAds>

/// A woven feed whose content changes while it is shown.
typealias LiveFeed = WovenFeed<LiveAds>

// MARK: - Rows

/// A row of a woven feed.
struct FeedRow: Hashable {
  /// The owner of a row.
  enum Owner: Hashable {
    /// The content, with the path of the row in it.
    case content(UserPath)
    /// An ad, with its index in the list of ads and the rule that placed it.
    case ad(Int, PlaceOrigin)
  }

  /// The position of the row in the list.
  let path: FeedPath
  /// The item that it shows.
  let item: FeedItem
  /// The owner of the row.
  let owner: Owner

  /// Whether it is a content row.
  var isContent: Bool { if case .content = owner { true } else { false } }

  /// The row of a cell that shows it.
  var place: FeedCell.Place { if case .content(let user) = owner { .content(user) } else { .ad(path) } }
}

extension WovenFeed {
  /// Scrolls from the top to the end, and returns each row as its cell shows it.
  ///
  /// - Complexity: O(*n* log *n*) in the number of rows.
  final func displayedRows() -> [FeedRow] {
    let display = list.display
    let map = map
    var rows: [FeedRow] = []
    var end = 0.0
    while end < display.contentHeight {
      if end > 0 { display.scroll(by: end - display.viewport.minY) }
      // At the end of the list, rows of the previous screen are still in view.
      let fresh = display.elements.filter { $0.kind == .row && $0.frame.minY >= end }
      rows += fresh.compactMap { ($0.view as? FeedCell).flatMap { row(of: $0, in: map) } }
      guard let bottom = fresh.last?.frame.maxY else { break }
      end = bottom
    }
    return rows
  }

  /// Whether these are all rows of a list that has as many items in each section as it should, which aspects may prevent.
  final func isWhole(_ rows: [FeedRow], itemCounts: [Int]) -> Bool {
    map.userCounts == itemCounts && rows.count == map.feedCounts.reduce(0, +)
  }

  private final func row(of cell: FeedCell, in map: InsertionMap) -> FeedRow? {
    switch cell.place {
    case .content(let user):
      map.feedPath(for: user).map { FeedRow(path: $0, item: cell.item, owner: .content(user)) }
    case .ad(let path):
      ads.ad(at: path, in: map).map { FeedRow(path: path, item: cell.item, owner: .ad($0.index, $0.origin)) }
    }
  }

  /// Returns the card of an item in a row.
  ///
  /// - Parameters:
  ///   - gutter: returns what is before the title, from the row and its numbers in words.
  final func card(
    of item: FeedItem, at place: FeedCell.Place, gutter: (_ path: FeedPath, _ numbers: String) -> String
  ) -> Card {
    let (map, item, now) = (map, item.decoded, content.now())
    switch place {
    case .content(let user):
      // An ad of a merged feed that was read again is still one.
      let kind = item.adReason.map { Card.Kind.ad(reason: SafeText($0)) } ?? .content
      let path = FeedPath(section: user.section, row: map.feedPath(for: user)?.row ?? user.row)
      var card = Card(
        item, authors: content.sections[user.section].document.authors, kind: kind,
        gutter: gutter(path, "\(path.row) ← \(user.row)"), now: now)
      card.heading = content.heading(over: user)
      return card
    case .ad(let path):
      return Card(
        item, authors: [], kind: .ad(reason: SafeText(ads.caption(at: path, in: map))),
        gutter: gutter(path, "\(path.row)"), now: now)
    }
  }
}

// MARK: - Counts

/// The numbers of content rows and of ads.
struct Tally: Hashable, Sendable {
  /// The number of content rows.
  var items: Int
  /// The number of rows with ads.
  var ads: Int

  /// The counts in words, `36 items · 5 ads`; ads are omitted if there are none.
  var words: String {
    let items = "\(items) \(items == 1 ? "item" : "items")"
    return ads == 0 ? items : items + " · \(ads) \(ads == 1 ? "ad" : "ads")"
  }
}

extension WovenFeed {
  /// Returns the numbers of items and ads in a section; an ad of a merged feed that was read again is one of the ads.
  final func tally(ofSection section: Int) -> Tally {
    var tally = map.tally(ofSection: section)
    let document = content.sections[section].document
    let formerAds = document.hasAds ? document.items.count { $0.adReason != nil } : 0
    tally.items -= formerAds
    tally.ads += formerAds
    return tally
  }

  /// The numbers of items and ads in the list.
  final var tally: Tally {
    content.sections.indices.map(tally).reduce(into: Tally(items: 0, ads: 0)) {
      $0.items += $1.items
      $0.ads += $1.ads
    }
  }
}

extension InsertionMap {
  /// The inserted rows of all sections, in order.
  var insertedPaths: [FeedPath] {
    (0..<feedSectionCount).flatMap { section in
      insertedRows(inFeedSection: section).map { FeedPath(section: section, row: $0) }
    }
  }

  /// Returns the numbers of items and ads in a section.
  func tally(ofSection section: Int) -> Tally {
    let items = userCount(inUserSection: section) ?? 0
    return Tally(items: items, ads: (feedCount(inFeedSection: section) ?? 0) - items)
  }

  /// The numbers of items and ads in the list.
  var tally: Tally {
    let items = userCounts.reduce(0, +)
    return Tally(items: items, ads: feedCounts.reduce(0, +) - items)
  }
}
