/// What is known of single rows, which goes with them in an update and is forgotten in a reload.
extension ListView {
  /// Takes it to the rows' new places; rows that are gone, or asked for anew, lose it.
  final func followRows(_ origins: ListOrigins) {
    let selected = origins.keptPlaces(of: selection.order)
    selection.move { selected[$0] }
    followSwipe(origins)
    movement = nil
    followFocus(origins)
    followMultipleSelection(origins)
    followPrefetchedRows(origins)
    let used = origins.destinations(of: Set(menus.paths))
    menus.move { origins.reloaded.contains($0) ? nil : used[$0] }
    dragging.followRows(origins)
    rowsToReconfigure = Set(origins.destinations(of: rowsToReconfigure.union(origins.reconfigured)).values)
  }

  /// Forgets it.
  final func forgetRows() {
    selection = RowSelection()
    rowsToReconfigure = []
    movement = nil
    focus.follow { _ in nil }
    multipleSelection?.follow { _ in nil }
    prefetching.rows = []
    sectionIndexTitles = nil
    endContextMenu()
    menus.move { _ in nil }
    dragging.forgetRows()
  }
}

extension ListOrigins {
  /// The places after the update of rows whose cells are not asked for anew.
  func keptPlaces(of paths: some Collection<ListPath>) -> [ListPath: ListPath] {
    destinations(of: paths).filter { !reloaded.contains($0.key) }
  }
}
