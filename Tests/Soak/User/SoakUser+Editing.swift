import FeedWeave
import ListModel
import Placement

/// Live edits of the content.
extension SoakUser {
  /// Appends a page of rows to the last section.
  func appendPage() throws {
    let (section, count) = (world.content.sections.count - 1, 50)
    let first = world.content.sections[section].count
    let page = world.content.makeIdentifiers(count)
    world.content.change { $0[section].insert(page, at: first) }
    try timed(.page) {
      try world.list.insertRows(at: (first..<first + count).map { ListPath(row: $0, section: section) })
    }
  }

  /// Makes one change.
  func edit() throws {
    switch pick(12) {
    case 0...2: try insertRows()
    case 3...5: try deleteRow()
    case 6, 7: try moveRow()
    case 8: try reloadRow()
    case 9: try changeSections()
    default: try beRefused()
    }
  }

  /// Makes many changes at once.
  func changeMuch() throws {
    let rows = (0..<10 + pick(60)).compactMap { _ in anyRow() }
    let batch = SoakBatch(of: Set(rows).sorted(), in: world.content, using: &random)
    let (list, content) = (world.list, world.content)
    try timed(.batch) {
      try list.performBatchUpdates { () throws(ListUpdateError) in
        content.change { $0 = batch.sections }
        try list.deleteRows(at: batch.deleted)
        try list.insertRows(at: batch.inserted)
        for (from, to) in batch.moved { try list.moveRow(at: from, to: to) }
        try list.reloadRows(at: batch.reloaded)
      }
    }
    content.forgetSelection(of: batch.deselected)
  }

  /// Returns a row of the content: one in view in half of all cases, if there is any, else one anywhere.
  func anyRow() -> ListPath? {
    if pick(2) == 0, let path = world.list.indexPathsForVisibleRows.randomElement(using: &random) { return path }
    let filled = world.content.sections.indices.filter { world.content.sections[$0].count > 0 }
    guard let section = filled.randomElement(using: &random) else { return nil }
    return ListPath(row: pick(world.content.sections[section].count), section: section)
  }
}

// MARK: - Single changes

extension SoakUser {
  private func insertRows() throws {
    guard let path = anyRow() else { return }
    let new = world.content.makeIdentifiers(1 + pick(3))
    world.content.change { $0[path.section].insert(new, at: path.row) }
    try timed(.edit) {
      try world.list.insertRows(
        at: (path.row..<path.row + new.count).map { ListPath(row: $0, section: path.section) })
    }
  }

  private func deleteRow() throws {
    guard let path = anyRow() else { return }
    let identifier = world.content.sections[path.section][path.row]
    world.content.change { $0[path.section].remove(at: path.row) }
    try timed(.edit) { try world.list.deleteRows(at: [path]) }
    world.content.forgetSelection(of: [identifier])
  }

  private func moveRow() throws {
    guard let path = anyRow() else { return }
    let section = pick(world.content.sections.count)
    var target = path
    world.content.change { sections in
      let identifier = sections[path.section].remove(at: path.row)
      target = ListPath(row: pick(sections[section].count + 1), section: section)
      sections[section].insert(identifier..<identifier + 1, at: target.row)
    }
    try timed(.edit) { try world.list.moveRow(at: path, to: target) }
  }

  private func reloadRow() throws {
    guard let path = anyRow() else { return }
    let (former, new) = (world.content.sections[path.section][path.row], world.content.makeIdentifiers(1))
    world.content.change { sections in
      sections[path.section].remove(at: path.row)
      sections[path.section].insert(new, at: path.row)
    }
    try timed(.edit) { try world.list.reloadRows(at: [path]) }
    world.content.forgetSelection(of: [former])
  }

  /// Inserts a small section, deletes one, or moves one of any size.
  private func changeSections() throws {
    let sections = world.content.sections
    let small = sections.indices.filter { sections[$0].count < 500 }
    if let section = small.randomElement(using: &random), pick(2) == 0, sections.count > 1 {
      let identifiers = (0..<sections[section].count).map { sections[section][$0] }
      world.content.change { $0.remove(at: section) }
      try timed(.edit) { try world.list.deleteSections([section]) }
      return world.content.forgetSelection(of: identifiers)
    }
    let (from, to) = (pick(sections.count), pick(sections.count))
    if pick(2) == 0 || sections.count > 2 * SoakWorld.sectionCount {
      world.content.change { $0.insert($0.remove(at: from), at: to) }
      return try timed(.edit) { try world.list.moveSection(from, toSection: to) }
    }
    let rows = ContentRows(world.content.makeIdentifiers(20 + pick(30)))
    world.content.change { $0.insert(rows, at: to) }
    try timed(.edit) { try world.list.insertSections([to]) }
  }

  /// Tells the list of a change that has not been made, which must change nothing.
  private func beRefused() throws {
    guard let path = anyRow() else { return }
    let (list, counts) = (world.list, world.list.weaver.map.userCounts)
    let end = ListPath(row: world.content.sections[path.section].count, section: path.section)
    let number = pick(4)
    try timed(.edit) {
      do throws(ListUpdateError) {
        switch number {
        case 0: try list.insertRows(at: [path])
        case 1: try list.deleteRows(at: [path])
        case 2: try list.deleteRows(at: [end])
        default: try list.moveRow(at: path, to: ListPath(row: 0, section: -1))
        }
      } catch { return }
      throw SoakFault("a change that the content has not made is not refused")
    }
    try require(list.weaver.map.userCounts == counts, "a refused change has changed the list")
  }
}
