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
    if let (place, operation) = sources.first(where: { !$0.isWithinLimit })
      ?? targets.first(where: { !$0.isWithinLimit })
    {
      throw .noSuchPosition("\(place)", count: nil, operation: operation)
    }
    try validate()
  }

  /// Makes a change set from changes in any order that are known not to contradict each other.
  ///
  /// - Complexity: O(n log n) for n changes; O(n) for those that are in order.
  @_specialize(where Position == FeedPath)
  package init(
    fitting deletes: [Position], inserts: [Position] = [], moves: [Move] = [], reloads: [Position] = []
  ) {
    self.init(
      ascending: deletes.inOrder(), inserts: inserts.inOrder(),
      moves: moves.isEmpty ? [] : moves.sorted { $0.to < $1.to },
      reloads: reloads.inOrder())
  }

  private var sources: BatchPositions<Position, BatchUpdateError.Operation> {
    BatchPositions([
      (deletes, { _, _ in .delete }), (reloads, { _, _ in .reload }), (moves.map(\.from), { _, _ in .moveFrom }),
    ])
  }

  private var targets: BatchPositions<Position, BatchUpdateError.Operation> {
    BatchPositions([(inserts, { _, _ in .insert }), (moves.map(\.to), { _, _ in .moveTo })])
  }

  /// Throws if two changes have the same source or the same target position.
  func validate() throws(BatchUpdateError) {
    if isEmpty { return }
    if let (place, one, other) = sources.firstRepeated() ?? targets.firstRepeated() {
      throw .repeated("\(place)", by: one, and: other)
    }
  }

  /// Whether the changes are in order and do not contradict each other.
  func checkInvariants() -> Bool {
    do throws(BatchUpdateError) { try validate() } catch { return false }
    let places = [deletes, inserts, reloads, moves.map(\.to)]
    return isEmpty || places.allSatisfy { zip($0, $0.dropFirst()).allSatisfy(<) }
  }
}

extension ListChanges where Position == Int {
  /// Throws if the changes are not between lists of these lengths.
  func check(_ shift: PositionShift, oldCount: Int, newCount: Int) throws(BatchUpdateError) {
    if let (place, operation) = sources.first(where: { $0 >= oldCount }) {
      throw .noSuchPosition("\(place)", count: oldCount, operation: operation)
    }
    guard newCount == shift.newCount(of: oldCount) else {
      throw .wrongCount(newCount, expected: shift.newCount(of: oldCount), section: nil)
    }
    if let (place, operation) = targets.first(where: { $0 >= newCount }) {
      throw .noSuchPosition("\(place)", count: newCount, operation: operation)
    }
  }
}
