import Interception
import ListModel
import Placement

extension WovenClass {
  /// What changes: the content side says it in its own coordinates, and the list is told the difference that it makes in the
  /// feed.
  static func overrideUpdates(in woven: ClassObject) throws(AspectError) {
    try overrideRows(ListView.insertRows, in: woven) { $0.insertedRows += $1 }
    try overrideRows(ListView.deleteRows, in: woven) { $0.deletedRows += $1 }
    try overrideRows(ListView.reloadRows, in: woven, isReload: true) { $0.reloadedRows += $1 }
    try overrideSections(ListView.insertSections, in: woven) { $0.insertedSections += $1 }
    try overrideSections(ListView.deleteSections, in: woven) { $0.deletedSections += $1 }
    try overrideSections(ListView.reloadSections, in: woven, isReload: true) { $0.reloadedSections += $1 }
    try overrideUpdate(ListView.reconfigureRows, in: woven, isReload: true) { (weaver, call) throws(ListUpdateError) in
      let paths = call.arguments
      try weaver.update(ListView.reconfigureRows.selector, with: .automatic, { $0.reconfiguredRows += paths }) {
        () throws(ListUpdateError) in
        try call.callSuper([])
      }
    }
    try overrideUpdate(ListView.moveRow, in: woven) { (weaver, call) throws(ListUpdateError) in
      let move = call.arguments
      let note = { (updates: inout ListUpdates) in updates.movedRows.append((from: move.from, to: move.to)) }
      try weaver.update(ListView.moveRow.selector, with: .automatic, note, alone: {})
    }
    try overrideUpdate(ListView.moveSection, in: woven) { (weaver, call) throws(ListUpdateError) in
      let move = call.arguments
      let note = { (updates: inout ListUpdates) in updates.movedSections.append(move) }
      try weaver.update(ListView.moveSection.selector, with: .automatic, note, alone: {})
    }
  }

  private static func overrideRows(
    _ message: ListView.RowsMessage, in woven: ClassObject, isReload: Bool = false,
    _ note: @escaping @Sendable (inout ListUpdates, [ListPath]) -> Void
  ) throws(AspectError) {
    try overrideUpdate(message, in: woven, isReload: isReload) { (weaver, call) throws(ListUpdateError) in
      let (paths, animation) = call.arguments
      try weaver.update(message.selector, with: animation, { note(&$0, paths) }) { () throws(ListUpdateError) in
        try call.callSuper((paths: [], animation: animation))
      }
    }
  }

  private static func overrideSections(
    _ message: ListView.SectionsMessage, in woven: ClassObject, isReload: Bool = false,
    _ note: @escaping @Sendable (inout ListUpdates, [Int]) -> Void
  ) throws(AspectError) {
    try overrideUpdate(message, in: woven, isReload: isReload) { (weaver, call) throws(ListUpdateError) in
      let (sections, animation) = call.arguments
      try weaver.update(message.selector, with: animation, { note(&$0, sections) }) { () throws(ListUpdateError) in
        try call.callSuper((sections: [], animation: animation))
      }
    }
  }

  /// Overrides a message that changes the list: what the content side says is translated, what is said in feed space is watched,
  /// so that the map goes with the list.
  private static func overrideUpdate<Arguments>(
    _ message: ThrowingMessage<ListView, Arguments, Void, ListUpdateError>, in woven: ClassObject,
    isReload: Bool = false,
    _ override:
      @escaping @Sendable (
        ListWeaver, inout OverrideCall<ListView, Arguments, Void, ListUpdateError>
      ) throws(ListUpdateError) -> Void
  ) throws(AspectError) {
    try woven.override(message) { call throws(ListUpdateError) in
      guard let weaver = call.receiver.woven else { return try call.callSuper() }
      if weaver.space == .user { return try override(weaver, &call) }
      try weaver.updateInFeedSpace(message.selector, isReload: isReload) { () throws(ListUpdateError) in
        try call.callSuper()
      }
    }
  }
}
