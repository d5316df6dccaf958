public import Interception

extension ListView {
  /// The message of ``numberOfSections``.
  public static let numberOfSections = Message<ListView, Void, Int>("numberOfSections") { list, _ in
    list.loadIfNeeded()
    return list.extents.sections.count
  }

  /// The number of sections that the list shows.
  public final var numberOfSections: Int { send(ListView.numberOfSections) }

  /// The message of ``numberOfRows(inSection:)``.
  public static let numberOfRows = Message<ListView, Int, Int>("numberOfRows(inSection:)") { list, section in
    list.loadIfNeeded()
    return list.extents.sections.indices.contains(section) ? list.extents.sections[section].rows.count : 0
  }

  /// The number of rows that the list shows in a section; none in a section that it does not have.
  public final func numberOfRows(inSection section: Int) -> Int { send(ListView.numberOfRows, section) }
}
