import ListModel

/// The content's row counts before and after a change, section by section.
///
/// What does not fit is refused as the list itself refuses it, in the same order, but in the content's own numbers.
struct ContentCounts {
  let before: [Int]
  let after: [Int]

  /// Refuses insertions that do not lead from the one counts to the other.
  ///
  /// - Complexity: O(sections + `paths`).
  func check(inserting paths: [ListPath]) throws(ListUpdateError) {
    try checkSectionCount()
    var places: Set<ListPath> = []
    var inserted: [Int: Int] = [:]
    for path in paths {
      guard after.indices.contains(path.section) else {
        throw .noPlaceForSection(path.section, sectionsAfter: after.count)
      }
      guard path.row >= 0, path.row < after[path.section] else {
        throw .noPlaceForRow(path, rowsAfter: after[path.section])
      }
      guard places.insert(path).inserted else { throw .placeTakenTwice(path) }
      inserted[path.section, default: 0] += 1
    }
    for section in before.indices { try checkCount(of: section, inserted: inserted[section, default: 0]) }
  }

  /// Refuses to ask anew for rows that are not there, or where more has changed.
  ///
  /// - Complexity: O(sections + `paths`).
  func check(reloading paths: [ListPath]) throws(ListUpdateError) {
    try checkSectionCount()
    var seen: Set<ListPath> = []
    for path in paths {
      guard before.indices.contains(path.section) else {
        throw .noSuchSection(path.section, sectionsBefore: before.count)
      }
      let count = before[path.section]
      guard path.row >= 0, path.row < count else { throw .noSuchRow(path, rowsBefore: count) }
      guard seen.insert(path).inserted else { throw .rowChangedTwice(path, by: .reload, and: .reload) }
    }
    for section in before.indices { try checkCount(of: section) }
  }

  /// Refuses to ask anew for sections that are not there, or where others have changed.
  ///
  /// - Complexity: O(sections).
  func check(reloadingSections sections: [Int]) throws(ListUpdateError) {
    var seen: Set<Int> = []
    for section in sections {
      guard before.indices.contains(section) else { throw .noSuchSection(section, sectionsBefore: before.count) }
      guard seen.insert(section).inserted else { throw .sectionChangedTwice(section, by: .reload, and: .reload) }
    }
    try checkSectionCount()
    for section in before.indices where !seen.contains(section) { try checkCount(of: section) }
  }

  private func checkSectionCount() throws(ListUpdateError) {
    guard after.count == before.count else {
      throw .invalidSectionCount(before: before.count, after: after.count, inserted: 0, deleted: 0)
    }
  }

  private func checkCount(of section: Int, inserted: Int = 0) throws(ListUpdateError) {
    guard after[section] == before[section] + inserted else {
      throw .invalidRowCount(
        section: section, before: before[section], after: after[section], inserted: inserted, deleted: 0, movedIn: 0,
        movedOut: 0)
    }
  }
}
