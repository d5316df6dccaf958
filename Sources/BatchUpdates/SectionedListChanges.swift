/// What changes between two lists of sections: the sections themselves, and the rows in those that stay.
///
/// ```swift
/// let old = [ListSection("Mon", rows: [1, 2]), ListSection("Tue", rows: [3])]
/// let new = [ListSection("Tue", rows: [3, 1])]
/// let changes = SectionedListChanges.changes(from: old, to: new, sectionsBy: .itself, rowsBy: .itself)
/// changes.sections.deletes   // [0]
/// changes.rows.inserts       // [feed 0:1]
/// ```
///
/// The changes are one batch that breaks no rule of UIKit's: no row moves out of or into a section that is deleted, inserted,
/// reloaded or moved, and nothing changes in a section that moves. A section that must move and change is deleted and inserted; so
/// is a row that cannot keep its cell. This package's `ListView` takes the changes as they are.
///
/// Lists like UIKit's fail on a reload beside moves, or of a row whose number changes, although the rules allow it: give them
/// ``batchUpdates``, which is one batch that any of them takes. ``stages(from:to:sectionsBy:rowsBy:moves:)`` divides the changes
/// into several batches, which any list takes as well and which keep more cells.
///
/// It leaves out its inverse: look for the changes the other way round.
public struct SectionedListChanges: Hashable, Sendable {
  /// The changes of the sections, numbered as in the old and the new list.
  public let sections: ListChanges<Int>
  /// The changes of the rows in sections that stay.
  ///
  /// What is deleted, inserted or reloaded with its section is not named.
  public let rows: ListChanges<FeedPath>

  /// Makes the changes of a list, of those of its sections and those of its rows.
  ///
  /// Deletions of rows in sections that go, and insertions of rows in sections that come, are taken and mean nothing.
  /// - Complexity: O(n log n) for n changes.
  /// - Throws: ``BatchUpdateError`` for a row that moves out of or into a section that is deleted, inserted, reloaded or
  ///   moved, and for a change in a section that moves.
  public init(
    sections: ListChanges<Int> = ListChanges(), rows: ListChanges<FeedPath> = ListChanges()
  ) throws(BatchUpdateError) {
    self.sections = sections
    self.rows = rows
    try validate()
  }

  /// Takes changes that are known to fit together.
  init(fitting sections: ListChanges<Int>, rows: ListChanges<FeedPath> = ListChanges()) {
    self.sections = sections
    self.rows = rows
    assert(checkInvariants())
  }
}

extension SectionedListChanges {
  /// How many changes there are.
  public var count: Int { sections.count + rows.count }

  /// Whether nothing changes.
  public var isEmpty: Bool { sections.isEmpty && rows.isEmpty }
}

// MARK: - Validity

extension SectionedListChanges {
  /// Whether the changes of sections and rows contradict each other in nothing.
  func checkInvariants() -> Bool {
    do throws(BatchUpdateError) { try validate() } catch { return false }
    return sections.checkInvariants() && rows.checkInvariants()
  }

  private func validate() throws(BatchUpdateError) {
    if sections.isEmpty || rows.isEmpty { return }
    let movedFrom = Set(sections.moves.map(\.from))
    let movedTo = Set(sections.moves.map(\.to))
    if !rows.moves.isEmpty { try validateMoves(movedFrom, movedTo) }
    for path in rows.deletes + rows.reloads where movedFrom.contains(path.section) {
      throw .changeInMovedSection(path, operation: rows.operation(takingFrom: path))
    }
    for path in rows.inserts where movedTo.contains(path.section) {
      throw .changeInMovedSection(path, operation: .insert)
    }
  }

