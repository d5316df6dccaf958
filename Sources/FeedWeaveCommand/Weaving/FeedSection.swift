import FeedFormats

/// A feed as a section of the list: its content, and the name of the section.
struct FeedSection: Sendable {
  /// The source of the feed.
  let file: InputFile
  /// The name from the command line.
  let name: String?
  /// The content of the feed; without items if these are lines of a file.
  var document: FeedDocument
  /// The lines of a file that is not read whole; nil for any other feed.
  var lines: FileLines?

  /// Whether it is a timeline of several feeds, which days divide.
  var isTimeline = false

  /// The number of items, of a file that is not read whole those shown.
  var itemCount: Int { lines?.shownCount ?? document.items.count }

  /// The title of the section: the given name, else the feed's own title, else the file.
  var title: String { heading ?? file.description }

  /// The given name, or else the feed's own title.
  var heading: String? { name ?? document.title.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 } }
}

extension FeedItem {
  /// When the item was published, or else changed, in seconds since 1970.
  var date: Int64? { datePublished ?? dateModified }
}

// MARK: - Several feeds

extension [FeedSection] {
  /// Returns the sections of a list of feeds: one with all of them as a timeline, or each as it is.
  func blended(_ settings: Settings) -> [FeedSection] {
    settings.isTimeline ? [FeedSection(blending: self, inARow: settings.inARow, limit: settings.limit)] : self
  }
}

extension FeedSection {
  /// Blends feeds into one section, newest first.
  ///
  /// Each item names its feeds, and the authors of the first one if it names none.
  fileprivate init(blending feeds: [FeedSection], inARow: Int?, limit: Int?) {
    let sources = feeds.map { feed in
      var source = feed.document.source
      source.title = feed.title
      return source
    }
    let timeline = FeedTimeline(feeds.map { $0.document.items.map(\.decoded) }, inARow: inARow)
    let items = timeline.entries.prefix(limit ?? .max).map { entry in
      var item = entry.item
      // An item of a timeline that was read again goes on naming the feeds that it named.
      item.feeds =
        (item.feeds.isEmpty ? [sources[entry.feed]] : item.feeds) + entry.feeds.dropFirst().map { sources[$0] }
      if item.authors.isEmpty { item.authors = feeds[entry.feed].document.authors }
      return item
    }
    var document = FeedDocument(format: .itemLines)
    document.title = feeds.map(\.title).joined(separator: ", ")
    document.items = items
    document.hasAds = feeds.contains(where: \.document.hasAds)
    self.init(file: feeds[0].file, name: nil, document: document, isTimeline: true)
  }
}
