/// Writes a merged list as a JSON Feed 1.1 document, or as NDJSON with one item per line.
///
/// ```swift
/// let writer = MergedFeedWriter(.lines)
/// writer.write([WovenEntry(item, .content(userRow: 0), section: 0, row: 0)], of: [document]) { print($0.count) }
/// // {"id":"a","_feedweave":{"row":0,"section":0,"userRow":0}}
/// ```
///
/// Every member of an item of JSON Feed is written byte for byte, in source order; only an existing
/// `_feedweave` member is removed, and the new one is added last. White space before the closing brace is not kept. In
/// NDJSON, the line ends between the tokens of such an item are removed as well; JSON strings cannot contain line ends.
///
/// The authors of a feed are written at each item that names none, and not at the document, where they would also be
/// those of ads and of other feeds' items.
///
/// Other items are written with the members of JSON Feed, `_podcast` (what is known of an episode) and `_post` (what a
/// post has besides its text); an item that has neither an id nor a link is written without `id`.
///
/// What was written is read again as what it was: an item that was an ad stays one, and others keep their feeds.
public struct MergedFeedWriter: Sendable {
  /// The format of the output.
  public enum Style: Sendable, Hashable, CaseIterable {
    /// One JSON Feed 1.1 document.
    case document

    /// NDJSON: one item per line, without metadata of the feed.
    case lines
  }

  /// The format of the output.
  public let style: Style

  /// Creates a writer.
  public init(_ style: Style) { self.style = style }

  /// Writes entries in the given order, with the metadata of the documents.
  ///
  /// The headings of sections, if any are given, are read again as ``FeedDocument/sections``.
  /// The sink receives pieces of about 64 KiB, or of one item if it is larger, and never a part of an item.
  /// - Throws: Any error that the sink throws; nothing is written after that.
  /// - Complexity: O(*n*) for *n* bytes written.
  public func write<Failure: Error>(
    _ entries: some Sequence<WovenEntry>, of documents: [FeedDocument], headings: [String?] = [],
    to sink: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    var text = JSONText()
    if style == .document { text.appendHead(of: documents, headings: headings) }
    var isFirst = true
    var written = WrittenEntries()
    for entry in entries {
      if style == .document { text.append(raw: isFirst ? "\n" : ",\n") }
      let line = style == .lines ? entry.onOneLine : entry
      // A document has all headings in its head.
      let isHeaded = style == .lines && entry.row == 0 && headings.indices.contains(entry.section)
      let heading = isHeaded ? headings[entry.section] : nil
      text.append(line, of: documents, heading: heading, after: &written)
      if style == .lines { text.append(raw: "\n") }
      isFirst = false
      guard text.bytes.count >= Self.pieceSize else { continue }
      try sink(text.bytes)
      text.removeAll()
    }
    if style == .document { text.append(raw: isFirst ? "]}\n" : "\n]}\n") }
    if !text.bytes.isEmpty { try sink(text.bytes) }
  }

  private static let pieceSize = 64 << 10
}

extension WovenEntry {
  /// The entry without line ends in the bytes of its item.
  fileprivate var onOneLine: WovenEntry {
    let isLineEnd = { (byte: UInt8) in byte == 0x0A || byte == 0x0D }
    guard let raw = item.raw, raw.contains(where: isLineEnd) else { return self }
    var entry = self
    entry.item.raw = raw.filter { !isLineEnd($0) }[...]
    return entry
  }
}

extension JSONText {
  /// Appends the members of a document up to the beginning of its items.
  ///
  /// A single JSON Feed document keeps its members verbatim except for the version and the authors; of several
  /// documents, only the titles are written.
  fileprivate mutating func appendHead(of documents: [FeedDocument], headings: [String?]) {
    append(raw: "{")
    append(member: "version", "https://jsonfeed.org/version/1.1")
    if documents.count == 1, let document = documents.first {
      if document.format == .jsonFeed { appendMembers(of: document) } else { appendMetadata(of: document) }
    } else {
      let titles = headings.isEmpty ? documents.map(\.title) : headings
      append(member: "title", titles.compactMap { $0 }.joined(separator: ", "))
    }
    if !headings.isEmpty { append(member: MergedPlace.name, record: MergedHead(headings: headings.map { $0 ?? "" })) }
    appendName("items")
    append(raw: "[")
  }

  private mutating func appendMembers(of document: FeedDocument) {
    if !document.members.contains(where: { $0.name == "title" }) { append(member: "title", "") }
    for member in document.members where !Self.ownMembers.contains(member.name) {
      append(raw: ",")
      append(raw: member.rawName)
      append(raw: ":")
      append(raw: member.rawValue)
    }
  }

  /// The members of a document that are written anew, or at each item.
  private static let ownMembers: Set = ["version", "items", "author", "authors", MergedPlace.name]

  private mutating func appendMetadata(of document: FeedDocument) {
    append(member: "title", document.title ?? "")
    append(member: "home_page_url", document.homePage)
    append(member: "feed_url", document.feedURL)
    append(member: "description", document.summary)
    append(member: "icon", document.icon)
    append(member: "language", document.language)
  }
}

/// A row of a merged list: a content item or an ad, with its position.
///
/// Rows and sections are counted from 0.
public struct WovenEntry: Sendable, Hashable {
  /// The owner of a row.
  public enum Owner: Sendable, Hashable {
    /// The content; `userRow` is the row as if there were no ads.
    case content(userRow: Int)

    /// An ad, with the reason for its position.
    case ad(reason: String)

    /// Whether it is the content.
    var isContent: Bool { if case .content = self { true } else { false } }
  }

  /// The item in the row.
  public var item: FeedItem

  /// The owner of a row.
  public var owner: Owner

  /// The section of the merged list.
  public var section: Int

  /// The row in the section of the merged list.
  public var row: Int

  /// The numbers of the feeds that have the item, the one that it is shown of first.
  public var feeds: [Int]

  /// Creates an entry, of the feed with the number of its section if no feeds are given.
  public init(_ item: FeedItem, _ owner: Owner, section: Int, row: Int, feeds: [Int]? = nil) {
    self.item = item
    self.owner = owner
    self.section = section
    self.row = row
    self.feeds = feeds ?? [section]
  }
}
