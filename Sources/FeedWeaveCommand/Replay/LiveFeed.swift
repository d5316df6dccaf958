import AdPlacing
import AdServing
import FeedFormats
import FeedWeave
import ListModel
import Placement

/// A woven list whose feed changes while it is shown, with both of its sides.
final class LiveFeed {
  /// The list.
  let list: ListView
  /// How many rows are in view at once, from the next version on.
  var height: Int
  private let content = LiveContent()
  private let ads: LiveAds
  private let aspects: InputFile?

  /// Makes the list, still empty.
  ///
  /// - Parameters:
  ///   - height: how many rows are in view at once.
  ///   - aspects: where the aspects come from that are to blame when the list is not as it should be, if there are any.
  /// - Throws: ``CommandError/refusedPlan(_:)`` for rules that cannot be kept in any feed.
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

  /// Changes to the next version: the content side says what changes, ads go with it, are withdrawn and come.
  ///
  /// - Throws: ``CommandError/internalError(_:)`` where the list refuses what it is told.
  func update(to items: [FeedItem]) throws(CommandError) -> FeedUpdate {
    let before = standing
    // An ad that somebody looks at stays even where a rule forbids it.
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

  /// Changes the content and the ads while nobody looks, and has them be seen.
  private func change<Changes>(
    to items: [FeedItem], by change: () throws(CommandError) -> Changes
  ) throws(CommandError) -> Changes {
    ads.expect(items)
    let changes = try change()
    list.layoutIfNeeded()
    try ads.settle(in: list.weaver)
    show(rows: height)
    return changes
  }

  /// Has so many rows be in view.
  private func show(rows count: Int) {
    list.viewportSize.height = Double(count)
    list.layoutIfNeeded()
  }

  /// Whether the list shows all that it should, which aspects may keep it from.
  private func isWhole(_ rows: [LiveRow], _ itemCount: Int) -> Bool {
    let map = list.weaver.map
    return map.userCounts == [itemCount] && rows.count == min(height, map.feedCounts.reduce(0, +))
  }

  private static let notWhole = CommandError.internalError("the list shows not all of its rows")

  private var adCount: Int { list.weaver.map.insertedRows(inFeedSection: 0).count }

  /// Where everything stands.
  private var standing: StandingRows {
    StandingRows(list.weaver.map) { self.ads.placer.ad(at: $0) }
  }

  /// The rows in view, from the top down.
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
  /// Whose a row is.
  enum Owner: Hashable {
    /// The content's, at this place of its own.
    case content(UserPath)
    /// An ad's, by its number among the ads, with the rule that put it there.
    case ad(Int, PlaceOrigin)
  }

  /// Where it stands.
  let path: FeedPath
  /// What it shows.
  let item: FeedItem
  /// Whose it is.
  let owner: Owner
}

/// The business side of a list whose feed changes while it is shown: it knows the items of now, and nothing of ads.
final class LiveContent: ListDataSource {
  /// The items of now.
  private(set) var items: [FeedItem] = []

  func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { items.count }

  func list(_ list: ListView, cellForRowAt path: ListPath) -> ListCell {
    FeedCell.dequeue(from: list, for: path, showing: items, at: path.row)
  }

  /// Has a list ask for these items.
  func load(_ items: [FeedItem], in list: ListView) {
    self.items = items
    list.dataSource = self
    list.reloadData()
  }

  /// Changes to these items, and tells the list what that changes, as one batch.
  ///
  /// - Returns: what has changed, in the rows of the content.
  /// - Throws: `ListUpdateError` where the list refuses; then the items are those of before.
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

/// What an item goes by from one version to the next.
enum ItemName: Hashable {
  case id(String)
  case page(String)
  case title(String?)
}

extension ListIdentity<FeedItem, ItemName> {
  /// Items by what names them best; those of one name are told apart by their order.
  static var ofItems: Self {
    Self(id: { $0.id.map(ItemName.id) ?? $0.url.map(ItemName.page) ?? .title($0.title) }) { $0.hasSameContent(as: $1) }
  }
}

/// The ads' side of a list whose feed changes while it is shown: a placer says where ads stand, and this what they look like.
final class LiveAds: WeaverDataSource {
  /// What places the ads, each by its number among them.
  let placer: AdPlacer<Int>
  private let ads: [FeedItem]
  /// Whether the list has asked for ads, which aspects may keep it from.
  private var isAsked = false

  /// Makes the ads' side, which begins to place when it is first told to settle.
  ///
  /// - Throws: ``CommandError/refusedPlan(_:)`` for rules that cannot be kept in any feed.
  init(_ ads: [FeedItem], rules: PlacementRules) throws(CommandError) {
    self.ads = ads
    // What is not wanted at once stays with the source, which has it in order.
    let tenant = AdTenant<Int>(
      name: "ads", rules: rules, source: AdShelf(count: ads.count),
      queue: AdQueuePolicy(stock: 0, batch: AdQueuePolicy.limit, lifetime: nil, timeout: nil))
    let options = AdPlacerOptions(fillPolicy: .outsideDisplayed, lookahead: nil, withdraws: true)
    // Of all that a placer does by the clock nothing is wanted here.
    do throws(AdPlacerError) { placer = try AdPlacer([tenant], options: options) { .zero } } catch {
      throw CommandError(error)
    }
  }

  func weaver(_ weaver: ListWeaver, willLoad userCounts: [Int]) { isAsked = true }

  func weaver(_ weaver: ListWeaver, cellForRowAt path: FeedPath) -> ListCell {
    guard let ad = placer.ad(at: path), let list = weaver.list else { return ListCell(reuseIdentifier: nil) }
    return FeedCell.dequeue(from: list, for: ListPath(path), showing: ads, at: ad.ad.creative)
  }

  /// Tells the rules what the content is tagged with from its next change on.
  func expect(_ items: [FeedItem]) {
    let tags = items.map(\.tags)
    placer.traits = ContentTraits(tags: { tags.indices.contains($0.row) ? tags[$0.row] : [] })
  }

  /// Withdraws and places ads after a change of the content until nothing more is to be done.
  func settle(in weaver: ListWeaver) throws(CommandError) {
    guard isAsked else { return }
    do throws(AdPlacerError) {
      if placer.weaver == nil { try placer.attach(to: weaver) }
      var count: Int
      repeat {
        count = placer.ads.count
        // What has been withdrawn is to be had again.
        placer.resumeRequests()
        try placer.advance()
      } while placer.ads.count > count
    } catch { throw CommandError(error) }
  }
}

/// Ads of which there is one each: those that do not stand in the list are to be had, in their order.
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
  /// What keeps a placer from placing: the rules, or else what should not be.
  fileprivate init(_ error: AdPlacerError) {
    if case .placement(let refusal) = error { self = .refusedPlan(refusal) } else { self = .internalError("\(error)") }
  }
}
