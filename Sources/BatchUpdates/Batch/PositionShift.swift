/// Maps positions before changes to positions after them: some elements leave, some come, the rest keep their order.
///
/// A move is both: the element leaves its old position and comes to its new one. Each lookup costs O(log changes).
package struct PositionShift {
  /// The old positions of deleted and moved elements, ascending.
  package let leaving: [Int]
  /// The new positions of inserted and moved elements, ascending.
  package let coming: [Int]

  /// Makes a map from the old positions that elements leave and the new positions that elements come to, in any order.
  package init(leaving: [Int] = [], coming: [Int] = []) {
    self.leaving = leaving.inOrder()
    self.coming = coming.inOrder()
  }

  /// Returns the number of elements after the changes, given the number before them.
  package func newCount(of oldCount: Int) -> Int { oldCount - leaving.count + coming.count }

  /// Returns the new position of an element; nil if it is deleted or moved.
  package func newPosition(of old: Int) -> Int? {
    let before = leaving.partitioningIndex { $0 >= old }
    if before < leaving.count, leaving[before] == old { return nil }
    return position(ofRank: old - before)
  }

  /// Returns the new position of the staying element that has `rank` staying elements before it.
  package func position(ofRank rank: Int) -> Int {
    rank + coming.indices.partitioningIndex { coming[$0] - $0 > rank }
  }

  /// Returns the number of staying elements before an old position.
  package func rank(ofOld position: Int) -> Int { position - leaving.partitioningIndex { $0 >= position } }

  /// Returns the number of staying elements before a new position.
  package func rank(ofNew position: Int) -> Int { position - coming.partitioningIndex { $0 >= position } }

  /// Calls a closure with each run of staying elements that are consecutive before and after the changes, in order.
  ///
  /// - Complexity: O(changes).
  func forEachRun(of oldCount: Int, _ body: (_ old: Int, _ new: Int, _ count: Int) -> Void) {
    var (leaving, coming) = (leaving[...], coming[...])
    var (old, new) = (0, 0)
    while true {
      while leaving.first == old {
        leaving.removeFirst()
        old += 1
      }
      while coming.first == new {
        coming.removeFirst()
        new += 1
      }
      let count = min((leaving.first ?? oldCount) - old, (coming.first ?? .max) - new)
      if count <= 0 { return }
      body(old, new, count)
      old += count
      new += count
    }
  }

  /// Returns the old position of each element after the changes; nil for inserted elements.
  ///
  /// - Complexity: O(elements).
  package func origins(of oldCount: Int, moves: some Sequence<(from: Int, to: Int)>) -> [Int?] {
    var origins = [Int?](repeating: nil, count: newCount(of: oldCount))
    forEachRun(of: oldCount) { old, new, count in
      for offset in 0..<count { origins[new + offset] = old + offset }
    }
    for move in moves { origins[move.to] = move.from }
    return origins
  }
}
