extension RandomAccessCollection where Index == Int {
  /// The first index from which on a condition holds, which holds for all elements after one for which it does; the end where it
  /// holds for none.
  ///
  /// - Complexity: O(log `count`).
  @inlinable
  package func partitioningIndex(where holds: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// The elements of a section, where they are in the order of their sections.
  ///
  /// - Complexity: O(log `count`).
  @inlinable
  package func elements(of section: Int, by number: (Element) -> Int) -> SubSequence {
    self[partitioningIndex { number($0) >= section }..<partitioningIndex { number($0) > section }]
  }
}
