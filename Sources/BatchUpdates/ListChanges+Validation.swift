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
