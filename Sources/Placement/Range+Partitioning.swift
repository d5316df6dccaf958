extension Range<Int> {
  /// The first number from which on something holds, which holds for all after one for which it does; the end where for none.
  /// - Complexity: O(log *n*), where *n* is the count of the range.
  package func partitioningIndex(where holds: (Int) -> Bool) -> Int {
    var low = lowerBound
    var high = upperBound
    while low < high {
      let middle = low + (high - low) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
