import ListModel
import Placement

/// A row in view, as the weaver remembers it by its cell.
struct DisplayedRow {
  /// Whose the row was when it came into view.
  let owner: RowOwner
  /// Whether the insertions' side has heard of it, and so is to hear of its end.
  private(set) var isReported = false

  /// Notes that the insertions' side hears of it; answers whether it had not.
  mutating func report() -> Bool {
    defer { isReported = true }
    return !isReported
  }
}

/// The maps by which the ends of displays are told, of rows, headers, footers and all else.
///
/// What goes together is told row by row, at the places at which all of it was shown. A callback between two rows may change the
/// list and its map; the rows that are left are still those of the map before.
struct EndingMaps {
  private var maps: [(ending: Int, map: InsertionMap)] = []

  /// The map that was in force when the innermost of the ends under way began to be told.
  mutating func map(of endings: [Int], now: InsertionMap) -> InsertionMap {
    maps.removeAll { !endings.contains($0.ending) }
    guard let ending = endings.last else { return now }
    if let known = maps.last, known.ending == ending { return known.map }
    maps.append((ending, now))
    return now
  }
}

extension ListWeaver {
  /// The map by which the ends that are being told are told, asked for before anybody is told.
  func endingMap() -> InsertionMap { endingMaps.map(of: listOfEnds?.endings ?? [], now: map) }
}
