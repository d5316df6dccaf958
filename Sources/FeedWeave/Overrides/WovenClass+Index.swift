import Interception
import ListModel

extension WovenClass {
  static func overrideIndex(in woven: ClassObject) throws(AspectError) {}
}
