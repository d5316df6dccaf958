public import Interception
import ListModel
public import Placement

/// Counting: the counts of the feed follow from the content's counts and the insertions.
extension ListWeaver {
  /// Asks the content for its row counts, section by section.
  public static let contentCounts = Message<ListWeaver, Void, [Int]>("contentCounts(of:)") { weaver, _ in
    guard let source = weaver.content.dataSource, let list = weaver.list else { return [] }
    return weaver.inUserSpace {
      (0..<max(0, min(source.numberOfSections(in: list), ListLimits.sections))).map {
        source.list(list, numberOfRowsInSection: $0)
      }
    }
  }

  /// Notifies the inserted provider that the list is about to load content with these counts.
  public static let willLoad = Message<ListWeaver, [Int], Void>("weaver(_:willLoad:)") { weaver, counts in
    weaver.inFeedSpace { weaver.dataSource?.weaver(weaver, willLoad: counts) }
  }

  /// Notifies the inserted provider of its rows that were dropped with their section.
  public static let didDropRows = Message<ListWeaver, [Int], Void>("weaver(_:didDropRows:)") { weaver, numbers in
    weaver.inFeedSpace { weaver.dataSource?.weaver(weaver, didDropRows: numbers) }
  }

  /// Notifies the inserted provider of its pinned rows that keep their positions though their content section was
  /// deleted.
  public static let didDeleteSectionOfRows = Message<ListWeaver, [Int], Void>("weaver(_:didDeleteSectionOfRows:)") {
    weaver, numbers in
    weaver.inFeedSpace { weaver.dataSource?.weaver(weaver, didDeleteSectionOfRows: numbers) }
  }

  /// Notifies the inserted provider of an update of the content, in content coordinates.
  public static let didUpdateContent = Message<ListWeaver, ContentUpdate, Void>("weaver(_:didUpdate:)") {
    weaver, update in
    weaver.inFeedSpace { weaver.dataSource?.weaver(weaver, didUpdate: update) }
  }

  /// Notifies the inserted provider of every change of the feed.
  public static let didChange = Message<ListWeaver, FeedChange, Void>("weaver(_:didChange:)") { weaver, change in
    weaver.inFeedSpace { weaver.dataSource?.weaver(weaver, didChange: change) }
  }

  /// Returns the number of sections in the feed.
  ///
  /// When the list loads, this requests the content's counts and the insertions.
  public static let numberOfSections = Message<ListWeaver, Void, Int>("numberOfSections(in:)") { weaver, _ in
    weaver.mapForCounting().feedSectionCount
  }

  /// Returns the number of rows in a section of the feed.
  public static let numberOfRows = SectionMessage<Int>("list(_:numberOfRowsInSection:)") { weaver, section in
    weaver.feed.counting.rowCount(inFeedSection: section.section) ?? 0
  }
}

// MARK: - Router

/// Methods of `ListDataSource` about counts.
extension ProviderRouter {
  func numberOfSections(in list: ListView) -> Int { weaver.send(ListWeaver.numberOfSections) }

  func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int {
    let weaver = weaver
    guard let section = weaver.feed.counting.ownedSection(section) else { return 0 }
    return weaver.send(ListWeaver.numberOfRows, section)
  }
}

// MARK: - Counts

extension WovenClass {
  /// Overrides the counts: the list's own, as changed by any aspect on its class, without the insertions.
  static func overrideCounts(in woven: ClassObject) throws(AspectError) {
    try translate(ListView.numberOfSections, in: woven) { weaver, call in
      let shown = weaver.callSuper(call, ())
      return max(0, shown - (weaver.map.feedSectionCount - weaver.map.userSectionCount))
    }
    try translate(ListView.numberOfRows, in: woven) { weaver, call in
      weaver.loadList()
      let section = weaver.feedSection(call.arguments)
      let shown = weaver.callSuper(call, section ?? -1)
      return max(0, shown - (section.map { weaver.map.insertedCount(inFeedSection: $0) } ?? 0))
    }
  }

  /// Overrides reloading: the list asks the router for its counts, which asks both providers.
  static func overrideReload(in woven: ClassObject) throws(AspectError) {
    try woven.override(ListView.reloadData) { call in
      guard let weaver = call.weaver else { return call.callSuper() }
      // During `willLoad`, the load in progress already shows the new requests.
      if weaver.feed.loadingCounts == nil { weaver.callSuper(call, ()) }
    }
    try runInFeedSpace(ListView.layoutIfNeeded, in: woven)
    try runInFeedSpace(ListView.contentSize.getter, in: woven)
    try runInFeedSpace(ListView.contentSize.setter, in: woven)
  }
}

extension InsertionMap {
  /// Returns the number of inserted rows that a feed section shows.
  fileprivate func insertedCount(inFeedSection section: Int) -> Int {
    let content = userSection(forFeed: section).flatMap { userCount(inUserSection: $0) } ?? 0
    return (feedCount(inFeedSection: section) ?? 0) - content
  }
}
