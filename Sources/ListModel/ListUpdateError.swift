/// The reason why an update was refused; the list is then unchanged.
public enum ListUpdateError: Error, Sendable, Equatable {
  /// A change of a row or a section that exists before the update.
  public enum Change: Sendable, Hashable {
    /// It is deleted.
    case deletion
    /// It is requested again.
    case reload
    /// It moves to another position together with its cell.
    case move
  }

  /// One operation of an update, with the numbers passed to the list.
  public typealias Operation = BatchOperation<ListSpace>

  /// The number of sections in the data source differs from the number that the update produces.
  case invalidSectionCount(before: Int, after: Int, inserted: Int, deleted: Int)
  /// The number of rows in a section differs from the number that the update produces; `section` counts after the
  /// update.
  case invalidRowCount(section: Int, before: Int, after: Int, inserted: Int, deleted: Int, movedIn: Int, movedOut: Int)
  /// The section of an operation, or of its row, does not exist before the update.
  case noSuchSection(Int, sectionsBefore: Int, for: Operation)
  /// The target section of an operation, or of its target row, does not exist after the update.
  case noPlaceForSection(Int, sectionsAfter: Int, for: Operation)
  /// The row of an operation does not exist before the update.
  case noSuchRow(ListPath, rowsBefore: Int, for: Operation)
  /// The target row of an operation does not exist after the update.
  case noPlaceForRow(ListPath, rowsAfter: Int, for: Operation)
  /// Two changes of one update affect the same row.
  case rowChangedTwice(ListPath, by: Change, and: Change)
  /// Two changes of one update affect the same section.
  case sectionChangedTwice(Int, by: Change, and: Change)
  /// Two operations of one update have the same target row.
  case placeTakenTwice(ListPath, by: Operation, and: Operation)
  /// Two operations of one update have the same target section.
  case sectionTakenTwice(Int, by: Operation, and: Operation)
  /// A row would move out of a section that the operation `because` deletes or reloads.
  case moveFromDeletedSection(ListPath, to: ListPath, because: Operation)
  /// A row would move into a section that the operation `because` inserts or reloads.
  case moveIntoInsertedSection(ListPath, to: ListPath, because: Operation)
  /// The method cannot be called in the list's current state.
  case refused(method: String, reason: String)
}

// MARK: - Description

extension ListUpdateError: CustomStringConvertible {
  /// A message with all numbers, worded like UIKit's exceptions.
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

extension BatchOperation {
  /// Returns a description of both operations; "twice" if they are equal.
  fileprivate func and(_ other: Self) -> String { self == other ? "\(self) twice" : "\(self) and to \(other)" }

  /// The state of a section after the operation.
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
  /// Returns a description of both changes; "twice" if they are equal.
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

// MARK: - Checking updates

extension ListUpdates {
  /// Returns the origin of each row after the update, if the update produces the row counts `after` from `before`.
  ///
  /// - Complexity: O(sections + c log c) for c changes.
  /// - Throws: ``ListUpdateError`` if it does not.
  package func origins(before: [Int], after: [Int]) throws(ListUpdateError) -> ListOrigins {
    try origins(from: before, to: after).mapError(ListUpdateError.init).get()
  }
}

extension ListUpdateError {
  /// Makes the error for a rule that an update breaks.
  fileprivate init(_ fault: BatchFault<ListSpace>) {
    self =
      switch fault {
      case .noSection(let section, let count, .before, let operation):
        .noSuchSection(section, sectionsBefore: count, for: operation)
      case .noSection(let section, let count, .after, let operation):
        .noPlaceForSection(section, sectionsAfter: count, for: operation)
      case .noRow(let path, let count, .before, let operation):
        .noSuchRow(path, rowsBefore: count, for: operation)
      case .noRow(let path, let count, .after, let operation):
        .noPlaceForRow(path, rowsAfter: count, for: operation)
      case .sectionTwice(let section, .before, let one, let other):
        .sectionChangedTwice(section, by: Change(one), and: Change(other))
      case .sectionTwice(let section, .after, let one, let other):
        .sectionTakenTwice(section, by: one, and: other)
      case .rowTwice(let path, .before, let one, let other):
        .rowChangedTwice(path, by: Change(one), and: Change(other))
      case .rowTwice(let path, .after, let one, let other):
        .placeTakenTwice(path, by: one, and: other)
      case .moveOfRow(let from, let to, .before, let reason):
        .moveFromDeletedSection(from, to: to, because: reason)
      case .moveOfRow(let from, let to, .after, let reason):
        .moveIntoInsertedSection(from, to: to, because: reason)
      case .sectionCount(let before, let after, let inserted, let deleted):
        .invalidSectionCount(before: before, after: after, inserted: inserted, deleted: deleted)
      case .rowCount(let section, let before, let after, let inserted, let deleted, let movedIn, let movedOut):
        .invalidRowCount(
          section: section, before: before, after: after, inserted: inserted, deleted: deleted, movedIn: movedIn,
          movedOut: movedOut)
      }
  }
}

extension ListUpdateError.Change {
  /// Makes the change of what an operation finds in the list.
  fileprivate init(_ operation: ListUpdateError.Operation) {
    self =
      switch operation {
      case .deleteSection, .deleteRow, .insertSection, .insertRow: .deletion
      case .reloadSection, .reloadRow, .reconfigureRow: .reload
      case .moveSection, .moveRow: .move
      }
  }
}
