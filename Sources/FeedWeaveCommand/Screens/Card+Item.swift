import FeedFormats
import TerminalUI

extension Card {
  /// Says of an item what a card has room for; nothing of it is trusted.
  ///
  /// - Parameters:
  ///   - item: the item.
  ///   - authors: who wrote it where it names nobody.
  ///   - kind: whose row it is.
  ///   - gutter: the positions to show, if any.
  ///   - now: the time that its age is counted from, in seconds since 1970.
  init(_ item: FeedItem, authors: [FeedAuthor], kind: Kind, gutter: String, now: Int64) {
    self.init(
      title: SafeText(item.title ?? ""),
      author: SafeText(Self.names(item.authors) ?? Self.names(authors) ?? ""),
      age: (item.datePublished ?? item.dateModified).map { Age.words(from: $0, now: now) } ?? "",
      summary: SafeText(Self.words(of: item), limits: .body),
      link: Self.link(of: item), gutter: SafeText(gutter), kind: kind)
  }

  /// The names of the first authors that have one.
  static func names(_ authors: [FeedAuthor]) -> String? {
    var names: [String] = []
    for author in authors where names.count < mostAuthors {
      if let name = author.name, !name.allSatisfy({ $0.isWhitespace }) { names.append(name) }
    }
    return names.count < 2 ? names.first : names.joined(separator: ", ")
  }

  private static let mostAuthors = 3

  /// What the item says, as plain text.
  private static func words(of item: FeedItem) -> String {
    if let text = item.contentText, !text.isEmpty { return beginning(of: text) }
    if let html = item.contentHTML, !html.isEmpty { return HTMLText.plainText(of: html, limit: mostWords) }
    return beginning(of: item.summary ?? "")
  }

  private static func beginning(of text: String) -> String {
    text.utf8.count > mostWords ? String(text.unicodeScalars.prefix(mostWords)) + "…" : text
  }

  /// A card shows a few lines; a book as an item is cut before it is made safe and laid out.
  private static let mostWords = 16 << 10

  /// The page of the item, else the one that it is about, if it may be drawn.
  private static func link(of item: FeedItem) -> SafeLink? {
    if let url = item.url, let link = try? SafeLink(url) { return link }
    return item.externalURL.flatMap { try? SafeLink($0) }
  }
}
