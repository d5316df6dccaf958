import Documents

/// The values of the elements of an RSS item or Atom entry, before one of them is chosen for each property.
struct XMLItem {
  /// Plain text or HTML.
  enum Body {
    case text(String)
    case html(String)
    /// HTML that was written as XML.
    case xhtml(String)

    /// Creates text as HTML if it contains `<` or `&`, otherwise as plain text; returns nil if it is blank.
    init?(ofText text: String) {
      guard let text = text.trimmed.nonEmpty else { return nil }
      let isHTML = text.utf8.contains { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }
      self = isHTML ? .html(text) : .text(text)
    }

    /// The plain text on one line.
    var line: String {
      switch self {
      case .text(let text): text.onOneLine
      case .html(let html): HTMLTitle.line(of: html, isXHTML: false)
      case .xhtml(let html): HTMLTitle.line(of: html, isXHTML: true)
      }
    }

    /// The plain text.
    var plainText: String {
      switch self {
      case .text(let text): text
      case .html(let html), .xhtml(let html): Document(html: html).plainText(limit: 1 << 20)
      }
    }
  }

  var id: String?
  /// The address of the item's page behind one that counts clicks.
  var originalLink: String?
  /// The address of the item's page, from a link element.
  var link: String?
  /// Whether the link leads to a page, and not to another form of it such as a PDF file.
  var linkIsPage = true
  /// The address of the item's page, from a guid that is a permalink.
  var permalink: String?
  /// A page that the item is about; it is used as the item's page if there is no other.
  var relatedLink: String?
  /// The value of `rdf:about`: the item's identifier in RSS 1.0.
  var about: String?
  var authors: [FeedAuthor] = []
  var tags: [String] = []
  var title: String?
  /// RSS's description, Atom's summary.
  var description: Body?
  /// RSS's content:encoded, Atom's content.
  var content: Body?
  /// A picture from an enclosure.
  var image: String?
  var datePublished: Int64?
  var dateModified: Int64?
  var attachments = XMLAttachments()
  var episode = FeedEpisode()

  /// Values of other vocabularies, each used if the item has no value of its own vocabulary.
  var other = Other()

  struct Other {
    /// The identifier in an element of Atom within RSS.
    var id: String?
    /// A title from Dublin Core, Media RSS or podcast elements.
    var title: String?
    /// A description from these.
    var description: Body?
    /// A subtitle of an episode or another short text.
    var subtitle: Body?
    var authors: [FeedAuthor] = []
    /// The people who made a medium.
    var credits: [FeedAuthor] = []
    /// The authors of the feed that an Atom entry was copied from.
    var sourceAuthors: [FeedAuthor] = []
    var tags: [String] = []
    var datePublished: Int64?
    /// The largest picture from Media RSS, and its number of pixels if it is given.
    var picture: (address: String, pixels: Int)?
    /// The cover of an episode.
    var cover: String?
    /// The playing time of an episode.
    var duration: Double?
  }

  /// The address of the item's page.
  var page: String? {
    originalLink ?? link ?? permalink ?? relatedLink
      ?? (about ?? other.id).flatMap { WebAddress.isWebAddress($0) ? $0 : nil }
  }

  /// The identifier of the item, as it is written.
  var identifier: String? { id ?? about ?? other.id ?? link ?? page ?? attachments.first?.url }

  /// Returns the item; the description is the summary if there is content, and the content otherwise.
  func finished(at position: SourcePosition) -> FeedItem {
    var item = FeedItem(position: position)
    item.url = page
    item.id = identifier
    item.externalURL = item.url == relatedLink ? nil : relatedLink
    item.title = title ?? other.title
    finishTexts(of: &item)
    item.image = image ?? other.picture?.address ?? other.cover
    item.datePublished = datePublished ?? other.datePublished
    item.dateModified = dateModified
    item.authors = [authors, other.sourceAuthors, other.authors, other.credits].first { !$0.isEmpty } ?? []
    item.tags = (tags.isEmpty ? other.tags : tags).distinct
    item.attachments = attachments.finished(duration: other.duration)
    item.episode = episode == FeedEpisode() ? nil : episode
    return item
  }

  private func finishTexts(of item: inout FeedItem) {
    switch content ?? description ?? other.description ?? other.subtitle {
    case .text(let text): item.contentText = text
    case .html(let html), .xhtml(let html): item.contentHTML = html
    case nil: return
    }
    let longer = content == nil ? nil : description ?? other.description
    let isSubtitleAll = content == nil && description == nil && other.description == nil
    item.summary = (longer ?? (isSubtitleAll ? nil : other.subtitle))?.plainText.nonEmpty
  }

  /// Takes the guid of an item, which may also be the address of its page.
  mutating func takeGUID(_ guid: String, isPermalink: Bool) {
    id = guid
    if isPermalink, WebAddress.isWebAddress(guid) { permalink = guid }
  }

  /// Adds authors unless one of the last eight is the same, so that even a million authors take linear time.
  static func add(_ others: [FeedAuthor], to authors: inout [FeedAuthor]) {
    for author in others where !author.isEmpty {
      let isKnown = authors.suffix(8).contains { other in
        other.name == author.name && (author.name != nil || other.url == author.url)
      }
      if !isKnown { authors.append(author) }
    }
  }
}

/// The files of an item in source order, each address once.
struct XMLAttachments {
  private var attachments: [FeedAttachment] = []
  private var places: [String: Int] = [:]

  /// The first file.
  var first: FeedAttachment? { attachments.first }

  /// Adds a file, or completes one that another vocabulary has already given.
  mutating func add(_ attachment: FeedAttachment) {
    guard let place = places[attachment.url] else {
      places[attachment.url] = attachments.count
      return attachments.append(attachment)
    }
    let first = attachments[place]
    attachments[place].mimeType = first.mimeType ?? attachment.mimeType
    attachments[place].title = first.title ?? attachment.title
    attachments[place].sizeInBytes = first.sizeInBytes ?? attachment.sizeInBytes
    attachments[place].durationInSeconds = first.durationInSeconds ?? attachment.durationInSeconds
  }

  /// Returns the files; the playing time of the episode is that of the recordings that have none.
  func finished(duration: Double?) -> [FeedAttachment] {
    guard let duration else { return attachments }
    return attachments.map { attachment in
      var attachment = attachment
      let isRecording = MediaType.type(of: attachment).map { $0.hasPrefix("audio/") || $0.hasPrefix("video/") }
      if isRecording ?? (attachments.count == 1) {
        attachment.durationInSeconds = attachment.durationInSeconds ?? duration
      }
      return attachment
    }
  }
}

extension String {
  /// The words of a text with one space between them.
  fileprivate var onOneLine: String {
    // Most titles are such already.
    var last: Unicode.Scalar = " "
    for scalar in unicodeScalars {
      // What is no letter may be a mark, which is one character with a space before it.
      let isPlain =
        scalar.value < 0x80
        ? scalar.value >= 0x20 : !scalar.properties.isWhitespace && (last != " " || scalar.isLetter)
      guard isPlain, scalar != " " || last != " " else {
        return split(whereSeparator: \.isWhitespace).joined(separator: " ")
      }
      last = scalar
    }
    return last == " " ? trimmed : self
  }
}

extension Unicode.Scalar {
  fileprivate var isLetter: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
    default: false
    }
  }
}
