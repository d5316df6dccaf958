/// A feed as it was read: what it says of itself, its items, and what was wrong with it.
public struct FeedDocument: Sendable, Hashable {
  /// A member of the top-level object of a JSON document, as it stands in the source.
  public struct Member: Sendable, Hashable {
    /// The decoded name.
    public let name: String

    /// The name as it was spelled, with its quotes.
    public let rawName: ArraySlice<UInt8>

    /// The value as it was spelled.
    public let rawValue: ArraySlice<UInt8>

    /// The member as JSON, where its spelling has flaws that were passed over.
    var repaired: Member {
      Member(name: name, rawName: JSONRepair.repaired(rawName), rawValue: JSONRepair.repaired(rawValue))
    }
  }

  /// The format that was found.
  public var format: FeedFormat

  /// The name of the feed.
  public var title: String?

  /// The page that the feed belongs to.
  public var homePage: String?

  /// The address of the feed itself.
  public var feedURL: String?

  /// The language, as a tag such as `en-GB`.
  public var language: String?

  /// Who writes the feed, and the items that name nobody.
  public var authors: [FeedAuthor] = []

  /// The members of a JSON document but for `items`, in their order; empty for other formats.
  public var members: [Member] = []

  /// The items in the order of the source.
  public var items: [FeedItem] = []

  /// What was wrong and what was done about it, in the order of the source.
  public var findings: [Finding] = []

  /// Makes an empty document.
  public init(format: FeedFormat) { self.format = format }
}

/// One item of a feed, in the same terms whatever the format it came in.
///
/// Text is as the feed has it: untrusted, and not checked for what a terminal or a browser would make of it.
public struct FeedItem: Sendable, Hashable {
  /// What names the item for good: JSON Feed's `id`, RSS's `guid`, Atom's `id`, else the link.
  public var id: String?

  /// The page of the item.
  public var url: String?

  /// A page elsewhere that the item is about.
  public var externalURL: String?

  /// The title as plain text.
  public var title: String?

  /// The content as plain text.
  public var contentText: String?

  /// The content as HTML.
  public var contentHTML: String?

  /// A short plain text about the content.
  public var summary: String?

  /// The address of a picture for the item.
  public var image: String?

  /// When the item was published, in seconds since 1970.
  public var datePublished: Int64?

  /// When the item was last changed, in seconds since 1970.
  public var dateModified: Int64?

  /// Who wrote it.
  public var authors: [FeedAuthor] = []

  /// What it is about, in words.
  public var tags: [String] = []

  /// The bytes of an item that came as JSON, from its opening to its closing brace, as they stand in the source.
  ///
  /// The slice shares the bytes of the whole document. A writer passes it on as it is, so that number spellings,
  /// escapes, unknown members and members that stand twice survive, whatever is done to the fields of this value. Where
  /// the item was read although it is not quite JSON, these are bytes of their own that are.
  public internal(set) var raw: ArraySlice<UInt8>?

  /// Where the item begins in its file.
  public var position: SourcePosition

  /// Makes an item without any member.
  public init(position: SourcePosition = .start) { self.position = position }
}

extension FeedItem {
  /// Whether both say the same, wherever they stand in their files and however they are spelled there.
  public func hasSameContent(as other: FeedItem) -> Bool {
    var item = other
    item.position = position
    item.raw = raw
    return item == self
  }
}

/// A person or an organisation that wrote an item.
public struct FeedAuthor: Sendable, Hashable {
  /// The name as people read it.
  public var name: String?

  /// A page of the author's.
  public var url: String?

  /// The address of a picture.
  public var avatar: String?

  /// Names an author.
  public init(name: String? = nil, url: String? = nil, avatar: String? = nil) {
    self.name = name
    self.url = url
    self.avatar = avatar
  }

  /// Whether nothing is known of the author.
  var isEmpty: Bool { name == nil && url == nil && avatar == nil }
}
