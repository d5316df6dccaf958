import Interception
import ListModel
import Placement

extension WovenClass {
  /// Inserting and reloading, with the map before for what was there and the map after for what will be.
  static func overrideUpdates(in woven: ClassObject) throws(AspectError) {
    try translate(ListView.insertRows, in: woven) { (weaver, call) throws(ListUpdateError) in
      let list = call.receiver
      weaver.loadList()
      try weaver.checkNoBatch(ListView.insertRows.selector)
      let inserted = call.arguments.paths
      let after = try weaver.countsAfterInserting(inserted, into: list)
      let difference = FeedDifference(inserting: inserted, into: weaver.map, policy: weaver.policy)
      let animation = call.arguments.animation
      try weaver.moveList(to: difference.after, counts: after) { () throws(ListUpdateError) in
        try weaver.callSuper(
          call, difference: difference, (paths: difference.insertedRows, animation: animation), on: list)
      }
    }
    try translate(ListView.reloadRows, in: woven) { (weaver, call) throws(ListUpdateError) in
      weaver.loadList()
      try weaver.checkNoBatch(ListView.reloadRows.selector)
      var request = call.arguments
      request.paths = []
      for path in call.arguments.paths { request.paths.append(try weaver.existingFeedPath(path)) }
      try weaver.callSuper(call, request)
    }
    try translate(ListView.reloadSections, in: woven) { (weaver, call) throws(ListUpdateError) in
      weaver.loadList()
      try weaver.checkNoBatch(ListView.reloadSections.selector)
      var request = call.arguments
      request.sections = []
      for section in call.arguments.sections { request.sections.append(try weaver.existingFeedSection(section)) }
      let counts = try weaver.countsAfterReloading(call.arguments.sections, of: call.receiver)
      let map = weaver.map.replacingUserCounts(counts)
      try weaver.moveList(to: map, counts: counts) { () throws(ListUpdateError) in
        try weaver.callSuper(call, request)
      }
    }
  }

  /// What a woven list cannot do yet is refused before anything changes, by an error that says so.
  static func overrideRefused(in woven: ClassObject) throws(AspectError) {
    try refuse(ListView.deleteRows, in: woven)
    try refuse(ListView.moveRow, in: woven)
    try refuse(ListView.insertSections, in: woven)
    try refuse(ListView.deleteSections, in: woven)
    try refuse(ListView.performBatchUpdates, in: woven)
    try translate(ListView.beginUpdates, in: woven) { weaver, call in
      weaver.isBatchOpen = true
      weaver.callSuper(call, ())
    }
    try translate(ListView.endUpdates, in: woven) { (weaver, call) throws(ListUpdateError) in
      weaver.isBatchOpen = false
      call.receiver.abandonUpdates()
      throw .whileWoven(ListView.endUpdates.selector)
    }
  }

  private static func refuse<Arguments>(
    _ message: ThrowingMessage<ListView, Arguments, Void, ListUpdateError>, in woven: ClassObject
  ) throws(AspectError) {
    try translate(message, in: woven) { (_, _) throws(ListUpdateError) in
      throw .whileWoven(message.selector)
    }
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
