public import Placement

/// Hears in good time which inserted rows are likely to come into view, so that what they show can be fetched.
///
/// Part of ``WeaverDataSource``; every method is optional.
public protocol WeaverPrefetchDataSource: AnyObject {
  /// Inserted rows are likely to come into view; the nearest is the first.
  func weaver(_ weaver: ListWeaver, prefetchRowsAt paths: [FeedPath])
  /// Inserted rows that were likely to come into view no longer are.
  func weaver(_ weaver: ListWeaver, cancelPrefetchingForRowsAt paths: [FeedPath])
}

extension WeaverPrefetchDataSource {
  /// Does nothing.
  public func weaver(_ weaver: ListWeaver, prefetchRowsAt paths: [FeedPath]) {}
  /// Does nothing.
  public func weaver(_ weaver: ListWeaver, cancelPrefetchingForRowsAt paths: [FeedPath]) {}
}
