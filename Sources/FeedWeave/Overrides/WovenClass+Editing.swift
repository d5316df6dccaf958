import Interception
import ListModel

extension WovenClass {
  /// Editing mode is the same for all rows; of what is swiped, the content side sees its own.
  static func overrideEditing(in woven: ClassObject) throws(AspectError) {
    try translate(ListView.setEditing, in: woven) { weaver, call in
      weaver.callSuper(call, call.arguments)
    }
    try translate(ListView.indexPathForSwipedRow, in: woven) { weaver, call in
      weaver.callSuper(call, ()).flatMap { weaver.userPath($0) }
    }
  }
}
