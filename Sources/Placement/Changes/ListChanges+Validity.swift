extension ListChanges {
  /// Makes a change set of changes in any order.
  ///
  /// - Complexity: O(n log n) for n changes.
  /// - Throws: ``PlacementError`` for a place that no list has, one that two changes begin at, and one that two changes lead to.
  public init(
    deletes: [Position] = [], inserts: [Position] = [], moves: [Move] = [], reloads: [Position] = []
  ) throws(PlacementError) {
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

  private var operations: [(PlacementError.Operation, [Position])] {
    [
      (.delete, deletes), (.insert, inserts), (.reload, reloads), (.moveFrom, moves.map(\.from)),
      (.moveTo, moves.map(\.to)),
    ]
  }

  /// Which change begins at a place.
  func operation(takingFrom place: Position) -> PlacementError.Operation {
    deletes.contains(place) ? .delete : reloads.contains(place) ? .reload : .moveFrom
  }

  /// The two changes that begin, or that lead, to one place, as far as they are among these.
  private func pair(
    at place: Position, among kinds: Set<PlacementError.Operation>
  ) -> (one: PlacementError.Operation, other: PlacementError.Operation) {
    let all = operations.filter { kinds.contains($0.0) }.flatMap { operation, places in
      places.filter { $0 == place }.map { _ in operation }
    }
    return (all[0], all[1])
  }

  /// What is true of every change set, whatever list it is for.
  func validate() throws(PlacementError) {
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
    do throws(PlacementError) { try validate() } catch { return false }
    let places = [deletes, inserts, reloads, moves.map(\.to)]
    return isEmpty || places.allSatisfy { zip($0, $0.dropFirst()).allSatisfy(<) }
  }

  private static func repeated(in places: [Position]) -> Position? {
    zip(places, places.dropFirst()).first { $0 == $1 }?.0
  }
}
