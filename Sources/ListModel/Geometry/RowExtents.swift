/// The heights of a section's rows, in which the row at a height and the top of a row are found in logarithmic time.
///
/// Rows have the estimate until they are measured. Kept are the differences from it, in a tree of prefix sums (Fenwick, 1994),
/// which is not made before the first row is measured: a section of a million rows costs nothing until it is looked at.
///
/// Invariant: both arrays are empty, or `sums[i]` is the sum of the differences of the rows that index i covers.
struct RowExtents {
  let count: Int
  let estimate: Double
  /// Negative for a row that is not measured.
  private var heights: [Double] = []
  private var sums: [Double] = []

  init(count: Int, estimate: Double) {
    self.count = count
    self.estimate = estimate
  }

  /// Rows that are all measured.
  init(heights: [Double]) {
    count = heights.count
    estimate = 0
    self.heights = heights
    sums = [0] + heights
    addUp()
  }

  /// The height of all rows.
  var total: Double { top(of: count) }

  func isMeasured(_ row: Int) -> Bool { !heights.isEmpty && heights[row] >= 0 }

  func height(of row: Int) -> Double { isMeasured(row) ? heights[row] : estimate }

  /// The height of the rows above a row, or of all.
  ///
  /// - Complexity: O(log `count`).
  func top(of row: Int) -> Double {
    var sum = Double(row) * estimate
    guard !sums.isEmpty else { return sum }
    var index = row
    while index > 0 {
      sum += sums[index]
      index &= index - 1
    }
    return sum
  }

  /// Replaces a row's height; answers by how much it grew.
  ///
  /// - Complexity: O(log `count`), but for the first row O(`count`).
  @discardableResult
  mutating func setHeight(_ height: Double, of row: Int) -> Double {
    if heights.isEmpty {
      heights = Array(repeating: -1, count: count)
      sums = Array(repeating: 0, count: count + 1)
    }
    let growth = height - self.height(of: row)
    heights[row] = height
    add(growth, at: row)
    return growth
  }

  /// Gives a row the estimate again.
  ///
  /// - Complexity: O(log `count`).
  mutating func forgetHeight(of row: Int) {
    guard isMeasured(row) else { return }
    add(estimate - heights[row], at: row)
    heights[row] = -1
  }

  /// The row that covers a height, which is never one without height; nil above the first and below the last.
  ///
  /// - Complexity: O(log `count`).
  func row(at y: Double) -> Int? {
    guard y >= 0, y < total else { return nil }
    guard !sums.isEmpty else { return min(Int(y / estimate), count - 1) }
    var position = 0
    var above = 0.0
    var step = 1 << (Int.bitWidth - 1 - count.leadingZeroBitCount)
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

  /// The first row from a row on that has a height.
  ///
  /// - Complexity: O(log `count`).
  func firstWithHeight(from row: Int) -> Int? {
    guard row < count else { return nil }
    if height(of: row) > 0 { return row }
    // Sums that are not whole numbers may put the answer a row too high.
    guard let found = self.row(at: top(of: row)), found > row else { return nil }
    return found
  }

  /// The heights of another arrangement of the rows.
  ///
  /// - Complexity: O(new count).
  func rearranged(_ pieces: [RowPiece]) -> RowExtents {
    var result = RowExtents(count: pieces.reduce(0) { $0 + $1.count }, estimate: estimate)
    guard !heights.isEmpty else { return result }
    result.heights.reserveCapacity(result.count)
    for piece in pieces {
      switch piece {
      case .kept(let rows): result.heights += heights[rows]
      case .new(let count): result.heights += repeatElement(-1, count: count)
      }
    }
    result.sums = [0] + result.heights.map { $0 < 0 ? 0 : $0 - estimate }
    result.addUp()
    return result
  }

  private mutating func add(_ growth: Double, at row: Int) {
    guard growth != 0 else { return }
    var index = row + 1
    while index <= count {
      sums[index] += growth
      index += index & -index
    }
  }

  /// Makes prefix sums of single differences.
  private mutating func addUp() {
    for index in sums.indices.dropFirst() {
      let parent = index + (index & -index)
      if parent < sums.count { sums[parent] += sums[index] }
    }
  }
}

/// A piece of a new arrangement of rows.
enum RowPiece: Equatable {
  /// Rows that were there, in their order.
  case kept(Range<Int>)
  /// Rows that were not.
  case new(Int)

  var count: Int {
    switch self {
    case .kept(let rows): rows.count
    case .new(let count): count
    }
  }
}
