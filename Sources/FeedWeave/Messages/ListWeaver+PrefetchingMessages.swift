public import Interception
import ListModel
import Placement

/// What the owners of rows are told of those that are likely to come into view.
extension ListWeaver {
  /// Tells each side of its own rows that are likely to come into view.
  public static let prefetchRows = Message<ListWeaver, [OwnedRow], Void>("list(_:prefetchRowsAt:)") { weaver, rows in
    weaver.tellOwners(
      of: rows, content: { weaver.contentPrefetchSource?.list($0, prefetchRowsAt: $1) },
      insertions: { weaver.dataSource?.weaver(weaver, prefetchRowsAt: $0) })
  }

  /// Tells each side of its own rows that no longer are.
  public static let cancelPrefetchingForRows = Message<ListWeaver, [OwnedRow], Void>(
    "list(_:cancelPrefetchingForRowsAt:)"
  ) { weaver, rows in
    weaver.tellOwners(
      of: rows, content: { weaver.contentPrefetchSource?.list($0, cancelPrefetchingForRowsAt: $1) },
      insertions: { weaver.dataSource?.weaver(weaver, cancelPrefetchingForRowsAt: $0) })
  }

  /// Divides rows by owner; a side without a row among them hears nothing.
  private func tellOwners(
    of rows: [OwnedRow], content: (ListView, [ListPath]) -> Void, insertions: ([FeedPath]) -> Void
  ) {
    let users = rows.compactMap { $0.owner.userPath.map { ListPath($0) } }
    let inserted = following(rows.filter(\.owner.isInsertion)) {
      if let list, !users.isEmpty { inUserSpace { content(list, users) } }
    }.compactMap { $0?.path }
    if !inserted.isEmpty { inFeedSpace { insertions(inserted) } }
  }
}
