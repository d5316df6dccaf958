public import Interception
import ListModel
public import Placement

/// What the content side is asked about the index, which is its own; the answers are the feed's.
extension ListWeaver {
  /// Asks the content side for the titles of the index.
  public static let sectionIndexTitles = Message<ListWeaver, Void, [String]?>("sectionIndexTitles(for:)") { weaver, _ in
    weaver.askContentSource { $1.sectionIndexTitles(for: $0) } ?? nil
  }

  /// Asks the content side for the section that a title stands for; the answer is the feed's, negative for none.
  public static let sectionForSectionIndexTitle = Message<ListWeaver, (title: String, index: Int), Int>(
    "list(_:sectionForSectionIndexTitle:at:)"
  ) { weaver, title in
    let user = weaver.askContentSource {
      $1.list($0, sectionForSectionIndexTitle: title.title, at: title.index)
    }
    let last = weaver.map.userSectionCount - 1
    return weaver.feedSection(min(user ?? title.index, last)) ?? -1
  }

  /// Asks the content side for the row that a title stands for; the answer is the feed's.
  public static let indexPathForIndexTitle = Message<ListWeaver, (title: String, index: Int), FeedPath?>(
    "list(_:indexPathForIndexTitle:at:)"
  ) { weaver, title in
    let user = weaver.askContentSource { $1.list($0, indexPathForIndexTitle: title.title, at: title.index) }
    return user.flatMap { $0 }.map { FeedPath(weaver.feedPath($0) ?? .nowhere) }
  }

  private func askContentSource<Answer>(_ ask: (ListView, any ListDataSource) -> Answer) -> Answer? {
    guard let list, let source = content.dataSource else { return nil }
    return inUserSpace { ask(list, source) }
  }
}

// MARK: - Index

/// The part of ListDataSource that is about the index.
extension ProviderRouter {
  func sectionIndexTitles(for list: ListView) -> [String]? {
    let weaver = weaver
    return weaver.send(ListWeaver.sectionIndexTitles)
  }

  func list(_ list: ListView, sectionForSectionIndexTitle title: String, at index: Int) -> Int {
    let weaver = weaver
    return weaver.send(ListWeaver.sectionForSectionIndexTitle, (title: title, index: index))
  }

  func list(_ list: ListView, indexPathForIndexTitle title: String, at index: Int) -> ListPath? {
    let weaver = weaver
    return weaver.send(ListWeaver.indexPathForIndexTitle, (title: title, index: index)).map { ListPath($0) }
  }
}

// MARK: - Index

extension WovenClass {
  /// The index is the content's own; the list forgets it, and asks for it, in feed space.
  static func overrideIndex(in woven: ClassObject) throws(AspectError) {
    try translate(ListView.reloadSectionIndexTitles, in: woven) { weaver, call in
      weaver.callSuper(call, ())
    }
  }
}
