import FeedFormats
import ListModel

/// What the list shows of a row: the item of its owner, and, once it is shown, where it stands and whose it is.
final class FeedCell: ListCell {
  /// The identifier under which both owners take their cells from the list.
  static let identifier = "card"

  /// The item; both owners know of no more.
  private(set) var item = FeedItem()

  /// The row as the weaver reported it when the cell was shown.
  var entry: WovenEntry?

  /// Takes a cell of a list for an item.
  static func dequeue(from list: ListView, for path: ListPath, showing item: FeedItem) -> ListCell {
    let cell = list.dequeueReusableCell(withIdentifier: identifier, for: path)
    (cell as? FeedCell)?.item = item
    return cell
  }

  override func prepareForReuse() {
    item = FeedItem()
    entry = nil
  }
}

extension FeedCell: CustomStringConvertible {
  /// The cell by the title of its item, if it shows one yet; as untrusted as the feed.
  var description: String { (item.title ?? item.id).map { "card \($0.debugDescription)" } ?? "card" }
}
