import ListModel
import Testing

@Suite struct ListUpdateErrorTests {
  static let words: [(ListUpdateError, String)] = [
    (
      .invalidSectionCount(before: 3, after: 5, inserted: 1, deleted: 2),
      "invalid number of sections: after the update there are 5, before it there were 3, "
        + "1 inserted and 2 deleted, which makes 2"
    ),
    (
      .invalidRowCount(section: 4, before: 9, after: 7, inserted: 1, deleted: 2, movedIn: 3, movedOut: 5),
      "invalid number of rows in section 4: after the update there are 7, before it there were 9, "
        + "1 inserted, 2 deleted, 3 moved in and 5 moved out, which makes 6"
    ),
    (
      .noSuchSection(7, sectionsBefore: 3),
      "attempt to delete, reload or move section 7, or a row of it, but there are only 3 sections before the update"
    ),
    (
      .noPlaceForSection(7, sectionsAfter: 3),
      "attempt to insert section 7, or a row into it, but there are only 3 sections after the update"
    ),
    (
      .noSuchRow(path(5, 1), rowsBefore: 2),
      "attempt to delete, reload or move row 5 from section 1, which only contains 2 rows before the update"
    ),
    (
      .noPlaceForRow(path(5, 1), rowsAfter: 2),
      "attempt to insert row 5 into section 1, but there are only 2 rows in it after the update"
    ),
    (.rowChangedTwice(path(5, 1), by: .deletion, and: .reload), "attempt to delete and reload the same index path 1:5"),
    (.rowChangedTwice(path(5, 1), by: .deletion, and: .deletion), "attempt to delete twice the same index path 1:5"),
    (.rowChangedTwice(path(5, 1), by: .reload, and: .reload), "attempt to reload twice the same index path 1:5"),
    (
      .rowChangedTwice(path(5, 1), by: .deletion, and: .move),
      "attempt to delete and move the same index path 1:5: attempt to create two animations for a cell"
    ),
    (
      .rowChangedTwice(path(5, 1), by: .reload, and: .move),
      "attempt to reload and move the same index path 1:5: attempt to create two animations for a cell"
    ),
    (
      .rowChangedTwice(path(5, 1), by: .move, and: .move),
      "attempt to move twice the same index path 1:5: attempt to create two animations for a cell"
    ),
    (.sectionChangedTwice(2, by: .deletion, and: .reload), "attempt to delete and reload the same section 2"),
    (.sectionChangedTwice(2, by: .move, and: .move), "attempt to move twice the same section 2"),
    (
      .placeTakenTwice(path(5, 1)),
      "attempt to insert or move two rows to 1:5: attempt to create two animations for a cell"
    ),
    (.sectionTakenTwice(2), "attempt to insert or move two sections to 2"),
    (.moveFromDeletedSection(path(5, 1)), "cannot move row 1:5 from a section that is deleted or reloaded"),
    (.moveIntoInsertedSection(path(5, 1)), "cannot move a row into a newly inserted or reloaded section, to 1:5"),
    (.refused(method: "endUpdates()", reason: "no batch is open"), "endUpdates() is refused: no batch is open"),
  ]

  @Test func everyErrorIsWordedWithItsNumbers() {
    for (error, words) in Self.words { #expect(error.description == words) }
  }
}
