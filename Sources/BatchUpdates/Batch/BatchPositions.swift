/// The positions that the operations of a batch name, all of them before the batch or all of them after it.
package struct BatchPositions<Position: Comparable, Operation> {
  /// Positions, and the operation that names each of them, by its index and by itself.
  package typealias Group = (positions: [Position], operation: (_ index: Int, _ position: Position) -> Operation)

  private let groups: [Group]

  package init(_ groups: [Group]) { self.groups = groups }

  /// Returns the first position for which a condition holds, and the operation that names it.
  package func first(where holds: (Position) -> Bool) -> (position: Position, operation: Operation)? {
    for group in groups {
      if let index = group.positions.firstIndex(where: holds) {
        return (group.positions[index], group.operation(index, group.positions[index]))
      }
    }
    return nil
  }

  /// Returns the lowest position that two operations name, and the first two that name it.
  ///
  /// - Complexity: O(n log n); O(n) if only one operation names positions, in order.
  package func firstRepeated() -> (position: Position, one: Operation, other: Operation)? {
    // A page of rows that comes at the end is most often a batch of one kind, and may be large.
    let filledCount = groups.count { !$0.positions.isEmpty }
    if filledCount <= 1, groups.allSatisfy({ Self.areAscending($0.positions) }) { return nil }
    let all = groups.flatMap { $0.positions }.sorted()
    guard let position = zip(all, all.dropFirst()).first(where: { $0 == $1 })?.0 else { return nil }
    let operations = groups.flatMap { positions, operation in
      positions.indices.filter { positions[$0] == position }.map { operation($0, position) }
    }
    return (position, operations[0], operations[1])
  }

  /// Returns whether each position is greater than the one before it.
  private static func areAscending(_ positions: [Position]) -> Bool {
    for index in positions.indices.dropFirst() where positions[index - 1] >= positions[index] { return false }
    return true
  }
}
