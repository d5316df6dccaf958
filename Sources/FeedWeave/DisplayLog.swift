import ListModel
import Placement

/// A row in view, which the weaver records by its cell.
struct DisplayedRow {
  /// The owner of the row when it came into view.
  let owner: RowOwner
  /// Whether the inserted provider was notified of the display, and so is to be notified of its end.
  private(set) var isReported = false

  /// Records that the inserted provider is notified of the display; returns whether it was not before.
  mutating func report() -> Bool {
    defer { isReported = true }
    return !isReported
  }
}

/// The maps for reporting the ends of displays of rows, headers, footers and layout elements.
///
/// Displays that end together are reported row by row, at the positions at which they were shown together. A callback
/// between two rows may change the list and its map; the remaining rows are still translated by the map from before.
struct EndingMaps {
  private var maps: [(ending: Int, map: InsertionMap)] = []

  /// Returns the map that was current when the innermost of the reports in progress began.
  mutating func map(of endings: [Int], now: InsertionMap) -> InsertionMap {
    maps.removeAll { !endings.contains($0.ending) }
    guard let ending = endings.last else { return now }
    if let known = maps.last, known.ending == ending { return known.map }
    maps.append((ending, now))
    return now
  }
}

extension ListWeaver {
  /// Returns the map for the report in progress.
  ///
  /// Call it before any provider is notified.
  func endingMap() -> InsertionMap { endingMaps.map(of: listOfEnds?.endings ?? [], now: map) }
}
