import FeedFormats
import ListModel

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
