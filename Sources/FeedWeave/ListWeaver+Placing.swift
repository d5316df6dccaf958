import ListModel
package import Placement

/// The package interface for code that places insertions, in addition to the public methods.
extension ListWeaver {
  /// Whether the list has been loaded.
  package var isLoaded: Bool { list?.isLoaded ?? false }

  /// The number of requested insertions, whether shown or not.
  package var requestCount: Int { feed.requestCount }

  /// Whether insertions can be changed at this moment.
  ///
  /// They can't while the weaver sends change notifications: every receiver must find the feed as the change that it is
  /// notified of left it.
  package var canUpdateInsertions: Bool {
    if feed.loadingCounts != nil || notices.isTelling || isBeingRemoved { return false }
    do throws(ListUpdateError) { try checkCanUpdateInsertions() } catch { return false }
    return true
  }

  /// Returns the number of the insertion at a row, as the map would, without a copy of the map.
  package func insertion(at path: FeedPath) -> Int? { feed.shown.insertionIndex(at: path) }

  /// Returns whether an insertion is in view.
  package func isInView(insertion number: Int) -> Bool {
    display.rows.all.contains { $0.owner == .insertion(number) }
  }
}
