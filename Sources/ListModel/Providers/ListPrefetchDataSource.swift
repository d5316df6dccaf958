/// Hears in good time which rows are likely to come into view, so that what they show can be fetched.
///
/// It is set as the list's prefetch data source, and is told of each row once until that has been shown or cancelled. A row of
/// which it has been told, and which is deleted or reloaded, is not cancelled.
public protocol ListPrefetchDataSource: AnyObject {
  /// Rows are likely to come into view; the nearest is the first.
  func list(_ list: ListView, prefetchRowsAt paths: [ListPath])
  /// Rows that were likely to come into view no longer are.
  func list(_ list: ListView, cancelPrefetchingForRowsAt paths: [ListPath])
}

extension ListPrefetchDataSource {
  /// Does nothing.
  public func list(_ list: ListView, cancelPrefetchingForRowsAt paths: [ListPath]) {}
}
