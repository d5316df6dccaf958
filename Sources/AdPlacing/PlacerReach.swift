import Placement

/// How far below the displayed rows a placer fills places.
///
/// A place is filled when it comes within the lookahead at the latest. If scrolling brings one there, those in as many
/// rows more are filled with it, so that ads that would be requested and inserted one by one come together. Which
/// places these are depends on nothing but the displayed rows.
struct PlacerReach {
  /// The lookahead of the placer; nil for no limit.
  private let lookahead: Int?
  /// The number of rows below the last displayed one in which places are filled; nil for no limit.
  private(set) var rows: Int?
  /// The planned row down to which places have been filled since rows were first displayed; nil before.
  private var end: Int?

  /// Makes the reach before any row has been displayed.
  init(lookahead: Int?) { (self.lookahead, rows) = (lookahead, lookahead) }

  /// Follows the displayed rows.
  ///
  /// - Complexity: O(sections + log places).
  mutating func follow(_ placement: LivePlacement, policy: FillPolicy) {
    guard let lookahead, lookahead < RowMap.limit, policy == .belowDisplayed, let last = placement.lastDisplayedRow
    else {
      (rows, end) = (lookahead, nil)
      return
    }
    let far = last + lookahead
    if let end {
      if far > end, let next = placement.nextPlace(belowRow: end), next <= far { self.end = far + lookahead }
    } else {
      end = far
    }
    rows = min(max(end ?? far, far) - last, 2 * lookahead)
  }
}
