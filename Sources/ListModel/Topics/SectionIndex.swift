public import Interception

/// The index beside a list: titles that stand for sections, or for rows.
extension ListView {
  /// The message of ``reloadSectionIndexTitles()``.
  public static let reloadSectionIndexTitles = Message<ListView, Void, Void>("reloadSectionIndexTitles()") { list, _ in
    list.sectionIndexTitles = nil
  }

  /// Asks the data source for the titles of the index anew, when they are next looked at.
  public final func reloadSectionIndexTitles() { send(ListView.reloadSectionIndexTitles) }

  /// The titles of the index, asked for once until the list or its index is reloaded.
  final var indexTitles: [String] {
    loadIfNeeded()
    if let sectionIndexTitles { return sectionIndexTitles }
    let revision = revision
    let titles = rawDataSource?.sectionIndexTitles(for: self) ?? []
    if isCurrent(revision) { sectionIndexTitles = titles }
    return titles
  }

  /// Scrolls to what a title of the index stands for; answers whether the list has it.
  final func scrollToIndexTitle(at index: Int) -> Bool {
    let titles = indexTitles
    guard titles.indices.contains(index), let source = rawDataSource else { return false }
    let revision = revision
    let path = source.list(self, indexPathForIndexTitle: titles[index], at: index)
    guard isCurrent(revision) else { return false }
    if let path { return scrollRaw(following: path, .top) != nil }
    let section = source.list(self, sectionForSectionIndexTitle: titles[index], at: index)
    guard isCurrent(revision), section >= 0, !extents.sections.isEmpty else { return false }
    let last = extents.sections.count - 1
    scrollRaw { extents.sections.isEmpty ? nil : extents.top(ofSection: min(section, last)) }
    return true
  }
}

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

// MARK: - Index

/// The index beside the list, as a person sees it and touches it.
extension ListDisplay {
  /// The titles of the index, from the top down; none where the data source gives none.
  public var sectionIndexTitles: [String] { list.indexTitles }

  /// Touches a title of the index: what it stands for is scrolled to the top.
  ///
  /// - Returns: whether the list has what the title stands for.
  @discardableResult
  public func selectIndexTitle(at index: Int) -> Bool { list.scrollToIndexTitle(at: index) }
}
