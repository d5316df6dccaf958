import AdServing
import ListModel
import Placement

/// The ads that a list shows, with the displays that have begun and ended since its last layout.
///
/// There are few of them, so that searching them takes less time than hashing their cells.
struct AdsInView {
  /// An ad in view, with the number of its display.
  struct Row {
    let cell: ObjectIdentifier
    let ad: AdIdentity
    let display: Int
    var path: ListPath
    /// The rectangle of its row; nil if it has to be asked for.
    var frame: ListRect?
    /// How much of it is in view, as the ledger was last told; nil if it was not told yet.
    var share: VisibleShare?
  }

  /// A cell that has come into view.
  struct NewCell {
    let cell: ObjectIdentifier
    let path: ListPath
  }

  /// The ads in view, from the top down.
  private(set) var rows: [Row] = []
  /// Cells that have come into view since the last layout, whose rows may or may not be ads.
  private var newCells: [NewCell] = []
  /// Ads whose display an update or a reload has ended, and which the next layout may show again.
  private var interrupted: [Row] = []
  /// Ads whose cells a layout has removed, because they left the view or their row has another cell.
  private var departed: [Row] = []

  /// Whether no cell has come into view, and no ad has left it, since that was last asked for.
  var areUnchanged: Bool { newCells.isEmpty && interrupted.isEmpty && departed.isEmpty }

  /// Returns whether the row of a cell is an ad in view.
  func contains(_ cell: ObjectIdentifier) -> Bool { rows.contains { $0.cell == cell } }

  /// Records that a cell is about to be displayed.
  mutating func addCell(_ cell: ObjectIdentifier, at path: ListPath) {
    newCells.append(NewCell(cell: cell, path: path))
  }

  /// Records that a cell is no longer displayed.
  mutating func removeCell(_ cell: ListCell, at path: ListPath, isInterrupted: Bool) {
    let cell = ObjectIdentifier(cell)
    newCells.removeAll { $0.cell == cell }
    guard var row = remove(cell) else { return }
    // An update may have moved it since it was last measured.
    row.path = path
    if isInterrupted { interrupted.append(row) } else { departed.append(row) }
  }

  /// Removes and returns the cells that have come into view, from the top down, each at its last position.
  mutating func takeNewCells() -> [NewCell] {
    defer { newCells = [] }
    return Dictionary(newCells.map { ($0.cell, $0) }) { $1 }.values.sorted { $0.path < $1.path }
  }

  /// Removes and returns the ads that have left, from the top down.
  mutating func takeEndedDisplays() -> EndedDisplays {
    defer { (interrupted, departed) = ([], []) }
    return EndedDisplays(interrupted: interrupted, departed: departed)
  }
}

// MARK: - Rows

extension AdsInView {
  /// Adds an ad, or replaces that of its cell.
  mutating func put(_ row: Row) {
    remove(row.cell)
    rows.insert(row, at: rows.partitioningIndex { $0.path >= row.path })
  }

  /// Removes and returns the ad of a cell.
  @discardableResult
  mutating func remove(_ cell: ObjectIdentifier) -> Row? {
    rows.firstIndex { $0.cell == cell }.map { rows.remove(at: $0) }
  }

  /// Records that the row of a cell has another position; call ``order()`` after the last one.
  mutating func move(_ cell: ObjectIdentifier, to path: ListPath) {
    if let index = rows.firstIndex(where: { $0.cell == cell }) { rows[index].path = path }
  }

  /// Orders the ads by their positions.
  mutating func order() {
    if !zip(rows, rows.dropFirst()).allSatisfy({ $0.path <= $1.path }) { rows.sort { $0.path < $1.path } }
  }

  /// Forgets the rectangles of the rows.
  mutating func forgetFrames() { for index in rows.indices { rows[index].frame = nil } }

  /// Records how much of an ad is in view, and returns it if it has changed.
  mutating func show(_ index: Int, in viewport: ListRect, frame: (ListPath) -> ListRect) -> VisibleShare? {
    let rectangle = rows[index].frame ?? frame(rows[index].path)
    let share = VisibleShare(of: rectangle, in: viewport)
    rows[index].frame = rectangle
    if rows[index].share == share { return nil }
    rows[index].share = share
    return share
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
  /// The row's whole area.
  let area: Double

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
    area = row.size.width * row.size.height
  }
}
