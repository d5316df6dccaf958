import AdPlacing
import AdServing
import FeedFormats
import FeedWeave
import ListModel
import Placement

/// A woven list whose feed changes while it is shown, with its content and its ads.
final class LiveFeed {
  /// The list.
  private let list: ListView
  /// The number of rows in view at once, from the next version on.
  var height: Int
  private let content = LiveContent()
  private let ads: LiveAds
  private let aspects: InputFile?

  /// Creates an empty list.
  ///
  /// - Parameters:
  ///   - height: the number of rows in view at once.
  ///   - aspects: the file with the woven aspects, if there are any, for an error if the list is incomplete.
  /// - Throws: ``CommandError/refusedPlan(_:)`` for rules that cannot be satisfied in any feed.
  init(
    ads: [FeedItem], rules: PlacementRules, height: Int, hidingAspects aspects: InputFile? = nil
  ) throws(CommandError) {
    self.ads = try LiveAds(ads, rules: rules)
    self.height = height
    self.aspects = aspects
    list = .ofFeedCells(height: 0)
    list.weaver.dataSource = self.ads
  }

  /// Loads the first version.
  func load(_ items: [FeedItem]) throws(CommandError) -> FeedUpdate {
    try change(to: items) { content.load(items, in: list) }
    let rows = rows
    guard isWhole(rows, items.count) else { throw aspects.map { .hidingAspects($0) } ?? Self.notWhole }
    return FeedUpdate(loading: rows, counts: (items.count, adCount))
  }

  /// Updates to the next version: the content changes as a batch; ads move with it, are withdrawn or are added.
  ///
  /// - Throws: ``CommandError/internalError(_:)`` if the list rejects the changes.
  func update(to items: [FeedItem]) throws(CommandError) -> FeedUpdate {
    let before = standing
    // An ad in view stays even if a rule forbids it, so no row is in view during the change.
    show(rows: 0)
    let changes = try change(to: items) { () throws(CommandError) in
      do throws(ListUpdateError) { return try content.update(to: items, in: list) } catch {
        throw .internalError("\(error)")
      }
    }
    let rows = rows
    guard isWhole(rows, items.count) else { throw aspects.map { .hidingUpdates($0) } ?? Self.notWhole }
    do throws(BatchUpdateError) {
      return FeedUpdate(
        user: changes, feed: try changes.inFeed(from: before, to: standing), rows: rows,
        counts: (items.count, adCount))
    } catch { throw .internalError("\(error)") }
  }

  /// Changes the content and the ads while no row is in view, then shows the rows.
  private func change<Changes>(
    to items: [FeedItem], by change: () throws(CommandError) -> Changes
  ) throws(CommandError) -> Changes {
    ads.expect(items)
    let changes = try change()
    list.layoutIfNeeded()
    try ads.placeAds(in: list.weaver)
    show(rows: height)
    return changes
  }

  /// Sets the number of rows in view.
  private func show(rows count: Int) {
    list.viewportSize.height = Double(count)
    list.layoutIfNeeded()
  }

  /// Whether the list shows all expected rows, which aspects may prevent.
  private func isWhole(_ rows: [LiveRow], _ itemCount: Int) -> Bool {
    let map = list.weaver.map
    return map.userCounts == [itemCount] && rows.count == min(height, map.feedCounts.reduce(0, +))
  }

  private static let notWhole = CommandError.internalError("the list does not show all of its rows")

  private var adCount: Int { list.weaver.map.insertedRows(inFeedSection: 0).count }

  /// The map of the list and the positions of its ads.
  private var standing: ListRows {
    ListRows(list.weaver.map) { self.ads.placer.ad(at: $0) }
  }

