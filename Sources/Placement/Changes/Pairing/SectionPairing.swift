/// Which sections and which rows of two lists are the same.
///
/// Rows are numbered through all sections. They pair across sections, those in a section that both lists have first.
@usableFromInline
struct SectionPairing: Sendable {
  /// For each section its first row's number; and the row count.
  @usableFromInline var oldStarts, newStarts: [Int]
  @usableFromInline var sections: RowPairing
  @usableFromInline var rows: RowPairing
  /// For each new section, whether it is an old one with a new model.
  @usableFromInline var hasNewModel: [Bool]
  /// For each new row, whether it is an old one with new content.
  @usableFromInline var hasNewContent: [Bool]

  @inlinable
  init<Model, Row, SectionID, RowID>(
    _ old: [ListSection<Model, Row>], _ new: [ListSection<Model, Row>], sectionsBy: ListIdentity<Model, SectionID>,
    rowsBy: ListIdentity<Row, RowID>
  ) {
    oldStarts = SectionPairing.starts(old)
    newStarts = SectionPairing.starts(new)
    let oldModels = old.map(\.model)
    let newModels = new.map(\.model)
    sections = RowPairing.ofRows(oldModels.map(sectionsBy.id), newModels.map(sectionsBy.id))
    hasNewModel = sections.newContent(oldModels, newModels, sectionsBy)
    let oldRows = old.flatMap(\.rows)
    let newRows = new.flatMap(\.rows)
    rows = RowPairing(oldCount: oldRows.count, newCount: newRows.count)
    hasNewContent = []
    let oldIDs = oldRows.map(rowsBy.id)
    let newIDs = newRows.map(rowsBy.id)
    pairRows(oldIDs.span, newIDs.span)
    hasNewContent = rows.newContent(oldRows, newRows, rowsBy)
  }

  @inlinable
  static func starts<Model, Row>(_ sections: [ListSection<Model, Row>]) -> [Int] {
    sections.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.rows.count) }
  }

  /// Pairs rows within the sections that both lists have, then across sections.
  @inlinable
  mutating func pairRows<ID: Hashable>(_ old: Span<ID>, _ new: Span<ID>) {
    var left = RowCounts(old: old.count, new: new.count)
    for section in sections.oldRows.indices where sections.oldRows[section] >= 0 {
      let oldPart = oldRange(Int(sections.oldRows[section]))
      let newPart = newRange(section)
      let rest = rows.walk(old, oldPart, new, newPart)
      left.old -= oldPart.count - rest.old
      left.new -= newPart.count - rest.new
    }
    rows.pairRest(old, new, left: left)
  }

  /// The rows of an old section.
  @inlinable
  func oldRange(_ section: Int) -> Range<Int> { oldStarts[section]..<oldStarts[section + 1] }

  /// The rows of a new section.
  @inlinable
  func newRange(_ section: Int) -> Range<Int> { newStarts[section]..<newStarts[section + 1] }

  /// The numbers of the old and the new sections.
  var oldSections: Range<Int> { 0..<oldStarts.count - 1 }
  var newSections: Range<Int> { 0..<newStarts.count - 1 }

  /// For each old row, its path.
  var oldPaths: [FeedPath] {
    oldSections.flatMap { section in
      oldRange(section).indices.map { FeedPath(section: section, row: $0 - oldStarts[section]) }
    }
  }

  /// The rows that keep their order within their section.
  func stayingRows(_ search: MoveSearch) -> StayingRows {
    var staying = StayingRows(newCount: rows.oldRows.count)
    for section in newSections {
      guard let origin = sections.oldRow(ofNew: section) else { continue }
      staying.add(rows, search: search, old: oldRange(origin), new: newRange(section))
    }
    return staying
  }
}
