public import Interception
public import ListModel

/// What the data source of a row or a section is asked.
extension ListWeaver {
  /// Asks a row's owner for its cell.
  public static let cellForRow = RowMessage<ListCell?>("list(_:cellForRowAt:)") { weaver, row in
    weaver.ask(
      row, content: { weaver.contentSource?.list($0, cellForRowAt: $1) },
      insertion: { weaver.dataSource?.weaver(weaver, cellForRowAt: $0) })
  }

  /// Asks a row's owner what it shows.
  public static let modelForRow = RowMessage<Any?>("list(_:modelForRowAt:)") { weaver, row in
    weaver.ask(
      row, content: { weaver.contentSource?.list($0, modelForRowAt: $1) },
      insertion: { weaver.dataSource?.weaver(weaver, modelForRowAt: $0) })
  }

  /// Asks a section's owner for the title of its header.
  public static let titleForHeader = SectionMessage<String?>("list(_:titleForHeaderInSection:)") { weaver, section in
    weaver.ask(
      section, content: { weaver.contentSource?.list($0, titleForHeaderInSection: $1) },
      insertion: { weaver.dataSource?.weaver(weaver, titleForHeaderInSection: $0) })
  }

  /// Asks a section's owner for the title of its footer.
  public static let titleForFooter = SectionMessage<String?>("list(_:titleForFooterInSection:)") { weaver, section in
    weaver.ask(
      section, content: { weaver.contentSource?.list($0, titleForFooterInSection: $1) },
      insertion: { weaver.dataSource?.weaver(weaver, titleForFooterInSection: $0) })
  }
}
