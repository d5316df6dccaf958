/// Change sets for lists other than this package's, whose batches take a reload only where no number changes.
extension ListChanges where Position == Int {
  /// The same changes as one batch that any list like UIKit's takes.
  ///
  /// A list like UIKit's carries out a reload at the number that it names, in a list whose numbers have changed: beside moves, or
  /// where the row has another number after the batch, it fails or shows the wrong row. Such a reload is a deletion and an
  /// insertion here. All others, and what is not a reload, stay as they are.
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
    let staying = StayingPlaces(self)
    let places = reloads.map { (old: $0, new: staying.newPlace(of: $0)) }
    return replacing(places.filter { !moves.isEmpty || $0.old != $0.new })
  }
}

extension SectionedListChanges {
  /// The same changes as one batch that any list like UIKit's takes.
  ///
  /// A list like UIKit's carries out a reload at the number that it names, in a list whose numbers have changed. So a section is
  /// reloaded only where no section moves and its number stays, and a row only where no row moves out of its section or into it,
  /// and its path stays. All other reloads are a deletion and an insertion here.
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
    let staying = StayingPlaces(sections)
    let reloadedSections = Set(sections.reloads)
    let leaving = Dictionary(grouping: rows.deletes + rows.moves.map(\.from), by: \.section)
    let coming = Dictionary(grouping: rows.inserts + rows.moves.map(\.to), by: \.section)
    let movedFrom = Set(rows.moves.map(\.from.section))
    let movedTo = Set(rows.moves.map(\.to.section))
    var replaced: [(old: FeedPath, new: FeedPath?)] = []
    for (section, reloads) in Dictionary(grouping: rows.reloads, by: \.section) {
      guard !reloadedSections.contains(section), let target = staying.newPlace(of: section) else {
        // What is said of rows in a section that is deleted or reloaded means nothing; as deletions any list takes it.
        replaced += reloads.map { ($0, nil) }
        continue
      }
      let hasMoves = movedFrom.contains(section) || movedTo.contains(target)
      let places = StayingPlaces(
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
  /// The same with some reloads told as deletions and insertions.
  fileprivate func replacing(_ replaced: [(old: Position, new: Position?)]) -> Self {
    if replaced.isEmpty { return self }
    let old = Set(replaced.map(\.old))
    return Self(
      ascending: (deletes + old).sorted(), inserts: (inserts + replaced.compactMap(\.new)).sorted(), moves: moves,
      reloads: reloads.filter { !old.contains($0) })
  }
}

/// One of the batches that together lead from one list to another, and what the list shows after it.
public struct ListChangesStage<Model, Row> {
  /// What the batch changes.
  public let changes: SectionedListChanges
  /// The list after it, which a data source must give when the batch ends.
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
  /// Makes a change set of changes in any order.
  ///
  /// - Complexity: O(n log n) for n changes.
  /// - Throws: ``BatchUpdateError`` for a place that no list has, one that two changes begin at, and one that two changes lead to.
  public init(
    deletes: [Position] = [], inserts: [Position] = [], moves: [Move] = [], reloads: [Position] = []
  ) throws(BatchUpdateError) {
    self.deletes = deletes.sorted()
    self.inserts = inserts.sorted()
    self.moves = moves.sorted { $0.to < $1.to }
    self.reloads = reloads.sorted()
    for (operation, places) in operations {
      for place in places where !place.isWithinLimit {
        throw .noSuchPlace("\(place)", count: nil, operation: operation)
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

  /// Which change begins at a place.
  func operation(takingFrom place: Position) -> BatchUpdateError.Operation {
    deletes.contains(place) ? .delete : reloads.contains(place) ? .reload : .moveFrom
  }

  /// The two changes that begin, or that lead, to one place, as far as they are among these.
  private func pair(
    at place: Position, among kinds: Set<BatchUpdateError.Operation>
  ) -> (one: BatchUpdateError.Operation, other: BatchUpdateError.Operation) {
    let all = operations.filter { kinds.contains($0.0) }.flatMap { operation, places in
      places.filter { $0 == place }.map { _ in operation }
    }
    return (all[0], all[1])
  }

  /// What is true of every change set, whatever list it is for.
  func validate() throws(BatchUpdateError) {
    if isEmpty { return }
    let sources = (deletes + reloads + moves.map(\.from)).sorted()
    let targets = (inserts + moves.map(\.to)).sorted()
    if let place = ListChanges.repeated(in: sources) {
      let pair = pair(at: place, among: [.delete, .reload, .moveFrom])
      throw .changedTwice("\(place)", by: pair.one, and: pair.other)
    }
    if let place = ListChanges.repeated(in: targets) {
      let pair = pair(at: place, among: [.insert, .moveTo])
      throw .filledTwice("\(place)", by: pair.one, and: pair.other)
    }
  }

  /// Whether the changes are in order and contradict each other in nothing.
  func checkInvariants() -> Bool {
    do throws(BatchUpdateError) { try validate() } catch { return false }
    let places = [deletes, inserts, reloads, moves.map(\.to)]
    return isEmpty || places.allSatisfy { zip($0, $0.dropFirst()).allSatisfy(<) }
  }

  private static func repeated(in places: [Position]) -> Position? {
    zip(places, places.dropFirst()).first { $0 == $1 }?.0
  }
}

/// Where the rows of a list stand after changes: what is given a place has it, the rest fills the others in its order.
enum Arrangement {
  /// A new place, and the old one of what moves there; nil for what comes anew.
  typealias Given<Origin> = (place: Int, origin: Origin?)

  /// For each new place the old one of what stands there; nil for what is new, or has new content.
  ///
  /// - Throws: ``BatchUpdateError/wrongCount(_:expected:section:)`` if what stays and what is given are not so many.
  static func origins<Origin>(
    staying: [Origin?], given: [Given<Origin>], count: Int, section: Int? = nil
  ) throws(BatchUpdateError) -> [Origin?] {
    guard count == staying.count + given.count else {
      throw .wrongCount(count, expected: staying.count + given.count, section: section)
    }
    if let last = given.last, last.place >= count {
      throw .noSuchPlace("\(last.place)", count: count, operation: last.origin == nil ? .insert : .moveTo)
    }
    var given = given[...]
    var staying = staying[...]
    return (0..<count).map { place in
      given.first?.place == place ? given.removeFirst().origin : staying.removeFirst()
    }
  }
}

extension ListChanges where Position == Int {
  /// For each place of the new list the old one of what stands there; nil for what is new, or has new content.
  func origins(oldCount: Int, newCount: Int) throws(BatchUpdateError) -> [Int?] {
    let sources = Set(deletes).union(moves.map(\.from))
    let reloaded = Set(reloads)
    if let place = sources.union(reloaded).max(), place >= oldCount {
      throw .noSuchPlace("\(place)", count: oldCount, operation: operation(takingFrom: place))
    }
    let staying = (0..<oldCount).filter { !sources.contains($0) }.map { reloaded.contains($0) ? nil : $0 }
    return try Arrangement.origins(staying: staying, given: given, count: newCount)
  }

  /// What comes and what moves, by its new place.
  var given: [Arrangement.Given<Int>] {
    let all = inserts.map { (place: $0, origin: Int?.none) } + moves.map { (place: $0.to, origin: $0.from) }
    return all.sorted { $0.place < $1.place }
  }
}
