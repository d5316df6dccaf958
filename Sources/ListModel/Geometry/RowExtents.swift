/// The rows of a section as they are arranged in it, from the top of the first to the bottom of the last.
///
/// How long a question takes depends on the arrangement; see ``RowHeights``, ``GridRows`` and ``PlacedRows``.
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

  /// From the top of the section's rows to their bottom, with what the layout leaves free above and below them.
  var total: Double { body.total }

  func isMeasured(_ row: Int) -> Bool { body.isMeasured(row) }

  /// Gives a row the estimate again.
  mutating func forgetHeight(of row: Int) { body.forget(row) }

  /// Replaces what is known of a row's height; answers by how much all rows grew.
  mutating func set(_ height: RowHeight, of row: Int) -> Double {
    let former = total
    body.set(height, of: row)
    return total - former
  }

  /// The row that has to be measured next, so that all rows down to a height stand where they belong; nil where none has to.
  mutating func rowToPlace(toReach y: Double) -> Int? { body.rowToPlace(toReach: y) }

  /// The row that has to be measured next, so that a row stands where it belongs; nil where none has to.
  mutating func rowToPlace(through row: Int) -> Int? { body.rowToPlace(through: row) }

  /// Takes note of the size of the row that had to be measured next.
  mutating func place(_ size: ListSize, of row: Int) { body.place(size, of: row) }

  /// Forgets what is known of all rows.
  mutating func forgetAll(estimate: Double) { body = body.forgotten(estimate: estimate) }

  /// Another order of the rows.
  func rearranged(_ pieces: [RowPiece]) -> RowExtents { RowExtents(body.rearranged(pieces)) }
}

/// How the rows of a section stand in it.
///
/// Rows are walked in their order; a row's line begins no higher than that of the row before it.
protocol RowArrangement {
  var count: Int { get }
  var total: Double { get }
  /// Whether rows are measured one by one, or else placed one after the other.
  var measuresRows: Bool { get }
  /// What is known of a row's height.
  subscript(row: Int) -> RowHeight { get }
  /// Whether a row has its own height and stands where that leads.
  func isMeasured(_ row: Int) -> Bool
  mutating func set(_ height: RowHeight, of row: Int)
  mutating func forget(_ row: Int)
  /// Where a row stands, in a list of a width.
  func frame(of row: Int, width: Double) -> ListRect
  /// From where on a row, and those after it, may stand.
  func lineTop(of row: Int) -> Double
  /// The first row of which anything may stand below a height that is not above the first row.
  func firstRow(below y: Double) -> Int?
  /// The first row from a row on that has a height.
  func firstWithHeight(from row: Int) -> Int?
  /// The row that covers a point.
  func row(at point: ListPoint, width: Double) -> Int?
  mutating func rowToPlace(toReach y: Double) -> Int?
  /// The row that has to be measured next, so that a row stands where it belongs.
  mutating func rowToPlace(through row: Int) -> Int?
  mutating func place(_ size: ListSize, of row: Int)
  func rearranged(_ pieces: [RowPiece]) -> Self
  /// The same rows, of which nothing is known any more.
  func forgotten(estimate: Double) -> Self
}

/// Most arrangements measure each row's height, and know from that alone where it stands.
extension RowArrangement {
  var measuresRows: Bool { true }
  mutating func rowToPlace(toReach y: Double) -> Int? { nil }
  mutating func rowToPlace(through row: Int) -> Int? { nil }
  mutating func place(_ size: ListSize, of row: Int) {}
}

/// One section's extents: header, rows, footer, from the top of the section.
struct SectionExtents {
  var header = EdgeExtent()
  var rows: RowExtents
  var footer = EdgeExtent()
  /// How its rows are laid out; nil for a table.
  private(set) var layout: SectionLayout?

  /// A section whose header, rows and footer are not measured.
  init(rowCount: Int, estimate: Double) {
    rows = RowExtents(count: rowCount, estimate: estimate)
  }

  var total: Double { headerTotal + rows.total + footerTotal }

  /// The header with what is left free around it, where it has any height.
  var headerTotal: Double { header.height > 0 ? header.height + headerInset.top + headerInset.bottom : 0 }

  var footerTotal: Double { footer.height > 0 ? footer.height + footerInset.top + footerInset.bottom : 0 }

  var headerInset: ListInsets { layout?.layout.headerInset ?? .zero }

  var footerInset: ListInsets { layout?.layout.footerInset ?? .zero }

  mutating func apply(_ measure: SectionMeasure, estimate: Double) {
    layOut(as: measure.layout, estimate: estimate)
    header = measure.header
    footer = measure.footer
  }

  /// Lays the rows out anew, unless they are laid out so already.
  private mutating func layOut(as layout: SectionLayout?, estimate: Double) {
    guard layout != self.layout else { return }
    self.layout = layout
    rows = layout?.rows(count: rows.count, estimate: estimate) ?? RowExtents(count: rows.count, estimate: estimate)
  }
}

/// What the delegate says of a section as a whole.
struct SectionMeasure {
  let section: Int
  let layout: SectionLayout?
  let header: EdgeExtent
  let footer: EdgeExtent
}

/// The height of a header or footer.
struct EdgeExtent: Equatable {
  var height = 0.0
  /// Whether the height is what the delegate takes it to be, until the header or footer comes into view.
  var isEstimated = false
}
