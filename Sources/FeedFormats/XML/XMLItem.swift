/// What the elements of an RSS item or an Atom entry say, before it is decided which of them count.
struct XMLItem {
  /// A text and whether it is HTML.
  enum Body {
    case text(String)
    case html(String)

    /// The plain text on one line.
    var line: String { plainText.split(whereSeparator: \.isWhitespace).joined(separator: " ") }

    /// The plain text.
    var plainText: String {
      switch self {
      case .text(let text): text
      case .html(let html): HTMLText.plainText(of: html)
      }
    }
  }

  var id: String?
  /// The page of the item, as a link element says.
  var link: String?
  /// The page of the item, when its guid says that it is one.
  var permalink: String?
  /// A page that the item is about; its own page when it names no other.
  var relatedLink: String?
  var title: String?
  /// The title of Dublin Core or Media RSS, for an item without one of its own.
  var otherTitle: String?
  /// What RDF says that the item is about: its identifier in RSS 1.0.
  var about: String?
  /// RSS's description, Atom's summary.
  var description: Body?
  /// RSS's content:encoded, Atom's content.
  var content: Body?
  var image: String?
  var datePublished: Int64?
  var dateModified: Int64?
  var authors: [FeedAuthor] = []
  var tags: [String] = []

  /// The item; a description beside a content is its summary, a description alone is the content.
  func finished(at position: SourcePosition) -> FeedItem {
    var item = FeedItem(position: position)
    item.url = link ?? permalink ?? relatedLink ?? about.flatMap { WebAddress.isWebAddress($0) ? $0 : nil }
    item.id = id ?? about ?? item.url
    item.externalURL = item.url == relatedLink ? nil : relatedLink
    item.title = title ?? otherTitle
    switch content ?? description {
    case .text(let text): item.contentText = text
    case .html(let html): item.contentHTML = html
    case nil: break
    }
    if content != nil { item.summary = description?.plainText.nonEmpty }
    item.image = image
    item.datePublished = datePublished
    item.dateModified = dateModified
    item.authors = authors
    item.tags = tags
    return item
  }
}