  /// Refuses rows that move out of or into a section that does not stay as it is.
  private func validateMoves(_ movedFrom: Set<Int>, _ movedTo: Set<Int>) throws(BatchUpdateError) {
    let staying = StayingPlaces(sections)
    let sources: [(BatchUpdateError.Operation, Set<Int>)] = [
      (.delete, Set(sections.deletes)), (.reload, Set(sections.reloads)), (.moveFrom, movedFrom),
    ]
    let targets: [(BatchUpdateError.Operation, Set<Int>)] = [
      (.insert, Set(sections.inserts)), (.reload, Set(sections.reloads.compactMap(staying.newPlace))),
      (.moveTo, movedTo),
    ]
    for move in rows.moves {
      for (reason, changed) in sources where changed.contains(move.from.section) {
        throw .moveBetweenChangedSections(
          from: move.from, to: move.to, section: move.from.section, because: reason)
      }
      for (reason, changed) in targets where changed.contains(move.to.section) {
        throw .moveBetweenChangedSections(from: move.from, to: move.to, section: move.to.section, because: reason)
      }
    }
  }
}

extension SectionedListChanges: Codable {
  private enum CodingKeys: String, CodingKey {
    case sections, rows
  }

  /// Reads changes, and refuses those that contradict each other.
  ///
  /// - Throws: ``BatchUpdateError`` for changes that contradict each other, and the decoder's own errors.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      sections: container.decodeIfPresent(ListChanges<Int>.self, forKey: .sections) ?? ListChanges(),
      rows: container.decodeIfPresent(ListChanges<FeedPath>.self, forKey: .rows) ?? ListChanges())
  }

  /// Writes the changes of sections and rows, as far as there are any.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    if !sections.isEmpty { try container.encode(sections, forKey: .sections) }
    if !rows.isEmpty { try container.encode(rows, forKey: .rows) }
  }
}

// MARK: - Applying

extension SectionedListChanges {
  /// The new list, made of the old one: what comes and what has new content is taken from the new one.
  ///
  /// - Complexity: O(old + new + n log n) for n changes.
  /// - Throws: ``BatchUpdateError`` if the changes are not between lists of these lengths.
  public func applying<Model, Row>(
    to old: [ListSection<Model, Row>], elementsFrom new: [ListSection<Model, Row>]
  ) throws(BatchUpdateError) -> [ListSection<Model, Row>] {
    let rows = try rowOrigins(oldCounts: old.map(\.rows.count), newCounts: new.map(\.rows.count))
    return zip(new, rows).map { section, rows in
      guard let rows else { return section }
      let values = zip(rows.origins, section.rows).map { origin, row in
        origin.map { old[$0.section].rows[$0.row] } ?? row
      }
      return ListSection(old[rows.section].model, rows: values)
    }
  }

  /// The old section that a new one was, and for each of its rows the old place; nil for what comes anew.
  private typealias SectionOrigin = (section: Int, origins: [FeedPath?])

  /// Where the rows of each new section come from; nil for a section that comes, or has new content.
  private func rowOrigins(oldCounts: [Int], newCounts: [Int]) throws(BatchUpdateError) -> [SectionOrigin?] {
    let sectionOrigins = try sections.origins(oldCount: oldCounts.count, newCount: newCounts.count)
    let taken = Set(rows.deletes).union(rows.moves.map(\.from))
    let reloaded = Set(rows.reloads)
    for path in taken.union(reloaded) {
      try path.check(within: oldCounts, for: self.rows.operation(takingFrom: path))
    }
    let given = try givenRows(newCounts: newCounts)
    var origins: [SectionOrigin?] = []
    for (section, origin) in sectionOrigins.enumerated() {
      guard let origin else {
        origins.append(nil)
        continue
      }
      let paths = (0..<oldCounts[origin]).lazy.map { FeedPath(section: origin, row: $0) }
      let staying = paths.filter { !taken.contains($0) }.map { reloaded.contains($0) ? nil : $0 }
      let rows = try Arrangement.origins(
        staying: Array(staying), given: given[section], count: newCounts[section], section: section)
      origins.append((origin, rows))
    }
    return origins
  }

