/// Why an update was refused; the list then keeps what it had.
public enum ListUpdateError: Error, Sendable, Equatable {
  /// What an update does to a row or a section that is there before it.
  public enum Change: Sendable, Hashable {
    /// It goes.
    case deletion
    /// It is asked for anew.
    case reload
    /// It goes to another place with its cell.
    case move
  }

  /// The data source gives another number of sections than the update leads to.
  case invalidSectionCount(before: Int, after: Int, inserted: Int, deleted: Int)
  /// The data source gives another number of rows than the update leads to, in a section numbered as after the update.
  case invalidRowCount(section: Int, before: Int, after: Int, inserted: Int, deleted: Int, movedIn: Int, movedOut: Int)
  /// A section to delete, reload or move, or the one of such a row, is not there before the update.
  case noSuchSection(Int, sectionsBefore: Int)
  /// A section to insert or move to, or the one of a row to insert or move to, is not there after the update.
  case noPlaceForSection(Int, sectionsAfter: Int)
  /// A row to delete, reload, reconfigure or move is not there before the update.
  case noSuchRow(ListPath, rowsBefore: Int)
  /// A row to insert or move to is not there after the update.
  case noPlaceForRow(ListPath, rowsAfter: Int)
  /// Two changes of one update take the same row.
  case rowChangedTwice(ListPath, by: Change, and: Change)
  /// Two changes of one update take the same section.
  case sectionChangedTwice(Int, by: Change, and: Change)
  /// Two changes of one update lead to the same place.
  case placeTakenTwice(ListPath)
  /// Two changes of one update lead to the same section.
  case sectionTakenTwice(Int)
  /// A row would move out of a section that is deleted or reloaded.
  case moveFromDeletedSection(ListPath)
  /// A row would move into a section that is inserted or reloaded.
  case moveIntoInsertedSection(ListPath)
  /// The method cannot be used on this list as it is.
  case refused(method: String, reason: String)
}
