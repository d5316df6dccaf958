import BatchUpdates
import Testing

@Suite struct BatchUpdateErrorTests {
  @Test func `every error is worded`() {
    let words: [(BatchUpdateError, String)] = [
      (
        .rowOutOfRange(4, section: 1, count: 3, operation: .delete),
        "attempt to delete row 4 from section 1, but there are only 3 rows in the section before the update"
      ),
      (
        .rowOutOfRange(4, section: nil, count: 3, operation: .insert),
        "attempt to insert row 4, but there are only 3 rows in the section after the update"
      ),
      (
        .rowOutOfRange(4, section: 1, count: 3, operation: .reload),
        "attempt to reload row 4 of section 1, but there are only 3 rows in the section before the update"
      ),
      (
        .rowOutOfRange(4, section: 1, count: 3, operation: .moveTo),
        "attempt to move to row 4 of section 1, but there are only 3 rows in the section after the update"
      ),
      (
        .sectionOutOfRange(4, count: 3, operation: .delete),
        "attempt to delete section 4, but there are only 3 sections before the update"
      ),
      (
        .sectionOutOfRange(4, row: 2, count: 3, operation: .deleteOrMoveFrom),
        "attempt to take out row 2 from section 4, but there are only 3 sections before the update"
      ),
      (
        .sectionOutOfRange(4, row: 2, count: 3, operation: .insertOrMoveTo),
        "attempt to put in row 2 into section 4, but there are only 3 sections after the update"
      ),
      (
        .sectionOutOfRange(4, count: 3, operation: .append),
        "attempt to append rows to section 4, but there are only 3 sections after the update"
      ),
      (
        .sectionOutOfRange(4, row: 2, count: 3, operation: .addInsertion),
        "attempt to add an insertion at row 2 of section 4, but there are only 3 sections after the update"
      ),
      (.noSuchPosition("feed 0:-1", count: nil, operation: .insert), "attempt to insert feed 0:-1, which no list has"),
      (
        .noSuchPosition("7", count: 5, operation: .delete),
        "attempt to delete 7, but the list has only 5 elements before the update"
      ),
      (.duplicateSource("3", by: .delete, and: .reload), "attempt to delete and reload 3"),
      (.duplicateSource("3", by: .delete, and: .delete), "attempt to delete 3 twice"),
      (.duplicateTarget("3", by: .insert, and: .moveTo), "attempt to insert and move to 3"),
      (
        .duplicateSource("user 0:1", by: .deleteOrMoveFrom, and: .deleteOrMoveFrom),
        "attempt to take out user 0:1 twice"
      ),
      (
        .unexplainedSection(2),
        "section 2 after the update is another one than before it, but no section is said to come there"
      ),
      (
        .moveBetweenChangedSections(
          from: FeedPath(section: 0, row: 1), to: FeedPath(section: 2, row: 0), section: 2, because: .insert),
        "cannot move feed 0:1 to feed 2:0: section 2 is inserted"
      ),
      (
        .moveBetweenChangedSections(
          from: FeedPath(section: 0, row: 1), to: FeedPath(section: 2, row: 0), section: 0, because: .moveFrom),
        "cannot move feed 0:1 to feed 2:0: section 0 is moved"
      ),
      (
        .changeInMovedSection(FeedPath(section: 0, row: 1), operation: .reload),
        "cannot reload feed 0:1: section 0 is moved"
      ),
      (.wrongCount(3, expected: 4, section: nil), "the changes lead to 4, not to 3, in the list"),
      (.wrongCount(3, expected: 4, section: 1), "the changes lead to 4, not to 3, in section 1"),
    ]
    for (error, message) in words { #expect(error.description == message) }
  }
}
