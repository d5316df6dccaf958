/// A reason why a batch update is refused, with the contradicting positions and counts.
public enum BatchUpdateError: Error, Equatable, Sendable {
  /// An operation names a row that its section does not have; `section` is nil where only the row is known.
  case rowOutOfRange(Int, section: Int?, count: Int, operation: Operation)
  /// An operation names a section that the list does not have, or a row in it.
  case sectionOutOfRange(Int, row: Int? = nil, count: Int, operation: Operation)
  /// A change names a position outside the list of `count` elements; `count` is nil where no list can have the
  /// position.
  case noSuchPosition(String, count: Int?, operation: Operation)
  /// Two changes have the same source position.
  case duplicateSource(String, by: Operation, and: Operation)
  /// Two changes have the same target position.
  case duplicateTarget(String, by: Operation, and: Operation)
  /// A section is a different one after the update, although no change explains it.
  case unexplainedSection(Int)
  /// A row moves out of a section or into one that is itself deleted, inserted, reloaded or moved.
  case moveBetweenChangedSections(from: FeedPath, to: FeedPath, section: Int, because: Operation)
  /// A row changes in a section that is moved by the same update.
  case changeInMovedSection(FeedPath, operation: Operation)
  /// The number of rows in a list, or in a section of it, differs from the number that the changes produce.
  case wrongCount(Int, expected: Int, section: Int?)
}

extension BatchUpdateError: CustomStringConvertible {
  /// A description of the error in English.
  public var description: String {
    switch self {
    case .rowOutOfRange(let row, let section, let count, let operation):
      "attempt to \(operation.words(row: row, section: section)), "
        + "but there are only \(count) rows in the section \(operation.time) the update"
    case .sectionOutOfRange(let section, let row, let count, let operation):
      "attempt to \(operation.words(row: row, section: section)), "
        + "but there are only \(count) sections \(operation.time) the update"
    case .noSuchPosition(let place, let count, let operation):
      "attempt to \(operation.verb) \(place), "
        + (count.map { "but the list has only \($0) elements \(operation.time) the update" } ?? "which no list has")
    case .duplicateSource(let place, let one, let other), .duplicateTarget(let place, let one, let other):
      "attempt to \(one.words(and: other, at: place))"
    case .unexplainedSection(let section):
      "section \(section) after the update is another one than before it, but no section is said to come there"
    case .moveBetweenChangedSections(let from, let to, let section, let reason):
      "cannot move \(from) to \(to): section \(section) is \(reason.state)"
    case .changeInMovedSection(let path, let operation):
      "cannot \(operation.verb) \(path): section \(path.section) is moved"
    case .wrongCount(let count, let expected, let section):
      "the changes lead to \(expected), not to \(count), in " + (section.map { "section \($0)" } ?? "the list")
    }
  }
}

// MARK: - Operation

extension BatchUpdateError {
  /// The operation of an update on a row or a section.
  ///
  /// The positions of ``delete``, ``reload``, ``moveFrom`` and ``deleteOrMoveFrom`` count before the update, all others after
  /// it.
  public enum Operation: Sendable, Hashable, CaseIterable {
    /// The element is deleted.
    case delete
    /// The element is inserted.
    case insert
    /// The element is reloaded.
    case reload
    /// The element is moved from this position.
    case moveFrom
    /// The element is moved to this position.
    case moveTo
    /// A content update deletes the element or moves it from this position.
    case deleteOrMoveFrom
    /// A content update inserts the element or moves it to this position.
    case insertOrMoveTo
    /// Rows are appended.
    case append
    /// An insertion is added.
    case addInsertion
  }

  /// Adds the section to an error that names only a row; returns other errors unchanged.
  package func inSection(_ section: Int) -> BatchUpdateError {
    guard case .rowOutOfRange(let row, nil, let count, let operation) = self else { return self }
    return .rowOutOfRange(row, section: section, count: count, operation: operation)
  }
}

