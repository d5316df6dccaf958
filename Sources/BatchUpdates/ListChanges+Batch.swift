/// Change sets for lists other than this package's, whose batches accept a reload only if no index changes.
extension ListChanges where Position == Int {
  /// The same changes as one batch that any list like UIKit's accepts.
  ///
  /// A list like UIKit's carries out a reload at its old index in a list whose indices have changed already. In a batch
  /// with moves, or if the row's index changes, the list fails or shows the wrong row. Here such a reload becomes a
  /// deletion and an insertion. All other changes stay the same.
  ///
  /// ```swift
  /// let changes = try ListChanges(moves: [.init(from: 2, to: 0)], reloads: [0])   // 1 2 3 → 3 1' 2
  /// changes.batchUpdates.deletes   // [0]
  /// changes.batchUpdates.inserts   // [1]
  /// ```
  ///
  /// - Complexity: O(n log n) for n changes; O(1) without reloads.
  public var batchUpdates: Self {
    if reloads.isEmpty { return self }
    let staying = UnmovedPositions(self)
    let places = reloads.map { (old: $0, new: staying.newPlace(of: $0)) }
    return replacing(places.filter { !moves.isEmpty || $0.old != $0.new })
  }
}

extension SectionedListChanges {
  /// The same changes as one batch that any list like UIKit's accepts.
  ///
  /// A list like UIKit's carries out a reload at its old index in a list whose indices have changed already. So a
  /// section is reloaded only if no section moves and its index stays the same. A row is reloaded only if no row moves
  /// out of or into its section and its path stays the same. All other reloads become a deletion and an insertion.
  ///
  /// ```swift
  /// let batch = SectionedListChanges.changes(from: days, to: newDays, sectionsBy: .id, rowsBy: .id).batchUpdates
  /// tableView.performBatchUpdates {
  ///   days = newDays
  ///   tableView.deleteSections(IndexSet(batch.sections.deletes), with: .automatic)
  ///   tableView.deleteRows(at: batch.rows.deletes.map { IndexPath(row: $0.row, section: $0.section) }, with: .automatic)
  ///   …
  /// }
  /// ```
  ///
  /// - Complexity: O(n log n) for n changes; O(1) without reloads.
  public var batchUpdates: Self {
    if sections.reloads.isEmpty && rows.reloads.isEmpty { return self }
    return SectionedListChanges(fitting: sections.batchUpdates, rows: rowBatchUpdates)
  }

  private var rowBatchUpdates: ListChanges<FeedPath> {
    if rows.reloads.isEmpty { return rows }
    let staying = UnmovedPositions(sections)
    let reloadedSections = Set(sections.reloads)
    let leaving = Dictionary(grouping: rows.deletes + rows.moves.map(\.from), by: \.section)
    let coming = Dictionary(grouping: rows.inserts + rows.moves.map(\.to), by: \.section)
    let movedFrom = Set(rows.moves.map(\.from.section))
    let movedTo = Set(rows.moves.map(\.to.section))
    var replaced: [(old: FeedPath, new: FeedPath?)] = []
    for (section, reloads) in Dictionary(grouping: rows.reloads, by: \.section) {
      guard !reloadedSections.contains(section), let target = staying.newPlace(of: section) else {
        // Row changes in a section that is deleted or reloaded have no effect; any list accepts them as deletions.
        replaced += reloads.map { ($0, nil) }
        continue
      }
      let hasMoves = movedFrom.contains(section) || movedTo.contains(target)
      let places = UnmovedPositions(
        leaving: (leaving[section] ?? []).map(\.row), coming: (coming[target] ?? []).map(\.row))
      for path in reloads {
        let new = places.newPlace(of: path.row).map { FeedPath(section: target, row: $0) }
        if hasMoves || new != path { replaced.append((path, new)) }
      }
    }
    return rows.replacing(replaced)
  }
}

extension ListChanges {
  /// Returns the same changes with some reloads replaced by deletions and insertions.
  fileprivate func replacing(_ replaced: [(old: Position, new: Position?)]) -> Self {
    if replaced.isEmpty { return self }
    let old = Set(replaced.map(\.old))
    return Self(
      ascending: (deletes + old).sorted(), inserts: (inserts + replaced.compactMap(\.new)).sorted(), moves: moves,
      reloads: reloads.filter { !old.contains($0) })
  }
}

/// One of several batches that together turn one list into another, and the list after it.
public struct ListChangesStage<Model, Row> {
  /// The changes of the batch.
  public let changes: SectionedListChanges
  /// The list after the batch, which the data source must return when the batch ends.
  public let sections: [ListSection<Model, Row>]

  @inlinable
  init(changes: SectionedListChanges, sections: [ListSection<Model, Row>]) {
    self.changes = changes
    self.sections = sections
  }
}

extension ListChangesStage: Equatable where Model: Equatable, Row: Equatable {}
extension ListChangesStage: Hashable where Model: Hashable, Row: Hashable {}
extension ListChangesStage: Sendable where Model: Sendable, Row: Sendable {}

// MARK: - Validity

