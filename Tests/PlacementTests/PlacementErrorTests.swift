import Testing

@testable import Placement

@Suite struct PlacementErrorTests {
  @Test func `every error is worded`() {
    let limit = RowMap.limit
    let words: [(PlacementError, String)] = [
      (.invalidCount(-1), "a count of -1 is not within 0 and \(limit), insertions included"),
      (.invalidInsertions, "the insertions do not ascend, or lie outside 0 to \(limit)"),
      (.invalidRequest(FeedPath(section: 0, row: -1)), "no insertion can stand at feed 0:-1"),
      (.invalidSectionRequest(-2), "no inserted section can stand at -2"),
      (.unknownMember("evry"), "a rule set has no member 'evry'"),
      (.tagsUnknown, "'avoid' needs the tags of the content, and none are given"),
      (
        .invalidValue(word: "gap", value: "-1", expected: "a number from 0", column: nil),
        "invalid value -1 for 'gap'; expected a number from 0"
      ),
      (
        .invalidValue(word: "gap", value: "", expected: "a number", column: 5),
        "column 5: invalid value '' for 'gap'; expected a number"
      ),
      (.invalidCursor("version 2 is not known"), "the cursor cannot be continued: version 2 is not known"),
      (.invalidMeasures("'ads' is 0"), "no feed has these measures: 'ads' is 0"),
      (.invalidDecision("no rule is called 'x'"), "no feed has this place: no rule is called 'x'"),
      (.cursorOfOtherRules("every 3"), "the cursor was made under other rules than 'every 3'"),
      (.unnamedTenant(1), "tenant 1 has no name"),
      (.duplicateTenant("a"), "two tenants are called 'a'"),
      (.update(.wrongCount(3, expected: 4, section: nil)), "the changes lead to 4, not to 3, in the list"),
    ]
    for (error, message) in words { #expect(error.description == message) }
    #expect(UserPath(section: 0, row: 3).description == "user 0:3")
    let insertion = Insertion(requested: FeedPath(section: 0, row: 3), resolved: FeedPath(section: 0, row: 4))
    #expect(insertion.description == "feed 0:3 → feed 0:4")
  }
}
