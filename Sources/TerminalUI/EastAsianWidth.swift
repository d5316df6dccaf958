/// The one property of characters that the standard library lacks: whether East Asian typography draws them wide.
///
/// Ambiguous characters are narrow, as they are in every terminal that was not told otherwise.
enum EastAsianWidth {
  /// Whether the character's East_Asian_Width is Wide or Fullwidth.
  ///
  /// - Complexity: O(log *n*) in the number of ranges of the table.
  static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    // An odd number of boundaries at or below a value means that a range is open there.
    !boundariesUpTo(scalar.value).isMultiple(of: 2)
  }

  private static func boundariesUpTo(_ value: UInt32) -> Int {
    var low = 0
    var high = boundaries.count
    while low < high {
      let middle = (low + high) / 2
      if boundaries[middle] <= value { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
