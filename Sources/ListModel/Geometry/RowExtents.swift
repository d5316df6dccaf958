/// The arrangement of a section's rows, from the top of the first row to the bottom of the last.
///
/// The complexity of queries depends on the arrangement; see ``RowHeights``, ``GridRows``, ``FlowRows``,
/// ``UniformRows`` and ``PlacedRows``.
struct RowExtents {
  private(set) var body: any RowArrangement

  init(_ body: any RowArrangement) {
    self.body = body
  }

  /// Rows one below the other.
  init(count: Int, estimate: Double) {
    body = RowHeights(count: count, estimate: estimate)
  }

  var count: Int { body.count }

  /// The height of all rows, including the layout's insets above and below them.
  var total: Double { body.total }

  func isMeasured(_ row: Int) -> Bool { body.isMeasured(row) }

  /// Resets a row's height to the estimate.
  mutating func forgetHeight(of row: Int) { body.forget(row) }

  /// Replaces the known height of a row; returns by how much all rows grew.
  mutating func set(_ height: RowHeight, of row: Int) -> Double {
    let former = total
    body.set(height, of: row)
    return total - former
  }

  /// Returns the row to measure next so that all rows in a window have their final positions; nil if none is left.
  mutating func rowToPlace(in window: ListExtent, keeping seen: Range<Int>?) -> Int? {
    body.rowToPlace(in: window, keeping: seen)
  }

  /// Returns the row to measure next so that `row` has its final position; nil if none is left.
  mutating func rowToPlace(through row: Int) -> Int? { body.rowToPlace(through: row) }

  /// Stores the size of the row that was to be measured next.
  mutating func place(_ size: ListSize, of row: Int) { body.place(size, of: row) }

  /// Discards the known heights of all rows.
  mutating func forgetAll(estimate: Double) { body = body.forgotten(estimate: estimate) }

  /// Puts the rows in another order.
  mutating func rearrange(_ pieces: [RowPiece]) { body.rearrange(pieces) }
}

/// An algorithm that positions the rows of a section.
///
/// Rows are visited in order; a row's line starts no higher than the line of the row before it.
protocol RowArrangement {
  var count: Int { get }
  var total: Double { get }
  /// Whether each row is measured separately, instead of being placed after the rows before it.
  var measuresRows: Bool { get }
  /// The known height of a row.
  subscript(row: Int) -> RowHeight { get }
  /// Whether a row's own height is known and used for its position.
  func isMeasured(_ row: Int) -> Bool
  mutating func set(_ height: RowHeight, of row: Int)
  mutating func forget(_ row: Int)
  /// Returns the rectangle of a row in a list of the given width.
  func frame(of row: Int, width: Double) -> ListRect
  /// Returns the highest possible top of a row and all later rows.
  func lineTop(of row: Int) -> Double
  /// Returns the first row that may have a part below `y`, which is not above the first row.
  func firstRow(below y: Double) -> Int?
  /// Returns the first row at or after `row` whose height is not zero.
  func firstWithHeight(from row: Int) -> Int?
  /// Returns the first row at or after `row` in a window that is to be measured, with `origin` the top of all rows.
  func rowToMeasure(from row: Int, in window: ListExtent, origin: Double) -> Int?
  /// Calls `body` with the rows at and after `row` in a window, from top to bottom, with `origin` the top of all rows.
  func forEachRow(from row: Int, in window: ListExtent, origin: Double, _ body: (Int) -> Void)
  /// Returns the row at a point.
  func row(at point: ListPoint, width: Double) -> Int?
  /// Returns the row to measure next so that all rows in a window have their final positions; nil if none is left.
  ///
  /// - Parameter seen: The rows that are on the screen and must stay beside each other; nil if there are none, or if
  ///   the top of the list stays instead.
  mutating func rowToPlace(in window: ListExtent, keeping seen: Range<Int>?) -> Int?
  /// Returns the row to measure next so that `row` has its final position.
  mutating func rowToPlace(through row: Int) -> Int?
  mutating func place(_ size: ListSize, of row: Int)
  /// Puts the rows in another order, without copying those that keep their positions.
  mutating func rearrange(_ pieces: [RowPiece])
  /// Returns the same rows with unknown heights.
  func forgotten(estimate: Double) -> Self
}

