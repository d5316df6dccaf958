import ListModel

/// Says how inserted rows look and hears what happens to them, and of the display of every row.
///
/// It speaks of the feed as the list shows it. Every method is optional: its default leaves the matter to the list.
public protocol WeaverDelegate:
  WeaverDisplayDelegate,
  WeaverHeightDelegate,
  WeaverSelectionDelegate,
  WeaverEditingDelegate,
  WeaverFocusDelegate,
  WeaverMenuDelegate,
  WeaverScrollDelegate,
  WeaverDragDelegate,
  WeaverLayoutDelegate
{}

/// The data source, delegate and prefetch data source that the content's owner has set; none is kept alive.
struct ContentProviders {
  weak var dataSource: (any ListDataSource)?
  weak var delegate: (any ListDelegate)?
  weak var prefetchSource: (any ListPrefetchDataSource)?
}
