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

  /// One operation of an update, with the numbers that the list was told.
  public enum Operation: Sendable, Hashable {
    /// A section is deleted.
    case deleteSection(Int)
    /// A section is inserted.
    case insertSection(Int)
    /// A section is reloaded.
    case reloadSection(Int)
    /// A section is moved.
    case moveSection(Int, to: Int)
    /// A row is deleted.
    case deleteRow(ListPath)
    /// A row is inserted.
    case insertRow(ListPath)
    /// A row is reloaded.
    case reloadRow(ListPath)
    /// A row is reconfigured.
    case reconfigureRow(ListPath)
    /// A row is moved.
    case moveRow(ListPath, to: ListPath)
  }

  /// The data source gives another number of sections than the update leads to.
  case invalidSectionCount(before: Int, after: Int, inserted: Int, deleted: Int)
  /// The data source gives another number of rows than the update leads to, in a section numbered as after the update.
  case invalidRowCount(section: Int, before: Int, after: Int, inserted: Int, deleted: Int, movedIn: Int, movedOut: Int)
  /// The section that an operation names, or whose row it names, is not there before the update.
  case noSuchSection(Int, sectionsBefore: Int, for: Operation)
  /// The section that an operation leads to, or to whose row it leads, is not there after the update.
  case noPlaceForSection(Int, sectionsAfter: Int, for: Operation)
  /// The row that an operation names is not there before the update.
  case noSuchRow(ListPath, rowsBefore: Int, for: Operation)
  /// The row that an operation leads to is not there after the update.
  case noPlaceForRow(ListPath, rowsAfter: Int, for: Operation)
  /// Two changes of one update take the same row.
  case rowChangedTwice(ListPath, by: Change, and: Change)
  /// Two changes of one update take the same section.
  case sectionChangedTwice(Int, by: Change, and: Change)
  /// Two operations of one update lead to the same row.
  case placeTakenTwice(ListPath, by: Operation, and: Operation)
  /// Two operations of one update lead to the same section.
  case sectionTakenTwice(Int, by: Operation, and: Operation)
  /// A row would move out of a section that is deleted or reloaded, as the last value says.
  case moveFromDeletedSection(ListPath, to: ListPath, because: Operation)
  /// A row would move into a section that is inserted or reloaded, as the last value says.
  case moveIntoInsertedSection(ListPath, to: ListPath, because: Operation)
  /// The method cannot be used on this list as it is.
  case refused(method: String, reason: String)
}
