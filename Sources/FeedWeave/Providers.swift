import ListModel

/// Receives events of inserted rows and the display of every row, and configures inserted rows.
///
/// All paths are in feed coordinates. Every method is optional; its default uses the list's own behavior.
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
