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
      "attempt to delete, reload or move section 7, but there are only 3 sections before the update"
    ),
    (
      .noPlaceForSection(7, sectionsAfter: 3),
      "attempt to insert section 7, but there are only 3 sections after the update"
    ),
    (
      .noSuchRow(ListPath(row: 5, section: 1), rowsBefore: 2),
      "attempt to delete, reload or move row 5 from section 1, which only contains 2 rows before the update"
    ),
    (
      .noPlaceForRow(ListPath(row: 5, section: 1), rowsAfter: 2),
      "attempt to insert row 5 into section 1, but there are only 2 rows in it after the update"
    ),
    (
      .rowChangedTwice(ListPath(row: 5, section: 1)),
      "attempt to delete, reload or move row 1:5 twice in one update"
    ),
    (.sectionChangedTwice(2), "attempt to delete, reload or move section 2 twice in one update"),
    (.placeTakenTwice(ListPath(row: 5, section: 1)), "attempt to create two rows at 1:5"),
    (.sectionTakenTwice(2), "attempt to create two sections at 2"),
    (
      .moveFromDeletedSection(ListPath(row: 5, section: 1)),
      "cannot move row 1:5 from a section that is deleted or reloaded"
    ),
    (
      .moveIntoInsertedSection(ListPath(row: 5, section: 1)),
      "cannot move a row into a section that is inserted or reloaded, to 1:5"
    ),
    (.refused(method: "endUpdates()", reason: "no batch is open"), "endUpdates() is refused: no batch is open"),
  ]

  @Test func everyErrorIsWordedWithItsNumbers() {
    for (error, words) in Self.words { #expect(error.description == words) }
  }
}
