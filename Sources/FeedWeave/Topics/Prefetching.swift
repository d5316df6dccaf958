public import Interception
import ListModel
public import Placement

/// Receives inserted rows that are likely to come into view, to fetch their data early.
///
/// Part of ``WeaverDataSource``. Every method is optional; a data source that does not implement
/// ``weaver(_:prefetchRowsAt:)`` is not notified of cancellations either.
public protocol WeaverPrefetchDataSource: AnyObject {
  /// Inserted rows are likely to come into view, the nearest first.
  func weaver(_ weaver: ListWeaver, prefetchRowsAt paths: [FeedPath])
  /// Inserted rows that were likely to come into view no longer are.
  func weaver(_ weaver: ListWeaver, cancelPrefetchingForRowsAt paths: [FeedPath])
}

extension WeaverPrefetchDataSource {
  /// Has the weaver ask no more, so that a list whose rows nobody fetches early does not look for them.
  public func weaver(_ weaver: ListWeaver, prefetchRowsAt paths: [FeedPath]) {
    // Another object may pass its calls on to this one.
    if weaver.dataSource === self { weaver.inserted.ignoresPrefetching = true }
  }
  /// Does nothing.
  public func weaver(_ weaver: ListWeaver, cancelPrefetchingForRowsAt paths: [FeedPath]) {}
}

// MARK: - Prefetching messages

/// Notifications for the owners of rows that are likely to come into view.
extension ListWeaver {
  /// Notifies each provider of its own rows that are likely to come into view.
  public static let prefetchRows = Message<ListWeaver, [OwnedRow], Void>("list(_:prefetchRowsAt:)") { weaver, rows in
    weaver.notifyOwners(
      of: rows, content: { weaver.content.prefetchSource?.list($0, prefetchRowsAt: $1) },
      insertions: { weaver.dataSource?.weaver(weaver, prefetchRowsAt: $0) })
  }

  /// Notifies each provider of its own rows that are no longer likely to come into view.
  public static let cancelPrefetchingForRows = Message<ListWeaver, [OwnedRow], Void>(
    "list(_:cancelPrefetchingForRowsAt:)"
  ) { weaver, rows in
    weaver.notifyOwners(
      of: rows, content: { weaver.content.prefetchSource?.list($0, cancelPrefetchingForRowsAt: $1) },
      insertions: { weaver.dataSource?.weaver(weaver, cancelPrefetchingForRowsAt: $0) })
  }

  /// Notifies each provider of its own rows, if any are among them.
  private func notifyOwners(
    of rows: [OwnedRow], content: (ListView, [ListPath]) -> Void, insertions: ([FeedPath]) -> Void
  ) {
    let users = rows.compactMap { $0.owner.userPath.map { ListPath($0) } }
    let inserted = following(rows.filter(\.owner.isInsertion)) {
      if let list, !users.isEmpty { inUserSpace { content(list, users) } }
    }.compactMap { $0?.path }
    if !inserted.isEmpty { inFeedSpace { insertions(inserted) } }
  }
}

// MARK: - Prefetching

extension ProviderRouter: ListPrefetchDataSource {
  func list(_ list: ListView, prefetchRowsAt paths: [ListPath]) {
    let weaver = weaver
    weaver.send(ListWeaver.prefetchRows, paths.compactMap { weaver.ownedRow(at: $0) })
  }

  func list(_ list: ListView, cancelPrefetchingForRowsAt paths: [ListPath]) {
    let weaver = weaver
    weaver.send(ListWeaver.cancelPrefetchingForRows, paths.compactMap { weaver.ownedRow(at: $0) })
  }
}

// MARK: - Prefetching (WovenClass)

extension WovenClass {
  /// Overrides the prefetch data source.
  static func overridePrefetching(in woven: ClassObject) throws(AspectError) {
    try overrideProvider(ListView.prefetchDataSource, \.prefetchSource, in: woven) { weaver, _ in weaver.router }
  }
}
