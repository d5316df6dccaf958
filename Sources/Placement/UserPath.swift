/// Where a content row stands for its owner, who knows of no insertions.
///
/// Sections and rows count from 0. A user path is no ``FeedPath``; an ``InsertionMap`` translates one into the other.
public struct UserPath: Hashable, Sendable, Codable {
  /// The section, counted without the inserted sections.
  public var section: Int

  /// The row in its section, counted without the inserted rows.
  public var row: Int

  /// Makes a path in the content.
  @inlinable
  public init(section: Int, row: Int) {
    self.section = section
    self.row = row
  }
}

extension UserPath: Comparable {
  /// Orders by section, then by row.
  @inlinable
  public static func < (left: UserPath, right: UserPath) -> Bool {
    (left.section, left.row) < (right.section, right.row)
  }
}

extension UserPath: CustomStringConvertible {
  /// The path in words: `user 0:3`.
  public var description: String { "user \(section):\(row)" }
}
