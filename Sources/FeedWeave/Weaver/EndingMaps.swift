import ListModel
import Placement

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
