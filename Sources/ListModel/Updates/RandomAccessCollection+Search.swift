extension RandomAccessCollection where Index == Int {
  /// The first index from which on a property holds that, once it holds, holds to the end; the end where it never does.
  ///
  /// - Complexity: O(log `count`).
  func firstIndex(fromWhichOn holds: (Element) -> Bool) -> Int {
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
  func elements(of section: Int, by number: (Element) -> Int) -> SubSequence {
    self[firstIndex(fromWhichOn: { number($0) >= section })..<firstIndex(fromWhichOn: { number($0) > section })]
  }
}
