public import Interception

/// The index beside a list: titles that refer to sections or rows.
extension ListView {
  /// The message of ``reloadSectionIndexTitles()``.
  public static let reloadSectionIndexTitles = Message<ListView, Void, Void>("reloadSectionIndexTitles()") { list, _ in
    list.sectionIndexTitles = nil
  }

  /// Discards the index titles; the data source is asked for them again when they are next needed.
  public final func reloadSectionIndexTitles() { send(ListView.reloadSectionIndexTitles) }

  /// The index titles, requested once until the list or its index is reloaded.
  fileprivate final var indexTitles: [String] {
    loadIfNeeded()
    if let sectionIndexTitles { return sectionIndexTitles }
    let revision = revision
    let titles = rawDataSource?.sectionIndexTitles(for: self) ?? []
    if isCurrent(revision) { sectionIndexTitles = titles }
    return titles
  }

  /// Scrolls to the section or row of an index title; returns whether it exists.
  fileprivate final func scrollToIndexTitle(at index: Int) -> Bool {
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

/// Provides the titles of the index beside a list.
///
/// Part of ``ListDataSource``; every method is optional, and its default provides no index.
public protocol ListIndexDataSource: AnyObject {
  /// Returns the index titles, also those of a collection; nil for no index.
  func sectionIndexTitles(for list: ListView) -> [String]?
  /// Returns the section of an index title; by default the section with the same number as the title.
  ///
  /// A number after the last section means the last section; a negative number means no section.
  func list(_ list: ListView, sectionForSectionIndexTitle title: String, at index: Int) -> Int
  /// Returns the row of an index title, as in a collection; nil for a title that refers to a section.
  func list(_ list: ListView, indexPathForIndexTitle title: String, at index: Int) -> ListPath?
}

extension ListIndexDataSource {
  /// Returns nil: no index.
  public func sectionIndexTitles(for list: ListView) -> [String]? { nil }
  /// Returns the section with the same number as the title.
  public func list(_ list: ListView, sectionForSectionIndexTitle title: String, at index: Int) -> Int { index }
  /// Returns nil: the title refers to a section.
  public func list(_ list: ListView, indexPathForIndexTitle title: String, at index: Int) -> ListPath? { nil }
}

// MARK: - Index

/// The index beside the list, for display and touches.
extension ListDisplay {
  /// The index titles from top to bottom; empty if the data source provides none.
  public var sectionIndexTitles: [String] { list.indexTitles }

  /// Touches an index title, which scrolls its section or row to the top.
  ///
  /// - Returns: whether the section or row of the title exists.
  @discardableResult
  public func selectIndexTitle(at index: Int) -> Bool { list.scrollToIndexTitle(at: index) }
}
