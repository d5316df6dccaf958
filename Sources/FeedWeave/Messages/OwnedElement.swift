/// An element of a layout that the list asks about, and what it belongs to: a row, or a section as a whole.
///
/// Headers, footers and what stands behind a section belong to the section, whatever stands in its row 0.
public enum OwnedElement: Hashable, Sendable {
  /// It stands beside a row.
  case row(OwnedRow)
  /// It belongs to a section.
  case section(OwnedSection)
}