/// Default implementations for arrangements that measure each row's height and derive its position from the heights
/// alone.
extension RowArrangement {
  var measuresRows: Bool { true }
  mutating func rowToPlace(in window: ListExtent, keeping seen: Range<Int>?) -> Int? { nil }
  mutating func rowToPlace(through row: Int) -> Int? { nil }
  mutating func place(_ size: ListSize, of row: Int) {}
}

/// Default implementations that ask about each row of a window by itself.
extension RowArrangement {
  func rowToMeasure(from row: Int, in window: ListExtent, origin: Double) -> Int? {
    guard measuresRows else { return nil }
    var next = firstWithHeight(from: row)
    while let row = next, origin + lineTop(of: row) < window.bottom {
      if !isMeasured(row) { return row }
      next = firstWithHeight(from: row + 1)
    }
    return nil
  }

  func forEachRow(from row: Int, in window: ListExtent, origin: Double, _ body: (Int) -> Void) {
    var next = firstWithHeight(from: row)
    while let row = next, origin + lineTop(of: row) < window.bottom {
      let frame = frame(of: row, width: 0)
      if ListExtent(top: origin + frame.minY, height: frame.size.height).overlaps(window) { body(row) }
      next = firstWithHeight(from: row + 1)
    }
  }
}

/// An end of a section: its header or its footer.
enum SectionEdge: Int {
  case header
  case footer

  /// The kind of layout element that shows it.
  var elementKind: String {
    switch self {
    case .header: ListElementKind.sectionHeader
    case .footer: ListElementKind.sectionFooter
    }
  }

  /// Makes the edge that a kind of layout elements shows; nil for any other kind.
  init?(elementKind kind: String) {
    switch kind {
    case ListElementKind.sectionHeader: self = .header
    case ListElementKind.sectionFooter: self = .footer
    default: return nil
    }
  }
}

/// The place of a header or footer; the headers come first in order.
struct EdgePlace: Hashable, Comparable {
  let edge: SectionEdge
  let section: Int

  static func < (one: EdgePlace, other: EdgePlace) -> Bool {
    (one.edge.rawValue, one.section) < (other.edge.rawValue, other.section)
  }

  /// The path by which a layout names the element.
  var path: ListPath { ListPath(row: 0, section: section) }
}

/// The heights of one section's header, rows and footer.
struct SectionExtents {
  private var header = EdgeExtent()
  var rows: RowExtents
  private var footer = EdgeExtent()
  /// The layout of the section's rows; nil for a table.
  private(set) var layout: SectionLayout?

  /// Makes a section whose header, rows and footer are not measured.
  init(rowCount: Int, estimate: Double) {
    rows = RowExtents(count: rowCount, estimate: estimate)
  }

  var total: Double { total(of: .header) + rows.total + total(of: .footer) }

  /// The header or footer.
  subscript(edge: SectionEdge) -> EdgeExtent {
    get { edge == .header ? header : footer }
    set { if edge == .header { header = newValue } else { footer = newValue } }
  }

  /// The height of a header or footer and its insets; zero if it has no height.
  func total(of edge: SectionEdge) -> Double {
    let height = self[edge].height
    guard height > 0 else { return 0 }
    let inset = inset(of: edge)
    return height + inset.top + inset.bottom
  }

  func inset(of edge: SectionEdge) -> ListInsets {
    guard let layout = layout?.layout else { return .zero }
    return edge == .header ? layout.headerInset : layout.footerInset
  }

  mutating func apply(_ measure: SectionMeasure, estimate: Double) {
    layOut(as: measure.layout, estimate: estimate)
    (header, footer) = (measure.header, measure.footer)
  }

  /// Arranges the rows by a layout, unless they already have that layout.
  private mutating func layOut(as layout: SectionLayout?, estimate: Double) {
    guard layout != self.layout else { return }
    self.layout = layout
    rows = layout?.rows(count: rows.count, estimate: estimate) ?? RowExtents(count: rows.count, estimate: estimate)
  }
}

/// The layout of a section, and its header and footer, as the delegate describes them.
struct SectionMeasure {
  let section: Int
  let layout: SectionLayout?
  let header: EdgeExtent
  let footer: EdgeExtent
}

/// The height of a header or footer.
struct EdgeExtent: Equatable {
  var height = 0.0
  /// Whether the height is the delegate's estimate, which is used until the header or footer becomes visible.
  var isEstimated = false
}
