import ListModel
package import Placement

/// What whoever decides on insertions needs of a weaver beside its public methods, and all of it.
extension ListWeaver {
  /// Whether the list has been loaded.
  package var isLoaded: Bool { list?.isLoaded ?? false }

  /// How many insertions are asked for, shown or not.
  package var requestCount: Int { feed.requests.rows.count + feed.requests.sections.count }

  /// Whether insertions can be changed at this moment.
  ///
  /// While a change is told they cannot: whoever hears of it, or of one that waits to be told, finds the feed as that change left
  /// it.
  package var canUpdateInsertions: Bool {
    if feed.loadingCounts != nil || notices.isTelling || isBeingRemoved { return false }
    do throws(ListUpdateError) { try checkCanUpdateInsertions() } catch { return false }
    return true
  }

  /// Whether an insertion is in view.
  package func isInView(insertion number: Int) -> Bool {
    display.rows.all.contains { $0.owner == .insertion(number) }
  }

  /// Takes a map equal to the one in force in its place, so that both share their storage and are compared at once from then on.
  package func shareStorage(of map: InsertionMap) {
    assert(map == self.map)
    feed.setMap(map)
  }
}
