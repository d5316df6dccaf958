import Interception
import ListModel

/// The part of ListDelegate that is about headers and footers, and about estimates.
extension ProviderRouter {
  func list(_ list: ListView, heightForHeaderInSection section: Int) -> Double? {
    send(ListWeaver.heightForHeader, section) ?? nil
  }

  func list(_ list: ListView, heightForFooterInSection section: Int) -> Double? {
    send(ListWeaver.heightForFooter, section) ?? nil
  }

  func list(_ list: ListView, estimatedHeightForRowAt path: ListPath) -> Double? {
    send(ListWeaver.estimatedHeightForRow, path) ?? nil
  }

  func list(_ list: ListView, estimatedHeightForHeaderInSection section: Int) -> Double? {
    send(ListWeaver.estimatedHeightForHeader, section) ?? nil
  }

  func list(_ list: ListView, estimatedHeightForFooterInSection section: Int) -> Double? {
    send(ListWeaver.estimatedHeightForFooter, section) ?? nil
  }

  func list(_ list: ListView, viewForHeaderInSection section: Int) -> ListCell? {
    send(ListWeaver.viewForHeader, section) ?? nil
  }

  func list(_ list: ListView, viewForFooterInSection section: Int) -> ListCell? {
    send(ListWeaver.viewForFooter, section) ?? nil
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

  /// Tells that a header or footer is about to be shown.
  private func begin(_ message: ListWeaver.SectionDisplayMessage, _ view: ListCell, _ section: Int) {
    let weaver = weaver
    guard let section = weaver.ownedSection(section, in: weaver.map) else { return }
    weaver.display.edges[view] = section
    weaver.send(message, (section: section, view: view))
  }

  /// Tells of the end of a header or footer, as its owner knows it, though a callback has taken its section away meanwhile.
  private func end(_ message: ListWeaver.SectionDisplayMessage, _ view: ListCell, _ section: Int) {
    let weaver = weaver
    guard let shown = weaver.display.edges.remove(view) else { return }
    weaver.send(message, (section: weaver.section(shown, endingAt: section), view: view))
  }
}
