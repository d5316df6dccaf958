public import ListModel
public import Placement

extension ListPath {
  /// A place in the feed as the list, which shows the feed, names it.
  public init(_ path: FeedPath) {
    self.init(row: path.row, section: path.section)
  }

  /// A place in the content as the content side, which sees the list without insertions, names it.
  public init(_ path: UserPath) {
    self.init(row: path.row, section: path.section)
  }
}

extension FeedPath {
  /// The place that a path means where the list is spoken of as it is shown.
  public init(_ path: ListPath) {
    self.init(section: path.section, row: path.row)
  }
}

extension UserPath {
  /// The place that a path means where the list is spoken of without its insertions.
  public init(_ path: ListPath) {
    self.init(section: path.section, row: path.row)
  }
}
