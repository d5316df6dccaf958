import Interception
import ListModel

extension WovenClass {
  /// Of what is selected, the content side sees its own, and selects its own.
  static func overrideSelection(in woven: ClassObject) throws(AspectError) {
    try translate(ListView.indexPathForSelectedRow, in: woven) { weaver, call in
      guard let first = weaver.callSuper(call, ()) else { return nil }
      return weaver.userPath(first) ?? call.receiver.selectedRows.lazy.compactMap { weaver.userPath($0) }.first
    }
    try overrideSelectedRows(in: woven)
    try translate(ListView.selectRow, in: woven) { weaver, call in
      let request = call.arguments
      guard let path = request.path else {
        weaver.loadList()
        return weaver.callSuper(call, request)
      }
      weaver.callSuper(call, about: .row(path)) {
        (path: $0, animated: request.animated, position: request.position)
      }
    }
    try translate(ListView.deselectRow, in: woven) { weaver, call in
      // A list that is not loaded has nothing selected, and is not loaded for this.
      var request = call.arguments
      request.path = weaver.feedPath(request.path) ?? .nowhere
      weaver.callSuper(call, request)
    }
  }

  /// Of a change that has been made observers are told in the content's coordinates, as is what was selected before.
  private static func overrideSelectedRows(in woven: ClassObject) throws(AspectError) {
    try translate(ListView.indexPathsForSelectedRows.getter, in: woven) { weaver, call in
      let isTold = call.receiver.isTellingSelection
      let selected = weaver.callSuper(call, ())
      return isTold ? selected : selected.compactMap { weaver.userPath($0) }
    }
    try translate(ListView.indexPathsForSelectedRows.setter, in: woven) { weaver, call in
      if call.receiver.isTellingSelection { return call.callSuper() }
      weaver.loadList()
      weaver.callSuper(call, call.arguments.compactMap { weaver.feedPath($0) })
      call.receiver.acceptSelection(call.receiver.selectedRows.compactMap { weaver.userPath($0) })
    }
    try woven.override(ListView.performForObservers) { call in
      guard let weaver = call.receiver.woven else { return call.callSuper() }
      weaver.inUserSpace { call.callSuper() }
    }
    try woven.override(ListView.tellObservers) { call in
      guard let weaver = call.receiver.woven else { return call.callSuper() }
      // They are told when the map is that of the list again.
      if weaver.pendingUpdate != nil { return }
      weaver.inUserSpace { call.callSuper(call.arguments.compactMap { weaver.userPath($0) }) }
    }
  }

  /// Scrolling to a row of the content, or to those of its rows that are selected.
  static func overrideScrolling(in woven: ClassObject) throws(AspectError) {
    try translate(ListView.scrollToRow, in: woven) { weaver, call in
      let request = call.arguments
      weaver.callSuper(call, about: .row(request.path)) {
        (path: $0, position: request.position, animated: request.animated)
      }
    }
    try translate(ListView.scrollToNearestSelectedRow, in: woven) { weaver, call in
      weaver.loadList()
      var request = call.arguments
      request.among = request.among.map { $0.compactMap { weaver.feedPath($0) } }
      // Without rows to choose from, the list chooses among those that the content side sees.
      weaver.inFeedSpace(for: ContentRequest()) { call.callSuper(request) }
    }
    try translate(ListView.contentOffset.getter, in: woven) { weaver, call in
      weaver.callSuper(call, ())
    }
    try translate(ListView.contentOffset.setter, in: woven) { weaver, call in
      weaver.callSuper(call, call.arguments)
    }
  }
}
