/// Why an update was refused; the list then keeps what it had.
public enum ListUpdateError: Error, Sendable, Equatable {
  /// The data source gives another number of sections than the update leads to.
  case invalidSectionCount(before: Int, after: Int, inserted: Int, deleted: Int)
  /// The data source gives another number of rows than the update leads to, in a section numbered as after the update.
  case invalidRowCount(section: Int, before: Int, after: Int, inserted: Int, deleted: Int, movedIn: Int, movedOut: Int)
  /// A section to delete, reload or move is not there before the update.
  case noSuchSection(Int, sectionsBefore: Int)
  /// A section to insert or move to is not there after the update.
  case noPlaceForSection(Int, sectionsAfter: Int)
  /// A row to delete, reload or move is not there before the update.
  case noSuchRow(ListPath, rowsBefore: Int)
  /// A row to insert or move to is not there after the update.
  case noPlaceForRow(ListPath, rowsAfter: Int)
  /// Two changes of one update take the same row.
  case rowChangedTwice(ListPath)
  /// Two changes of one update take the same section.
  case sectionChangedTwice(Int)
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

extension ListUpdateError: CustomStringConvertible {
  /// What is wrong, with all numbers.
  public var description: String {
    switch self {
    case .invalidSectionCount(let before, let after, let inserted, let deleted):
      "invalid number of sections: after the update there are \(after), before it there were \(before), "
        + "\(inserted) inserted and \(deleted) deleted, which makes \(before + inserted - deleted)"
    case .invalidRowCount(let section, let before, let after, let inserted, let deleted, let movedIn, let movedOut):
      "invalid number of rows in section \(section): after the update there are \(after), before it there were \(before), "
        + "\(inserted) inserted, \(deleted) deleted, \(movedIn) moved in and \(movedOut) moved out, which makes "
        + "\(before + inserted - deleted + movedIn - movedOut)"
    case .noSuchSection(let section, let count):
      "attempt to delete, reload or move section \(section), but there are only \(count) sections before the update"
    case .noPlaceForSection(let section, let count):
      "attempt to insert section \(section), but there are only \(count) sections after the update"
    case .noSuchRow(let path, let count):
      "attempt to delete, reload or move row \(path.row) from section \(path.section), "
        + "which only contains \(count) rows before the update"
    case .noPlaceForRow(let path, let count):
      "attempt to insert row \(path.row) into section \(path.section), "
        + "but there are only \(count) rows in it after the update"
    case .rowChangedTwice(let path): "attempt to delete, reload or move row \(path) twice in one update"
    case .sectionChangedTwice(let section): "attempt to delete, reload or move section \(section) twice in one update"
    case .placeTakenTwice(let path): "attempt to create two rows at \(path)"
    case .sectionTakenTwice(let section): "attempt to create two sections at \(section)"
    case .moveFromDeletedSection(let path):
      "cannot move row \(path) from a section that is deleted or reloaded"
    case .moveIntoInsertedSection(let path):
      "cannot move a row into a section that is inserted or reloaded, to \(path)"
    case .refused(let method, let reason): "\(method) is refused: \(reason)"
    }
  }
}
