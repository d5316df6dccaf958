public import Interception
public import ListModel
import Placement

/// Questions about headers and footers: heights, estimates and views.
extension ListWeaver {
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

/// Methods of `ListDelegate` about headers, footers and estimated heights.
extension ProviderRouter {
  func list(_ list: ListView, heightForHeaderInSection section: Int) -> Double? {
    send(ListWeaver.heightForHeader, section)
  }

  func list(_ list: ListView, heightForFooterInSection section: Int) -> Double? {
    send(ListWeaver.heightForFooter, section)
  }

  func list(_ list: ListView, estimatedHeightForRowAt path: ListPath) -> Double? {
    send(ListWeaver.estimatedHeightForRow, path)
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

  func list(_ list: ListView, willDisplayHeaderView view: ListCell, forSection section: Int) {
    begin(ListWeaver.willDisplayHeader, view, section)
  }

  func list(_ list: ListView, willDisplayFooterView view: ListCell, forSection section: Int) {
    begin(ListWeaver.willDisplayFooter, view, section)
  }

  func list(_ list: ListView, didEndDisplayingHeaderView view: ListCell, forSection section: Int) {
    end(ListWeaver.didEndDisplayingHeader, view, section)
  }

  func list(_ list: ListView, didEndDisplayingFooterView view: ListCell, forSection section: Int) {
    end(ListWeaver.didEndDisplayingFooter, view, section)
  }

  /// Reports that a header or footer is about to be displayed.
  private func begin(_ message: ListWeaver.SectionDisplayMessage, _ view: ListCell, _ section: Int) {
    let weaver = weaver
    guard let section = weaver.ownedSection(section, in: weaver.map) else { return }
    weaver.display.edges[view] = section
    weaver.send(message, (section: section, view: view))
  }

  /// Reports the end of a header or footer to its owner, even if a callback has deleted its section meanwhile.
  private func end(_ message: ListWeaver.SectionDisplayMessage, _ view: ListCell, _ section: Int) {
    let weaver = weaver
    guard let shown = weaver.display.edges.remove(view) else { return }
    weaver.send(message, (section: weaver.section(shown, endingAt: section), view: view))
  }
}
