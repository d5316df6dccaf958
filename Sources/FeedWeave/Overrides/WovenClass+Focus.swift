import Interception
import ListModel

extension WovenClass {
  /// The focus, where it is on a row of the content's own.
  static func overrideFocus(in woven: ClassObject) throws(AspectError) {
    try translate(ListView.indexPathForFocusedRow, in: woven) { weaver, call in
      weaver.callSuper(call, ()).flatMap { weaver.userPath($0) }
    }
    for message in [ListView.setNeedsFocusUpdate, ListView.updateFocusIfNeeded] {
      try translate(message, in: woven) { weaver, call in
        weaver.callSuper(call, ())
      }
    }
  }
}
