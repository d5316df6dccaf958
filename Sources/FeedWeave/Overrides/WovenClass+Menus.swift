import Interception
import ListModel

extension WovenClass {
  /// Of menus and drags, the content side sees its own; what the list does itself runs in the feed's coordinates.
  static func overrideMenus(in woven: ClassObject) throws(AspectError) {
    try overrideContextMenu(in: woven)
    try overrideDragDelegates(in: woven)
    try overrideDragging(in: woven)
    try overrideRegistrations(in: woven)
    try translate(ListView.setContentOffsetAnimated, in: woven) { weaver, call in
      weaver.callSuper(call, call.arguments)
    }
    try translate(ListView.performAsList, in: woven) { weaver, call in
      weaver.callSuper(call, call.arguments)
    }
  }

  private static func overrideContextMenu(in woven: ClassObject) throws(AspectError) {
    try translate(ListView.contextMenuInteraction, in: woven) { weaver, call in
      guard var open = weaver.callSuper(call, ()), !weaver.interactions.isMenuInserted else { return nil }
      open.paths = open.paths.compactMap { weaver.userPath($0) }
      return open
    }
    try translate(ListView.dismissContextMenu, in: woven) { weaver, call in
      if !weaver.interactions.isMenuInserted { weaver.callSuper(call, ()) }
    }
  }

  private static func overrideDragging(in woven: ClassObject) throws(AspectError) {
    try translate(ListView.hasActiveDrag, in: woven) { weaver, call in
      weaver.callSuper(call, ()) && weaver.interactions.insertedDrag == nil
    }
    try translate(ListView.dropItemToRow, in: woven) { weaver, call in
      let request = call.arguments
      weaver.callSuper(call, about: .row(request.path)) { (item: request.item, path: $0) }
    }
    try translate(ListView.dropItemIntoRow, in: woven) { weaver, call in
      let request = call.arguments
      weaver.callSuper(call, about: .row(request.path)) { (item: request.item, path: $0, rect: request.rect) }
    }
  }

  /// The list answers with whom the content side has put in charge, and sets them behind the router, whoever asks.
  private static func overrideDragDelegates(in woven: ClassObject) throws(AspectError) {
    try woven.override(ListView.dragDelegate.getter) { call in
      let raw = call.callSuper()
      guard let weaver = call.receiver.woven else { return raw }
      return weaver.interactions.contentDragDelegate
    }
    try woven.override(ListView.dropDelegate.getter) { call in
      let raw = call.callSuper()
      guard let weaver = call.receiver.woven else { return raw }
      return weaver.interactions.contentDropDelegate
    }
    try woven.override(ListView.dragDelegate.setter) { call in
      guard let weaver = call.receiver.woven, call.arguments !== weaver.router else { return call.callSuper() }
      weaver.interactions.contentDragDelegate = call.arguments
      weaver.callSuper(call, weaver.router)
    }
    try woven.override(ListView.dropDelegate.setter) { call in
      guard let weaver = call.receiver.woven, call.arguments !== weaver.router else { return call.callSuper() }
      weaver.interactions.contentDropDelegate = call.arguments
      // Insertions take nothing, so that a list whose content side takes nothing has nobody for it, as without a weaver.
      weaver.callSuper(call, call.arguments == nil ? nil : weaver.router)
    }
  }

  private static func overrideRegistrations(in woven: ClassObject) throws(AspectError) {
    try translate(ListView.dequeueReusableHeaderFooterView, in: woven) { weaver, call in
      weaver.callSuper(call, call.arguments)
    }
    try translate(ListView.dequeueConfiguredReusableCell, in: woven) { weaver, call in
      var request = call.arguments
      let user = request.path
      let configure = request.configure
      request.path = weaver.feedPath(user) ?? user
      request.configure = { cell, _ in weaver.inUserSpace { configure(cell, user) } }
      return weaver.callSuper(call, request)
    }
  }
}