  /// The rows in view, from top to bottom.
  private var rows: [LiveRow] {
    let map = list.weaver.map
    let raw = list.weaver.rawList
    return zip(raw.indexPathsForVisibleRows, raw.visibleCells).compactMap { path, cell in
      guard let cell = cell as? FeedCell else { return nil }
      if let user = map.userPath(for: path) { return LiveRow(path: path, item: cell.item, owner: .content(user)) }
      return ads.placer.ad(at: path).map {
        LiveRow(path: path, item: cell.item, owner: .ad($0.ad.creative, $0.origin))
      }
    }
  }
}

/// A row of a live list, as its cell shows it.
struct LiveRow: Hashable {
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
}

/// The data source of content in a list that changes; it knows the current items and nothing about ads.
final class LiveContent: ListDataSource {
  /// The current items.
  private(set) var items: [FeedItem] = []

  func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { items.count }

  func list(_ list: ListView, cellForRowAt path: ListPath) -> ListCell {
    FeedCell.dequeue(from: list, for: path, showing: items, at: path.row)
  }

  /// Loads items into a list.
  func load(_ items: [FeedItem], in list: ListView) {
    self.items = items
    list.dataSource = self
    list.reloadData()
  }

  /// Replaces the items and performs the resulting changes on the list as one batch.
  ///
  /// - Returns: The changes, in content rows.
  /// - Throws: `ListUpdateError` if the list rejects the changes; the previous items are restored then.
  func update(to items: [FeedItem], in list: ListView) throws(ListUpdateError) -> SectionedListChanges {
    let former = self.items
    let changes = SectionedListChanges.changes(
      from: [ListSection(0, rows: former)], to: [ListSection(0, rows: items)], sectionsBy: .itself, rowsBy: .ofItems)
    do throws(ListUpdateError) {
      try list.performBatchUpdates { [self] () throws(ListUpdateError) in
        self.items = items
        try list.perform(changes)
      }
    } catch {
      self.items = former
      throw error
    }
    return changes
  }
}

/// The identity of an item from one version to the next.
enum ItemName: Hashable {
  case id(String)
  case page(String)
  case title(String?)
}

extension FeedItem {
  /// Its id, else its page, else its title.
  var name: ItemName { id.map(ItemName.id) ?? url.map(ItemName.page) ?? .title(title) }
}

extension ListIdentity<FeedItem, ItemName> {
  /// Identifies items by id, else by page, else by title; items with the same identity are distinguished by their
  /// order.
  static var ofItems: Self {
    Self(id: \.name) { $0.hasSameContent(as: $1) }
  }
}

/// The data source of ads in a list that changes: a placer chooses their positions, and this provides their cells.
final class LiveAds: WeaverDataSource {
  /// Dequeues a cell of a list for one of several items.
  typealias CellMaker = (_ list: ListView, _ path: ListPath, _ items: [FeedItem], _ index: Int) -> ListCell

  /// The placer of the ads, which identifies each by its index in the list of ads.
  let placer: AdPlacer<Int>
  private let ads: [FeedItem]
  private let makeCell: CellMaker
  /// Whether the list has requested ads, which aspects may prevent.
  private var isAsked = false

