import Interception
import ListModel

extension WovenClass {
  /// Of what is selected, the content side sees its own, and selects its own.
  static func overrideSelection(in woven: ClassObject) throws(AspectError) {
    try translate(ListView.indexPathForSelectedRow, in: woven) { weaver, call in
      guard let first = weaver.callSuper(call, ()) else { return nil }
      return weaver.userPath(first) ?? call.receiver.selectedRows.lazy.compactMap { weaver.userPath($0) }.first
    }
    try translate(ListView.indexPathsForSelectedRows, in: woven) { weaver, call in
      weaver.callSuper(call, ()).compactMap { weaver.userPath($0) }
    }
    try translate(ListView.selectRow, in: woven) { weaver, call in
      weaver.loadList()
      var request = call.arguments
      request.path = request.path.map { weaver.feedPath($0) ?? .nowhere }
      weaver.callSuper(call, request)
    }
    try translate(ListView.deselectRow, in: woven) { weaver, call in
      // A list that is not loaded has nothing selected, and is not loaded for this.
      var request = call.arguments
      request.path = weaver.feedPath(request.path) ?? .nowhere
      weaver.callSuper(call, request)
    }
  }

  /// Scrolling to a row of the content, or to those of its rows that are selected.
  static func overrideScrolling(in woven: ClassObject) throws(AspectError) {
    try translate(ListView.scrollToRow, in: woven) { weaver, call in
      weaver.loadList()
      var request = call.arguments
      request.path = weaver.feedPath(request.path) ?? .nowhere
      weaver.callSuper(call, request)
    }
    try translate(ListView.scrollToNearestSelectedRow, in: woven) { weaver, call in
      weaver.loadList()
      var request = call.arguments
      let own = request.among ?? call.receiver.indexPathsForSelectedRows
      request.among = own.compactMap { weaver.feedPath($0) }
      weaver.callSuper(call, request)
    }
    try translate(ListView.setContentOffset, in: woven) { weaver, call in
      weaver.callSuper(call, call.arguments)
    }
  }
}
