import BatchUpdates
import FeedFormats
import FeedWeave
import ListModel
import Placement

extension LiveFeed {
  /// Loads the list, and places ads in it.
  func loadAndPlaceAds() throws(CommandError) {
    ads.expect(content.items, in: content.sections)
    load()
    try placeAds()
  }

  /// Updates to other items in each section: the content changes as a batch; ads move with it, are withdrawn or are added.
  ///
  /// - Throws: ``CommandError/internalError(_:)`` if the list rejects the changes.
  func update(to items: [[FeedItem]]) throws(CommandError) -> FeedUpdate {
    let before = FeedRows(self)
    ads.expect(items, in: content.sections)
    do {
      let changes = try content.update(to: items, in: list)
      try placeAds()
      return try FeedUpdate(changes, from: before, to: FeedRows(self))
    } catch let error as CommandError { throw error } catch { throw .internalError("\(error)") }
  }

  /// Places ads after a change of the content, and updates the rows of the cells in view.
  func placeAds() throws(CommandError) {
    list.layoutIfNeeded()
    try ads.placeAds(in: list.weaver)
    list.layoutIfNeeded()
    let (map, raw) = (map, list.weaver.rawList)
    for (path, cell) in zip(raw.indexPathsForVisibleRows, raw.visibleCells) {
      (cell as? FeedCell)?.place = map.userPath(for: path).map(FeedCell.Place.content) ?? .ad(path)
    }
  }
}
