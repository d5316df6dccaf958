import FeedFormats
import FeedWeave
import ListModel
import Placement

/// A woven list with its content and its ads, which a list does not keep alive.
final class FeedList {
  /// Calls `show`, which displays a list, and may do something before and after.
  typealias ShowWrapper = (_ list: ListView, _ show: () -> Void) throws(CommandError) -> Void

  /// The list.
  let list: ListView
  private let content: FeedContent
  private let ads: PlannedAds

  /// Creates an empty list for feeds, each a section, and ads at the places of a plan.
  init(_ sections: [FeedSection], ads: [FeedItem], at plan: PlacementPlan) {
    content = FeedContent(sections)
    self.ads = PlannedAds(ads, at: plan)
    list = .ofFeedCells(height: 256)
    list.weaver.dataSource = self.ads
    list.weaver.delegate = self.ads
  }

  /// Sets the data source of the list and loads its rows.
  func load() {
    list.dataSource = content
    list.reloadData()
  }

  /// Returns the map of the list as it was loaded.
  ///
  /// - Throws: ``CommandError/refusedPlan(_:)`` for a plan that the list cannot show.
  func map() throws(CommandError) -> InsertionMap {
    if let refusal = ads.refusal { throw .refusedPlan(refusal) }
    return list.weaver.map
  }
}

/// A cell that shows an item and, once displayed, knows the position and owner of its row.
final class FeedCell: ListCell {
  /// The reuse identifier of the cells of both owners.
  static let identifier = "card"

  /// A row as the weaver reported it when its cell was displayed.
  struct Position {
    fileprivate let owner: WovenEntry.Owner
    fileprivate let section: Int
    fileprivate let row: Int
  }

  /// The items of the owner, shared with it because copying an item is expensive.
  private var items: [FeedItem] = []
  private var index = 0

  /// The position where the cell was displayed; nil before that.
  fileprivate var position: Position?

  /// The item that the cell shows; empty if it has none.
  var item: FeedItem { items.isEmpty ? FeedItem() : items[index] }

  /// The entry to draw; nil before the cell is displayed.
  var entry: WovenEntry? {
    position.map { WovenEntry(item, $0.owner, section: $0.section, row: $0.row) }
  }

  /// Dequeues a cell of a list that shows an item of an owner.
  static func dequeue(from list: ListView, for path: ListPath, showing items: [FeedItem], at index: Int) -> ListCell {
    let cell = list.dequeueReusableCell(withIdentifier: identifier, for: path)
    if let cell = cell as? FeedCell { (cell.items, cell.index) = (items, index) }
    return cell
  }

  override func prepareForReuse() {
    items = []
    position = nil
  }
}

extension FeedCell: CustomStringConvertible {
  /// The title or the id of the item, if the cell shows one; as untrusted as the feed.
  var description: String { (item.title ?? item.id).map { "card \($0.debugDescription)" } ?? "card" }
}

// MARK: - Feed cells

extension ListView {
  /// Creates an empty list for feed cells, `height` of which are in view at once.
  static func ofFeedCells(height: Double) -> ListView {
    let list = ListView(size: ListSize(width: 1, height: height))
    // All rows have the same height: only their order matters here, and rows are laid out later.
    list.rowHeight = 1
    list.estimatedRowHeight = 1
    list.register(FeedCell.self, forCellReuseIdentifier: FeedCell.identifier)
    return list
  }
}

/// Provides the list's content: the items of the feeds, without knowing that there are ads.
final class FeedContent: ListDataSource {
  private let sections: [FeedSection]

  init(_ sections: [FeedSection]) { self.sections = sections }

  func numberOfSections(in list: ListView) -> Int { sections.count }

  func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { sections[section].document.items.count }

  func list(_ list: ListView, cellForRowAt path: ListPath) -> ListCell {
    FeedCell.dequeue(from: list, for: path, showing: sections[path.section].document.items, at: path.row)
  }
}

/// Inserts the rows of a plan, provides the cells of ads, and sets the position of every displayed cell.
final class PlannedAds: WeaverDataSource, WeaverDelegate {
  private let ads: [FeedItem]
  private let places: [Place]
  private let totals: [Int]

  /// The reason why the plan's rows were rejected; nil if they are in the list.
  private(set) var refusal: PlacementError?

  init(_ ads: [FeedItem], at plan: PlacementPlan) {
    self.ads = ads
    places = Array(plan.places)
    totals = plan.totals
  }

  func weaver(_ weaver: ListWeaver, willLoad userCounts: [Int]) {
    weaver.removeAllInsertions()
    // Insertions are numbered in the order of the request, which is that of the places.
    do throws(PlacementError) { try weaver.insertRows(at: places.map(\.path)) } catch { refusal = error }
  }

  func weaver(_ weaver: ListWeaver, cellForRowAt path: FeedPath) -> ListCell {
    guard case .insertion(let number) = weaver.owner(of: path), let list = weaver.list else {
      return ListCell(reuseIdentifier: nil)
    }
    return FeedCell.dequeue(from: list, for: ListPath(path), showing: ads, at: places[number].ad)
  }

  func weaver(_ weaver: ListWeaver, willDisplay cell: ListCell, forRowAt path: FeedPath, of owner: RowOwner) {
    guard let cell = cell as? FeedCell else { return }
    let side: WovenEntry.Owner =
      switch owner {
      case .content(let user): .content(userRow: user.row)
      case .insertion(let number): .ad(reason: places[number].caption(total: totals[path.section]))
      }
    cell.position = FeedCell.Position(owner: side, section: path.section, row: path.row)
  }
}

// MARK: - Feeds

extension PlacementPlan {
  /// Creates a plan from rules and feeds.
  init(_ rules: PlacementRules, _ sections: [FeedSection], adCount: Int?) throws(CommandError) {
    do throws(PlacementError) {
      try self.init(
        rules: rules, userCounts: sections.map(\.document.items.count), adCount: adCount,
        tags: { path in
          guard sections.indices.contains(path.section) else { return [] }
          let items = sections[path.section].document.items
          return items.indices.contains(path.row) ? items[path.row].tags : []
        })
    } catch { throw .refusedPlan(error) }
  }

  /// Creates a plan from rules and a list of which only the length is known.
  init(_ rules: PlacementRules, rowCount: Int, adCount: Int?) throws(CommandError) {
    do throws(PlacementError) {
      try self.init(rules: rules, userCounts: [rowCount], adCount: adCount)
    } catch { throw .refusedPlan(error) }
  }

  /// Returns the map of the list with its ads.
  func checkedMap() throws(CommandError) -> InsertionMap {
    do throws(PlacementError) { return try map() } catch { throw .refusedPlan(error) }
  }
}
