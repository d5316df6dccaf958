import Testing

@testable import Placement

@Suite struct PlacementErrorTests {
  @Test func everyErrorIsWorded() {
    let limit = RowMap.limit
    let words: [(PlacementError, String)] = [
      (.invalidCount(-1), "a count of -1 is not within 0 and \(limit), insertions included"),
      (.invalidInsertions, "the insertions do not ascend, or lie outside 0 to \(limit)"),
      (.invalidRequest(FeedPath(section: 0, row: -1)), "no insertion can stand at feed 0:-1"),
      (.invalidSectionRequest(-2), "no inserted section can stand at -2"),
      (.rowOutOfRange(4, count: 3), "row 4 is outside the 3 rows of its section"),
      (.sectionOutOfRange(4, count: 3), "section 4 is outside the 3 sections"),
      (.unknownMember("evry"), "a rule set has no member 'evry'"),
      (.tagsUnknown, "'avoid' needs the tags of the content, and none are given"),
      (
        .invalidValue(word: "gap", value: "-1", expected: "a number from 0", column: nil),
        "'gap' cannot be -1; it takes a number from 0"
      ),
      (
        .invalidValue(word: "gap", value: "", expected: "a number", column: 5),
        "column 5: 'gap' cannot be ''; it takes a number"
      ),
      (.noSuchPlace("feed 0:-1"), "the list has no place feed 0:-1"),
      (.changedTwice("3"), "two changes begin at 3"),
      (.filledTwice("3"), "two changes lead to 3"),
      (
        .moveBetweenChangedSections(from: FeedPath(section: 0, row: 1), to: FeedPath(section: 2, row: 0)),
        "feed 0:1 cannot move to feed 2:0, because one of their sections is itself deleted, inserted, reloaded or moved"
      ),
      (.changeInMovedSection(FeedPath(section: 0, row: 1)), "feed 0:1 cannot change, because its section is moved"),
      (.invalidLedger("version 2 is not known"), "the ledger of impressions is not possible: version 2 is not known"),
      (.invalidCursor("version 2 is not known"), "the cursor cannot be continued: version 2 is not known"),
      (.invalidMeasures("'ads' is 0"), "no feed has these measures: 'ads' is 0"),
      (.cursorOfOtherRules("every 3"), "the cursor was made under other rules than 'every 3'"),
      (.unknownPolicyMember("tiemout"), "a policy has no member 'tiemout'"),
      (.invalidHistory("version 2 is not known"), "the frequency history cannot be used: version 2 is not known"),
      (.unnamedTenant(1), "tenant 1 has no name"), (.duplicateTenant("a"), "two tenants are called 'a'"),
      (.wrongCount(3, expected: 4, section: nil), "the changes lead to 4, not to 3, in the list"),
      (.wrongCount(3, expected: 4, section: 1), "the changes lead to 4, not to 3, in section 1"),
    ]
    for (error, message) in words { #expect(error.description == message) }
    #expect(UserPath(section: 0, row: 3).description == "user 0:3")
    let insertion = Insertion(requested: FeedPath(section: 0, row: 3), resolved: FeedPath(section: 0, row: 4))
    #expect(insertion.description == "feed 0:3 → feed 0:4")
  }
}