extension BatchUpdateError {
  /// Makes the error for a rule that a change set breaks.
  init(_ fault: BatchFault<FeedSpace>) {
    self =
      switch fault {
      case .noSection(let section, let count, let state, let operation):
        .sectionOutOfRange(section, row: operation.row(state), count: count, operation: Operation(operation, state))
      case .noRow(let path, let count, let state, let operation):
        .rowOutOfRange(path.row, section: path.section, count: count, operation: Operation(operation, state))
      case .sectionTwice(let section, let state, let one, let other):
        .repeated("section \(section)", by: Operation(one, state), and: Operation(other, state))
      case .rowTwice(let path, let state, let one, let other):
        .repeated("\(path)", by: Operation(one, state), and: Operation(other, state))
      case .moveOfRow(let from, let to, let state, let reason):
        .moveBetweenChangedSections(
          from: from, to: to, section: state == .before ? from.section : to.section, because: Operation(reason, state))
      case .sectionCount(let before, let after, let inserted, let deleted):
        .wrongCount(after, expected: before + inserted - deleted, section: nil)
      case .rowCount(let section, let before, let after, let inserted, let deleted, let movedIn, let movedOut):
        .wrongCount(after, expected: before + inserted - deleted + movedIn - movedOut, section: section)
      }
  }

  /// Returns the error for two operations that name the same position.
  package static func repeated(_ position: String, by one: Operation, and other: Operation) -> BatchUpdateError {
    one.isSource ? .duplicateSource(position, by: one, and: other) : .duplicateTarget(position, by: one, and: other)
  }
}

extension BatchOperation<FeedSpace> {
  /// Returns the row that the operation names in a state of the list; nil for a section.
  fileprivate func row(_ state: BatchFault<FeedSpace>.State) -> Int? {
    switch self {
    case .deleteRow(let path), .insertRow(let path), .reloadRow(let path), .reconfigureRow(let path): path.row
    case .moveRow(let from, let to): state == .before ? from.row : to.row
    case .deleteSection, .insertSection, .reloadSection, .moveSection: nil
    }
  }
}

extension BatchUpdateError.Operation {
  /// Makes the kind of an operation, of whose positions the one in `state` is meant.
  fileprivate init(_ operation: BatchOperation<FeedSpace>, _ state: BatchFault<FeedSpace>.State) {
    self =
      switch operation {
      case .deleteSection, .deleteRow: .delete
      case .insertSection, .insertRow: .insert
      case .reloadSection, .reloadRow, .reconfigureRow: .reload
      case .moveSection, .moveRow: state == .before ? .moveFrom : .moveTo
      }
  }

  /// Returns an English phrase for the operation on a row, or on a section if `row` is nil.
  func words(row: Int?, section: Int?) -> String {
    guard let row else {
      return self == .append ? "append rows to section \(section ?? 0)" : "\(verb) section \(section ?? 0)"
    }
    return "\(verb) row \(row)" + (section.map { " \(preposition) section \($0)" } ?? "")
  }

  /// Returns an English phrase for two operations on one position.
  func words(and other: Self, at place: String) -> String {
    self == other ? "\(verb) \(place) twice" : "\(verb) and \(other.verb) \(place)"
  }

  var verb: String {
    switch self {
    case .delete: "delete"
    case .insert: "insert"
    case .reload: "reload"
    case .moveFrom: "move"
    case .moveTo: "move to"
    case .deleteOrMoveFrom: "take out"
    case .insertOrMoveTo: "put in"
    case .append: "append"
    case .addInsertion: "add an insertion at"
    }
  }

  /// The state of an element after the operation, as an English word.
  var state: String {
    switch self {
    case .delete, .deleteOrMoveFrom: "deleted"
    case .insert, .insertOrMoveTo, .append, .addInsertion: "inserted"
    case .reload: "reloaded"
    case .moveFrom, .moveTo: "moved"
    }
  }

  /// The word "before" or "after", depending on which list the operation's position counts in.
  var time: String { isSource ? "before" : "after" }

  fileprivate var isSource: Bool {
    switch self {
    case .delete, .reload, .moveFrom, .deleteOrMoveFrom: true
    case .insert, .moveTo, .insertOrMoveTo, .append, .addInsertion: false
    }
  }

  private var preposition: String {
    switch self {
    case .delete, .deleteOrMoveFrom: "from"
    case .insert, .insertOrMoveTo: "into"
    case .reload, .moveFrom, .moveTo, .append, .addInsertion: "of"
    }
  }
}
