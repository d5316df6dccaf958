import AdServing
import ListModel
import Placement

/// The ads that a list shows, by their cells, and what has come and gone since it was last laid out.
struct AdsInView {
  /// An ad in view, under the number of its display.
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

  /// Cells that have come into view since, of rows of which is not known yet whether they are ads.
  private(set) var coming: [ObjectIdentifier: ListPath] = [:]
  /// Ads whose display an update or a reload has ended, and which may be shown again by the next layout.
  private var interrupted: [Row] = []
  /// Ads whose cells a layout has put away, because they are out of sight, or for another cell of the same row.
  private var departed: [Row] = []

  /// A cell is about to be shown.
  mutating func come(_ cell: ObjectIdentifier, at path: ListPath) { coming[cell] = path }

  /// A cell is no longer shown.
  mutating func leave(_ cell: ListCell, at path: ListPath, isInterrupted: Bool) {
    coming[ObjectIdentifier(cell)] = nil
    guard var row = rows.removeValue(forKey: ObjectIdentifier(cell)) else { return }
    // An update may have moved it since it was last measured.
    row.path = path
    if isInterrupted { interrupted.append(row) } else { departed.append(row) }
  }

  /// Hands over the cells that have come, from the top down.
  mutating func takeComing() -> [(cell: ObjectIdentifier, path: ListPath)] {
    defer { coming = [:] }
    return coming.map { (cell: $0.key, path: $0.value) }.sorted { $0.path < $1.path }
  }

  /// Hands over the ads that have gone, from the top down.
  mutating func takeGone() -> GoneAds {
    defer { (interrupted, departed) = ([], []) }
    return GoneAds(interrupted: interrupted, departed: departed)
  }
}

/// The ads that have gone before a layout and in it, of which some may still be there under another cell.
struct GoneAds {
  private var interrupted: [AdIdentity: [AdsInView.Row]]
  private var departed: [AdIdentity: [AdsInView.Row]]

  init(interrupted: [AdsInView.Row], departed: [AdsInView.Row]) {
    self.interrupted = Dictionary(grouping: interrupted.sorted { $0.path < $1.path }, by: \.ad)
    self.departed = Dictionary(grouping: departed, by: \.ad)
  }

  /// Finds the display that goes on where an ad is shown: that of the same row, or else, after an update or a reload, the highest
  /// one of the same ad.
  mutating func takeDisplay(of ad: AdIdentity, at path: ListPath) -> Int? {
    Self.take(from: &departed, ad) { $0.path == path } ?? Self.take(from: &interrupted, ad) { $0.path == path }
  }

  /// Finds the display of an ad that an update or a reload has put elsewhere: the highest one that is left.
  mutating func takeMovedDisplay(of ad: AdIdentity) -> Int? { Self.take(from: &interrupted, ad) { _ in true } }

  /// The displays that are over.
  var displays: [Int] { [interrupted, departed].flatMap { $0.values.joined().map(\.display) }.sorted() }

  private static func take(
    from rows: inout [AdIdentity: [AdsInView.Row]], _ ad: AdIdentity, where isIt: (AdsInView.Row) -> Bool
  ) -> Int? {
    guard let index = rows[ad]?.firstIndex(where: isIt) else { return nil }
    return rows[ad]?.remove(at: index).display
  }
}

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

/// How much of a row can be seen.
struct VisibleShare: Equatable {
  /// The share of the row's own area that is within the viewport; none for a row without area.
  let ofRow: Double
  /// The share of the viewport's area that the row covers.
  let ofViewport: Double

  init(of row: ListRect, in viewport: ListRect) {
    let width = min(row.maxX, viewport.maxX) - max(row.minX, viewport.minX)
    let height = min(row.maxY, viewport.maxY) - max(row.minY, viewport.minY)
    // Side by side, so that a row as wide as the viewport has exactly the share of its height.
    func share(of size: ListSize) -> Double {
      size.width > 0 && size.height > 0 && width > 0 && height > 0
        ? min(1, width / size.width) * min(1, height / size.height) : 0
    }
    ofRow = share(of: row.size)
    ofViewport = share(of: viewport.size)
  }
}
