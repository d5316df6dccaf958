import Interception
import ListModel

extension WovenClass {
  /// Rectangles are the feed's, since there is one content; rows and sections are named as the content side knows them.
  static func overrideRectangles(in woven: ClassObject) throws(AspectError) {
    for message in [ListView.rectForSection, ListView.rectForHeader, ListView.rectForFooter] {
      try translate(message, in: woven) { weaver, call in
        weaver.callSuper(call, about: .section(call.arguments)) { $0.section }
      }
    }
    try translate(ListView.rectForRow, in: woven) { weaver, call in
      weaver.callSuper(call, about: .row(call.arguments)) { $0 }
    }
    try translate(ListView.indexPathForRowAtPoint, in: woven) { weaver, call in
      weaver.callSuper(call, call.arguments).flatMap { weaver.userPath($0) }
    }
    try translate(ListView.indexPathsForRows, in: woven) { weaver, call in
      weaver.callSuper(call, call.arguments).compactMap { weaver.userPath($0) }
    }
  }
}

extension ListPath {
  /// A row that no list has; what a row that does not exist is translated to, so that the list answers for it.
  static let nowhere = ListPath(row: -1, section: -1)
}
