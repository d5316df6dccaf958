/// What is known of single rows, which goes with them in an update and is forgotten in a reload.
extension ListView {
  /// Takes it to the rows' new places; rows that are gone, or asked for anew, lose it.
  final func followRows(_ origins: ListOrigins) {
    followSwipe(origins)
    movement = nil
    rowsToReconfigure = Set(origins.destinations(of: rowsToReconfigure.union(origins.reconfigured)).values)
    let used = origins.keptPlaces(of: Set(menus.paths))
    menus.move { used[$0] }
    dragging.followRows(origins)
    let selected = origins.keptPlaces(of: selection.order)
    selection.move { selected[$0] }
    followFocus(origins)
    followMultipleSelection(origins)
    followPrefetchedRows(origins)
  }

  /// Forgets it.
  final func forgetRows() {
    selection = RowSelection()
    movement = nil
    rowsToReconfigure = []
    endContextMenu()
    menus.move { _ in nil }
    dragging.forgetRows()
    focus.follow { _ in nil }
    multipleSelection?.follow { _ in nil }
    prefetching.rows = []
    sectionIndexTitles = nil
  }
}

extension ListOrigins {
  /// The places after the update of rows whose cells are not asked for anew.
  func keptPlaces(of paths: some Collection<ListPath>) -> [ListPath: ListPath] {
    destinations(of: paths).filter { !reloaded.contains($0.key) }
  }
}
