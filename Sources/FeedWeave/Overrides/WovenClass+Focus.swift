import Interception
import ListModel

extension WovenClass {
  static func overrideFocus(in woven: ClassObject) throws(AspectError) {}
}
