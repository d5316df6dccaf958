/// A row of a merged feed: content, or an ad.
public enum FeedEntry<Content, Ad> {
  /// A row of the content, and where its owner knows it.
  case content(Content, UserPath)
  /// An ad, and where it stands and why.
  case ad(Ad, AdSlot)
}

extension FeedEntry: Sendable where Content: Sendable, Ad: Sendable {}
extension FeedEntry: Equatable where Content: Equatable, Ad: Equatable {}
extension FeedEntry: Hashable where Content: Hashable, Ad: Hashable {}

extension FeedEntry {
  /// The content; nil for an ad.
  @inlinable
  public var content: Content? {
    if case .content(let content, _) = self { content } else { nil }
  }

  /// The ad; nil for content.
  @inlinable
  public var ad: Ad? {
    if case .ad(let ad, _) = self { ad } else { nil }
  }

  /// Where the ad stands; nil for content.
  @inlinable
  public var slot: AdSlot? {
    if case .ad(_, let slot) = self { slot } else { nil }
  }
}
