/// The least distance of two rows with the same creative: any `rows` consecutive rows show it at most once.
///
/// ```swift
/// let rule = RepeatRule(rows: 10)
/// rule.allows("shoes", inRow: 12, beside: [(row: 3, creativeID: "shoes")])   // false, 9 rows apart
/// rule.allows("shoes", inRow: 13, beside: [(row: 3, creativeID: "shoes")])   // true
/// ```
/// Rows are numbered from top to bottom, continuously through all sections of a feed.
public struct RepeatRule: Hashable, Sendable {
  /// The least distance of two rows with the same creative; with 1 or less there is no restriction.
  public var rows: Int

  /// Makes a rule.
  public init(rows: Int) { self.rows = rows }

  /// Returns whether a creative may be shown in a row; the row's current one is ignored if it is among `others`.
  ///
  /// `others` are rows above and below with their creatives, in any order; those outside ``reach(of:)`` make no difference.
  /// - Complexity: O(*n*) in the number of others.
  public func allows(_ creativeID: String, inRow row: Int, beside others: some Sequence<(row: Int, creativeID: String)>)
    -> Bool
  {
    let reach = reach(of: row)
    return !others.contains { $0.row != row && $0.creativeID == creativeID && reach.contains($0.row) }
  }

  /// Returns the rows in which the creative of a row may not be shown a second time, including the row itself.
  public func reach(of row: Int) -> ClosedRange<Int> {
    let distance = max(rows, 1) - 1
    let (first, isBelowAll) = row.subtractingReportingOverflow(distance)
    let (last, isAboveAll) = row.addingReportingOverflow(distance)
    return (isBelowAll ? .min : first)...(isAboveAll ? .max : last)
  }
}
