/// What is known of single rows, which goes with them in an update and is forgotten in a reload.
extension ListView {
  /// Takes it to the rows' new places; rows that are gone, or asked for anew, lose it.
  final func followRows(_ origins: ListOrigins) {
    selection.move(origins.keptPlace(of:))
    followSwipe(origins)
    movement = nil
    followFocus(origins)
    followMultipleSelection(origins)
    followPrefetchedRows(origins)
    menus.move(origins.keptPlace(of:))
    dragging.followRows(origins)
    followTrackedRows(origins)
    rowsToReconfigure = Set(rowsToReconfigure.union(origins.reconfigured).compactMap(origins.destination(of:)))
  }

  /// Forgets it.
  final func forgetRows() {
    selection = RowSelection()
    editing.swiped = nil
    rowsToReconfigure = []
    movement = nil
    focus.follow { _ in nil }
    multipleSelection?.follow { _ in nil }
    prefetching.rows = []
    sectionIndexTitles = nil
    endContextMenu()
    menus.move { _ in nil }
    dragging.forgetRows()
    forgetTrackedRows()
  }
}
