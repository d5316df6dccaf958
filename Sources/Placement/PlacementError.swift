/// What this module refuses, and the values it refuses it for.
public enum PlacementError: Error, Equatable, Sendable {
  /// A number of rows or sections that is negative, or more than ``RowMap/limit`` with the insertions.
  case invalidCount(Int)
  /// Insertions that do not ascend, or lie outside `0...RowMap.limit`, or contradict each other.
  case invalidInsertions
  /// An update that contradicts itself, or is none of this list.
  case update(BatchUpdateError)
  /// A row insertion asked for at a path that is negative or beyond ``RowMap/limit``.
  case invalidRequest(FeedPath)
  /// A section insertion asked for at a number that is negative or beyond ``RowMap/limit``.
  case invalidSectionRequest(Int)
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
}

extension PlacementError: CustomStringConvertible {
  /// What is wrong, in words.
  public var description: String {
    switch self {
    case .invalidCount(let count): "a count of \(count) is not within 0 and \(RowMap.limit), insertions included"
    case .invalidInsertions: "the insertions do not ascend, or lie outside 0 to \(RowMap.limit)"
    case .update(let error): "\(error)"
    case .invalidRequest(let path): "no insertion can stand at \(path)"
    case .invalidSectionRequest(let section): "no inserted section can stand at \(section)"
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
    }
  }
}

extension PlacementError {
  /// The same error for a row of a section, where it is told of a row alone.
  func inSection(_ section: Int) -> PlacementError {
    guard case .update(let error) = self else { return self }
    return .update(error.inSection(section))
  }
}
