import AdServing
import ListModel
import Placement

/// The ads that a list shows, keyed by their cells, with the displays that have begun and ended since its last layout.
struct AdsInView {
  /// An ad in view, with the number of its display.
  struct Row {
    let ad: AdIdentity
    let display: Int
    var path: ListPath
  }

  /// The ads in view.
  var rows: [ObjectIdentifier: Row] = [:]
  /// The ads in view, from the top down.
  var inOrder: [(cell: ObjectIdentifier, row: Row)] {
    rows.map { (cell: $0.key, row: $0.value) }.sorted { $0.row.path < $1.row.path }
  }

  /// Cells that have come into view since the last layout, whose rows may or may not be ads.
  private(set) var coming: [ObjectIdentifier: ListPath] = [:]
  /// Ads whose display an update or a reload has ended, and which the next layout may show again.
  private var interrupted: [Row] = []
  /// Ads whose cells a layout has removed, because they left the view or their row has another cell.
  private var departed: [Row] = []

  /// Whether no cell has come into view, and no ad has left it, since that was last asked for.
  var areUnchanged: Bool { coming.isEmpty && interrupted.isEmpty && departed.isEmpty }

  /// Records that a cell is about to be displayed.
  mutating func come(_ cell: ObjectIdentifier, at path: ListPath) { coming[cell] = path }

  /// Records that a cell is no longer displayed.
  mutating func leave(_ cell: ListCell, at path: ListPath, isInterrupted: Bool) {
    coming[ObjectIdentifier(cell)] = nil
    guard var row = rows.removeValue(forKey: ObjectIdentifier(cell)) else { return }
    // An update may have moved it since it was last measured.
    row.path = path
    if isInterrupted { interrupted.append(row) } else { departed.append(row) }
  }

  /// Removes and returns the cells that have come into view, from the top down.
  mutating func takeNewCells() -> [(cell: ObjectIdentifier, path: ListPath)] {
    defer { coming = [:] }
    return coming.map { (cell: $0.key, path: $0.value) }.sorted { $0.path < $1.path }
  }

  /// Removes and returns the ads that have left, from the top down.
  mutating func takeGone() -> EndedDisplays {
    defer { (interrupted, departed) = ([], []) }
    return EndedDisplays(interrupted: interrupted, departed: departed)
  }
}

/// The ads whose displays ended before or in a layout, some of which may still be shown in another cell.
struct EndedDisplays {
  private var interrupted: [AdIdentity: [AdsInView.Row]]
  private var departed: [AdIdentity: [AdsInView.Row]]

  init(interrupted: [AdsInView.Row], departed: [AdsInView.Row]) {
    self.interrupted = Dictionary(grouping: interrupted.sorted { $0.path < $1.path }, by: \.ad)
    self.departed = Dictionary(grouping: departed, by: \.ad)
  }

  /// Returns the display of `ad` that continues at a row: one that the layout ended at the same row, or else one that
  /// an update or a reload ended there.
  mutating func takeDisplay(of ad: AdIdentity, at path: ListPath) -> Int? {
    Self.take(from: &departed, ad) { $0.path == path } ?? Self.take(from: &interrupted, ad) { $0.path == path }
  }

  /// Returns the display of an ad that an update or a reload has moved: the highest one left.
  mutating func takeMovedDisplay(of ad: AdIdentity) -> Int? { Self.take(from: &interrupted, ad) { _ in true } }

  /// The numbers of the displays that have ended.
  var displays: [Int] { [interrupted, departed].flatMap { $0.values.joined().map(\.display) }.sorted() }

  private static func take(
    from rows: inout [AdIdentity: [AdsInView.Row]], _ ad: AdIdentity, where isIt: (AdsInView.Row) -> Bool
  ) -> Int? {
    guard let index = rows[ad]?.firstIndex(where: isIt) else { return nil }
    return rows[ad]?.remove(at: index).display
  }
}

/// The positions of the cells in view, found on demand.
final class CellPlaces {
  private let list: ListView
  /// Whether rows may have moved since the former paths were known.
  private let mayHaveMoved: Bool
  private lazy var paths = Dictionary(
    uniqueKeysWithValues: list.indexPathsForVisibleRows.compactMap { path in
      list.cellForRow(at: path).map { (ObjectIdentifier($0), path) }
    })

  init(_ list: ListView, mayHaveMoved: Bool) {
    (self.list, self.mayHaveMoved) = (list, mayHaveMoved)
  }

  /// Returns the path of a cell, which is most often the former one; nil for a cell that is not in view.
  func path(of cell: ObjectIdentifier, lastAt former: ListPath) -> ListPath? {
    if !mayHaveMoved { return former }
    if let there = list.cellForRow(at: former), ObjectIdentifier(there) == cell { return former }
    return paths[cell]
  }
}

/// How much of a row is visible.
struct VisibleShare: Equatable {
  /// The visible share of the row's own area; 0 for a row without area.
  let ofRow: Double
  /// The share of the viewport's area that the row covers.
  let ofViewport: Double

  init(of row: ListRect, in viewport: ListRect) {
    let width = min(row.maxX, viewport.maxX) - max(row.minX, viewport.minX)
    let height = min(row.maxY, viewport.maxY) - max(row.minY, viewport.minY)
    // Multiplied per dimension, so that for a row as wide as the viewport the share is exactly that of its height.
    func share(of size: ListSize) -> Double {
      size.width > 0 && size.height > 0 && width > 0 && height > 0
        ? min(1, width / size.width) * min(1, height / size.height) : 0
    }
    ofRow = share(of: row.size)
    ofViewport = share(of: viewport.size)
  }
}
