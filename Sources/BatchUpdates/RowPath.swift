/// The position of a row: its section and its row in the section, both counted from 0 in the coordinates of `Space`.
///
/// Paths of different spaces are different types, so they cannot be mixed up by accident: ``FeedPath`` counts inserted
/// rows, ``UserPath`` does not, and ``ListPath`` counts the rows that a list shows. An `InsertionMap` translates
/// between the first two.
///
/// ```swift
/// FeedPath(section: 0, row: 3) < FeedPath(section: 1, row: 0)   // true
/// "\(UserPath(section: 0, row: 3))"                             // "user 0:3"
/// ```
@frozen
public struct RowPath<Space: RowPathSpace>: Sendable {
  /// The section.
  public var section: Int

  /// The row in its section.
  public var row: Int

  /// Makes a path.
  @inlinable
  public init(section: Int, row: Int) {
    self.section = section
    self.row = row
  }
}

/// A coordinate space of a ``RowPath``.
public protocol RowPathSpace {
  /// The word before the numbers in a path's description; empty for a list, which has one space only.
  static var name: String { get }
}

/// The coordinate space of a feed, which counts content rows and inserted rows.
public enum FeedSpace: RowPathSpace {
  /// `feed`.
  public static var name: String { "feed" }
}

/// The coordinate space of the content's owner, which counts content rows only.
public enum UserSpace: RowPathSpace {
  /// `user`.
  public static var name: String { "user" }
}

/// The coordinate space of a list, which counts all rows that it shows.
public enum ListSpace: RowPathSpace {
  /// An empty string.
  public static var name: String { "" }
}

/// The position of a row in the feed, inserted rows included.
public typealias FeedPath = RowPath<FeedSpace>

/// The position of a content row for its owner, inserted rows not counted.
public typealias UserPath = RowPath<UserSpace>

/// The position of a row in a list.
public typealias ListPath = RowPath<ListSpace>

extension RowPath where Space == ListSpace {
  /// Makes the path of a row.
  @inlinable
  public init(row: Int, section: Int) { self.init(section: section, row: row) }

  /// Makes the path of an item, the name for a row in collection views.
  @inlinable
  public init(item: Int, section: Int) { self.init(section: section, row: item) }

  /// The row's number, under the name that collection views use.
  @inlinable
  public var item: Int {
    get { row }
    set { row = newValue }
  }
}

extension RowPath: Hashable {
  /// Whether both paths name the same row.
  @inlinable
  public static func == (left: RowPath, right: RowPath) -> Bool {
    left.section == right.section && left.row == right.row
  }

  /// Feeds section and row to a hasher.
  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(section)
    hasher.combine(row)
  }
}

extension RowPath: Comparable {
  /// Orders by section, then by row.
  @inlinable
  public static func < (left: RowPath, right: RowPath) -> Bool {
    (left.section, left.row) < (right.section, right.row)
  }
}

extension RowPath: Codable {}

extension RowPath: CustomStringConvertible {
  /// The path as text, such as `feed 0:3` or `user 0:3`, or `0:3` in a list.
  public var description: String { Space.name.isEmpty ? "\(section):\(row)" : "\(Space.name) \(section):\(row)" }
}
