public import Interception
public import ListModel

/// What the owner of a row or a section is asked about the layout.
extension ListWeaver {
  /// A message about a section that is laid out by a layout.
  public typealias SectionLayoutMessage<Answer> = Message<
    ListWeaver, (section: OwnedSection, layout: ListLayout), Answer
  >

  /// Asks a section's owner how it is laid out.
  public static let layoutForSection = SectionMessage<ListLayout?>("list(_:layoutForSection:)") { weaver, section in
    weaver.ask(
      section, content: { weaver.contentDelegate?.list($0, layoutForSection: $1) },
      insertion: { weaver.delegate?.weaver(weaver, layoutForSection: $0) })
  }

  /// Asks a row's owner for its size.
  public static let sizeForRow = Message<ListWeaver, (row: OwnedRow, layout: ListLayout), ListSize?>(
    "list(_:layout:sizeForRowAt:)"
  ) { weaver, asked in
    weaver.ask(
      asked.row, content: { weaver.contentDelegate?.list($0, layout: asked.layout, sizeForRowAt: $1) },
      insertion: { weaver.delegate?.weaver(weaver, layout: asked.layout, sizeForRowAt: $0) })
  }

  /// Asks a section's owner for what is left free around its rows.
  public static let inset = SectionLayoutMessage<ListInsets?>("list(_:layout:insetForSection:)") {
    weaver, asked in
    weaver.ask(
      asked.section, content: { weaver.contentDelegate?.list($0, layout: asked.layout, insetForSection: $1) },
      insertion: { weaver.delegate?.weaver(weaver, layout: asked.layout, insetForSection: $0) })
  }

  /// Asks a section's owner for the distance between its lines.
  public static let minimumLineSpacing = SectionLayoutMessage<Double?>("list(_:layout:minimumLineSpacingForSection:)") {
    weaver, asked in
    weaver.ask(
      asked.section,
      content: { weaver.contentDelegate?.list($0, layout: asked.layout, minimumLineSpacingForSection: $1) },
      insertion: { weaver.delegate?.weaver(weaver, layout: asked.layout, minimumLineSpacingForSection: $0) })
  }

  /// Asks a section's owner for the distance between its rows.
  public static let minimumInteritemSpacing = SectionLayoutMessage<Double?>(
    "list(_:layout:minimumInteritemSpacingForSection:)"
  ) {
    weaver, asked in
    weaver.ask(
      asked.section,
      content: { weaver.contentDelegate?.list($0, layout: asked.layout, minimumInteritemSpacingForSection: $1) },
      insertion: { weaver.delegate?.weaver(weaver, layout: asked.layout, minimumInteritemSpacingForSection: $0) })
  }

  /// Asks a section's owner for the distance between its columns.
  public static let minimumColumnSpacing = SectionLayoutMessage<Double?>(
    "list(_:layout:minimumColumnSpacingForSection:)"
  ) {
    weaver, asked in
    weaver.ask(
      asked.section,
      content: { weaver.contentDelegate?.list($0, layout: asked.layout, minimumColumnSpacingForSection: $1) },
      insertion: { weaver.delegate?.weaver(weaver, layout: asked.layout, minimumColumnSpacingForSection: $0) })
  }

  /// Asks a section's owner for the number of its columns.
  public static let columnCount = SectionLayoutMessage<Int?>("list(_:layout:columnCountForSection:)") {
    weaver, asked in
    weaver.ask(
      asked.section, content: { weaver.contentDelegate?.list($0, layout: asked.layout, columnCountForSection: $1) },
      insertion: { weaver.delegate?.weaver(weaver, layout: asked.layout, columnCountForSection: $0) })
  }

  /// Asks a section's owner for the size of its header.
  public static let referenceSizeForHeader = SectionLayoutMessage<ListSize?>(
    "list(_:layout:referenceSizeForHeaderInSection:)"
  ) {
    weaver, asked in
    weaver.ask(
      asked.section,
      content: { weaver.contentDelegate?.list($0, layout: asked.layout, referenceSizeForHeaderInSection: $1) },
      insertion: { weaver.delegate?.weaver(weaver, layout: asked.layout, referenceSizeForHeaderInSection: $0) })
  }

  /// Asks a section's owner for the size of its footer.
  public static let referenceSizeForFooter = SectionLayoutMessage<ListSize?>(
    "list(_:layout:referenceSizeForFooterInSection:)"
  ) {
    weaver, asked in
    weaver.ask(
      asked.section,
      content: { weaver.contentDelegate?.list($0, layout: asked.layout, referenceSizeForFooterInSection: $1) },
      insertion: { weaver.delegate?.weaver(weaver, layout: asked.layout, referenceSizeForFooterInSection: $0) })
  }

  /// Asks a section's owner for what is left free around its header.
  public static let insetForHeader = SectionLayoutMessage<ListInsets?>("list(_:layout:insetForHeaderInSection:)") {
    weaver, asked in
    weaver.ask(
      asked.section, content: { weaver.contentDelegate?.list($0, layout: asked.layout, insetForHeaderInSection: $1) },
      insertion: { weaver.delegate?.weaver(weaver, layout: asked.layout, insetForHeaderInSection: $0) })
  }

  /// Asks a section's owner for what is left free around its footer.
  public static let insetForFooter = SectionLayoutMessage<ListInsets?>("list(_:layout:insetForFooterInSection:)") {
    weaver, asked in
    weaver.ask(
      asked.section, content: { weaver.contentDelegate?.list($0, layout: asked.layout, insetForFooterInSection: $1) },
      insertion: { weaver.delegate?.weaver(weaver, layout: asked.layout, insetForFooterInSection: $0) })
  }
}
