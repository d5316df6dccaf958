/// What this module refuses, and the values it refuses it for.
public enum PlacementError: Error, Equatable, Sendable {
  /// A number of rows or sections that is negative, or more than ``RowMap/limit`` with the insertions.
  case invalidCount(Int)
  /// Insertions that do not ascend, or lie outside `0...RowMap.limit`, or contradict each other.
  case invalidInsertions
  /// A row insertion asked for at a path that is negative or beyond ``RowMap/limit``.
  case invalidRequest(FeedPath)
  /// A section insertion asked for at a number that is negative or beyond ``RowMap/limit``.
  case invalidSectionRequest(Int)
  /// An operation names a row that its section does not have; the section is nil where a row is told of alone.
  case rowOutOfRange(Int, section: Int?, count: Int, operation: Operation)
  /// An operation names a section that the list does not have, or a row in it.
  case sectionOutOfRange(Int, row: Int? = nil, count: Int, operation: Operation)
  /// A word that no rule has, and its column in the line, counted from 1.
  case unknownWord(String, column: Int)
  /// A word of a rule that lacks its value.
  case missingValue(word: String, column: Int)
  /// A value that its word cannot take, and what it could.
  case invalidValue(word: String, value: String, expected: String, column: Int?)
  /// A word that stands twice in one rule.
  case repeatedWord(String, column: Int)
  /// A member that a rule set in JSON does not have.
  case unknownMember(String)
  /// A position or section that is named twice.
  case duplicate(word: String, value: Int)
  /// A word that has no meaning without another.
  case incomplete(word: String, needs: String)
  /// Two words that cannot both be met.
  case contradiction(String, String)
  /// `avoid` was asked for where the tags of the content are not known.
  case tagsUnknown
  /// A tenant without a name, and which it is.
  case unnamedTenant(Int)
  /// Two tenants have one name.
  case duplicateTenant(String)
  /// A cursor that no page of a feed leads to, or of another version, and what is wrong with it.
  case invalidCursor(String)
  /// Measures that no feed has, and what is wrong with them.
  case invalidMeasures(String)
  /// A cursor that was made under other rules than it is used with.
  case cursorOfOtherRules(String)
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

extension PlacementError: CustomStringConvertible {
  /// What is wrong, in words.
  public var description: String {
    switch self {
    case .invalidCount(let count): "a count of \(count) is not within 0 and \(RowMap.limit), insertions included"
    case .invalidInsertions: "the insertions do not ascend, or lie outside 0 to \(RowMap.limit)"
    case .invalidRequest(let path): "no insertion can stand at \(path)"
    case .invalidSectionRequest(let section): "no inserted section can stand at \(section)"
    case .rowOutOfRange(let row, let section, let count, let operation):
      "attempt to \(operation.words(row: row, section: section)), "
        + "but there are only \(count) rows in the section \(operation.time) the update"
    case .sectionOutOfRange(let section, let row, let count, let operation):
      "attempt to \(operation.words(row: row, section: section)), "
        + "but there are only \(count) sections \(operation.time) the update"
    case .unknownWord(let word, let column): "column \(column): no rule is called '\(word)'"
    case .missingValue(let word, let column): "column \(column): '\(word)' lacks its value"
    case .invalidValue(let word, let value, let expected, let column):
      (column.map { "column \($0): " } ?? "")
        + "'\(word)' cannot be \(value.isEmpty ? "''" : value); it takes \(expected)"
    case .repeatedWord(let word, let column): "column \(column): '\(word)' stands here for the second time"
    case .unknownMember(let member): "a rule set has no member '\(member)'"
    case .duplicate(let word, let value): "'\(word)' names \(value) twice"
    case .incomplete(let word, let other): "'\(word)' means nothing without '\(other)'"
    case .contradiction(let one, let other): "'\(one)' and '\(other)' cannot both be met"
    case .tagsUnknown: "'avoid' needs the tags of the content, and none are given"
    case .unnamedTenant(let number): "tenant \(number) has no name"
    case .duplicateTenant(let name): "two tenants are called '\(name)'"
    case .invalidCursor(let fault): "the cursor cannot be continued: \(fault)"
    case .invalidMeasures(let fault): "no feed has these measures: \(fault)"
    case .cursorOfOtherRules(let rules): "the cursor was made under other rules than '\(rules)'"
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

extension PlacementError {
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
    /// It is deleted or moved from there, as a ``ContentUpdate`` has it.
    case takeOut
    /// It is inserted or moved there, as a ``ContentUpdate`` has it.
    case putIn
    /// Rows are appended.
    case append
    /// An insertion is added.
    case addInsertion
  }

  /// The same error for a row of a section, where it is told of a row alone.
  func inSection(_ section: Int) -> PlacementError {
    guard case .rowOutOfRange(let row, nil, let count, let operation) = self else { return self }
    return .rowOutOfRange(row, section: section, count: count, operation: operation)
  }
}

extension PlacementError.Operation {
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
