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
  var rows: any SectionRows
  private var footer = EdgeExtent()
  /// The layout of the section's rows; nil for a table.
  private(set) var layout: SectionLayout?

  /// Makes a section whose header, rows and footer are not measured.
  init(rowCount: Int, estimate: Double) {
    rows = RowHeights(count: rowCount, estimate: estimate)
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
    forgetRows(estimate: estimate)
  }

  /// Discards what is known of the rows.
  mutating func forgetRows(estimate: Double) {
    let former = rows as? CarouselRows
    rows =
      layout?.rows(count: rows.count, estimate: estimate) ?? RowHeights(count: rows.count, estimate: estimate)
    guard let former, var carousel = rows as? CarouselRows else { return }
    carousel.reported = former.reported
    carousel.scroll(to: former.offset)
    rows = carousel
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
