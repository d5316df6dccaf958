public import Interception
import ListModel
public import Placement

/// Counting: what is shown follows from what the content has and what is inserted.
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

  /// Tells the insertions' side that the list is about to load, and what counts the content has.
  public static let willLoad = Message<ListWeaver, [Int], Void>("weaver(_:willLoad:)") { weaver, counts in
    weaver.inFeedSpace { weaver.dataSource?.weaver(weaver, willLoad: counts) }
  }

  /// Tells the insertions' side which of its rows were dropped with the section of the content that they stood in.
  public static let didDropRows = Message<ListWeaver, [Int], Void>("weaver(_:didDropRows:)") { weaver, numbers in
    weaver.inFeedSpace { weaver.dataSource?.weaver(weaver, didDropRows: numbers) }
  }

  /// Tells the insertions' side which of its pinned rows have kept their positions though the section of the content that they
  /// stood in was deleted.
  public static let didDeleteSectionOfRows = Message<ListWeaver, [Int], Void>("weaver(_:didDeleteSectionOfRows:)") {
    weaver, numbers in
    weaver.inFeedSpace { weaver.dataSource?.weaver(weaver, didDeleteSectionOfRows: numbers) }
  }

  /// Tells the insertions' side what an update of the content has made of it, in the content's own numbers.
  public static let didUpdateContent = Message<ListWeaver, ContentUpdate, Void>("weaver(_:didUpdate:)") {
    weaver, update in
    weaver.inFeedSpace { weaver.dataSource?.weaver(weaver, didUpdate: update) }
  }

  /// Tells the insertions' side what has changed in the feed, whoever changed it.
  public static let didChange = Message<ListWeaver, FeedChange, Void>("weaver(_:didChange:)") { weaver, change in
    weaver.inFeedSpace { weaver.dataSource?.weaver(weaver, didChange: change) }
  }

  /// Answers the list how many sections it shows; that is when a list that loads is filled.
  public static let numberOfSections = Message<ListWeaver, Void, Int>("numberOfSections(in:)") { weaver, _ in
    weaver.countedMap().feedSectionCount
  }

  /// Answers the list how many rows it shows in a section.
  public static let numberOfRows = SectionMessage<Int>("list(_:numberOfRowsInSection:)") { weaver, section in
    weaver.feed.counting.map.feedCount(inFeedSection: section.section) ?? 0
  }
}

// MARK: - Counts

extension WovenClass {
  /// What the list counts, with whatever an aspect on its class makes of it, less the insertions.
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

  /// Reloading goes to the list, which asks the router for its counts, which asks both sides.
  static func overrideReload(in woven: ClassObject) throws(AspectError) {
    try woven.override(ListView.reloadData) { call in
      guard let weaver = call.receiver.woven else { return call.callSuper() }
      // Who is placing, and reloads, has what it places shown by the load under way.
      if weaver.feed.loadingCounts == nil { weaver.callSuper(call, ()) }
    }
    try translate(ListView.layoutIfNeeded, in: woven) { weaver, call in
      weaver.callSuper(call, ())
    }
    try woven.override(ListView.didLayOut) { call in
      call.callSuper()
      if let weaver = call.receiver.woven { weaver.inFeedSpace { weaver.send(ListWeaver.didLayOut) } }
    }
    try translate(ListView.contentSize.getter, in: woven) { weaver, call in
      weaver.callSuper(call, ())
    }
    try translate(ListView.contentSize.setter, in: woven) { weaver, call in
      weaver.callSuper(call, call.arguments)
    }
  }
}

extension InsertionMap {
  /// How many inserted rows a feed section shows.
  fileprivate func insertedCount(inFeedSection section: Int) -> Int {
    let content = userSection(forFeed: section).flatMap { userCount(inUserSection: $0) } ?? 0
    return (feedCount(inFeedSection: section) ?? 0) - content
  }
}
