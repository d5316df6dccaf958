import Interception
import ListModel
import Placement

/// The part of ListDelegate that is about layouts.
extension ProviderRouter {
  func list(_ list: ListView, layoutForSection section: Int) -> ListLayout? {
    // The first that a list asks of a section that an update has brought: it has changed, and its rows are known by the map
    // after.
    weaver.putPendingMapInForce()
    return send(ListWeaver.layoutForSection, section) ?? nil
  }

  func list(_ list: ListView, layout: ListLayout, sizeForRowAt path: ListPath) -> ListSize? {
    let weaver = weaver
    guard let row = weaver.ownedRow(at: path) else { return nil }
    return weaver.send(ListWeaver.sizeForRow, (row: row, layout: layout))
  }

  func list(_ list: ListView, layout: ListLayout, insetForSection section: Int) -> ListInsets? {
    send(ListWeaver.inset, section, layout)
  }

  func list(_ list: ListView, layout: ListLayout, minimumLineSpacingForSection section: Int) -> Double? {
    send(ListWeaver.minimumLineSpacing, section, layout)
  }

  func list(_ list: ListView, layout: ListLayout, minimumInteritemSpacingForSection section: Int) -> Double? {
    send(ListWeaver.minimumInteritemSpacing, section, layout)
  }

  func list(_ list: ListView, layout: ListLayout, minimumColumnSpacingForSection section: Int) -> Double? {
    send(ListWeaver.minimumColumnSpacing, section, layout)
  }

  func list(_ list: ListView, layout: ListLayout, columnCountForSection section: Int) -> Int? {
    send(ListWeaver.columnCount, section, layout)
  }

  func list(_ list: ListView, layout: ListLayout, referenceSizeForHeaderInSection section: Int) -> ListSize? {
    send(ListWeaver.referenceSizeForHeader, section, layout)
  }

  func list(_ list: ListView, layout: ListLayout, referenceSizeForFooterInSection section: Int) -> ListSize? {
    send(ListWeaver.referenceSizeForFooter, section, layout)
  }

  func list(_ list: ListView, layout: ListLayout, insetForHeaderInSection section: Int) -> ListInsets? {
    send(ListWeaver.insetForHeader, section, layout)
  }

  func list(_ list: ListView, layout: ListLayout, insetForFooterInSection section: Int) -> ListInsets? {
    send(ListWeaver.insetForFooter, section, layout)
  }

  func list(_ list: ListView, targetContentOffsetForProposedContentOffset offset: Double) -> Double {
    weaver.send(ListWeaver.targetContentOffset, offset)
  }

  func list(
    _ list: ListView, transitionLayoutForOldLayout old: ListLayout, newLayout new: ListLayout
  ) -> ListLayout? {
    weaver.send(ListWeaver.transitionLayout, (old: old, new: new))
  }

  private func send<Answer>(
    _ message: ListWeaver.SectionLayoutMessage<Answer?>, _ section: Int, _ layout: ListLayout
  ) -> Answer? {
    let weaver = weaver
    guard let section = weaver.ownedSection(section, in: weaver.map) else { return nil }
    return weaver.send(message, (section: section, layout: layout))
  }
}
