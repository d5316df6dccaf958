import Interception
import ListModel
import Placement

/// Weaving a list that is in use, and giving it back, without its content side hearing of it.
extension ListWeaver {
  /// Stands in for the providers of a list, which goes on with its rows, cells, selection and offset.
  ///
  /// A list that is being loaded or updated at this moment is reloaded.
  func takeOver(_ list: ListView) {
    if list.isBeingLoaded || list.isUpdating { list.forgetData() }
    if list.isLoaded { adopt(list) }
    list.exchangeHandlers(
      HandlerExchange(
        menu: { self.owned($0, ofInsertion: false) }, swipeActions: { self.handled($0, ofInsertion: false) },
        rowAction: { self.handled($0, ofInsertion: false) }, completion: { self.toContent($0) }))
    list.exchangeProviders(
      dataSource: router, delegate: router, prefetching: router, dragging: router,
      dropping: interactions.contentDropDelegate == nil ? nil : router, keeping: nil)
  }

  /// Takes what a list shows, and what its content side has begun, for the content's.
  private func adopt(_ list: ListView) {
    map = InsertionMap.empty.replacingUserCounts(list.loadedRowCounts)
    let views = list.displayedViews
    for (path, cell) in views.rows {
      displayedRows[ObjectIdentifier(cell)] = DisplayedRow(owner: .content(UserPath(path)))
    }
    for (section, view) in views.edges {
      displayedEdges[ObjectIdentifier(view)] = OwnedSection(section, ofContent: section)
    }
    for (kind, path, view) in views.elements {
      displayedElements[ObjectIdentifier(view)] = ownedElement(ofKind: kind, at: path, in: list)
    }
    swipedOwner = list.swipedRow.map { .content(UserPath($0)) }
  }

  /// Takes every insertion out of the list by an update like any other.
  ///
  /// - Returns: whether none is left in it; false where the list cannot be updated at this moment, or an aspect prevents it.
  func takeOutInsertions(of list: ListView) -> Bool {
    if interactions.insertedDrag != nil { list.display.cancelDrag() }
    if selectionBeganAtInsertion { list.display.endMultipleSelection() }
    guard list.isLoaded || list.isBeingLoaded else { return true }
    do throws(ListUpdateError) {
      try checkCanUpdateInsertions()
      try bringIn(makeMap(userCounts: map.userCounts), areSame: false)
    } catch {
      return false
    }
    return map == InsertionMap.empty.replacingUserCounts(map.userCounts)
  }

  /// Gives a list without insertions back to its content side.
  func giveBack(_ list: ListView) {
    list.exchangeProviders(
      dataSource: contentSource, delegate: contentDelegate, prefetching: contentPrefetchSource,
      dragging: interactions.contentDragDelegate, dropping: interactions.contentDropDelegate, keeping: self)
    if givesHeaderHeights { inUserSpace { list.remeasureHeadersAndFooters() } }
  }

  /// Tells the insertions' side, which hears no more of the list, the end of the rows in view of which it has heard.
  func endDisplays(of list: ListView) {
    let rows = list.displayedViews.rows.sorted { $0.path < $1.path }
    for (path, cell) in rows {
      guard let displayed = displayedRows[ObjectIdentifier(cell)] else { continue }
      send(ListWeaver.didEndDisplayingRow, (row: OwnedRow(FeedPath(path), of: displayed.owner), cell: cell))
    }
  }
}
