import Interception
import ListModel

extension WovenClass {
  /// The index is the content's own; the list forgets it, and asks for it, in feed space.
  static func overrideIndex(in woven: ClassObject) throws(AspectError) {
    try translate(ListView.reloadSectionIndexTitles, in: woven) { weaver, call in
      weaver.callSuper(call, ())
    }
  }
}
