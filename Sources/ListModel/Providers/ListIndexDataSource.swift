/// Gives the titles of the index beside a list.
///
/// Part of ``ListDataSource``; every method is optional, and its default leaves the matter to the list.
public protocol ListIndexDataSource: AnyObject {
  /// The titles of the index; nil for no index. A collection's index titles are these too.
  func sectionIndexTitles(for list: ListView) -> [String]?
  /// The section that a title of the index stands for, which has the title's own number unless said otherwise.
  ///
  /// One after the last counts as the last; a negative one is no section.
  func list(_ list: ListView, sectionForSectionIndexTitle title: String, at index: Int) -> Int
  /// The row that a title of the index stands for, as a collection says it; nil for one that stands for a section.
  func list(_ list: ListView, indexPathForIndexTitle title: String, at index: Int) -> ListPath?
}

extension ListIndexDataSource {
  /// No index.
  public func sectionIndexTitles(for list: ListView) -> [String]? { nil }
  /// The section with the title's own number.
  public func list(_ list: ListView, sectionForSectionIndexTitle title: String, at index: Int) -> Int { index }
  /// A section.
  public func list(_ list: ListView, indexPathForIndexTitle title: String, at index: Int) -> ListPath? { nil }
}
