import Interception
import ListModel
import Placement

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
      if weaver.loadingCounts == nil { weaver.callSuper(call, ()) }
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
