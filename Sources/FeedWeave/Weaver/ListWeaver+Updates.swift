import Interception
import ListModel
import Placement

/// A change of the list that is under way: it counts by the map after, while its rows are still known by the map before.
struct PendingUpdate {
  /// The map after; nil until the list counts, where it is that of all that is asked for then.
  var map: InsertionMap?
  /// The generation of requests that the map shows; nil as long as the map is not made.
  var generation: Int?
  /// Whether the list has asked for its counts, which it does once, when it changes.
  var isCounted = false
}

/// Moving a woven list from one map to another, or not at all.
extension ListWeaver {
  /// Has the list change to a map whose counts have been checked, so that it changes as soon as it has counted by it.
  ///
  /// Whether it has is what decides, and not how the call ends: an aspect on the list's class may keep the call from the list,
  /// or throw when the list has changed already.
  func moveList(
    to after: InsertionMap, following sections: [Int] = [], _ change: () throws(ListUpdateError) -> Void
  ) throws(ListUpdateError) {
    pendingUpdate = PendingUpdate(map: after, generation: mapGeneration)
    defer {
      if settle() { followContent(inUserSections: sections) }
    }
    try change()
  }

  /// Has the list change as is said in feed space, where it is the list that checks the counts.
  ///
  /// A change of what is there keeps to the insertions that are shown; any other shows what has been asked for.
  func updateInFeedSpace(
    isReload: Bool, _ change: () throws(ListUpdateError) -> Void
  ) throws(ListUpdateError) {
    // A change inside another one belongs to it.
    if pendingUpdate != nil { return try change() }
    loadList()
    pendingUpdate =
      isReload
      ? PendingUpdate(map: map.replacingUserCounts(currentContentCounts()), generation: mapGeneration)
      : PendingUpdate()
    do throws(ListUpdateError) {
      try change()
      _ = settle()
    } catch {
      pendingUpdate = nil
      throw error
    }
  }

  /// Ends the update under way, and puts its map in force if the list has counted by it; answers whether it has.
  private func settle() -> Bool {
    defer { pendingUpdate = nil }
    return putPendingMapInForce()
  }

  /// Puts the map of an update under way in force, if the list has counted by it.
  @discardableResult
  func putPendingMapInForce() -> Bool {
    guard let update = pendingUpdate, update.isCounted, let after = update.map else { return false }
    map = after
    mapGeneration = update.generation ?? mapGeneration
    return true
  }

  /// Has the list insert rows, and move what they pass, as one update.
  func callSuper(
    _ call: borrowing OverrideCall<ListView, (paths: [ListPath], animation: ListRowAnimation), Void, ListUpdateError>,
    inserting difference: FeedDifference
  ) throws(ListUpdateError) {
    let request = (paths: difference.insertedRows, animation: call.arguments.animation)
    if difference.movedRows.isEmpty { return try callSuper(call, request) }
    let list = call.receiver
    try inFeedSpace { () throws(ListUpdateError) in
      list.beginUpdates()
      do throws(ListUpdateError) {
        try call.callSuper(request)
        for move in difference.movedRows { try list.moveRow(at: move.from, to: move.to) }
      } catch {
        list.abandonUpdates()
        throw error
      }
      try list.endUpdates()
    }
  }

  /// Refuses an update while another one, or a reload, is under way, or a batch is open.
  func checkCanUpdate(_ selector: Selector) throws(ListUpdateError) {
    if isBatchOpen { throw .whileWoven(selector) }
    if pendingUpdate != nil || loadingCounts != nil {
      throw .refused(method: selector.name, reason: "the list is being loaded or updated")
    }
  }
}