  /// For each new section the rows that come and move there, ascending.
  private func givenRows(newCounts: [Int]) throws(BatchUpdateError) -> [[Arrangement.Given<FeedPath>]] {
    var given = [[Arrangement.Given<FeedPath>]](repeating: [], count: newCounts.count)
    let inserts = rows.inserts.map { (path: $0, origin: FeedPath?.none) }
    for (path, origin) in inserts + rows.moves.map({ (path: $0.to, origin: $0.from) }) {
      try path.check(within: newCounts, for: origin == nil ? .insert : .moveTo)
      given[path.section].append((path.row, origin))
    }
    return given.map { $0.sorted { $0.place < $1.place } }
  }
}

extension FeedPath {
  /// Refuses an operation on a row that a list with so many rows in its sections does not have.
  fileprivate func check(
    within counts: [Int], for operation: @autoclosure () -> BatchUpdateError.Operation
  ) throws(BatchUpdateError) {
    guard counts.indices.contains(section) else {
      throw .sectionOutOfRange(section, row: row, count: counts.count, operation: operation())
    }
    guard row >= 0, row < counts[section] else {
      throw .rowOutOfRange(row, section: section, count: counts[section], operation: operation())
    }
  }
}

// MARK: - Search

extension SectionedListChanges {
  /// The changes between two lists of sections.
  ///
  /// Sections are told apart among themselves, rows in the whole list, so that a row may move to another section.
  /// Identifiers should be unique; if one stands more than once, the changes still lead to the new list.
  ///
  /// Rows that stay in their section are moved as seldom as can be, and so are sections.
  /// - Complexity: O(old + new) for ``MoveSearch/linear``, O(n log n) for ``MoveSearch/fewest``, as far as hashing is.
  /// - Precondition: A list has fewer than 2,147,483,647 rows.
  @inlinable
  public static func changes<Model, Row, SectionID, RowID>(
    from old: [ListSection<Model, Row>], to new: [ListSection<Model, Row>],
    sectionsBy: ListIdentity<Model, SectionID>, rowsBy: ListIdentity<Row, RowID>, moves: MoveSearch = .fewest
  ) -> Self {
    SectionPairing(old, new, sectionsBy: sectionsBy, rowsBy: rowsBy).batch(moves)
  }

  /// The changes between two lists of sections, divided into batches that any list like UIKit's can take in turn.
  ///
  /// 1. Rows with new content are reloaded.
  /// 2. Sections and rows are deleted.
  /// 3. Sections are inserted and moved.
  /// 4. Rows are inserted and moved, also into sections that were inserted.
  /// 5. Sections with new models are reloaded.
  ///
  /// Each is valid by itself, and has the list as it is then. Batches in which nothing happens are left out; the last one
  /// leads to the new list. A row is deleted and inserted only if its section is deleted.
  ///
  /// ```swift
  /// for stage in SectionedListChanges.stages(from: days, to: newDays, sectionsBy: .id, rowsBy: .id) {
  ///   try list.performBatchUpdates {
  ///     days = stage.sections
  ///     try list.perform(stage.changes)
  ///   }
  /// }
  /// ```
  ///
  /// The five stages are those of DifferenceKit.
  /// - Complexity: O(old + new) for ``MoveSearch/linear``, O(n log n) for ``MoveSearch/fewest``, as far as hashing is.
  /// - Precondition: A list has fewer than 2,147,483,647 rows.
  @inlinable
  public static func stages<Model, Row, SectionID, RowID>(
    from old: [ListSection<Model, Row>], to new: [ListSection<Model, Row>],
    sectionsBy: ListIdentity<Model, SectionID>, rowsBy: ListIdentity<Row, RowID>, moves: MoveSearch = .fewest
  ) -> [ListChangesStage<Model, Row>] {
    let models = (old: old.map(\.model), new: new.map(\.model))
    let rows = (old: old.flatMap(\.rows), new: new.flatMap(\.rows))
    return SectionPairing(old, new, sectionsBy: sectionsBy, rowsBy: rowsBy).stages(moves).map { plan in
      ListChangesStage(changes: plan.changes, sections: plan.list(models, rows))
    }
  }
}
