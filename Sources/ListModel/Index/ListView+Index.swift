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
    if revision == self.revision { sectionIndexTitles = titles }
    return titles
  }

  /// Scrolls to what a title of the index stands for; answers whether the list has it.
  final func scrollToIndexTitle(at index: Int) -> Bool {
    let titles = indexTitles
    guard titles.indices.contains(index), let source = rawDataSource else { return false }
    let revision = revision
    let path = source.list(self, indexPathForIndexTitle: titles[index], at: index)
    guard revision == self.revision else { return false }
    if let path { return scrollRaw(following: path, .top) != nil }
    let section = source.list(self, sectionForSectionIndexTitle: titles[index], at: index)
    guard revision == self.revision, section >= 0, !extents.sections.isEmpty else { return false }
    let last = extents.sections.count - 1
    scrollRaw { extents.sections.isEmpty ? nil : extents.top(ofSection: min(section, last)) }
    return true
  }
}
