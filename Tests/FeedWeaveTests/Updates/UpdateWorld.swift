import ListModel
import Placement
import TestSupport
import WeavingSupport

@testable import FeedWeave

/// Content with insertions, and one update of it: what the weaver makes of it, without a list.
struct UpdateWorld {
  let content: TaggedFeed
  let map: InsertionMap

  /// What is wrong with the difference that an update makes; nil where nothing is, or the update is refused.
  ///
  /// - Returns: also the content and the map after, to go on with.
  func check(
    _ updates: ListUpdates, after counts: [Int], policy: UpdatePolicy, freshTag: inout Int
  ) -> (fault: String?, after: UpdateWorld)? {
    guard let origins = try? updates.origins(before: content.counts, after: counts) else { return nil }
    let newContent = content.updated(origins, freshTag: &freshTag)
    var after = map
    do throws(PlacementError) {
      try after.apply(ContentUpdate(updates, origins, userCounts: counts), policy: policy)
    } catch {
      return ("the map refuses: \(error)", self)
    }
    let difference = FeedDifference(
      content: updates, origins: origins, from: SharedMap(map), to: SharedMap(after), policy: policy)
    let goal = UpdateWorld(content: newContent, map: after)
    return (fault(difference.updates, updates, goal), goal)
  }

  /// What is wrong with the difference that other insertions make, of which some may be the same in another order.
  func check(insertionsOf map: InsertionMap, numbersAreSame: Bool) -> String? {
    let difference = FeedDifference(
      insertionsFrom: SharedMap(self.map), to: SharedMap(map), numbersAreSame: numbersAreSame
    ).updates
    let new = TaggedFeed(content, map)
    let replayed = BatchReplay(updates: difference, goal: new).run(on: TaggedFeed(content, self.map))
    return replayed == new ? nil : "\(difference) does not lead to \(new)"
  }

  private func fault(_ difference: ListUpdates, _ updates: ListUpdates, _ goal: UpdateWorld) -> String? {
    let old = TaggedFeed(content, map)
    let new = TaggedFeed(goal.content, goal.map)
    if let fault = goal.roundTripFault { return fault }
    guard let replayed = BatchReplay(updates: difference, goal: new).run(on: old) else {
      return "\(difference) breaks a rule on \(old) to \(new)"
    }
    if replayed != new { return "\(difference) leads from \(old) to \(replayed), not \(new)" }
    let touched = touchedInsertions(difference, old, new)
    let needed = neededInsertions(updates, old, new)
    return touched == needed ? nil : "\(difference) touches \(touched), not \(needed), from \(old) to \(new)"
  }

  /// A row whose place in the feed is not its own.
  private var roundTripFault: String? {
    for (section, count) in content.counts.enumerated() {
      // In large worlds every seventh row.
      for row in stride(from: 0, to: count, by: count > 8 ? 7 : 1) {
        let path = UserPath(section: section, row: row)
        guard let feed = map.feedPath(for: path), map.userPath(for: feed) == path else { return "\(path) is lost" }
      }
    }
    return map.userCounts == content.counts ? nil : "\(map.userCounts) rows are not \(content.counts)"
  }

  /// The insertions, rows and sections, that a difference moves.
  private func touchedInsertions(_ difference: ListUpdates, _ old: TaggedFeed, _ new: TaggedFeed) -> [Int] {
    let rows = difference.movedRows.map { old.sections[$0.from.section].rows[$0.from.row] }.filter { $0 < 0 }
    let sections = difference.movedSections.map { old.sections[$0.from].tag }.filter { $0 < 0 }
    return (rows + sections.map { $0 - 1000 }).sorted()
  }

  /// The insertions that have to move: those that stand in another section that can be moved into, or that kept content has
  /// passed.
  private func neededInsertions(_ updates: ListUpdates, _ old: TaggedFeed, _ new: TaggedFeed) -> [Int] {
    let reloaded = Set(updates.reloadedSections.map { content.sections[$0].tag })
    let passing = Set(
      (updates.deletedRows + updates.movedRows.map(\.from)).map { content.sections[$0.section].rows[$0.row] })
    let passingSections = Set(
      (updates.deletedSections + updates.movedSections.map(\.from)).map { content.sections[$0].tag })
    var needed: [Int] = []
    let formerSections = Dictionary(uniqueKeysWithValues: old.sections.map { ($0.tag, $0) })
    let isNewSection = { (section: TaggedSection) in
      formerSections[section.tag] == nil || reloaded.contains(section.tag)
    }
    var formerPlaces: [Int: (section: Int, kept: Int)] = [:]
    let stay = Set(new.sections.map(\.tag))
    for section in old.sections where stay.contains(section.tag) && !reloaded.contains(section.tag) {
      var kept = 0
      for row in section.rows {
        if row < 0 { formerPlaces[row] = (section.tag, kept) } else if !passing.contains(row) { kept += 1 }
      }
    }
    for section in new.sections where !isNewSection(section) {
      let former = Set(formerSections[section.tag]?.rows ?? [])
      var kept = 0
      for row in section.rows {
        if row >= 0 {
          if former.contains(row), !passing.contains(row) { kept += 1 }
        } else if let place = formerPlaces[row], place != (section.tag, kept) {
          needed.append(row)
        }
      }
    }
    var formerKept: [Int: Int] = [:]
    var kept = 0
    for section in old.sections {
      if section.tag < 0 { formerKept[section.tag] = kept } else if !passingSections.contains(section.tag) { kept += 1 }
    }
    kept = 0
    for section in new.sections {
      if section.tag >= 0 {
        if formerSections[section.tag] != nil, !passingSections.contains(section.tag) { kept += 1 }
      } else if let before = formerKept[section.tag], before != kept {
        needed.append(section.tag - 1000)
      }
    }
    return needed.sorted()
  }
}
