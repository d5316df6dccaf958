/// How far apart two rows with the same ad must be: any run of so many rows shows it at most once.
///
/// ```swift
/// let rule = RepeatRule(rows: 10)
/// rule.allows("a17", inRow: 12, beside: [(row: 3, adID: "a17")])   // false, 9 rows apart
/// rule.allows("a17", inRow: 13, beside: [(row: 3, adID: "a17")])   // true
/// ```
/// Rows are numbers of one list from top to bottom; a feed of several sections is numbered through.
public struct RepeatRule: Hashable, Sendable {
  /// The least distance of two rows with the same ad; 1 and less ask for nothing.
  public var rows: Int

  /// Makes a rule.
  public init(rows: Int) { self.rows = rows }

  /// Whether an ad may stand in a row, whose present ad, if it is among the others, is not counted.
  ///
  /// The others are rows and their ads above and below, in any order; those outside ``reach(of:)`` make no difference.
  /// - Complexity: O(*n*) in the number of others.
  public func allows(_ adID: String, inRow row: Int, beside others: some Sequence<(row: Int, adID: String)>) -> Bool {
    let reach = reach(of: row)
    return !others.contains { $0.row != row && $0.adID == adID && reach.contains($0.row) }
  }

  /// The rows in which the ad of a row may not stand a second time, itself included.
  public func reach(of row: Int) -> ClosedRange<Int> {
    let distance = max(rows, 1) - 1
    let (first, isBelowAll) = row.subtractingReportingOverflow(distance)
    let (last, isAboveAll) = row.addingReportingOverflow(distance)
    return (isBelowAll ? .min : first)...(isAboveAll ? .max : last)
  }
}
