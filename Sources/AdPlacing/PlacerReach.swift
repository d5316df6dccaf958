import Placement

/// How far below the displayed rows a placer fills places.
///
/// A place is filled when it comes within the lookahead at the latest. If scrolling brings one there, those in as many
/// rows more are filled with it, so that ads that would be requested and inserted one by one come together. Which
/// places these are depends on nothing but the displayed rows.
struct PlacerReach: Equatable {
  /// The planned row down to which places have been filled since rows were first displayed; nil before.
  private var end: Int?

  /// Returns the number of rows below the last displayed one in which places are filled now; nil for no limit.
  ///
  /// - Complexity: O(sections + log places).
  mutating func rows(_ placement: LivePlacement, lookahead: Int?, policy: FillPolicy) -> Int? {
    guard let lookahead, lookahead < RowMap.limit, policy == .belowDisplayed, let last = placement.lastDisplayedRow
    else {
      end = nil
      return lookahead
    }
    let far = last + lookahead
    if let end {
      if far > end, let next = placement.nextPlace(belowRow: end), next <= far { self.end = far + lookahead }
    } else {
      end = far
    }
    return min(max(end ?? far, far) - last, 2 * lookahead)
  }
}
