/// One row of a merged list as it is written: an item of the content or an ad, and where it stands.
///
/// Rows and sections are counted from 0.
public struct WovenEntry: Sendable, Hashable {
  /// Whose row it is.
  public enum Owner: Sendable, Hashable {
    /// The content's; the row is its own, as if there were no ads.
    case content(userRow: Int)

    /// An ad's, with the reason why it stands there.
    case ad(reason: String)
  }

  /// What stands there.
  public var item: FeedItem

  /// Whose row it is.
  public var owner: Owner

  /// The section.
  public var section: Int

  /// The row in the section of the merged list.
  public var row: Int

  /// Places an item.
  public init(_ item: FeedItem, _ owner: Owner, section: Int, row: Int) {
    self.item = item
    self.owner = owner
    self.section = section
    self.row = row
  }
}
