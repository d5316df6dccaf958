import FeedFormats
import ListModel
import TerminalUI

/// A cell of the viewer: the card of an item of the content or of an ad.
final class ViewedCell: FeedCell {
  override class var identifier: String { "viewed" }

  /// The name of the class: a trace in the viewer is about a card whose title is on the screen.
  override var description: String { "ViewedCell" }

  private var feed: ViewedFeed? { list?.screen as? ViewedFeed }

  override var card: Card? { feed?.card(of: self) }

  override var isHidden: Bool {
    if case .ad = place { feed?.adsMode == .hidden } else { false }
  }

  override var page: ItemPage? { feed?.page(of: self) }
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
