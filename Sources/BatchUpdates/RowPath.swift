/// Where a row stands: a section, and a row in it, both counted from 0 in the coordinates of `Space`.
///
/// Paths of different spaces are different types, so that one cannot be taken for another by accident: ``FeedPath`` counts the
/// inserted rows, ``UserPath`` does not, and ``ListPath`` is what a list shows. An `InsertionMap` translates between the first two.
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

/// The coordinates that a ``RowPath`` counts in.
public protocol RowPathSpace {
  /// The word that comes before the numbers of a path; empty where there is one space only.
  static var name: String { get }
}

/// The coordinates of a feed: its rows and sections with the inserted ones.
public enum FeedSpace: RowPathSpace {
  /// `feed`.
  public static var name: String { "feed" }
}

/// The coordinates of the content's owner, who knows of no insertions.
public enum UserSpace: RowPathSpace {
  /// `user`.
  public static var name: String { "user" }
}

/// The coordinates of a list, which knows one kind of rows: those that it shows.
public enum ListSpace: RowPathSpace {
  /// Nothing.
  public static var name: String { "" }
}

/// Where a row stands in the feed: what is shown, insertions included.
public typealias FeedPath = RowPath<FeedSpace>

/// Where a content row stands for its owner, who knows of no insertions.
public typealias UserPath = RowPath<UserSpace>

/// Where a row stands in a list.
public typealias ListPath = RowPath<ListSpace>

extension RowPath where Space == ListSpace {
  /// Makes the path of a row.
  @inlinable
  public init(row: Int, section: Int) { self.init(section: section, row: row) }

  /// Makes the path of an item, which is a row.
  @inlinable
  public init(item: Int, section: Int) { self.init(section: section, row: item) }

  /// The row's number, as a collection calls it.
  @inlinable
  public var item: Int {
    get { row }
    set { row = newValue }
  }
}

extension RowPath: Hashable {
  /// Whether both name one row.
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
  /// The path in words: `feed 0:3`, `user 0:3` or, in a list, `0:3`.
  public var description: String { Space.name.isEmpty ? "\(section):\(row)" : "\(Space.name) \(section):\(row)" }
}
