extension RandomAccessCollection where Index == Int {
  /// Returns the index of the first element for which a condition holds, or `endIndex` if there is none.
  ///
  /// The elements must be partitioned: all those for which the condition holds follow those for which it does not.
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

  /// Returns the elements of a section from a collection that is ordered by section.
  ///
  /// - Complexity: O(log `count`).
  @inlinable
  package func elements(of section: Int, by number: (Element) -> Int) -> SubSequence {
    self[partitioningIndex { number($0) >= section }..<partitioningIndex { number($0) > section }]
  }
}

extension Array {
  /// Returns the sections of paths that are in order, each once.
  ///
  /// - Complexity: O(sections log `count`).
  func distinctSections<Space>() -> [Int] where Element == RowPath<Space> {
    var sections: [Int] = []
    var rest = self[...]
    while let section = rest.first?.section {
      sections.append(section)
      rest = rest[rest.partitioningIndex { $0.section > section }...]
    }
    return sections
  }
}
