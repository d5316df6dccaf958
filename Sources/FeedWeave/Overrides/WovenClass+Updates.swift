import Interception
import ListModel
import Placement

extension WovenClass {
  /// Inserting and reloading, with the map before for what was there and the map after for what will be.
  static func overrideUpdates(in woven: ClassObject) throws(AspectError) {
    try translateUpdate(ListView.insertRows, in: woven) { (weaver, call) throws(ListUpdateError) in
      let paths = call.arguments.paths
      try weaver.contentChange().check(inserting: paths)
      let difference = FeedDifference(inserting: paths, into: weaver.map, policy: weaver.policy)
      try weaver.moveList(to: difference.after, following: paths.map(\.section)) { () throws(ListUpdateError) in
        try weaver.callSuper(call, inserting: difference)
      }
    }
    try translateUpdate(ListView.reloadRows, in: woven, isReload: true) { (weaver, call) throws(ListUpdateError) in
      var request = call.arguments
      try weaver.contentChange().check(reloading: request.paths)
      request.paths = request.paths.compactMap { weaver.feedPath($0) }
      try weaver.moveList(to: weaver.map) { () throws(ListUpdateError) in try weaver.callSuper(call, request) }
    }
    try translateUpdate(ListView.reloadSections, in: woven, isReload: true) { (weaver, call) throws(ListUpdateError) in
      var request = call.arguments
      let counts = weaver.contentChange()
      try counts.check(reloadingSections: request.sections)
      request.sections = request.sections.compactMap { weaver.feedSection($0) }
      let after = weaver.map.replacingUserCounts(counts.after)
      try weaver.moveList(to: after) { () throws(ListUpdateError) in try weaver.callSuper(call, request) }
    }
  }

  /// What a woven list cannot do yet is refused before anything changes, by an error that says so.
  static func overrideRefused(in woven: ClassObject) throws(AspectError) {
    try refuse(ListView.deleteRows, in: woven)
    try refuse(ListView.moveRow, in: woven)
    try refuse(ListView.insertSections, in: woven)
    try refuse(ListView.deleteSections, in: woven)
    try refuse(ListView.moveSection, in: woven)
    try refuse(ListView.performBatchUpdates, in: woven)
    try translate(ListView.beginUpdates, in: woven) { weaver, call in
      weaver.isBatchOpen = true
      weaver.callSuper(call, ())
    }
    try translateUpdate(ListView.endUpdates, in: woven, isInBatch: true) { (weaver, call) throws(ListUpdateError) in
      weaver.isBatchOpen = false
      call.receiver.abandonUpdates()
      throw .whileWoven(ListView.endUpdates.selector)
    }
  }

  private static func refuse<Arguments>(
    _ message: ThrowingMessage<ListView, Arguments, Void, ListUpdateError>, in woven: ClassObject
  ) throws(AspectError) {
    try translateUpdate(message, in: woven, isInBatch: true) { (_, _) throws(ListUpdateError) in
      throw .whileWoven(message.selector)
    }
  }

  /// Overrides a message that changes the list: what the content side says is translated, what is said in feed space is watched,
  /// so that the map goes with the list.
  private static func translateUpdate<Arguments>(
    _ message: ThrowingMessage<ListView, Arguments, Void, ListUpdateError>, in woven: ClassObject,
    isReload: Bool = false, isInBatch: Bool = false,
    _ override:
      @escaping @Sendable (
        ListWeaver, inout OverrideCall<ListView, Arguments, Void, ListUpdateError>
      ) throws(ListUpdateError) -> Void
  ) throws(AspectError) {
    try woven.override(message) { call throws(ListUpdateError) in
      guard let weaver = call.receiver.woven else { return try call.callSuper() }
      guard weaver.space == .user else {
        return try weaver.updateInFeedSpace(isReload: isReload) { () throws(ListUpdateError) in
          try call.callSuper()
        }
      }
      weaver.loadList()
      if !isInBatch { try weaver.checkCanUpdate(message.selector) }
      try override(weaver, &call)
    }
  }
}

extension ListWeaver {
  /// The counts that the list knows, and those that the content gives now.
  func contentChange() -> ContentCounts {
    ContentCounts(before: map.userCounts, after: currentContentCounts())
  }
}

extension ListUpdateError {
  /// The refusal of a method that a woven list does not have yet.
  static func whileWoven(_ selector: Selector) -> ListUpdateError {
    .refused(
      method: selector.name,
      reason:
        "a woven list takes insertions of rows and reloads, but no deletions, moves, batches or changes of sections")
  }
}
