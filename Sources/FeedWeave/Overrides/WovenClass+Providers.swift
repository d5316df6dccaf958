import Interception
import ListModel

extension WovenClass {
  /// The list answers with the content's own data source and delegate, and sets them behind the router, whoever asks.
  static func overrideProviders(in woven: ClassObject) throws(AspectError) {
    try woven.override(ListView.dataSource.getter) { call in
      let raw = call.callSuper()
      guard let weaver = call.receiver.woven else { return raw }
      return weaver.contentSource
    }
    try woven.override(ListView.delegate.getter) { call in
      let raw = call.callSuper()
      guard let weaver = call.receiver.woven else { return raw }
      return weaver.contentDelegate
    }
    try woven.override(ListView.dataSource.setter) { call in
      guard let weaver = call.receiver.woven, call.arguments !== weaver.router else { return call.callSuper() }
      weaver.contentSource = call.arguments
      weaver.callSuper(call, weaver.router)
    }
    try woven.override(ListView.delegate.setter) { call in
      guard let weaver = call.receiver.woven, call.arguments !== weaver.router else { return call.callSuper() }
      weaver.contentDelegate = call.arguments
      weaver.callSuper(call, weaver.router)
    }
  }
}
