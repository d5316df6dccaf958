import Interception
import ListModel

extension WovenClass {
  /// The list answers with the content's own prefetch data source, and sets it behind the router, whoever asks.
  static func overridePrefetching(in woven: ClassObject) throws(AspectError) {
    try woven.override(ListView.prefetchDataSource.getter) { call in
      let raw = call.callSuper()
      guard let weaver = call.receiver.woven else { return raw }
      return weaver.contentPrefetchSource
    }
    try woven.override(ListView.prefetchDataSource.setter) { call in
      guard let weaver = call.receiver.woven, call.arguments !== weaver.router else { return call.callSuper() }
      weaver.contentPrefetchSource = call.arguments
      weaver.callSuper(call, weaver.router)
    }
  }
}
