import FeedFormats
import ListModel

/// What the list shows of a row: the item of its owner, and, once it is shown, where it stands and whose it is.
final class FeedCell: ListCell {
  /// The item; both owners know of no more.
  private(set) var item = FeedItem()

  /// The row as the weaver reported it when the cell was shown.
  var entry: WovenEntry?

  /// Makes the cell of an item.
  convenience init(_ item: FeedItem) {
    self.init(reuseIdentifier: nil)
    self.item = item
  }
}
