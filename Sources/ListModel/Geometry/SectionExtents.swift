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
