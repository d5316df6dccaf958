import Interception
import ListModel

extension WovenClass {
  /// Of what is in view, the content side sees its own.
  static func overrideVisible(in woven: ClassObject) throws(AspectError) {
    try translate(ListView.cellForRow, in: woven) { weaver, call in
      weaver.callSuper(call, about: .row(call.arguments)) { $0 }
    }
    try translate(ListView.visibleCells, in: woven) { weaver, call in
      weaver.callSuper(call, ()).filter { !weaver.showsInsertion($0) }
    }
    try translate(ListView.indexPathsForVisibleRows, in: woven) { weaver, call in
      weaver.callSuper(call, ()).compactMap { weaver.userPath($0) }
    }
    try translate(ListView.indexPathForCell, in: woven) { weaver, call in
      weaver.callSuper(call, call.arguments).flatMap { weaver.userPath($0) }
    }
    for message in [ListView.headerView, ListView.footerView] {
      try translate(message, in: woven) { weaver, call in
        weaver.callSuper(call, about: .section(call.arguments)) { $0.section }
      }
    }
    try translate(ListView.dequeueReusableCellForPath, in: woven) { weaver, call in
      let path = weaver.feedPath(call.arguments.path) ?? call.arguments.path
      return weaver.callSuper(call, (identifier: call.arguments.identifier, path: path))
    }
    try translate(ListView.dequeueReusableCell, in: woven) { weaver, call in
      weaver.callSuper(call, call.arguments)
    }
  }
}

extension ListWeaver {
  /// Whether a cell in view is an insertion's.
  func showsInsertion(_ cell: ListCell) -> Bool {
    displayedRows[ObjectIdentifier(cell)]?.owner.isInsertion ?? false
  }
}
