public import Interception
import ListModel
public import Placement

/// Questions about the section index for the content provider; the answers are in feed coordinates.
extension ListWeaver {
  /// Asks the content provider for the titles of the index.
  public static let sectionIndexTitles = Message<ListWeaver, Void, [String]?>("sectionIndexTitles(for:)") { weaver, _ in
    weaver.askContentSource { $1.sectionIndexTitles(for: $0) } ?? nil
  }

  /// Asks the content provider for the section of an index title; returns its feed section, negative for none.
  public static let sectionForSectionIndexTitle = Message<ListWeaver, (title: String, index: Int), Int>(
    "list(_:sectionForSectionIndexTitle:at:)"
  ) { weaver, title in
    let user = weaver.askContentSource {
      $1.list($0, sectionForSectionIndexTitle: title.title, at: title.index)
    }
    let last = weaver.map.userSectionCount - 1
    return weaver.feedSection(min(user ?? title.index, last)) ?? -1
  }

  /// Asks the content provider for the row of an index title; returns its feed path.
  public static let indexPathForIndexTitle = Message<ListWeaver, (title: String, index: Int), FeedPath?>(
    "list(_:indexPathForIndexTitle:at:)"
  ) { weaver, title in
    let user = weaver.askContentSource { $1.list($0, indexPathForIndexTitle: title.title, at: title.index) }
    return user.flatMap { $0 }.map { FeedPath(weaver.feedPath($0) ?? .invalid) }
  }

  private func askContentSource<Answer>(_ ask: (ListView, any ListDataSource) -> Answer) -> Answer? {
    guard let list, let source = content.dataSource else { return nil }
    return inUserSpace { ask(list, source) }
  }
}

// MARK: - Index

/// Methods of `ListDataSource` about the index.
extension ProviderRouter {
  func sectionIndexTitles(for list: ListView) -> [String]? { weaver.send(ListWeaver.sectionIndexTitles) }

  func list(_ list: ListView, sectionForSectionIndexTitle title: String, at index: Int) -> Int {
    let weaver = weaver
    return weaver.send(ListWeaver.sectionForSectionIndexTitle, (title: title, index: index))
  }

  func list(_ list: ListView, indexPathForIndexTitle title: String, at index: Int) -> ListPath? {
    let weaver = weaver
    return weaver.send(ListWeaver.indexPathForIndexTitle, (title: title, index: index)).map { ListPath($0) }
  }
}

// MARK: - Index (WovenClass)

extension WovenClass {
  /// Overrides the index, which the content provider alone provides: the list reloads it in feed space.
  static func overrideIndex(in woven: ClassObject) throws(AspectError) {
    try runInFeedSpace(ListView.reloadSectionIndexTitles, in: woven)
  }
}
