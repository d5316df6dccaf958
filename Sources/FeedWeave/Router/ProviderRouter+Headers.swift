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
    send(ListWeaver.willDisplayHeader, view, section)
  }

  func list(_ list: ListView, willDisplayFooterView view: ListCell, forSection section: Int) {
    send(ListWeaver.willDisplayFooter, view, section)
  }

  func list(_ list: ListView, didEndDisplayingHeaderView view: ListCell, forSection section: Int) {
    send(ListWeaver.didEndDisplayingHeader, view, section)
  }

  func list(_ list: ListView, didEndDisplayingFooterView view: ListCell, forSection section: Int) {
    send(ListWeaver.didEndDisplayingFooter, view, section)
  }
}
