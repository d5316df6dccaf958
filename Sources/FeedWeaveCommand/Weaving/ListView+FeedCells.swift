import ListModel

extension ListView {
  /// An empty list for feed cells, so many of which are in view at once.
  static func ofFeedCells(height: Double) -> ListView {
    let list = ListView(size: ListSize(width: 1, height: height))
    // Every row is as high as any other: it is the order that is wanted, and rows are laid out later.
    list.rowHeight = 1
    list.estimatedRowHeight = 1
    list.register(FeedCell.self, forCellReuseIdentifier: FeedCell.identifier)
    return list
  }
}
