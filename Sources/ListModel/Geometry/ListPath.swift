/// The place of a row in a list: a section, and a row of it, both counted from zero.
///
/// A list knows one kind of place, the one that it shows. Who weaves rows into it translates; see the module FeedWeave.
public struct ListPath: Hashable, Sendable, Codable {
  /// The section's number.
  public var section: Int
  /// The row's number in its section.
  public var row: Int

  /// Makes the path of a row.
  public init(row: Int, section: Int) {
    self.section = section
    self.row = row
  }
}

extension ListPath {
  /// The row's number, as a collection calls it.
  public var item: Int {
    get { row }
    set { row = newValue }
  }

  /// Makes the path of an item, which is a row.
  public init(item: Int, section: Int) { self.init(row: item, section: section) }
}

extension ListPath: Comparable {
  /// Whether one row stands above another.
  public static func < (one: ListPath, other: ListPath) -> Bool {
    (one.section, one.row) < (other.section, other.row)
  }
}

extension ListPath: CustomStringConvertible {
  /// Section and row: `"0:12"`.
  public var description: String { "\(section):\(row)" }
}
