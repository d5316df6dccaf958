/// One section's extents: header, rows, footer, from the top of the section.
struct SectionExtents {
  var header: Double
  var rows: RowExtents
  var footer: Double

  var total: Double { header + rows.total + footer }

  /// A section whose header, rows and footer are not measured.
  init(rowCount: Int, estimate: Double) {
    header = 0
    rows = RowExtents(count: rowCount, estimate: estimate)
    footer = 0
  }
}
