/// The kinds of JSON objects that are read as items.
enum JSONItemKind {
  /// An item as JSON Feed defines it.
  case jsonFeed
  /// A status of Mastodon.
  case mastodon
  /// A post of Bluesky, or its view in a feed.
  case bluesky
  /// An item of RSS, with elements and attributes as members.
  case rss

  /// Creates the kind of an object that the names of its members show, or returns nil.
  ///
  /// An object is an item of JSON Feed if it has content, or if most of its members are those of an item.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  init?(_ value: JSONValue) {
    var names: Set<String> = []
    var objects: [String: JSONValue] = [:]
    for member in value.members {
      let name = value.name(of: member)
      if !name.hasPrefix("_") { names.insert(name) }
      if member.value.kind == .object { objects[name] = member.value }
    }
    if objects["account"] != nil, names.contains("content") || objects["reblog"] != nil {
      self = .mastodon
    } else if objects["record"] != nil && objects["author"] != nil || objects["post"]?.hasMember("record") == true {
      self = .bluesky
    } else if names.contains("content_text") || names.contains("content_html")
      || names.intersection(JSONItemReader.itemMembers).count * 2 > names.count
    {
      self = .jsonFeed
    } else {
      return nil
    }
  }

  /// The format of a document whose items are of this kind.
  var format: FeedFormat {
    switch self {
    case .jsonFeed: .jsonFeed
    case .mastodon: .mastodon
    case .bluesky: .bluesky
    case .rss: .rssInJSON
    }
  }

  /// The names of the arrays of items in an object that the service returns.
  var arrayNames: [String] {
    switch self {
    case .jsonFeed: ["items"]
    case .mastodon: ["statuses", "ancestors", "descendants"]
    case .bluesky: ["feed", "posts"]
    case .rss: ["item"]
    }
  }
}

extension JSONItemReader {
  /// Returns the item of an object; for any other value, adds a finding and returns nil.
  mutating func item(_ value: JSONValue, as kind: JSONItemKind) -> FeedItem? {
    guard value.kind == .object else {
      findings.add(at: value.range.lowerBound, .itemLeftOut, "an item is \(value.kind.rawValue), not an object")
      return nil
    }
    switch kind {
    case .jsonFeed: return item(value)
    case .mastodon: return mastodonItem(value)
    case .bluesky: return blueskyItem(value)
    case .rss: return rssItem(value)
    }
  }
}
