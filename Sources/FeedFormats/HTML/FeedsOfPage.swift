extension FeedReader {
  /// Returns the addresses of the feeds that a page in HTML names as another form of itself, in their order.
  ///
  /// ```swift
  /// FeedReader.addressesOfFeeds(
  ///   inPage: Array("<link rel=alternate type='application/atom+xml' href='/atom.xml'>".utf8), at: "https://a.example/blog")
  /// // ["https://a.example/atom.xml"]
  /// ```
  ///
  /// - Parameters:
  ///   - page: the bytes of the page, in an encoding that contains ASCII.
  ///   - address: the address of the page, against which those of feeds are resolved.
  /// - Complexity: O(*n*) for *n* bytes.
  public static func addressesOfFeeds(inPage page: [UInt8], at address: String) -> [String] {
    var addresses: [String] = []
    var position = 0
    while let start = page[position...].firstIndex(of: UInt8(ascii: "<")) {
      position = start + 1
      guard let markup = Markup(in: page, at: start, isXML: false) else { continue }
      position = markup.end
      guard markup.kind == .startTag, markup.isComplete, page.string(in: markup.name.prefix(5)).lowercased() == "link"
      else { continue }
      func value(_ name: String) -> String { page.attribute(name, in: markup.attributes) ?? "" }
      let isAlternate = value("rel").lowercased().split(whereSeparator: \.isWhitespace).contains("alternate")
      let type = value("type").lowercased().prefix { $0 != ";" && $0 != " " }
      guard isAlternate, typesOfFeeds.contains(String(type)), let feed = value("href").nonEmpty else { continue }
      let whole = WebAddress.resolve(feed, against: address)
      if !addresses.contains(whole) { addresses.append(whole) }
    }
    return addresses
  }

  private static let typesOfFeeds: Set = ["application/rss+xml", "application/atom+xml", "application/feed+json"]
}
