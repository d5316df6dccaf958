import Interception
import ListModel

extension WovenClass {
  static func overrideMenus(in woven: ClassObject) throws(AspectError) {}
}
