/// A feed: its metadata, its items, and the findings from reading it.
public struct FeedDocument: Sendable, Hashable {
  /// A member of the top-level object of a JSON document, as spelled in the source.
  public struct Member: Sendable, Hashable {
    /// The decoded name.
    public let name: String

    /// The name as it was spelled, with its quotes.
    public let rawName: ArraySlice<UInt8>

    /// The value as it was spelled.
    public let rawValue: ArraySlice<UInt8>
  }

  /// The detected format.
  public var format: FeedFormat

  /// The name of the feed.
  public var title: String?

  /// The authors of the feed, and of the items that name none.
  public var authors: [FeedAuthor] = []

  /// The address of the page that the feed belongs to.
  public var homePage: String?

  /// The address of the feed itself.
  public var feedURL: String?

  /// The language, as a tag such as `en-GB`.
  public var language: String?

  /// The members of a JSON Feed document except `items`, in source order; empty for other formats.
  public var members: [Member] = []

  /// The items in the order of the source.
  public var items: [FeedItem] = []

  /// The problems that were found and how they were handled, in source order.
  public var findings: [Finding] = []

  /// Creates an empty document.
  public init(format: FeedFormat) { self.format = format }
}

/// An item of a feed, independent of the feed's format.
///
/// Text is as in the feed: it is untrusted, and not checked for characters that affect a terminal or a browser. Copies
/// share their properties until one of them is changed.
public struct FeedItem: Sendable {
  /// The permanent identifier of the item: JSON Feed's `id`, RSS's `guid`, Atom's `id`, or else the link.
  public var id: String? {
    get { box.fields.id }
    set { fields.id = newValue }
  }

  /// The address of the item's page.
  public var url: String? {
    get { box.fields.url }
    set { fields.url = newValue }
  }

  /// The address of a page elsewhere that the item is about.
  public var externalURL: String? {
    get { box.fields.externalURL }
    set { fields.externalURL = newValue }
  }

  /// The title as plain text.
  public var title: String? {
    get { box.fields.title }
    set { fields.title = newValue }
  }

  /// The content as plain text.
  public var contentText: String? {
    get { box.fields.contentText }
    set { fields.contentText = newValue }
  }

  /// The content as HTML.
  public var contentHTML: String? {
    get { box.fields.contentHTML }
    set { fields.contentHTML = newValue }
  }

  /// A short summary of the content as plain text.
  public var summary: String? {
    get { box.fields.summary }
    set { fields.summary = newValue }
  }

  /// The address of a picture for the item.
  public var image: String? {
    get { box.fields.image }
    set { fields.image = newValue }
  }

  /// The date of publication, in seconds since 1970.
  public var datePublished: Int64? {
    get { box.fields.datePublished }
    set { fields.datePublished = newValue }
  }

  /// The date of the last change, in seconds since 1970.
  public var dateModified: Int64? {
    get { box.fields.dateModified }
    set { fields.dateModified = newValue }
  }

  /// The authors of the item.
  public var authors: [FeedAuthor] {
    get { box.fields.authors }
    set { fields.authors = newValue }
  }

  /// The topics of the item, in words.
  public var tags: [String] {
    get { box.fields.tags }
    set { fields.tags = newValue }
  }

  /// The files that belong to the item, such as the recording of an episode.
  public var attachments: [FeedAttachment] {
    get { box.fields.attachments }
    set { fields.attachments = newValue }
  }

  /// The place of an episode in its podcast; nil for other items.
  public var episode: FeedEpisode? {
    get { box.fields.episode }
    set { fields.episode = newValue }
  }

  /// The source bytes of an item of JSON Feed, from its opening to its closing brace; nil for other formats.
  ///
  /// The slice shares the bytes of the whole document. A writer copies it verbatim, so that number spellings, escapes,
  /// unknown members and duplicate members are preserved, even if other properties of this value change. If the item
  /// had flaws that were skipped, these are separate bytes in which they are repaired.
  public internal(set) var raw: ArraySlice<UInt8>? {
    get { box.fields.raw }
    set { fields.raw = newValue }
  }

