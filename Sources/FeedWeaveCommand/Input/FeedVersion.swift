import FeedFormats

/// What a feed held at one time.
struct FeedVersion {
  /// Where it was read, `FILE` or `FILE:LINE`; as untrusted as the name.
  let place: String
  /// Its items, each with its authors.
  let items: [FeedItem]

  /// Takes the first items of a document; who wrote the feed has written what names nobody.
  init(_ document: FeedDocument, at place: String, limit: Int?) {
    self.place = place
    items = document.items.prefix(limit ?? .max).map { item in
      var item = item
      if item.authors.isEmpty { item.authors = document.authors }
      return item
    }
  }
}
