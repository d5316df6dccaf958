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
    _modify { yield &fields.authors }
  }

  /// The topics of the item, in words.
  public var tags: [String] {
    get { box.fields.tags }
    _modify { yield &fields.tags }
  }

  /// The files that belong to the item, such as the recording of an episode.
  public var attachments: [FeedAttachment] {
    get { box.fields.attachments }
    _modify { yield &fields.attachments }
  }

  /// What is known of an episode of a podcast; nil for other items.
  public var episode: FeedEpisode? {
    get { box.fields.episode }
    set { fields.episode = newValue }
  }

  /// What a post has besides its text; nil for other items.
  public var post: FeedPost? {
    get { box.fields.post }
    set { fields.post = newValue }
  }

  /// The feeds that an item of a merged feed is from, the one that it is shown of first; none for other items.
  public var feeds: [FeedSource] {
    get { box.fields.feeds }
    _modify { yield &fields.feeds }
  }

  /// The reason why an ad is in a merged feed that was read again; nil for content.
  public var adReason: String? {
    get { box.fields.adReason }
    set { fields.adReason = newValue }
  }

  /// The address that those in the content of an item without a page are resolved against; nil if they are complete.
  var base: String? {
    get { box.fields.base }
    set { fields.base = newValue }
  }

  /// The source bytes of an item of JSON Feed, from its opening to its closing brace; nil for other formats.
  ///
  /// The slice shares the bytes of the whole document. A writer copies it verbatim, so that number spellings, escapes,
  /// unknown members and duplicate members are preserved, even if other properties of this value change. If the item
  /// had flaws that were skipped, these are separate bytes in which they are repaired.
  public internal(set) var raw: ArraySlice<UInt8>? {
    get {
      if case .encoded(let item) = content { item.raw } else { box.fields.raw }
    }
    set { fields.raw = newValue }
  }

  /// The position in the file where the item begins.
  public var position: SourcePosition {
    get {
      if case .encoded(let item) = content { item.position } else { box.fields.position }
    }
    set { fields.position = newValue }
  }

  /// Creates an item without content.
  public init(position: SourcePosition = .start) { content = .decoded(Box(Fields(position: position))) }

  /// Creates an item that is decoded whenever one of its properties is asked for.
  init(_ encoded: EncodedItem) { content = .encoded(encoded) }

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
    var post: FeedPost?
    var feeds: [FeedSource] = []
    var adReason: String?
    var base: String?
  }

  /// The properties of one item, or of several that are equal.
  private final class Box: @unchecked Sendable {
    /// Changed only while one item refers to the box.
    var fields: Fields

    init(_ fields: Fields) { self.fields = fields }
  }

  private enum Content {
    case decoded(Box)
    case encoded(EncodedItem)
    /// While a property is changed.
    case changing
  }

  private var content: Content

  private var box: Box {
    switch content {
    case .decoded(let box): box
    case .encoded(let item): item.decoded().box
    case .changing: preconditionFailure("an item was read while it was changed")
    }
  }

  /// The properties, for changing them: in place if no copy shares them, so that an array grows in constant time.
  private var fields: Fields {
    get { box.fields }
    _modify {
      var own = box
      content = .changing
      if !isKnownUniquelyReferenced(&own) { own = Box(own.fields) }
      defer { content = .decoded(own) }
      yield &own.fields
    }
  }

  /// The item with its properties decoded: worth asking for once before several of them are used.
  ///
  /// Only items that were read with ``FeedReader/Options/keepsItemsEncoded`` differ from it.
  public var decoded: FeedItem {
    if case .encoded(let item) = content { return item.decoded() }
    return self
  }
}

extension FeedItem {
  /// Whether the item is kept as bytes of its source.
  var isEncoded: Bool {
    if case .encoded = content { true } else { false }
  }
}

/// An item that is kept as bytes of its source; a format of feeds has a class of its own for its items.
class EncodedItem: @unchecked Sendable {
  /// The position in the file where the item begins.
  var position: SourcePosition { preconditionFailure("no position") }

  /// The source bytes of an item of JSON Feed; nil for other formats.
  var raw: ArraySlice<UInt8>? { preconditionFailure("no bytes") }

  /// Decodes the item.
  func decoded() -> FeedItem { preconditionFailure("no item") }
}

extension FeedItem: Hashable {
  /// Whether all properties are equal, the position and the source bytes among them.
  public static func == (one: FeedItem, other: FeedItem) -> Bool {
    let (one, other) = (one.box, other.box)
    return one === other || one.fields == other.fields
  }

  /// Hashes all properties.
  public func hash(into hasher: inout Hasher) { hasher.combine(box.fields) }
}

extension FeedItem {
  /// When the item came to its feed, in seconds since 1970: a boosted post when it was boosted, others when they were
  /// published, or else changed.
  public var timelineDate: Int64? {
    let item = decoded
    return item.post?.boosted ?? item.datePublished ?? item.dateModified
  }

  /// Whether two items have equal content, regardless of their positions and their spelling in the source.
  public func hasSameContent(as other: FeedItem) -> Bool {
    var item = other
    item.position = position
    item.raw = raw
    item.base = base
    return item == self
  }
}
