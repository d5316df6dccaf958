/// An error of this module, with the values that cause it.
public enum PlacementError: Error, Equatable, Sendable {
  /// A number of rows or sections is negative, or with the insertions greater than ``RowMap/limit``.
  case invalidCount(Int)
  /// Insertions do not ascend, are outside `0...RowMap.limit`, or contradict each other.
  case invalidInsertions
  /// An update contradicts itself or does not fit the list.
  case update(BatchUpdateError)
  /// A row insertion is requested at a path that is negative or beyond ``RowMap/limit``.
  case invalidRequest(FeedPath)
  /// A section insertion is requested at an index that is negative or beyond ``RowMap/limit``.
  case invalidSectionRequest(Int)
  /// A word is not the name of a rule; its column in the line counts from 1.
  case unknownWord(String, column: Int)
  /// A word of a rule lacks its value.
  case missingValue(word: String, column: Int)
  /// A word has an invalid value; `expected` describes the valid ones.
  case invalidValue(word: String, value: String, expected: String, column: Int?)
  /// A word appears twice in one rule line.
  case repeatedWord(String, column: Int)
  /// The JSON of a rule set has an unknown member.
  case unknownMember(String)
  /// A position or section is listed twice.
  case duplicate(word: String, value: Int)
  /// A word has no meaning without another one.
  case incomplete(word: String, needs: String)
  /// Two words contradict each other.
  case contradiction(String, String)
  /// The rules have `avoid`, but the tags of the content are not known.
  case tagsUnknown
  /// A tenant has no name; the value is its number.
  case unnamedTenant(Int)
  /// Two tenants have the same name.
  case duplicateTenant(String)
  /// There are more sections or tenants than a merger can number, or no tenant at all; the string names what it is.
  case tooMany(String, Int, limit: Int)
  /// Ads are given for another number of tenants than the merger has.
  case wrongSourceCount(Int, tenants: Int)
  /// A cursor is of another version, or no page of a feed produces it; the string says what is wrong.
  case invalidCursor(String)
  /// No feed has these measures; the string says what is wrong with them.
  case invalidMeasures(String)
  /// The JSON of a decision, a place or a slot has a value that none has; the string says what is wrong.
  case invalidDecision(String)
  /// A cursor was made under other rules than it is used with.
  case cursorOfOtherRules(String)
}

extension PlacementError: CustomStringConvertible {
  /// A description of the error in English.
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
        + "invalid value \(value.isEmpty ? "''" : value) for '\(word)'; expected \(expected)"
    case .repeatedWord(let word, let column): "column \(column): '\(word)' stands here for the second time"
    case .unknownMember(let member): "a rule set has no member '\(member)'"
    case .duplicate(let word, let value): "'\(word)' names \(value) twice"
    case .incomplete(let word, let other): "'\(word)' means nothing without '\(other)'"
    case .contradiction(let one, let other): "'\(one)' and '\(other)' cannot both be met"
    case .tagsUnknown: "'avoid' needs the tags of the content, and none are given"
    case .unnamedTenant(let number): "tenant \(number) has no name"
    case .duplicateTenant(let name): "two tenants are called '\(name)'"
    case .tooMany(let name, let count, let limit): "a merger has 1 to \(limit) \(name), not \(count)"
    case .wrongSourceCount(let count, let tenants): "ads of \(count) tenants are given, and there are \(tenants)"
    case .invalidCursor(let fault): "the cursor cannot be continued: \(fault)"
    case .invalidMeasures(let fault): "no feed has these measures: \(fault)"
    case .invalidDecision(let fault): "no feed has this place: \(fault)"
    case .cursorOfOtherRules(let rules): "the cursor was made under other rules than '\(rules)'"
    }
  }
}

extension PlacementError {
  /// Adds the section to an error that names only a row; returns other errors unchanged.
  func inSection(_ section: Int) -> PlacementError {
    guard case .update(let error) = self else { return self }
    return .update(error.inSection(section))
  }
}
