import ListModel

/// Where the cells in view stand, found as they are asked for.
final class CellPlaces {
  private let list: ListView
  private lazy var paths = Dictionary(
    uniqueKeysWithValues: list.indexPathsForVisibleRows.compactMap { path in
      list.cellForRow(at: path).map { (ObjectIdentifier($0), path) }
    })

  init(_ list: ListView) {
    self.list = list
  }

  /// The place of a cell, which most often is where it was; nil for one that is not in view.
  func path(of cell: ObjectIdentifier, lastAt former: ListPath) -> ListPath? {
    if let there = list.cellForRow(at: former), ObjectIdentifier(there) == cell { return former }
    return paths[cell]
  }
}
