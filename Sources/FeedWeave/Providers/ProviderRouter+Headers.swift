import ListModel

/// The part of ListDelegate that is about headers and footers.
extension ProviderRouter {
  func list(_ list: ListView, heightForHeaderInSection section: Int) -> Double? {
    let weaver = weaver
    // The first that a list asks of a section that an update has brought: it has changed, and its rows are known by the map after.
    weaver.putPendingMapInForce()
    if let height = weaver.inFeedSpace({ weaver.delegate?.weaver(weaver, heightForHeaderInSection: section) }) {
      return height
    }
    return ask(
      section: section, content: { weaver.contentDelegate?.list(list, heightForHeaderInSection: $0) },
      insertion: { nil })
  }

  func list(_ list: ListView, heightForFooterInSection section: Int) -> Double? {
    ask(
      section: section, content: { weaver.contentDelegate?.list(list, heightForFooterInSection: $0) },
      insertion: { weaver.delegate?.weaver(weaver, heightForFooterInSection: section) })
  }

  func list(_ list: ListView, viewForHeaderInSection section: Int) -> ListCell? {
    ask(
      section: section, content: { weaver.contentDelegate?.list(list, viewForHeaderInSection: $0) },
      insertion: { weaver.delegate?.weaver(weaver, viewForHeaderInSection: section) })
  }

  func list(_ list: ListView, viewForFooterInSection section: Int) -> ListCell? {
    ask(
      section: section, content: { weaver.contentDelegate?.list(list, viewForFooterInSection: $0) },
      insertion: { weaver.delegate?.weaver(weaver, viewForFooterInSection: section) })
  }

  func list(_ list: ListView, willDisplayHeaderView view: ListCell, forSection section: Int) {
    tellContent(section) { weaver.contentDelegate?.list(list, willDisplayHeaderView: view, forSection: $0) }
  }

  func list(_ list: ListView, willDisplayFooterView view: ListCell, forSection section: Int) {
    tellContent(section) { weaver.contentDelegate?.list(list, willDisplayFooterView: view, forSection: $0) }
  }

  func list(_ list: ListView, didEndDisplayingHeaderView view: ListCell, forSection section: Int) {
    tellContent(section) { weaver.contentDelegate?.list(list, didEndDisplayingHeaderView: view, forSection: $0) }
  }

  func list(_ list: ListView, didEndDisplayingFooterView view: ListCell, forSection section: Int) {
    tellContent(section) { weaver.contentDelegate?.list(list, didEndDisplayingFooterView: view, forSection: $0) }
  }

  private func tellContent(_ section: Int, _ tell: (Int) -> Void?) {
    ask(section: section, content: tell, insertion: { nil })
  }
}
