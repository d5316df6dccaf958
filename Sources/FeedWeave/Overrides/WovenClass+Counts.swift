import Interception
import ListModel
import Placement

extension WovenClass {
  /// Counts without insertions; the list is loaded by asking it first.
  static func overrideCounts(in woven: ClassObject) throws(AspectError) {
    try translate(ListView.numberOfSections, in: woven) { weaver, call in
      _ = weaver.callSuper(call, ())
      return weaver.map.userSectionCount
    }
    try translate(ListView.numberOfRows, in: woven) { weaver, call in
      let user = call.arguments
      weaver.loadList()
      _ = weaver.callSuper(call, weaver.feedSection(user) ?? -1)
      return weaver.map.userCount(inUserSection: user) ?? 0
    }
  }

  /// Reloading goes to the list, which asks the router for its counts, which asks both sides.
  static func overrideReload(in woven: ClassObject) throws(AspectError) {
    try translate(ListView.reloadData, in: woven) { weaver, call in
      weaver.callSuper(call, ())
    }
    try translate(ListView.layoutIfNeeded, in: woven) { weaver, call in
      weaver.callSuper(call, ())
    }
    try translate(ListView.contentSize, in: woven) { weaver, call in
      weaver.callSuper(call, ())
    }
  }
}

extension ListWeaver {
  /// Sees to it that the map is that of a loaded list.
  func loadList() {
    inFeedSpace { list?.loadIfNeeded() }
  }
}
