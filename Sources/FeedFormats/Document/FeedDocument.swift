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

  /// What the feed is about, as plain text.
  public var summary: String?

  /// The address of a picture for the feed.
  public var icon: String?

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

  /// The sections of a merged feed that was read again, if it had several or a heading; none of other feeds.
  public var sections: [Section] = []

  /// Whether some of the items are ads, of a merged feed that was read again; see ``FeedItem/adReason``.
  public var hasAds = false

  /// The items in the order of the source.
  public var items: [FeedItem] = []

  /// The problems that were found and how they were handled, in source order.
  public var findings: [Finding] = []

  /// Creates an empty document.
  public init(format: FeedFormat) { self.format = format }
}

/// A person or an organisation that wrote an item.
public struct FeedAuthor: Sendable, Hashable {
  /// The display name.
  public var name: String?

  /// The name of the account that the author writes from, such as `ada@example.com`, without an `@` before it.
  public var handle: String?

  /// The address of a page of the author.
  public var url: String?

  /// The address of a picture.
  public var avatar: String?

  /// Creates an author.
  public init(name: String? = nil, handle: String? = nil, url: String? = nil, avatar: String? = nil) {
    (self.name, self.handle, self.url, self.avatar) = (name, handle, url, avatar)
  }

  /// Whether all properties are nil.
  var isEmpty: Bool { self == FeedAuthor() }
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
