import FeedFormats
import ListModel
import Placement
import TerminalUI

/// A cell of a woven feed: it shows an item of the content or an ad.
class FeedCell: CardCell, CustomStringConvertible {
  /// The row of a cell.
  enum Place: Hashable {
    /// A row of the content, in its own numbers.
    case content(UserPath)
    /// An ad, with its row in the list.
    case ad(FeedPath)
  }

  /// The reuse identifier of the cells of this class.
  class var identifier: String { "card" }

  /// The item that it shows.
  private(set) final var item = FeedItem()
  /// The row that it shows.
  final var place = Place.content(UserPath(section: 0, row: 0)) {
    didSet { if place != oldValue { setNeedsDisplay() } }
  }
  /// The list that it was dequeued from.
  private(set) final weak var list: ListView?

  /// The title or the id of the item, if the cell shows one; as untrusted as the feed.
  var description: String { (item.title ?? item.id).map { "card \($0.debugDescription)" } ?? "card" }

  /// Dequeues a cell of a list that shows an item.
  final class func dequeue(
    from list: ListView, for path: ListPath, showing item: FeedItem, _ place: Place
  ) -> ListCell {
    let cell = list.dequeueReusableCell(withIdentifier: identifier, for: path)
    if let cell = cell as? FeedCell { (cell.item, cell.place, cell.list) = (item, place, list) }
    return cell
  }
}
