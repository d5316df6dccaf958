/// A list of feeds that somebody subscribes to, as feed readers export it in OPML.
///
/// ```swift
/// let list = try SubscriptionList.read(bytes)
/// for feed in list.feeds { print("--feed \(feed.shortName)=\(feed.feedURL)") }
/// // --feed harbour-news=https://example.org/feed.xml
/// ```
public struct SubscriptionList: Sendable, Hashable {
  /// The name of the list.
  public var title: String?

  /// The feeds in the order of the source; a feed in several folders is there as often.
  public var feeds: [Subscription] = []

  /// The problems that were found and how they were handled, in source order.
  public var findings: [Finding] = []

  /// Creates an empty list.
  public init() {}

  /// Reads a list.
  ///
  /// The limits of the options hold for feeds as for items. A feed without an address is a finding.
  /// - Throws: `FeedError`, with a position, if it is no list, or if it ends too early and `partial` is not set.
  /// - Complexity: O(*n*) for *n* bytes.
  public static func read(
    _ bytes: [UInt8], options: FeedReader.Options = FeedReader.Options()
  ) throws(FeedError) -> SubscriptionList {
    guard bytes.count <= options.maxBytes else { throw .tooManyBytes(limit: options.maxBytes) }
    return try OPMLReader.read(try SourceText(bytes), options)
  }

  /// Returns whether a file is a list of feeds, judged by its beginning.
  public static func isList(_ beginning: some Sequence<UInt8>) -> Bool {
    guard let source = try? SourceText(Array(beginning)) else { return false }
    return OPMLReader.isList(source)
  }
}

/// A feed in a list of feeds.
public struct Subscription: Sendable, Hashable {
  /// The name that the reader shows for the feed.
  public var name: String

  /// The address of the feed.
  public var feedURL: String

  /// The address of the page that the feed belongs to.
  public var homePage: String?

  /// The names of the folders around the feed, the outermost first.
  public var folders: [String]

  /// A name for a section or a file: the words of the name in ASCII letters and digits; different for each feed of a
  /// list.
  public internal(set) var shortName: String

  /// Creates a subscription.
  public init(name: String, feedURL: String, homePage: String? = nil, folders: [String] = []) {
    self.name = name
    self.feedURL = feedURL
    self.homePage = homePage
    self.folders = folders
    shortName = Self.shortName(of: name) ?? "feed"
  }

  /// Returns up to 40 bytes of the ASCII words of a name in lower case, with hyphens; nil if there are none.
  private static func shortName(of name: String) -> String? {
    let words = name.utf8.split { !$0.isASCIILetter && !$0.isASCIIDigit }
    let text = words.map { String(Substring($0)).lowercased() }.joined(separator: "-").prefix(40)
    return String(text).nonEmpty
  }
}
