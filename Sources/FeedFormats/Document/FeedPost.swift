/// What a post of a social network has besides its text and its files.
public struct FeedPost: Sendable, Hashable {
  /// The post that this one replies to.
  public var replyTo: FeedReference?

  /// The post that this one quotes.
  public var quote: FeedReference?

  /// Who boosted the post, so that it is in the timeline.
  public var booster: FeedAuthor?

  /// When that was, in seconds since 1970.
  public var boosted: Int64?

  /// The poll in the post.
  public var poll: FeedPoll?

  /// The preview of a page that the post links to.
  public var card: FeedLinkCard?

  /// What the author warns of; the text is shown only to those who ask for it.
  public var warning: String?

  /// The titles of the reader's own filters that match the post; it is shown only to those who ask for it.
  public var filters: [String] = []

  /// Creates a post without anything but its text.
  public init() {}
}

/// Another post that a post refers to.
public struct FeedReference: Sendable, Hashable {
  /// The identifier of the other post.
  public var id: String?

  /// The address of its page.
  public var url: String?

  /// Its author, as far as the post says who it is.
  public var author: FeedAuthor?

  /// Creates a reference.
  public init(id: String? = nil, url: String? = nil, author: FeedAuthor? = nil) {
    (self.id, self.url, self.author) = (id, url, author)
  }
}

/// A poll, with its votes so far.
public struct FeedPoll: Sendable, Hashable {
  /// A choice in a poll.
  public struct Option: Sendable, Hashable {
    /// The words of the choice.
    public var title: String?

    /// The number of votes for it, if it is known.
    public var votes: Int64?

    /// Creates a choice.
    public init(title: String? = nil, votes: Int64? = nil) { (self.title, self.votes) = (title, votes) }
  }

  /// The choices in their order.
  public var options: [Option] = []

  /// The number of votes, and of the people who voted.
  public var votes, voters: Int64?

  /// The time when the poll ends or ended, in seconds since 1970.
  public var end: Int64?

  /// Whether several options can be chosen.
  public var isMultiple = false

  /// Creates a poll without options.
  public init() {}
}

/// The preview of a page.
public struct FeedLinkCard: Sendable, Hashable {
  /// The address of the page.
  public var url: String?

  /// The title of the page, and a few words about it, as plain text.
  public var title, summary: String?

  /// The address of a picture.
  public var image: String?

  /// Creates a preview.
  public init(url: String? = nil, title: String? = nil, summary: String? = nil, image: String? = nil) {
    (self.url, self.title, self.summary, self.image) = (url, title, summary, image)
  }
}

/// The feed that an item of a merged feed is from.
public struct FeedSource: Sendable, Hashable {
  /// The name of the feed.
  public var title: String?

  /// The address of the feed, or else of its page.
  public var url: String?

  /// The address of its page; of a merged feed that was read again, only its first item knows it and the icon.
  public var homePage: String?

  /// The address of its picture.
  public var icon: String?

  /// Creates a source.
  public init(title: String? = nil, url: String? = nil, homePage: String? = nil, icon: String? = nil) {
    (self.title, self.url, self.homePage, self.icon) = (title, url, homePage, icon)
  }
}

extension FeedDocument {
  /// The feed as the items of a merged feed name it.
  public var source: FeedSource {
    FeedSource(title: title ?? "", url: feedURL ?? homePage, homePage: feedURL == nil ? nil : homePage, icon: icon)
  }
}
