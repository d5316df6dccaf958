/// What is known of an episode of a podcast besides its recording.
///
/// Apple's elements give its place in the podcast, and those of Podcasting 2.0 the rest.
public struct FeedEpisode: Sendable, Hashable {
  /// The number of the season, and of the episode in it, or in the podcast if there are no seasons.
  public var season, number: Int?

  /// The kind of the episode: `full`, `trailer` or `bonus`.
  public var kind: String?

  /// The file with its chapters.
  public var chapters: FeedTextFile?

  /// Its transcripts, in several formats or languages.
  public var transcripts: [FeedTextFile] = []

  /// The people who are heard in it or made it.
  public var persons: [FeedPerson] = []

  /// Creates the place of an episode.
  public init(season: Int? = nil, number: Int? = nil, kind: String? = nil) {
    (self.season, self.number, self.kind) = (season, number, kind)
  }
}

/// A file with text about a recording.
public struct FeedTextFile: Sendable, Hashable {
  /// The address of the file.
  public var url: String?

  /// The media type, such as `text/vtt`.
  public var mimeType: String?

  /// The language, as a tag such as `en-GB`.
  public var language: String?

  /// Creates a file.
  public init(url: String? = nil, mimeType: String? = nil, language: String? = nil) {
    (self.url, self.mimeType, self.language) = (url, mimeType, language)
  }
}

/// A person who takes part in an episode.
public struct FeedPerson: Sendable, Hashable {
  /// The name.
  public var name: String?

  /// What the person does, such as `host` or `guest`.
  public var role: String?

  /// The address of a page about the person, and of a picture.
  public var url, image: String?

  /// Creates a person.
  public init(name: String? = nil, role: String? = nil, url: String? = nil, image: String? = nil) {
    (self.name, self.role, self.url, self.image) = (name, role, url, image)
  }
}
