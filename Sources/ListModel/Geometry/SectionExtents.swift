/// One section's extents: header, rows, footer, from the top of the section.
struct SectionExtents {
  var header = EdgeExtent()
  var rows: RowExtents
  var footer = EdgeExtent()

  var total: Double { header.total + rows.total + footer.total }

  /// A section whose header, rows and footer are not measured.
  init(rowCount: Int, estimate: Double) {
    rows = RowExtents(count: rowCount, estimate: estimate)
  }
}

/// The extent of a header or footer, with what is left free around it, where it has any height.
struct EdgeExtent: Equatable {
  var height = 0.0
  /// Whether the height is what the delegate takes it to be, until the header or footer comes into view.
  var isEstimated = false
  var inset = ListInsets.zero

  var topInset: Double { height > 0 ? inset.top : 0 }
  var total: Double { height > 0 ? inset.top + height + inset.bottom : 0 }

  /// Where it stands across, in a list of a width.
  func frame(_ extent: ListExtent, width: Double) -> ListRect {
    ListRect(
      x: inset.left, y: extent.top, width: max(0, width - inset.left - inset.right), height: extent.height)
  }
}
