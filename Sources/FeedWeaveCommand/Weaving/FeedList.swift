import FeedFormats
import FeedWeave
import ListModel
import Placement

/// The program's list, woven and still empty, with both of its sides, which a list does not keep alive.
final class FeedList {
  /// Runs the showing of a list, and may do something before and after.
  typealias Surrounding = (_ list: ListView, _ show: () -> Void) throws(CommandError) -> Void

  /// The list.
  let list: ListView
  private let content: FeedContent
  private let ads: PlannedAds

  /// Makes the list of feeds, each a section, and of ads at the places of a plan.
  init(_ sections: [FeedSection], ads: [FeedItem], at plan: PlacementPlan) {
    content = FeedContent(sections)
    self.ads = PlannedAds(ads, at: plan)
    list = .ofFeedCells(height: 256)
    list.weaver.dataSource = self.ads
    list.weaver.delegate = self.ads
  }

  /// Has the list ask for its rows.
  func load() {
    list.dataSource = content
    list.reloadData()
  }

  /// Where every row comes from, as the list was loaded.
  ///
  /// - Throws: ``CommandError/refusedPlan(_:)`` for a plan that the list cannot show.
  func map() throws(CommandError) -> InsertionMap {
    if let refusal = ads.refusal { throw .refusedPlan(refusal) }
    return list.weaver.map
  }
}

/// What the list shows of a row: an item of its owner, and, once it is shown, where it stands and whose it is.
final class FeedCell: ListCell {
  /// The identifier under which both owners take their cells from the list.
  static let identifier = "card"

  /// A row as the weaver reported it when its cell was shown.
  struct Position {
    let owner: WovenEntry.Owner
    let section: Int
    let row: Int
  }

  /// The items of the owner, shared with it: an item itself is a large value to copy.
  private var items: [FeedItem] = []
  private var index = 0

  /// Where the cell was shown; nil before that.
  var position: Position?

  /// The item; both owners know of no more.
  var item: FeedItem { items.isEmpty ? FeedItem() : items[index] }

  /// The row to be drawn; nil before the cell is shown.
  var entry: WovenEntry? {
    position.map { WovenEntry(item, $0.owner, section: $0.section, row: $0.row) }
  }

  /// Takes a cell of a list for an item of its owner.
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
  /// The cell by the title of its item, if it shows one yet; as untrusted as the feed.
  var description: String { (item.title ?? item.id).map { "card \($0.debugDescription)" } ?? "card" }
}

// MARK: - Feed cells

extension ListView {
  /// An empty list for feed cells, so many of which are in view at once.
  static func ofFeedCells(height: Double) -> ListView {
    let list = ListView(size: ListSize(width: 1, height: height))
    // Every row is as high as any other: it is the order that is wanted, and rows are laid out later.
    list.rowHeight = 1
    list.estimatedRowHeight = 1
    list.register(FeedCell.self, forCellReuseIdentifier: FeedCell.identifier)
    return list
  }
}

/// The business side of the list: it knows its feeds and their items, and never learns that there are ads.
final class FeedContent: ListDataSource {
  private let sections: [FeedSection]

  init(_ sections: [FeedSection]) { self.sections = sections }

  func numberOfSections(in list: ListView) -> Int { sections.count }

  func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { sections[section].document.items.count }

  func list(_ list: ListView, cellForRowAt path: ListPath) -> ListCell {
    FeedCell.dequeue(from: list, for: path, showing: sections[path.section].document.items, at: path.row)
  }
}

/// The ads' side of the list: it asks for the rows of a plan, gives their cells, and marks every cell with its place.
final class PlannedAds: WeaverDataSource, WeaverDelegate {
  private let ads: [FeedItem]
  private let places: [Place]
  private let totals: [Int]

  /// Why the plan's rows were refused; nil where they stand in the list.
  private(set) var refusal: PlacementError?

  init(_ ads: [FeedItem], at plan: PlacementPlan) {
    self.ads = ads
    places = Array(plan.places)
    totals = plan.totals
  }

  func weaver(_ weaver: ListWeaver, willLoad userCounts: [Int]) {
    weaver.removeAllInsertions()
    // Insertions are numbered in the order asked for, which is that of the places.
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
  /// The places that rules give feeds.
  init(_ rules: PlacementRules, _ sections: [FeedSection], adCount: Int?) throws(CommandError) {
    let tags = sections.map { $0.document.items.map(\.tags) }
    do throws(PlacementError) {
      try self.init(
        rules: rules, userCounts: tags.map(\.count), adCount: adCount,
        tags: { path in
          guard tags.indices.contains(path.section), tags[path.section].indices.contains(path.row) else { return [] }
          return tags[path.section][path.row]
        })
    } catch { throw .refusedPlan(error) }
  }

  /// The places that rules give a list of which nothing is known but its length.
  init(_ rules: PlacementRules, rowCount: Int, adCount: Int?) throws(CommandError) {
    do throws(PlacementError) {
      try self.init(rules: rules, userCounts: [rowCount], adCount: adCount)
    } catch { throw .refusedPlan(error) }
  }

  /// The map of the list with its ads.
  func checkedMap() throws(CommandError) -> InsertionMap {
    do throws(PlacementError) { return try map() } catch { throw .refusedPlan(error) }
  }
}
