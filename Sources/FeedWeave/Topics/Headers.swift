public import Interception
public import ListModel
import Placement

/// Questions about headers and footers: titles, heights, estimates and views.
extension ListWeaver {
  /// Asks a section's owner for the title of its header.
  public static let titleForHeader = SectionMessage<String?>("list(_:titleForHeaderInSection:)") { weaver, section in
    weaver.askDataSource(
      of: section, { $0.list($1, titleForHeaderInSection: $2) },
      insertion: { $0.weaver($1, titleForHeaderInSection: $2) })
  }

  /// Asks a section's owner for the title of its footer.
  public static let titleForFooter = SectionMessage<String?>("list(_:titleForFooterInSection:)") { weaver, section in
    weaver.askDataSource(
      of: section, { $0.list($1, titleForFooterInSection: $2) },
      insertion: { $0.weaver($1, titleForFooterInSection: $2) })
  }

  /// Asks the inserted provider for the height of any header, and the section's owner if that returns nil.
  public static let heightForHeader = SectionMessage<Double?>("list(_:heightForHeaderInSection:)") { weaver, section in
    let asked = weaver.inFeedSpace { weaver.delegate?.weaver(weaver, heightForHeaderInSection: section.section) }
    if asked != nil, section.userSection != nil { weaver.inserted.givesHeaderHeights = true }
    return asked
      ?? weaver.ask(section, { $0.list($1, heightForHeaderInSection: $2) }, insertion: { _, _, _ in nil })
  }

  /// Asks a section's owner for the height of its footer.
  public static let heightForFooter = SectionMessage<Double?>("list(_:heightForFooterInSection:)") { weaver, section in
    weaver.ask(
      section, { $0.list($1, heightForFooterInSection: $2) },
      insertion: { $0.weaver($1, heightForFooterInSection: $2) })
  }

  /// Asks a section's owner for the estimated height of its header.
  public static let estimatedHeightForHeader = SectionMessage<Double?>(
    "list(_:estimatedHeightForHeaderInSection:)"
  ) { weaver, section in
    weaver.ask(
      section, { $0.list($1, estimatedHeightForHeaderInSection: $2) },
      insertion: { $0.weaver($1, estimatedHeightForHeaderInSection: $2) })
  }

  /// Asks a section's owner for the estimated height of its footer.
  public static let estimatedHeightForFooter = SectionMessage<Double?>(
    "list(_:estimatedHeightForFooterInSection:)"
  ) { weaver, section in
    weaver.ask(
      section, { $0.list($1, estimatedHeightForFooterInSection: $2) },
      insertion: { $0.weaver($1, estimatedHeightForFooterInSection: $2) })
  }

  /// Asks a section's owner for its header.
  public static let viewForHeader = SectionMessage<ListCell?>("list(_:viewForHeaderInSection:)") { weaver, section in
    weaver.ask(
      section, { $0.list($1, viewForHeaderInSection: $2) }, insertion: { $0.weaver($1, viewForHeaderInSection: $2) })
  }

  /// Asks a section's owner for its footer.
  public static let viewForFooter = SectionMessage<ListCell?>("list(_:viewForFooterInSection:)") { weaver, section in
    weaver.ask(
      section, { $0.list($1, viewForFooterInSection: $2) }, insertion: { $0.weaver($1, viewForFooterInSection: $2) })
  }
}

// MARK: - Router

/// Methods of `ListDataSource` and `ListDelegate` about headers and footers.
extension ProviderRouter {
  func list(_ list: ListView, titleForHeaderInSection section: Int) -> String? {
    send(ListWeaver.titleForHeader, section)
  }

  func list(_ list: ListView, titleForFooterInSection section: Int) -> String? {
    send(ListWeaver.titleForFooter, section)
  }

  func list(_ list: ListView, heightForHeaderInSection section: Int) -> Double? {
    send(ListWeaver.heightForHeader, section)
  }

  func list(_ list: ListView, heightForFooterInSection section: Int) -> Double? {
    send(ListWeaver.heightForFooter, section)
  }

  func list(_ list: ListView, estimatedHeightForHeaderInSection section: Int) -> Double? {
    send(ListWeaver.estimatedHeightForHeader, section)
  }

  func list(_ list: ListView, estimatedHeightForFooterInSection section: Int) -> Double? {
    send(ListWeaver.estimatedHeightForFooter, section)
  }

  func list(_ list: ListView, viewForHeaderInSection section: Int) -> ListCell? {
    send(ListWeaver.viewForHeader, section)
  }

  func list(_ list: ListView, viewForFooterInSection section: Int) -> ListCell? {
    send(ListWeaver.viewForFooter, section)
  }
}
