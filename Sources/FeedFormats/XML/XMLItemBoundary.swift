/// Where an item begins although elements before it were left open.
///
/// Publishers forget end tags. What follows an open `<image>` or `<title>` of a channel would be part of it, and every
/// item with it; so a start tag that names an item closes what was left open, unless it can be content of the item it is in.
struct XMLItemBoundary {
  /// The element that is an item: RSS's `item`, Atom's `entry`.
  let vocabulary: XMLVocabulary
  let name: String
  /// How many elements are open around an item.
  var level: Int
  /// Whether an item is being read.
  var isInItem = false

  /// The boundary of a format, before any container of items has been opened.
  init(of format: FeedFormat) {
    (vocabulary, name) = format == .atom ? (.atom, "entry") : (.rss, "item")
    level = 0
  }

  /// Elements of an item that hold text, so that an item within one of them is the next item.
  private static let textElements: Set<String> = [
    "title", "link", "description", "summary", "content", "guid", "id", "pubDate", "published", "updated", "author",
    "name",
    "category", "comments", "enclosure", "source",
  ]

  /// Whether an item that begins within `count` open elements, the innermost as named, ends some of them.
  func closes(_ count: Int, innermost: (XMLVocabulary, String)?) -> Bool {
    guard level > 0, count > level else { return false }
    guard isInItem, count > level + 1, let innermost else { return true }
    return innermost.0 == vocabulary && Self.textElements.contains(innermost.1)
  }
}

extension XMLScanner {
  /// Whether the start tag of this name is that of an item which ends what was left open before it.
  func beginsItemInOpenElement(_ name: Range<Int>) -> Bool {
    guard let boundary, open.count > boundary.level, bytes[name].last == boundary.name.utf8.last,
      self.name(in: name) == (boundary.vocabulary, boundary.name)
    else { return false }
    return boundary.closes(open.count, innermost: open.last.map { self.name(in: $0) })
  }
}
