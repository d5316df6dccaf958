/// The heights of a section's rows, in which the row at a height and the top of a row are found in logarithmic time.
///
/// Rows have the estimate until they are measured. Kept are the differences from it, in a tree of prefix sums (Fenwick, 1994),
/// so that a section of a million rows is made without asking for one of them.
///
/// Invariant: `sums[i]` is the sum of the differences of the rows that index i covers.
struct RowExtents {
  private(set) var count: Int
  let estimate: Double
  private var sums: [Double]
  private var measured: [Bool]

  init(count: Int, estimate: Double) {
    self.count = count
    self.estimate = estimate
    sums = Array(repeating: 0, count: count + 1)
    measured = Array(repeating: false, count: count)
  }

  /// The height of all rows.
  var total: Double { top(of: count) }

  func isMeasured(_ row: Int) -> Bool { measured[row] }

  /// The height of the rows above a row, or of all.
  ///
  /// - Complexity: O(log `count`).
  func top(of row: Int) -> Double {
    var sum = Double(row) * estimate
    var index = row
    while index > 0 {
      sum += sums[index]
      index &= index - 1
    }
    return sum
  }

  func height(of row: Int) -> Double { top(of: row + 1) - top(of: row) }

  /// Replaces a row's height; answers by how much it grew.
  ///
  /// - Complexity: O(log `count`).
  mutating func setHeight(_ height: Double, of row: Int) -> Double {
    let growth = height - self.height(of: row)
    measured[row] = true
    guard growth != 0 else { return 0 }
    var index = row + 1
    while index <= count {
      sums[index] += growth
      index += index & -index
    }
    return growth
  }

  /// The row that covers a height, the first of those without height that stand there; nil above the first and below the last.
  ///
  /// - Complexity: O(log `count`).
  func row(at y: Double) -> Int? {
    guard y >= 0, y < total else { return nil }
    var position = 0
    var above = 0.0
    var step = count == 0 ? 0 : 1 << (Int.bitWidth - 1 - count.leadingZeroBitCount)
    while step > 0 {
      let next = position + step
      if next <= count {
        let below = above + Double(step) * estimate + sums[next]
        if below <= y {
          position = next
          above = below
        }
      }
      step >>= 1
    }
    return min(position, count - 1)
  }

  /// The same heights in another order: for each new row, the old row whose height it keeps, or none.
  ///
  /// - Complexity: O(new count).
  func rearranged(_ origins: [Int?]) -> RowExtents {
    var result = RowExtents(count: origins.count, estimate: estimate)
    for (row, origin) in origins.enumerated() {
      guard let origin, measured[origin] else { continue }
      result.measured[row] = true
      result.sums[row + 1] = height(of: origin) - estimate
    }
    for index in 1..<max(1, result.sums.count) {
      let parent = index + (index & -index)
      if parent < result.sums.count { result.sums[parent] += result.sums[index] }
    }
    return result
  }
}
