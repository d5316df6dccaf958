public import Placement

/// Whose a row of the feed is.
public enum RowOwner: Hashable, Sendable {
  /// The content side's, at this place of the content.
  case content(UserPath)
  /// An insertion; the number counts the requests since the insertions were last cleared.
  case insertion(Int)

  /// Whether the row is inserted.
  public var isInsertion: Bool {
    if case .insertion = self { true } else { false }
  }
}

/// A row of the feed with its owner and what that owner says it shows.
public struct WovenRow {
  /// Where the row stands.
  public let path: FeedPath
  /// Whose it is.
  public let owner: RowOwner
  /// What it shows; nil where the owner does not say.
  public let model: Any?
}
