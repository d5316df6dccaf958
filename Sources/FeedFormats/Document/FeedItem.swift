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