  /// Creates the data source of ads, which are placed from the first call of `placeAds(in:)` on.
  ///
  /// - Parameters:
  ///   - ads: the ads, each of which is used once.
  ///   - rules: the rules for their places.
  ///   - isHuge: whether the content may have far more places than there are ads, so that only some places are kept
  ///     beyond those that the ads need.
  ///   - now: returns the time since a fixed moment, for counting what is seen; by default it stands still.
  ///   - makeCell: dequeues the cell of an ad.
  /// - Throws: ``CommandError/refusedPlan(_:)`` for rules that cannot be satisfied in any feed.
  init(
    _ ads: [FeedItem], rules: PlacementRules, isHuge: Bool = false, now: @escaping () -> Duration = { .zero },
    makeCell: @escaping CellMaker = { FeedCell.dequeue(from: $0, for: $1, showing: $2, at: $3) }
  ) throws(CommandError) {
    self.ads = ads
    self.makeCell = makeCell
    // Where content between two ads is deleted, their places come near each other; those that are less than half the
    // interval apart, or at the top, have no ad then.
    var rules = rules
    if isHuge { rules.maxInAll = min(rules.maxInAll ?? .max, 2 * ads.count + Self.sparePlaces) }
    if rules.gap == 0, rules.at.isEmpty, rules.every ?? 0 > 1 {
      rules.gap = max(1, ((rules.every ?? 0) - 1) / 2)
      if rules.from != 0 { rules.before = max(1, rules.before) }
    }
    // Ads that are not needed at once remain in the source, which keeps them in order.
    let tenant = AdTenant<Int>(
      name: "ads", rules: rules, source: AdShelf(count: ads.count),
      queue: AdQueuePolicy(stock: 0, batch: AdQueuePolicy.limit, lifetime: nil, timeout: nil))
    let options = AdPlacerOptions(fillPolicy: .outsideDisplayed, lookahead: nil, withdraws: true)
    do throws(AdPlacerError) { placer = try AdPlacer([tenant], options: options, now: now) } catch {
      throw CommandError(error)
    }
  }

  func weaver(_ weaver: ListWeaver, willLoad userCounts: [Int]) { isAsked = true }

  func weaver(_ weaver: ListWeaver, cellForRowAt path: FeedPath) -> ListCell {
    guard let ad = placer.ad(at: path), let list = weaver.list else { return ListCell(reuseIdentifier: nil) }
    return makeCell(list, ListPath(path), ads, ad.ad.creative)
  }

  /// The places kept for ads that a rule withdraws from others.
  private static let sparePlaces = 64

  /// Sets the tags of the content of the only section that the rules use from its next change on.
  func expect(_ items: [FeedItem]) { expect([items]) }

  /// Sets the tags of the content of all sections that the rules use from its next change on.
  ///
  /// They are read when a rule asks for them, which most rules do not.
  ///
  /// - Parameter others: returns the tags of a row that is not among the items.
  func expect(_ sections: [[FeedItem]], others: @escaping @Sendable (UserPath) -> [String] = { _ in [] }) {
    placer.traits = ContentTraits(tags: { path in
      guard sections.indices.contains(path.section), sections[path.section].indices.contains(path.row) else {
        return others(path)
      }
      return sections[path.section][path.row].tags
    })
  }

  /// Returns the item of an ad, by its index in the list of ads.
  func item(at index: Int) -> FeedItem { ads[index] }

  /// Whether there are ads that have no place.
  var hasMore: Bool { placer.ads.count < ads.count }

  /// Withdraws and places ads after a change of the content until nothing more changes.
  func placeAds(in weaver: ListWeaver) throws(CommandError) {
    guard isAsked else { return }
    do throws(AdPlacerError) {
      if placer.weaver == nil { try placer.attach(to: weaver) }
      var count: Int
      repeat {
        count = placer.ads.count
        // Withdrawn ads are available again.
        placer.resumeRequests()
        try placer.advance()
      } while placer.ads.count > count
    } catch { throw CommandError(error) }
  }
}

/// A source with one of each ad, which provides those that are not in the list, in order.
private final class AdShelf: AdSource {
  private let count: Int

  init(count: Int) { self.count = count }

  func placer(_ placer: AdPlacer<Int>, requests request: AdRequest) {
    let taken = Set((placer.ads.map(\.ad) + placer.stock(of: request.tenant)).map(\.creative))
    let free = (0..<count).lazy.filter { !taken.contains($0) }.prefix(request.count)
    placer.answer(request, with: .ads(free.map { Ad(id: "\($0)", creative: $0) }))
  }
}

extension CommandError {
  /// Converts an error of a placer: rules that cannot be applied, or else an internal error.
  fileprivate init(_ error: AdPlacerError) {
    if case .placement(let refusal) = error { self = .refusedPlan(refusal) } else { self = .internalError("\(error)") }
  }
}
