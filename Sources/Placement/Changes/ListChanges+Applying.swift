extension ListChanges where Position == Int {
  /// The new list, made of the old one: what comes and what has new content is taken from the new one.
  ///
  /// - Complexity: O(old + new + n log n) for n changes.
  /// - Throws: ``PlacementError`` if the changes are not between lists of these lengths.
  public func applying<Element>(
    to old: some RandomAccessCollection<Element>, elementsFrom new: some RandomAccessCollection<Element>
  ) throws(PlacementError) -> [Element] {
    zip(try origins(oldCount: old.count, newCount: new.count), new).map { origin, element in
      origin.map { old[old.index(old.startIndex, offsetBy: $0)] } ?? element
    }
  }

  /// The changes from the new list back to the old one.
  ///
  /// - Complexity: O(n log n) for n changes.
  public var inverse: Self {
    let staying = StayingPlaces(self)
    return Self(
      ascending: inserts, inserts: deletes,
      moves: moves.map { Move(from: $0.to, to: $0.from) }.sorted { $0.to < $1.to },
      reloads: reloads.compactMap(staying.newPlace))
  }
}

/// Where what stays where it is stands in the new list.
package struct StayingPlaces {
  /// The old places of what goes or moves, and the new ones of what comes or moves, ascending.
  private let sources, targets: [Int]

  init(_ changes: ListChanges<Int>) {
    self.init(leaving: changes.deletes + changes.moves.map(\.from), coming: changes.inserts + changes.moves.map(\.to))
  }

  /// Knows what leaves its old place, and what comes to a new one.
  package init(leaving: [Int], coming: [Int]) {
    sources = leaving.sorted()
    targets = coming.sorted()
  }

  /// The new place of an old one; nil for what goes or moves.
  package func newPlace(of old: Int) -> Int? {
    let before = sources.indices.partitioningIndex { sources[$0] >= old }
    if before < sources.count, sources[before] == old { return nil }
    // So many stay before it; of the targets those come first that leave no more room before them.
    let rank = old - before
    return rank + targets.indices.partitioningIndex { targets[$0] - $0 > rank }
  }
}
