/// A person or an organisation that wrote an item.
public struct FeedAuthor: Sendable, Hashable {
  /// The name as people read it.
  public var name: String?

  /// A page of the author's.
  public var url: String?

  /// The address of a picture.
  public var avatar: String?

  /// Names an author.
  public init(name: String? = nil, url: String? = nil, avatar: String? = nil) {
    self.name = name
    self.url = url
    self.avatar = avatar
  }

  /// Whether nothing is known of the author.
  var isEmpty: Bool { name == nil && url == nil && avatar == nil }
}
