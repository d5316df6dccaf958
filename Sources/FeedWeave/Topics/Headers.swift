import Interception
import ListModel

/// Methods of `ListDelegate` about headers, footers and estimated heights.
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
