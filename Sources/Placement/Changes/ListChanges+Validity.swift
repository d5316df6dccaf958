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
    let places = self.deletes + self.inserts + self.reloads + self.moves.flatMap { [$0.from, $0.to] }
    for place in places where !place.isWithinLimit { throw .noSuchPlace("\(place)") }
    try validate()
  }

  /// What is true of every change set, whatever list it is for.
  func validate() throws(PlacementError) {
    if isEmpty { return }
    let sources = (deletes + reloads + moves.map(\.from)).sorted()
    let targets = (inserts + moves.map(\.to)).sorted()
    if let place = ListChanges.repeated(in: sources) { throw .changedTwice("\(place)") }
    if let place = ListChanges.repeated(in: targets) { throw .filledTwice("\(place)") }
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
