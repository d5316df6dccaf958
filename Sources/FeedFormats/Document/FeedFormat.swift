/// The formats that feeds are read from.
public enum FeedFormat: String, Sendable, CaseIterable {
  /// JSON Feed 1.0 and 1.1.
  case jsonFeed = "jsonfeed"

  /// RSS 2.0, 0.9x, and 1.0 (RDF).
  case rss

  /// Atom 1.0, and 0.3 as far as it is the same.
  case atom

  /// The name that messages use.
  public var title: String {
    switch self {
    case .jsonFeed: "JSON Feed"
    case .rss: "RSS"
    case .atom: "Atom"
    }
  }
}
