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
}

extension RandomAccessCollection where Index == Int, Element: Comparable {
  /// Returns whether an element is among these, which must be in order.
  ///
  /// - Complexity: O(log `count`).
  @inlinable
  package func sortedContains(_ element: Element) -> Bool {
    let place = partitioningIndex { $0 >= element }
    return place < endIndex && self[place] == element
  }
}

extension Array {
  /// Returns the rows of a section, among paths that are in order.
  ///
  /// - Complexity: O(log `count` + rows of the section).
  func rows<Space>(inSection section: Int) -> [Int] where Element == RowPath<Space> {
    // A closure, since a key path of a generic type is made anew at each use.
    self[partitioningIndex { $0.section >= section }..<partitioningIndex { $0.section > section }].map { $0.row }
  }

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

extension Array where Element: Comparable {
  /// Returns the elements in order, the array itself if they are in order already.
  func inOrder() -> [Element] {
    for index in indices.dropFirst() where self[index] < self[index - 1] { return sorted() }
    return self
  }
}
