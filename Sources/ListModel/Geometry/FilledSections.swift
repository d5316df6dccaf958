/// The sections that have rows.
///
/// Any number of sections without rows between two others takes as much memory as one; each query and change takes
/// O(log sections).
struct FilledSections {
  /// For each section, 1 if it has rows, or 0.
  private var marks: RowHeights

  init(_ rowCounts: [Int]) {
    marks = RowHeights(heights: rowCounts.map { $0 > 0 ? 1 : 0 })
  }

  /// The first section with rows.
  var first: Int? { next(from: 0) }

  /// The last section with rows.
  var last: Int? { previous(before: marks.count) }

  /// Returns the first section with rows at or after a section.
  func next(from section: Int) -> Int? { marks.firstWithHeight(from: section) }

  /// Returns the last section with rows before a section.
  func previous(before section: Int) -> Int? {
    // The number of sections with rows before it.
    let rank = marks.top(of: section)
    return rank > 0 ? marks.row(at: rank - 0.5) : nil
  }

  mutating func set(_ section: Int, hasRows: Bool) {
    marks.set(.measured(hasRows ? 1 : 0), of: section)
  }

  /// Whether exactly the sections with a row count above zero are marked.
  func matches(_ rowCounts: [Int]) -> Bool {
    marks.checkInvariants() && marks.count == rowCounts.count
      && rowCounts.indices.allSatisfy { marks[$0].height == (rowCounts[$0] > 0 ? 1 : 0) }
  }
}
