/// Why a batch update is refused, with the places and counts that contradict each other.
public enum BatchUpdateError: Error, Equatable, Sendable {
  /// An operation names a row that its section does not have; the section is nil where a row is told of alone.
  case rowOutOfRange(Int, section: Int?, count: Int, operation: Operation)
  /// An operation names a section that the list does not have, or a row in it.
  case sectionOutOfRange(Int, row: Int? = nil, count: Int, operation: Operation)
  /// A change names a place that the list does not have, of so many; the count is nil where no list has the place.
  case noSuchPlace(String, count: Int?, operation: Operation)
  /// Two changes begin at one place.
  case changedTwice(String, by: Operation, and: Operation)
  /// Two changes lead to one place.
  case filledTwice(String, by: Operation, and: Operation)
  /// A section is another one after an update that does not say so.
  case unexplainedSection(Int)
  /// A row moves out of a section or into one that is itself deleted, inserted, reloaded or moved.
  case moveBetweenChangedSections(from: FeedPath, to: FeedPath, section: Int, because: Operation)
  /// The rows of a section that moves change as well.
  case changeInMovedSection(FeedPath, operation: Operation)
  /// A list, or a section of it, has not as many rows as changes lead to.
  case wrongCount(Int, expected: Int, section: Int?)
}

extension BatchUpdateError: CustomStringConvertible {
  /// What is wrong, in words.
  public var description: String {
    switch self {
    case .rowOutOfRange(let row, let section, let count, let operation):
      "attempt to \(operation.words(row: row, section: section)), "
        + "but there are only \(count) rows in the section \(operation.time) the update"
    case .sectionOutOfRange(let section, let row, let count, let operation):
      "attempt to \(operation.words(row: row, section: section)), "
        + "but there are only \(count) sections \(operation.time) the update"
    case .noSuchPlace(let place, let count, let operation):
      "attempt to \(operation.verb) \(place), "
        + (count.map { "but the list has only \($0) elements \(operation.time) the update" } ?? "which no list has")
    case .changedTwice(let place, let one, let other), .filledTwice(let place, let one, let other):
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
  /// What an update does to a row or a section that it names.
  ///
  /// What is deleted, reloaded, moved from its place or taken out is numbered as before the update, all else as after it.
  public enum Operation: Sendable, Hashable, CaseIterable {
    /// It is deleted.
    case delete
    /// It is inserted.
    case insert
    /// It is reloaded.
    case reload
    /// It is moved from there.
    case moveFrom
    /// It is moved there.
    case moveTo
    /// It is deleted or moved from there, as an update of content has it.
    case takeOut
    /// It is inserted or moved there, as an update of content has it.
    case putIn
    /// Rows are appended.
    case append
    /// An insertion is added.
    case addInsertion
  }

  /// The same error for a row of a section, where it is told of a row alone.
  package func inSection(_ section: Int) -> BatchUpdateError {
    guard case .rowOutOfRange(let row, nil, let count, let operation) = self else { return self }
    return .rowOutOfRange(row, section: section, count: count, operation: operation)
  }
}

extension BatchUpdateError.Operation {
  /// The operation on a row, or on a section, in words.
  func words(row: Int?, section: Int?) -> String {
    guard let row else {
      return self == .append ? "append rows to section \(section ?? 0)" : "\(verb) section \(section ?? 0)"
    }
    return "\(verb) row \(row)" + (section.map { " \(preposition) section \($0)" } ?? "")
  }

  /// Twice the same operation on a place, or two of them, in words.
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
    case .takeOut: "take out"
    case .putIn: "put in"
    case .append: "append"
    case .addInsertion: "add an insertion at"
    }
  }

  /// What it makes of what it names.
  var state: String {
    switch self {
    case .delete, .takeOut: "deleted"
    case .insert, .putIn, .append, .addInsertion: "inserted"
    case .reload: "reloaded"
    case .moveFrom, .moveTo: "moved"
    }
  }

  /// Whether it counts as before the update or after it.
  var time: String { isSource ? "before" : "after" }

  private var isSource: Bool {
    switch self {
    case .delete, .reload, .moveFrom, .takeOut: true
    case .insert, .moveTo, .putIn, .append, .addInsertion: false
    }
  }

  private var preposition: String {
    switch self {
    case .delete, .takeOut: "from"
    case .insert, .putIn: "into"
    case .reload, .moveFrom, .moveTo, .append, .addInsertion: "of"
    }
  }
}
