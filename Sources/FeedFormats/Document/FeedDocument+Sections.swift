extension FeedDocument {
  /// A section of a merged feed that was read again.
  public struct Section: Sendable, Hashable {
    /// The heading; nil if it had none.
    public var heading: String?

    /// The number of its first item in the document.
    public var start: Int

    /// Creates a section.
    public init(heading: String? = nil, start: Int) { (self.heading, self.start) = (heading, start) }
  }

  /// The documents that were merged: each has the items of a section, and its heading as title.
  ///
  /// It is the document itself unless it was merged of several sections.
  /// - Complexity: O(*n*) for *n* items.
  public var documentsOfSections: [FeedDocument] {
    guard sections.count > 1 else { return [self] }
    let ends = sections.dropFirst().map(\.start) + [items.count]
    return zip(sections, ends).map { section, end in
      var document = FeedDocument(format: format)
      document.title = section.heading
      (document.authors, document.hasAds) = (authors, hasAds)
      document.items = Array(items[min(section.start, items.count)..<min(end, items.count)])
      return document
    }
  }
}

/// The sections that the places of items show, while these are read in order.
struct MergedSections {
  private var sections: [FeedDocument.Section] = []
  /// Whether the items are not in the order of their sections.
  private var isBroken = false

  /// The largest number of sections, since some may have no items.
  private static let limit = 10_000

  /// Adds an item; one without a place, which somebody has added to a merged feed, is in the section before it.
  mutating func add(_ place: MergedPlace?, item: Int) {
    let last = max(sections.count - 1, 0)
    let number = place?.section ?? last
    guard !isBroken, number >= last, number < Self.limit else {
      isBroken = true
      return
    }
    guard number >= sections.count else { return }
    while sections.count <= number { sections.append(FeedDocument.Section(start: item)) }
    sections[number].heading = place?.heading
  }

  /// Returns the sections of a document, with headings that it gives for all; none if there is only one without heading.
  func finished(headings: [String], itemCount: Int) -> [FeedDocument.Section] {
    guard !isBroken else { return [] }
    var sections = sections
    for (number, heading) in headings.prefix(Self.limit).enumerated() {
      if number == sections.count { sections.append(FeedDocument.Section(start: itemCount)) }
      sections[number].heading = heading.nonEmpty
    }
    return sections.count > 1 || sections.first?.heading != nil ? sections : []
  }
}

/// What a merged feed says of itself, as the member `_feedweave` of the document has it.
struct MergedHead: JSONRecord {
  /// The headings of all sections; an empty one is none.
  var headings: [String] = []

  static let noun = "a merged feed"
  static let members: [JSONMember<MergedHead>] = [.texts("headings", \.headings)]
}
