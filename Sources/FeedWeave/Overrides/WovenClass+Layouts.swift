import Interception
import ListModel

extension WovenClass {
  static func overrideLayouts(in woven: ClassObject) throws(AspectError) {}
}