  /// The position in the file where the item begins.
  public var position: SourcePosition {
    get { box.fields.position }
    set { fields.position = newValue }
  }

  /// Creates an item without content.
  public init(position: SourcePosition = .start) { box = Box(Fields(position: position)) }

  // MARK: - Sharing

  private struct Fields: Hashable, Sendable {
    var position: SourcePosition
    var raw: ArraySlice<UInt8>?
    var id, url, externalURL, title, contentText, contentHTML, summary, image: String?
    var datePublished, dateModified: Int64?
    var authors: [FeedAuthor] = []
    var tags: [String] = []
    var attachments: [FeedAttachment] = []
    var episode: FeedEpisode?
  }

  /// The properties of one item, or of several that are equal.
  private final class Box: @unchecked Sendable {
    /// Changed only while one item refers to the box.
    var fields: Fields

    init(_ fields: Fields) { self.fields = fields }
  }

  private var box: Box

  /// The properties, for changing them.
  private var fields: Fields {
    get { box.fields }
    _modify {
      if !isKnownUniquelyReferenced(&box) { box = Box(box.fields) }
      yield &box.fields
    }
  }
}

extension FeedItem: Hashable {
  /// Whether all properties are equal, the position and the source bytes among them.
  public static func == (one: FeedItem, other: FeedItem) -> Bool {
    one.box === other.box || one.box.fields == other.box.fields
  }

  /// Hashes all properties.
  public func hash(into hasher: inout Hasher) { hasher.combine(box.fields) }
}

extension FeedItem {
  /// Whether two items have equal content, regardless of their positions and their spelling in the source.
  public func hasSameContent(as other: FeedItem) -> Bool {
    var item = other
    item.position = position
    item.raw = raw
    return item == self
  }
}

/// A person or an organisation that wrote an item.
public struct FeedAuthor: Sendable, Hashable {
  /// The display name.
  public var name: String?

  /// The address of a page of the author.
  public var url: String?

  /// The address of a picture.
  public var avatar: String?

  /// Creates an author.
  public init(name: String? = nil, url: String? = nil, avatar: String? = nil) {
    (self.name, self.url, self.avatar) = (name, url, avatar)
  }

  /// Whether all properties are nil.
  var isEmpty: Bool { name == nil && url == nil && avatar == nil }
}

/// A file that belongs to an item: JSON Feed's attachment, RSS's enclosure, a medium of a post.
public struct FeedAttachment: Sendable, Hashable {
  /// The address of the file.
  public var url: String

  /// The media type, such as `audio/mpeg`.
  public var mimeType: String?

  /// The title, or what the file shows, as plain text.
  public var title: String?

  /// The size in bytes.
  public var sizeInBytes: Int64?

  /// The time that it takes to play the file, in seconds.
  public var durationInSeconds: Double?

  /// Creates an attachment.
  public init(
    url: String, mimeType: String? = nil, title: String? = nil, sizeInBytes: Int64? = nil,
    durationInSeconds: Double? = nil
  ) {
    (self.url, self.mimeType, self.title) = (url, mimeType, title)
    (self.sizeInBytes, self.durationInSeconds) = (sizeInBytes, durationInSeconds)
  }
}

/// The place of an episode in its podcast, as Apple's podcast elements give it.
public struct FeedEpisode: Sendable, Hashable {
  /// The number of the season.
  public var season: Int?

  /// The number of the episode in its season, or in the podcast if there are no seasons.
  public var number: Int?

  /// The kind of the episode: `full`, `trailer` or `bonus`.
  public var kind: String?

  /// Creates the place of an episode.
  public init(season: Int? = nil, number: Int? = nil, kind: String? = nil) {
    (self.season, self.number, self.kind) = (season, number, kind)
  }
}
