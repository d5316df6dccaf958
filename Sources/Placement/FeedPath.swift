/// Where a row stands in the feed: what is shown, insertions included.
///
/// Sections and rows count from 0. A feed path is no ``UserPath``; an ``InsertionMap`` translates one into the other.
public struct FeedPath: Hashable, Sendable, Codable {
  /// The section, counted with the inserted sections.
  public var section: Int

  /// The row in its section, counted with the inserted rows.
  public var row: Int

  /// Makes a path in the feed.
  @inlinable
  public init(section: Int, row: Int) {
    self.section = section
    self.row = row
  }
}

extension FeedPath: Comparable {
  /// Orders by section, then by row.
  @inlinable
  public static func < (left: FeedPath, right: FeedPath) -> Bool {
    (left.section, left.row) < (right.section, right.row)
  }
}

extension FeedPath: CustomStringConvertible {
  /// The path in words: `feed 0:3`.
  public var description: String { "feed \(section):\(row)" }
}
