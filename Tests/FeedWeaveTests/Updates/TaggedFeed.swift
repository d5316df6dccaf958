import ListModel
import Placement
import WeavingSupport

@testable import FeedWeave

/// A section of a list as a plain array of tagged rows; insertions have tags below zero.
struct TaggedSection: Equatable {
  var tag: Int
  var rows: [Int]
}

/// A list as plain arrays of tags, so that what is where can be seen.
struct TaggedFeed: Equatable {
  var sections: [TaggedSection]

  init(_ sections: [TaggedSection]) {
    self.sections = sections
  }

  /// Content of so many rows, whose tags tell where each comes from.
  init(counts: [Int]) {
    sections = counts.enumerated().map { section, count in
      TaggedSection(tag: section, rows: (0..<count).map { section * 100 + $0 })
    }
  }

  /// Content with the insertions of a map in it, row by row.
  init(_ content: TaggedFeed, _ map: InsertionMap) {
    sections = (0..<map.feedSectionCount).map { section in
      let user = map.userSection(forFeed: section)
      var rows = user.map { content.sections[$0].rows } ?? []
      for row in map.insertedRows(inFeedSection: section) {
        let number = map.insertionIndex(at: FeedPath(section: section, row: row))
        rows.insert(number.map { -1 - $0 } ?? .min, at: row)
      }
      return TaggedSection(
        tag: user.map { content.sections[$0].tag } ?? map.sectionInsertionIndex(at: section).map { -1 - $0 } ?? .min,
        rows: rows)
    }
  }

  var counts: [Int] { sections.map(\.rows.count) }

  /// The content after an update that fits: what stays has its tag, what is new gets a fresh one.
  func updated(_ origins: ListOrigins, freshTag: inout Int) -> TaggedFeed {
    var after: [TaggedSection] = []
    for (number, section) in origins.sections.enumerated() {
      let rows = origins.rows(inSection: number).flatMap { run in
        (0..<run.count).map { offset -> Int in
          if let origin = run.origin { return sections[origin.section].rows[origin.row + offset] }
          freshTag += 1
          return freshTag
        }
      }
      if section == nil { freshTag += 1 }
      after.append(TaggedSection(tag: section.map { sections[$0].tag } ?? freshTag, rows: rows))
    }
    return TaggedFeed(after)
  }
}

/// Carries out a batch as UIKit describes it, on arrays: what stays fills, in order, the places that nothing new or moved takes.
struct BatchReplay {
  let updates: ListUpdates
  let goal: TaggedFeed

  /// The list after the batch, whose new rows are the goal's; nil where the batch breaks a rule.
  func run(on old: TaggedFeed) -> TaggedFeed? {
    let reloaded = updates.reloadedSections
    guard
      let origins = BatchReplay.fill(
        count: goal.sections.count, from: old.sections.count,
        leaving: updates.deletedSections + updates.movedSections.map(\.from), reloaded: reloaded,
        coming: updates.insertedSections.map { ($0, nil) } + updates.movedSections.map { ($0.to, $0.from) })
    else { return nil }
    let leaving = updates.deletedRows + updates.movedRows.map(\.from)
    let coming = updates.insertedRows + updates.movedRows.map(\.to)
    guard Set(leaving + updates.reloadedRows).count == leaving.count + updates.reloadedRows.count,
      (leaving + updates.reloadedRows).allSatisfy({ old.has($0) }), coming.allSatisfy({ goal.has($0) })
    else { return nil }
    for move in updates.movedRows {
      let isFromOpen = !reloaded.contains(move.from.section) && !updates.deletedSections.contains(move.from.section)
      guard isFromOpen, let origin = origins[move.to.section], !reloaded.contains(origin) else { return nil }
    }
    var sections: [TaggedSection] = []
    for (section, origin) in origins.enumerated() {
      guard let origin, !reloaded.contains(origin) else {
        sections.append(
          TaggedSection(
            tag: origin.map { old.sections[$0].tag } ?? goal.sections[section].tag,
            rows: goal.sections[section].rows))
        continue
      }
      let moves = updates.movedRows.filter { $0.to.section == section }
      let tags = Dictionary(
        uniqueKeysWithValues: moves.map { ($0.to.row, old.sections[$0.from.section].rows[$0.from.row]) })
      guard
        let rows = BatchReplay.fill(
          count: goal.sections[section].rows.count, from: old.sections[origin].rows.count,
          leaving: leaving.filter { $0.section == origin }.map(\.row), reloaded: [],
          coming: coming.filter { $0.section == section }.map { ($0.row, nil) })
      else { return nil }
      sections.append(
        TaggedSection(
          tag: old.sections[origin].tag,
          rows: rows.enumerated().map { row, former in
            former.map { old.sections[origin].rows[$0] } ?? tags[row] ?? goal.sections[section].rows[row]
          }))
    }
    return TaggedFeed(sections)
  }

  /// For each place after, what it was before; nil where the numbers do not fit.
  private static func fill(
    count: Int, from formerCount: Int, leaving: [Int], reloaded: [Int], coming: [(Int, Int?)]
  ) -> [Int?]? {
    let gone = Set(leaving)
    let taken = Dictionary(coming) { first, _ in first }
    guard Set(leaving + reloaded).count == leaving.count + reloaded.count, taken.count == coming.count,
      (leaving + reloaded).allSatisfy((0..<formerCount).contains), taken.keys.allSatisfy((0..<count).contains),
      count == formerCount - leaving.count + coming.count
    else { return nil }
    var kept = (0..<formerCount).filter { !gone.contains($0) }.makeIterator()
    return (0..<count).map { place in taken[place].map { $0 } ?? kept.next() }
  }
}

extension TaggedFeed {
  func has(_ path: ListPath) -> Bool {
    sections.indices.contains(path.section) && sections[path.section].rows.indices.contains(path.row)
  }
}
