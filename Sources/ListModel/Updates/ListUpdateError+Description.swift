extension ListUpdateError: CustomStringConvertible {
  /// What is wrong, with all numbers, in words near those that UIKit's exceptions have.
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
      "attempt to delete, reload or move section \(section), or a row of it, "
        + "but there are only \(count) sections before the update"
    case .noPlaceForSection(let section, let count):
      "attempt to insert section \(section), or a row into it, but there are only \(count) sections after the update"
    case .noSuchRow(let path, let count):
      "attempt to delete, reload or move row \(path.row) from section \(path.section), "
        + "which only contains \(count) rows before the update"
    case .noPlaceForRow(let path, let count):
      "attempt to insert row \(path.row) into section \(path.section), "
        + "but there are only \(count) rows in it after the update"
    case .rowChangedTwice(let path, let one, let other):
      "attempt to \(one.and(other)) the same index path \(path)\(one.andMoves(other) ? Self.twoForACell : "")"
    case .sectionChangedTwice(let section, let one, let other):
      "attempt to \(one.and(other)) the same section \(section)"
    case .placeTakenTwice(let path): "attempt to insert or move two rows to \(path)\(Self.twoForACell)"
    case .sectionTakenTwice(let section): "attempt to insert or move two sections to \(section)"
    case .moveFromDeletedSection(let path):
      "cannot move row \(path) from a section that is deleted or reloaded"
    case .moveIntoInsertedSection(let path):
      "cannot move a row into a newly inserted or reloaded section, to \(path)"
    case .refused(let method, let reason): "\(method) is refused: \(reason)"
    }
  }

  private static let twoForACell = ": attempt to create two animations for a cell"
}

extension ListUpdateError.Change {
  /// Both in words; "twice" where they are the same.
  fileprivate func and(_ other: Self) -> String { self == other ? "\(verb) twice" : "\(verb) and \(other.verb)" }

  fileprivate func andMoves(_ other: Self) -> Bool { self == .move || other == .move }

  private var verb: String {
    switch self {
    case .deletion: "delete"
    case .reload: "reload"
    case .move: "move"
    }
  }
}
