/// Reads the outlines of an OPML document as a list of feeds.
struct OPMLReader {
  private let source: SourceText
  private let options: FeedReader.Options
  private var scanner: XMLScanner
  private var list = SubscriptionList()
  private var outlines: [Outline] = []
  private var names = ShortNames()
  private var isFull = false
  /// Where the feeds are, in the order of their ends.
  private(set) var places: [Place] = []
  /// Where the end tag of the body begins; nil if there is none.
  private(set) var bodyEnd: Int?

  /// Where a feed is.
  struct Place {
    let feedURL: String
    /// From the beginning of its outline to the end of it.
    let range: Range<Int>
    /// Whether the outline has others.
    let isFolder: Bool
  }

  /// An open outline: a feed, a folder, or both.
  private struct Outline {
    let name: String
    let start: Int
    let depth: Int
    let feedURL: String?
    /// Whether it has outlines.
    var isFolder = false
    /// Whether it is a feed or has outlines.
    var isUsed: Bool
  }

  /// The maximum number of folders around a feed that are kept, so that deep nesting takes linear time.
  private static let maxFolders = 16

  static func read(_ source: SourceText, _ options: FeedReader.Options) throws(FeedError) -> SubscriptionList {
    try reader(of: source, options).list
  }

  /// Returns a reader that has read a list.
  static func reader(of source: SourceText, _ options: FeedReader.Options) throws(FeedError) -> OPMLReader {
    var reader = OPMLReader(source, options)
    do throws(XMLTruncation) { try reader.readDocument() } catch {
      guard options.partial else { throw .truncated(source.map.end, within: error.within) }
      reader.scanner.findings.add(
        at: source.bytes.count, .restLeftOut, "the document ends too early, within \(error.within)")
    }
    guard reader.isOPML else {
      let start = source.start
      throw .unrecognised(source.map.position(at: start), content: "text that begins with \(source.excerpt(at: start))")
    }
    reader.list.findings = reader.scanner.findings.ordered
    return reader
  }

  /// Returns whether the first element is that of an OPML document.
  static func isList(_ source: SourceText) -> Bool {
    guard source.bytes[source.start] == UInt8(ascii: "<") else { return false }
    var scanner = XMLScanner(source, at: source.start, maxDepth: 1)
    while let event = try? scanner.next() {
      switch event {
      case .start(let tag): return scanner.isOPML(tag)
      case .text: continue
      case .end, .finish: return false
      }
    }
    return false
  }

  /// Whether the root element is that of an OPML document.
  private var isOPML = false
  private var isBodyOpen = false

  private init(_ source: SourceText, _ options: FeedReader.Options) {
    self.source = source
    self.options = options
    scanner = XMLScanner(source, at: 0, maxDepth: options.maxDepth)
  }

  private mutating func readDocument() throws(XMLTruncation) {
    while true {
      switch try scanner.next() {
      case .start(let tag):
        if scanner.depth == 1 { isOPML = scanner.isOPML(tag) }
        guard isOPML else { return }
        try read(tag)
      case .end:
        closeOutlines()
        if scanner.depth == 1, isBodyOpen { (bodyEnd, isBodyOpen) = (scanner.eventStart, false) }
        if scanner.depth == 0 { return }
      case .text: continue
      case .finish:
        if isOPML { throw XMLTruncation(within: "an element") }
        return
      }
    }
  }

  private mutating func read(_ tag: XMLScanner.Tag) throws(XMLTruncation) {
    switch scanner.lowercasedName(of: tag).1 {
    case "outline": takeOutline(tag)
    case "body" where scanner.depth == 2: isBodyOpen = true
    case "title" where outlines.isEmpty:
      let title = try scanner.readContent().text.trimmed.nonEmpty
      list.title = list.title ?? title
    default: return
    }
  }

  private mutating func takeOutline(_ tag: XMLScanner.Tag) {
    let values = scanner.values(of: tag)
    if let parent = outlines.indices.last { (outlines[parent].isUsed, outlines[parent].isFolder) = (true, true) }
    let feedURL = values["xmlurl"].map(Self.webAddress)
    let name = values["text"] ?? values["title"] ?? values["htmlurl"] ?? feedURL ?? ""
    defer {
      outlines.append(
        Outline(name: name, start: tag.start, depth: scanner.depth, feedURL: feedURL, isUsed: feedURL != nil))
    }
    guard let feedURL else { return }
    guard list.feeds.count < options.maxItems else {
      if !isFull { scanner.findings.add(at: tag.start, .restLeftOut, "more than \(options.maxItems) feeds") }
      isFull = true
      return
    }
    let folders = outlines.prefix(Self.maxFolders).map(\.name).filter { !$0.isEmpty }
    var feed = Subscription(name: name, feedURL: feedURL, homePage: values["htmlurl"], folders: folders)
    feed.shortName = names.unique(feed.shortName)
    list.feeds.append(feed)
  }

  /// Removes the outlines that have ended; one that had no feed in it is a finding.
  private mutating func closeOutlines() {
    while let last = outlines.last, last.depth > scanner.depth {
      outlines.removeLast()
      if let feedURL = last.feedURL {
        places.append(Place(feedURL: feedURL, range: last.start..<scanner.position, isFolder: last.isFolder))
      }
      if !last.isUsed {
        scanner.findings.add(
          at: last.start, .valueLeftOut, "the outline \(last.name.quotedForMessage) has no address of a feed")
      }
    }
  }

  /// Returns an address without the scheme `feed`, which only feed readers know.
  private static func webAddress(_ address: String) -> String {
    let lowercased = address.prefix(7).lowercased()
    if lowercased == "feed://" { return "http://" + address.dropFirst(7) }
    if lowercased.hasPrefix("feed:") { return String(address.dropFirst(5)) }
    return address
  }
}

/// Makes names different by numbers at their ends.
private struct ShortNames {
  private var used: Set<String> = []
  private var numbers: [String: Int] = [:]

  /// Returns a name, with a number if it is used already.
  mutating func unique(_ name: String) -> String {
    if used.insert(name).inserted { return name }
    var number = numbers[name] ?? 1
    repeat { number += 1 } while !used.insert("\(name)-\(number)").inserted
    numbers[name] = number
    return "\(name)-\(number)"
  }
}

extension XMLScanner {
  /// Whether the root element of a document is that of OPML.
  func isOPML(_ root: Tag) -> Bool { bytes.string(in: root.name.prefix(5)).lowercased() == "opml" }

  /// Returns the values of the attributes of an outline, named in lower case, without those that are blank.
  fileprivate mutating func values(of tag: Tag) -> [String: String] {
    var values: [String: String] = [:]
    var reader = XMLAttributes(bytes, tag.attributes)
    while let attribute = reader.next() {
      guard attribute.name.count <= 8 else { continue }
      let name = bytes.string(in: attribute.name).lowercased()
      guard ["text", "title", "xmlurl", "htmlurl"].contains(name), values[name] == nil else { continue }
      var value: [UInt8] = []
      decode(attribute.value, isCDATA: false, into: &value)
      values[name] = String(decoding: value, as: UTF8.self).trimmed.nonEmpty
    }
    return values
  }
}
