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
  /// - Complexity: O(n log n).
  package func firstRepeated() -> (position: Position, one: Operation, other: Operation)? {
    if groups.reduce(0, { $0 + $1.positions.count }) < 2 { return nil }
    let all = groups.flatMap(\.positions).sorted()
    guard let position = zip(all, all.dropFirst()).first(where: { $0 == $1 })?.0 else { return nil }
    let operations = groups.flatMap { positions, operation in
      positions.indices.filter { positions[$0] == position }.map { operation($0, position) }
    }
    return (position, operations[0], operations[1])
  }
}
