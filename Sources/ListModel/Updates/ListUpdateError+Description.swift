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
    case .noSuchSection(_, let count, let operation):
      "attempt to \(operation), but there are only \(count) sections before the update"
    case .noPlaceForSection(_, let count, let operation):
      "attempt to \(operation), but there are only \(count) sections after the update"
    case .noSuchRow(let path, let count, .moveRow(let from, let to)):
      "attempt to \(Operation.moveRow(from, to: to)), "
        + "but section \(path.section) only contains \(count) rows before the update"
    case .noSuchRow(_, let count, let operation):
      "attempt to \(operation), which only contains \(count) rows before the update"
    case .noPlaceForRow(_, let count, let operation):
      "attempt to \(operation), but there are only \(count) rows in it after the update"
    case .rowChangedTwice(let path, let one, let other):
      "attempt to \(one.and(other)) the same index path \(path)\(one.andMoves(other) ? Self.twoForACell : "")"
    case .sectionChangedTwice(let section, let one, let other):
      "attempt to \(one.and(other)) the same section \(section)"
    case .placeTakenTwice(_, let one, let other): "attempt to \(one.and(other))\(Self.twoForACell)"
    case .sectionTakenTwice(_, let one, let other): "attempt to \(one.and(other))"
    case .moveFromDeletedSection(let from, let to, let reason):
      "cannot \(Operation.moveRow(from, to: to)): section \(from.section) is \(reason.state)"
    case .moveIntoInsertedSection(let from, let to, let reason):
      "cannot \(Operation.moveRow(from, to: to)): section \(to.section) is \(reason.state)"
    case .refused(let method, let reason): "\(method) is refused: \(reason)"
    }
  }

  private static let twoForACell = ": attempt to create two animations for a cell"
}

extension ListUpdateError.Operation: CustomStringConvertible {
  /// The operation in words: `insert row 5 into section 1`.
  public var description: String {
    switch self {
    case .deleteSection(let section): "delete section \(section)"
    case .insertSection(let section): "insert section \(section)"
    case .reloadSection(let section): "reload section \(section)"
    case .moveSection(let section, let target): "move section \(section) to \(target)"
    case .deleteRow(let path): "delete row \(path.row) from section \(path.section)"
    case .insertRow(let path): "insert row \(path.row) into section \(path.section)"
    case .reloadRow(let path): "reload row \(path.row) of section \(path.section)"
    case .reconfigureRow(let path): "reconfigure row \(path.row) of section \(path.section)"
    case .moveRow(let path, let target):
      "move row \(path.row) of section \(path.section) to row \(target.row) of section \(target.section)"
    }
  }

  /// Both in words; "twice" where they are the same.
  fileprivate func and(_ other: Self) -> String { self == other ? "\(self) twice" : "\(self) and to \(other)" }

  /// What it makes of its section.
  fileprivate var state: String {
    switch self {
    case .deleteSection, .deleteRow: "deleted"
    case .insertSection, .insertRow: "inserted"
    case .reloadSection, .reloadRow, .reconfigureRow: "reloaded"
    case .moveSection, .moveRow: "moved"
    }
  }
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
