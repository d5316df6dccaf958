import Interception
import ListModel

extension WovenClass {
  static func overrideMovement(in woven: ClassObject) throws(AspectError) {}
}
