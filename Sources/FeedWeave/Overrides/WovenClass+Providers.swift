import Interception
import ListModel

extension WovenClass {
  /// The list answers with the content's own data source and delegate, whoever asks, and sets them behind the router.
  static func overrideProviders(in woven: ClassObject) throws(AspectError) {
    try woven.override(ListView.getDataSource) { call in
      let raw = call.callSuper()
      guard let weaver = call.receiver.woven else { return raw }
      return weaver.contentSource
    }
    try woven.override(ListView.getDelegate) { call in
      let raw = call.callSuper()
      guard let weaver = call.receiver.woven else { return raw }
      return weaver.contentDelegate
    }
    try translate(ListView.setDataSource, in: woven) { weaver, call in
      weaver.contentSource = call.arguments
      weaver.callSuper(call, weaver.router)
    }
    try translate(ListView.setDelegate, in: woven) { weaver, call in
      weaver.contentDelegate = call.arguments
      weaver.callSuper(call, weaver.router)
    }
  }
}
