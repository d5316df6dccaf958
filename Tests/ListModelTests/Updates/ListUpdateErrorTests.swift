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
      .noSuchSection(7, sectionsBefore: 3, for: .deleteSection(7)),
      "attempt to delete section 7, but there are only 3 sections before the update"
    ),
    (
      .noSuchSection(7, sectionsBefore: 3, for: .reloadSection(7)),
      "attempt to reload section 7, but there are only 3 sections before the update"
    ),
    (
      .noSuchSection(7, sectionsBefore: 3, for: .moveSection(7, to: 1)),
      "attempt to move section 7 to 1, but there are only 3 sections before the update"
    ),
    (
      .noSuchSection(7, sectionsBefore: 3, for: .deleteRow(path(2, 7))),
      "attempt to delete row 2 from section 7, but there are only 3 sections before the update"
    ),
    (
      .noPlaceForSection(7, sectionsAfter: 3, for: .insertSection(7)),
      "attempt to insert section 7, but there are only 3 sections after the update"
    ),
    (
      .noPlaceForSection(7, sectionsAfter: 3, for: .insertRow(path(0, 7))),
      "attempt to insert row 0 into section 7, but there are only 3 sections after the update"
    ),
    (
      .noPlaceForSection(7, sectionsAfter: 3, for: .moveRow(path(4, 1), to: path(0, 7))),
      "attempt to move row 4 of section 1 to row 0 of section 7, but there are only 3 sections after the update"
    ),
    (
      .noSuchRow(path(5, 1), rowsBefore: 2, for: .deleteRow(path(5, 1))),
      "attempt to delete row 5 from section 1, which only contains 2 rows before the update"
    ),
    (
      .noSuchRow(path(5, 1), rowsBefore: 2, for: .reloadRow(path(5, 1))),
      "attempt to reload row 5 of section 1, which only contains 2 rows before the update"
    ),
    (
      .noSuchRow(path(5, 1), rowsBefore: 2, for: .reconfigureRow(path(5, 1))),
      "attempt to reconfigure row 5 of section 1, which only contains 2 rows before the update"
    ),
    (
      .noSuchRow(path(5, 1), rowsBefore: 2, for: .moveRow(path(5, 1), to: path(0, 2))),
      "attempt to move row 5 of section 1 to row 0 of section 2, "
        + "but section 1 only contains 2 rows before the update"
    ),
    (
      .noPlaceForRow(path(5, 1), rowsAfter: 2, for: .insertRow(path(5, 1))),
      "attempt to insert row 5 into section 1, but there are only 2 rows in it after the update"
    ),
    (
      .noPlaceForRow(path(5, 1), rowsAfter: 2, for: .moveRow(path(0, 0), to: path(5, 1))),
      "attempt to move row 0 of section 0 to row 5 of section 1, but there are only 2 rows in it after the update"
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
      .placeTakenTwice(path(5, 1), by: .insertRow(path(5, 1)), and: .moveRow(path(0, 2), to: path(5, 1))),
      "attempt to insert row 5 into section 1 and to move row 0 of section 2 to row 5 of section 1: "
        + "attempt to create two animations for a cell"
    ),
    (
      .placeTakenTwice(path(5, 1), by: .insertRow(path(5, 1)), and: .insertRow(path(5, 1))),
      "attempt to insert row 5 into section 1 twice: attempt to create two animations for a cell"
    ),
    (
      .sectionTakenTwice(2, by: .insertSection(2), and: .moveSection(0, to: 2)),
      "attempt to insert section 2 and to move section 0 to 2"
    ),
    (
      .moveFromDeletedSection(path(5, 1), to: path(0, 0), because: .deleteSection(1)),
      "cannot move row 5 of section 1 to row 0 of section 0: section 1 is deleted"
    ),
    (
      .moveFromDeletedSection(path(5, 1), to: path(0, 0), because: .reloadSection(1)),
      "cannot move row 5 of section 1 to row 0 of section 0: section 1 is reloaded"
    ),
    (
      .moveIntoInsertedSection(path(5, 1), to: path(0, 3), because: .insertSection(3)),
      "cannot move row 5 of section 1 to row 0 of section 3: section 3 is inserted"
    ),
    (
      .moveIntoInsertedSection(path(5, 1), to: path(0, 3), because: .reloadSection(2)),
      "cannot move row 5 of section 1 to row 0 of section 3: section 3 is reloaded"
    ),
    (.refused(method: "endUpdates()", reason: "no batch is open"), "endUpdates() is refused: no batch is open"),
  ]

  @Test func `every error is worded with its numbers`() {
    for (error, words) in Self.words { #expect(error.description == words) }
  }
}
