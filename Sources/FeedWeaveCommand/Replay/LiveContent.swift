import FeedFormats
import FeedWeave
import ListModel
import Placement

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
