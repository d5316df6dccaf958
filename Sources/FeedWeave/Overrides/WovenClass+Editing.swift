import Interception
import ListModel

extension WovenClass {
  static func overrideEditing(in woven: ClassObject) throws(AspectError) {}
}
