import FeedFormats
import ListModel
import Placement
import TerminalUI

/// A cell of the viewer: the card of an item of the content or of an ad.
final class ViewedCell: CardCell {
  /// The row of a cell.
  enum Place: Hashable {
    /// A row of the content, in its own numbers.
    case content(UserPath)
    /// An ad, with its row in the list.
    case ad(FeedPath)
  }

  static let identifier = "viewed"

  /// The item that it shows.
  private(set) var item = FeedItem()
  /// The row that it shows.
  var place = Place.content(UserPath(section: 0, row: 0)) { didSet { if place != oldValue { setNeedsDisplay() } } }

  /// Dequeues a cell of a list that shows an item.
  static func dequeue(
    from list: ListView, for path: ListPath, showing item: FeedItem, _ place: Place
  ) -> ListCell {
    let cell = list.dequeueReusableCell(withIdentifier: identifier, for: path)
    if let cell = cell as? ViewedCell { (cell.item, cell.place, cell.list) = (item, place, list) }
    return cell
  }

  private weak var list: ListView?
  private var feed: ViewedFeed? { list?.screen as? ViewedFeed }

  override var card: Card? { feed?.card(of: self) }

  override var isHidden: Bool {
    if case .ad = place { feed?.adsMode == .hidden } else { false }
  }

  override var sectionHeader: SectionHeader? {
    switch place {
    case .content(let user): feed?.header(ofUserSection: user.section)
    case .ad(let path): feed?.header(ofUserSection: path.section)
    }
  }

  override func page(columns: Int) -> [CardLine] { feed?.card(of: self, isWhole: true).page(columns: columns) ?? [] }
}

extension FeedItem {
  /// The item with a code point such as `<U+202E>` in place of each character that a safe text replaces or removes.
  var withVisibleCharacters: FeedItem {
    var item = self
    item.title = title?.withVisibleCharacters
    item.contentText = contentText?.withVisibleCharacters
    item.contentHTML = contentHTML?.withVisibleCharacters
    item.summary = summary?.withVisibleCharacters
    for index in item.authors.indices { item.authors[index].name = item.authors[index].name?.withVisibleCharacters }
    return item
  }
}

extension String {
  fileprivate var withVisibleCharacters: String {
    let unsafe = SafeText.unsafeScalars(in: self)
    if unsafe.isEmpty { return self }
    let names = Dictionary(unsafe.map { ($0.scalar, "‹\($0)›") }, uniquingKeysWith: { first, _ in first })
    return unicodeScalars.reduce(into: "") { text, scalar in text += names[scalar] ?? String(scalar) }
  }
}
