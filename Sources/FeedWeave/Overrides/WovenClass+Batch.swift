import Interception
import ListModel
import Placement

extension WovenClass {
  /// Batches: what the content side says in one is gathered, and told the list when it ends; in feed space the list gathers it.
  static func overrideBatch(in woven: ClassObject) throws(AspectError) {
    try woven.override(ListView.beginUpdates) { call in
      // While the list is being loaded or updated it opens no batch.
      guard let weaver = call.receiver.woven, !call.receiver.refusesUpdates else { return call.callSuper() }
      if weaver.space == .user {
        weaver.inFeedSpace { call.callSuper() }
        weaver.contentBatch.open()
      } else {
        call.callSuper()
        weaver.feedBatch.open()
      }
    }
    try woven.override(ListView.endUpdates) { call throws(ListUpdateError) in
      guard let weaver = call.receiver.woven else { return try call.callSuper() }
      let list = call.receiver
      if weaver.space == .user {
        try weaver.endUpdates(list) { () throws(ListUpdateError) in try call.callSuper() }
      } else {
        try weaver.endUpdatesInFeedSpace { () throws(ListUpdateError) in try call.callSuper() }
      }
    }
    try woven.override(ListView.performBatchUpdates) { call throws(ListUpdateError) in
      guard let weaver = call.receiver.woven else { return try call.callSuper() }
      if weaver.space == .user {
        // By a callback of an update under way it is refused, and that update is not over.
        let isDuringUpdate = weaver.pendingUpdate != nil
        defer { if !isDuringUpdate { weaver.settle() } }
        try weaver.callSuper(call, weaver.gathering(call.arguments, call.receiver))
      } else {
        let request = try weaver.gatheringInFeedSpace(call.arguments)
        try weaver.watchUnlessOpen { () throws(ListUpdateError) in try call.callSuper(request) }
      }
    }
  }
}
