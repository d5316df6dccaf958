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
