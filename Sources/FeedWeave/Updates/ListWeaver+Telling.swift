import Interception
import ListModel

/// Telling the list of a difference by its own messages, in feed space, as its class has them.
///
/// Hooks on the class see what the list does; hooks on the list, which stand outside the weaving, see what the content side says
/// and nothing else.
extension ListWeaver {
  /// Has the list make a difference as one update: by one message if that says it all, or else by a batch.
  func tell(_ list: ListView, _ updates: ListUpdates, with animation: ListRowAnimation) throws(ListUpdateError) {
    if updates.messageCount <= 1 { return try say(updates, to: list) { _ in animation } }
    // An aspect may keep the end from the list; no batch stays open.
    defer { list.abandonUpdates() }
    ListView.beginUpdates.send(to: list, as: formerClass, ())
    try say(updates, to: list) { _ in animation }
    try ListView.endUpdates.send(to: list, as: formerClass, ())
  }

  /// Says each kind of change once, and how it is shown; moves are said one by one.
  func say(
    _ updates: ListUpdates, to list: ListView, with animation: (Selector) -> ListRowAnimation
  ) throws(ListUpdateError) {
    for (message, sections) in updates.sectionMessages {
      try message.send(to: list, as: formerClass, (sections: sections, animation: animation(message.selector)))
    }
    for move in updates.movedSections {
      try ListView.moveSection.send(to: list, as: formerClass, move)
    }
    for (message, paths) in updates.rowMessages {
      try message.send(to: list, as: formerClass, (paths: paths, animation: animation(message.selector)))
    }
    if !updates.reconfiguredRows.isEmpty {
      try ListView.reconfigureRows.send(to: list, as: formerClass, updates.reconfiguredRows)
    }
    for move in updates.movedRows {
      try ListView.moveRow.send(to: list, as: formerClass, move)
    }
  }
}

extension ListUpdates {
  /// How many messages say it.
  var messageCount: Int {
    sectionMessages.count + movedSections.count + rowMessages.count + (reconfiguredRows.isEmpty ? 0 : 1)
      + movedRows.count
  }

  fileprivate var sectionMessages: [(ListView.SectionsMessage, [Int])] {
    [
      (ListView.deleteSections, deletedSections), (ListView.reloadSections, reloadedSections),
      (ListView.insertSections, insertedSections),
    ].filter { !$1.isEmpty }
  }

  fileprivate var rowMessages: [(ListView.RowsMessage, [ListPath])] {
    [
      (ListView.deleteRows, deletedRows), (ListView.reloadRows, reloadedRows), (ListView.insertRows, insertedRows),
    ].filter { !$1.isEmpty }
  }
}
