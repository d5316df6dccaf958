import Interception
import ListModel

extension WovenClass {
  /// The focus, where it is on a row of the content's own; and the selected rows that are the content's.
  static func overrideFocus(in woven: ClassObject) throws(AspectError) {
    try translate(ListView.indexPathForFocusedRow, in: woven) { weaver, call in
      weaver.callSuper(call, ()).flatMap { weaver.userPath($0) }
    }
    try translate(ListView.updateFocusIfNeeded, in: woven) { weaver, call in
      weaver.callSuper(call, ())
    }
    try translate(ListView.scrollToNearestSelectedRow, in: woven) { weaver, call in
      weaver.loadList()
      var request = call.arguments
      let own = request.among ?? call.receiver.indexPathsForSelectedRows
      request.among = own.compactMap { weaver.feedPath($0) }
      weaver.callSuper(call, request)
    }
  }
}
