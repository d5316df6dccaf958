/// What a change names: a row of a flat list or a section, by its number, or a row in its section, by its path.
public protocol ListPosition: Hashable, Comparable, Codable, Sendable {
  /// Whether each number in it is from 0 and below 2,147,483,646, the rows of the longest list.
  var isWithinLimit: Bool { get }
}

extension Int: ListPosition {
  /// Whether it is from 0 and below 2,147,483,646.
  public var isWithinLimit: Bool { self >= 0 && self < RowPairing.limit }
}

extension FeedPath: ListPosition {
  /// Whether the section and the row are from 0 and below 2,147,483,646.
  public var isWithinLimit: Bool { section.isWithinLimit && row.isWithinLimit }
}
