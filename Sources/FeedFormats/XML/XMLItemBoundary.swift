/// Detects the beginning of an item while elements before it are still open.
///
/// Publishers forget end tags. Everything after an unclosed `<image>` or `<title>` of a channel would become part of
/// it, including all items. Therefore the start tag of an item closes the open elements, unless it can be content of
/// the item that is being read.
struct XMLItemBoundary {
  /// The vocabulary of item elements, which are `item` in RSS and `entry` in Atom.
  fileprivate let vocabulary: XMLVocabulary
  fileprivate let name: String
  /// The number of open elements that contain an item.
  var level: Int
  /// Whether an item is being read.
  var isInItem = false

  /// Creates the boundary of a format, before any container of items is open.
  init(of format: FeedFormat) {
    (vocabulary, name) = format == .atom ? (.atom, "entry") : (.rss, "item")
    level = 0
  }

  /// Elements of an item that contain text; an item start tag within one of them begins the next item.
  private static let textElements: Set<String> = [
    "title", "link", "description", "summary", "content", "guid", "id", "pubDate", "published", "updated", "author",
    "name",
    "category", "comments", "enclosure", "source",
  ]

  /// Whether the start tag of an item closes some of the `count` open elements, given the name of the innermost one.
  func closes(_ count: Int, innermost: (XMLVocabulary, String)?) -> Bool {
    guard level > 0, count > level else { return false }
    guard isInItem, count > level + 1, let innermost else { return true }
    return innermost.0 == vocabulary && Self.textElements.contains(innermost.1)
  }
}

extension XMLScanner {
  /// Whether a start tag with this name begins an item that closes elements left open before it.
  func beginsItemInOpenElement(_ name: Range<Int>) -> Bool {
    guard let boundary, open.count > boundary.level, bytes[name].last == boundary.name.utf8.last,
      self.name(in: name) == (boundary.vocabulary, boundary.name)
    else { return false }
    return boundary.closes(open.count, innermost: open.last.map { self.name(in: $0) })
  }
}
