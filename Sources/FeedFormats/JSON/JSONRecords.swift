/// The members of JSON Feed's authors and attachments, and of what it has no members for.
///
/// As JSON Feed asks, the latter are extensions: objects whose names begin with an underscore, `_post` and `_podcast`.
extension FeedAuthor: JSONRecord {
  init() { self.init(name: nil) }

  static let noun = "an author"
  static let members: [JSONMember<FeedAuthor>] = [
    .text("name", \.name), .text("url", \.url), .text("avatar", \.avatar),
    .group("_post", [.text("handle", \.handle)]),
  ]
}

extension FeedAttachment: JSONRecord {
  init() { self.init(url: "") }

  static let noun = "an attachment"
  static let members: [JSONMember<FeedAttachment>] = [
    .text("url", \.url), .text("mime_type", \.mimeType), .text("title", \.title),
    .number("size_in_bytes", \.sizeInBytes), .number("duration_in_seconds", \.durationInSeconds),
  ]
}

extension FeedEpisode: JSONRecord {
  init() { self.init(season: nil) }

  static let noun = "an episode"
  static let members: [JSONMember<FeedEpisode>] = [
    .number("season", \.season), .number("episode", \.number), .text("type", \.kind),
    .record("chapters", \.chapters), .records("transcripts", \.transcripts), .records("persons", \.persons),
  ]
}

extension FeedTextFile: JSONRecord {
  init() { self.init(url: nil) }

  static let noun = "a file"
  static let members: [JSONMember<FeedTextFile>] = [
    .text("url", \.url), .text("mime_type", \.mimeType), .text("language", \.language),
  ]
}

extension FeedPerson: JSONRecord {
  init() { self.init(name: nil) }

  static let noun = "a person"
  static let members: [JSONMember<FeedPerson>] = [
    .text("name", \.name), .text("role", \.role), .text("url", \.url), .text("image", \.image),
  ]
}

extension FeedPost: JSONRecord {
  static let noun = "a post"
  static let members: [JSONMember<FeedPost>] = [
    .record("reply_to", \.replyTo), .record("quote", \.quote), .record("boosted_by", \.booster),
    .time("boosted", \.boosted), .record("poll", \.poll), .record("card", \.card), .text("warning", \.warning),
    .texts("filters", \.filters),
  ]
}

extension FeedReference: JSONRecord {
  init() { self.init(id: nil) }

  static let noun = "a reference"
  static let members: [JSONMember<FeedReference>] = [
    .text("id", \.id), .text("url", \.url), .record("author", \.author),
  ]
}

extension FeedPoll: JSONRecord {
  static let noun = "a poll"
  static let members: [JSONMember<FeedPoll>] = [
    .records("options", \.options), .number("votes", \.votes), .number("voters", \.voters), .time("ends", \.end),
    .flag("multiple", \.isMultiple),
  ]
}

extension FeedPoll.Option: JSONRecord {
  init() { self.init(title: nil) }

  static let noun = "an option"
  static let members: [JSONMember<FeedPoll.Option>] = [.text("title", \.title), .number("votes", \.votes)]
}

extension FeedLinkCard: JSONRecord {
  init() { self.init(url: nil) }

  static let noun = "a card"
  static let members: [JSONMember<FeedLinkCard>] = [
    .text("url", \.url), .text("title", \.title), .text("description", \.summary), .text("image", \.image),
  ]
}

/// The place of an item in a merged feed, as the member `_feedweave` has it; rows and sections are counted from 0.
struct MergedPlace: JSONRecord {
  /// The name of the member.
  static let name = "_feedweave"

  var isAd = false
  var row, section, userRow: Int?
  /// The heading of the section, at the first row of each in a merged feed of lines.
  var heading: String?
  var reason: String?
  /// The name and the address of the feed, where there are several.
  var feed, feedURL: String?
  /// The address of its page and of its picture, at the first item of each feed.
  var feedHomePage, feedIcon: String?
  /// The names of other feeds that have the item.
  var alsoIn: [String] = []

  static let noun = "a place"
  static let members: [JSONMember<MergedPlace>] = [
    .flag("ad", \.isAd), .number("row", \.row), .number("section", \.section), .number("userRow", \.userRow),
    .text("heading", \.heading), .text("reason", \.reason), .text("feed", \.feed), .text("feedURL", \.feedURL),
    .text("feedHomePage", \.feedHomePage), .text("feedIcon", \.feedIcon), .texts("alsoIn", \.alsoIn),
  ]

  /// Whether it is as this module writes it, and not what somebody else means by the name.
  var isOwn: Bool { row != nil && section != nil && isAd == (userRow == nil) }

  /// The feeds of the item.
  var feeds: [FeedSource] {
    get {
      let first = FeedSource(title: feed, url: feedURL, homePage: feedHomePage, icon: feedIcon)
      return (feed == nil && feedURL == nil ? [] : [first]) + alsoIn.map { FeedSource(title: $0) }
    }
    set {
      (feed, feedURL) = (newValue.first?.title, newValue.first?.url)
      (feedHomePage, feedIcon) = (newValue.first?.homePage, newValue.first?.icon)
      alsoIn = newValue.dropFirst().compactMap { $0.title ?? $0.url }
    }
  }
}