extension ListChanges {
  /// Makes a change set from changes in any order.
  ///
  /// - Complexity: O(n log n) for n changes.
  /// - Throws: ``BatchUpdateError`` for a position that no list has, and for two changes with the same source or the
  ///   same target position.
  public init(
    deletes: [Position] = [], inserts: [Position] = [], moves: [Move] = [], reloads: [Position] = []
  ) throws(BatchUpdateError) {
    self.deletes = deletes.sorted()
    self.inserts = inserts.sorted()
    self.moves = moves.sorted { $0.to < $1.to }
    self.reloads = reloads.sorted()
    for (operation, places) in operations {
      for place in places where !place.isWithinLimit {
        throw .noSuchPosition("\(place)", count: nil, operation: operation)
      }
    }
    try validate()
  }

  private var operations: [(BatchUpdateError.Operation, [Position])] {
    [
      (.delete, deletes), (.insert, inserts), (.reload, reloads), (.moveFrom, moves.map(\.from)),
      (.moveTo, moves.map(\.to)),
    ]
  }

  /// Returns which of the changes has this source position.
  func operation(takingFrom place: Position) -> BatchUpdateError.Operation {
    deletes.contains(place) ? .delete : reloads.contains(place) ? .reload : .moveFrom
  }

  /// Returns the first two changes of the given kinds at one position.
  private func pair(
    at place: Position, among kinds: Set<BatchUpdateError.Operation>
  ) -> (one: BatchUpdateError.Operation, other: BatchUpdateError.Operation) {
    let all = operations.filter { kinds.contains($0.0) }.flatMap { operation, places in
      places.filter { $0 == place }.map { _ in operation }
    }
    return (all[0], all[1])
  }

  /// Throws if two changes have the same source or the same target position.
  func validate() throws(BatchUpdateError) {
    if isEmpty { return }
    let sources = (deletes + reloads + moves.map(\.from)).sorted()
    let targets = (inserts + moves.map(\.to)).sorted()
    if let place = ListChanges.repeated(in: sources) {
      let pair = pair(at: place, among: [.delete, .reload, .moveFrom])
      throw .duplicateSource("\(place)", by: pair.one, and: pair.other)
    }
    if let place = ListChanges.repeated(in: targets) {
      let pair = pair(at: place, among: [.insert, .moveTo])
      throw .duplicateTarget("\(place)", by: pair.one, and: pair.other)
    }
  }

  /// Whether the changes are in order and do not contradict each other.
  func checkInvariants() -> Bool {
    do throws(BatchUpdateError) { try validate() } catch { return false }
    let places = [deletes, inserts, reloads, moves.map(\.to)]
    return isEmpty || places.allSatisfy { zip($0, $0.dropFirst()).allSatisfy(<) }
  }

  private static func repeated(in places: [Position]) -> Position? {
    zip(places, places.dropFirst()).first { $0 == $1 }?.0
  }
}

/// The order of a list's rows after changes: given rows have fixed positions, the others fill the rest in their order.
enum Arrangement {
  /// A new position, and the old position of the element that moves there; nil for an inserted element.
  typealias Given<Origin> = (place: Int, origin: Origin?)

  /// Returns for each new position the old one of its element; nil for elements that are inserted or reloaded.
  ///
  /// - Throws: ``BatchUpdateError/wrongCount(_:expected:section:)`` if `staying` and `given` together do not have
  ///   `count` elements.
  static func origins<Origin>(
    staying: [Origin?], given: [Given<Origin>], count: Int, section: Int? = nil
  ) throws(BatchUpdateError) -> [Origin?] {
    guard count == staying.count + given.count else {
      throw .wrongCount(count, expected: staying.count + given.count, section: section)
    }
    if let last = given.last, last.place >= count {
      throw .noSuchPosition("\(last.place)", count: count, operation: last.origin == nil ? .insert : .moveTo)
    }
    var given = given[...]
    var staying = staying[...]
    return (0..<count).map { place in
      given.first?.place == place ? given.removeFirst().origin : staying.removeFirst()
    }
  }
}

extension ListChanges where Position == Int {
  /// Returns for each new position the old one of its element; nil for elements that are inserted or reloaded.
  func origins(oldCount: Int, newCount: Int) throws(BatchUpdateError) -> [Int?] {
    let sources = Set(deletes).union(moves.map(\.from))
    let reloaded = Set(reloads)
    if let place = sources.union(reloaded).max(), place >= oldCount {
      throw .noSuchPosition("\(place)", count: oldCount, operation: operation(takingFrom: place))
    }
    let staying = (0..<oldCount).filter { !sources.contains($0) }.map { reloaded.contains($0) ? nil : $0 }
    return try Arrangement.origins(staying: staying, given: given, count: newCount)
  }

  /// The inserted and moved elements, ordered by new position.
  var given: [Arrangement.Given<Int>] {
    let all = inserts.map { (place: $0, origin: Int?.none) } + moves.map { (place: $0.to, origin: $0.from) }
    return all.sorted { $0.place < $1.place }
  }
}
