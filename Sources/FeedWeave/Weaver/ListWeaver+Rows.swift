public import ListModel
public import Placement

/// Which cells in view are asked for.
public enum VisibleCells: Sendable, Hashable, CaseIterable {
  /// Those of the content.
  case raw
  /// Those of insertions.
  case inserted
  /// All.
  case all
}

/// Looking at the feed as it is shown, with the insertions in it.
extension ListWeaver {
  /// The list without translation: every path is the feed's.
  public var rawList: RawListView { RawListView(of: self) }

  /// The cells in view, from the top down.
  public func visibleCells(_ which: VisibleCells) -> [ListCell] {
    let cells = inFeedSpace { list?.visibleCells ?? [] }
    switch which {
    case .raw: return cells.filter { !showsInsertion($0) }
    case .inserted: return cells.filter { showsInsertion($0) }
    case .all: return cells
    }
  }

  /// All rows of the feed in order, each with its owner and its model, asked for as they are come to.
  public var models: some Sequence<WovenRow> {
    loadList()
    return (0..<map.feedSectionCount).lazy.flatMap { section in
      (0..<(self.map.feedCount(inFeedSection: section) ?? 0)).lazy.compactMap { row in
        self.row(at: FeedPath(section: section, row: row))
      }
    }
  }

  /// A row of the feed; nil for one that the feed does not have.
  public func row(at path: FeedPath) -> WovenRow? {
    loadList()
    guard let list, let owner = owner(of: path) else { return nil }
    return WovenRow(path: path, owner: owner, model: router.list(list, modelForRowAt: ListPath(path)))
  }
}
