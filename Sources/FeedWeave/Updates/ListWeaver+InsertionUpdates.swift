public import ListModel
import Placement

/// Changing what is inserted while the list is shown.
extension ListWeaver {
  /// Shows the insertions that are asked for without a reload: the list is told of the difference and no more.
  ///
  /// Afterwards the list shows what a reload would show. The content side is asked for nothing, and what is selected stays so.
  /// As with every update, a row that is being dragged is let go without a drop.
  ///
  /// ```swift
  /// try weaver.insertRows(at: [FeedPath(section: 0, row: 8)])
  /// weaver.removeInsertions([2])
  /// try weaver.updateInsertions()
  /// ```
  ///
  /// - Complexity: O(n log n), for the sections and all insertions.
  /// - Throws: `ListUpdateError` while the list is being loaded or updated, or a batch is open; then nothing has changed.
  public func updateInsertions() throws(ListUpdateError) {
    // Who is placing has what it places shown by the load under way.
    guard list != nil, loadingCounts == nil else { return }
    loadList()
    try checkCanUpdateInsertions()
    let after = makeMap(userCounts: map.userCounts)
    try bringIn(after, areSame: mapMark.generation == requests.mark.generation)
  }
}
