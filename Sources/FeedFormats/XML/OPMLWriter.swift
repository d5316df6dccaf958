extension SubscriptionList {
  /// The list as an OPML 2.0 document in UTF-8, which ``read(_:options:)`` reads as the same feeds in the same folders.
  ///
  /// Neighbours with the same folders share them. Findings are not written, nor characters that XML cannot have.
  /// - Complexity: O(*n*) for *n* bytes.
  public var opml: [UInt8] {
    var writer = OPMLWriter()
    writer.write(self)
    return writer.bytes
  }

  /// The list as a former version of it, in which only the feeds that are no longer there are cut, and new ones added at the
  /// end: all that other programs have written stays.
  ///
  /// A version that is not in UTF-8, or cannot be changed in this way, is written anew.
  /// - Complexity: O(*n*) for *n* bytes.
  public func opml(changing former: [UInt8]) -> [UInt8] {
    guard let source = try? SourceText(former), source.bytes == former,
      let reader = try? OPMLReader.reader(of: source, FeedReader.Options()),
      let end = reader.bodyEnd, String(decoding: former[end...].prefix(6), as: UTF8.self).lowercased() == "</body"
    else { return opml }
    let (present, known) = (Set(feeds.map(\.feedURL)), Set(reader.places.map(\.feedURL)))
    var writer = OPMLWriter()
    var from = 0
    for place in reader.places where !present.contains(place.feedURL) {
      guard !place.isFolder, place.range.lowerBound >= from else { return opml }
      writer.add(former[from..<place.range.lowerBound])
      from = place.range.upperBound
    }
    writer.add(former[from..<max(from, end)])
    for feed in feeds where !known.contains(feed.feedURL) { writer.addInFolders(feed) }
    writer.enter([])
    writer.add(former[max(from, end)...])
    let again = try? SubscriptionList.read(writer.bytes)
    return again?.feeds.map(\.feedURL) == feeds.map(\.feedURL) ? writer.bytes : opml
  }
}

/// Writes a list of feeds as an OPML document.
private struct OPMLWriter {
  private(set) var bytes: [UInt8] = []
  /// The open folders, the outermost first.
  private var folders: [String] = []

  mutating func write(_ list: SubscriptionList) {
    add("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opml version=\"2.0\">\n  <head>\n")
    if let title = list.title { add("    <title>\(title.escapedForXML)</title>\n") }
    add("  </head>\n  <body>\n")
    list.feeds.forEach { addInFolders($0) }
    enter([])
    add("  </body>\n</opml>\n")
  }

  /// Adds the line of a feed in its folders.
  mutating func addInFolders(_ feed: Subscription) {
    enter(feed.folders)
    add(feed)
  }

  /// Adds the line of a feed.
  private mutating func add(_ feed: Subscription) {
    let page = feed.homePage.map { " htmlUrl=\"\($0.escapedForXML)\"" } ?? ""
    let address = feed.feedURL.escapedForXML
    addLine("<outline type=\"rss\" text=\"\(feed.name.escapedForXML)\" xmlUrl=\"\(address)\"\(page)/>")
  }

  mutating func add(_ bytes: ArraySlice<UInt8>) { self.bytes += bytes }

  /// Closes and opens folders, so that those of the next feed are open.
  mutating func enter(_ next: [String]) {
    let shared = zip(folders, next).prefix { $0 == $1 }.count
    while folders.count > shared {
      folders.removeLast()
      addLine("</outline>")
    }
    for folder in next.dropFirst(shared) {
      addLine("<outline text=\"\(folder.escapedForXML)\">")
      folders.append(folder)
    }
  }

  /// Adds a line, indented by what is open.
  private mutating func addLine(_ text: String) {
    add(String(repeating: " ", count: 4 + 2 * folders.count) + text + "\n")
  }

  private mutating func add(_ text: String) { bytes += text.utf8 }
}

extension String {
  /// The text as the value of an attribute or the content of an element.
  fileprivate var escapedForXML: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "\n", "\r", "\t": text += "&#\(scalar.value);"
      default: if scalar.value >= 0x20, scalar.value & 0xFFFE != 0xFFFE { text.unicodeScalars.append(scalar) }
      }
    }
    return text
  }
}
