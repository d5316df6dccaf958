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

/// The providers that the content's owner has set; none is kept alive.
struct ContentProviders {
  weak var dataSource: (any ListDataSource)?
  weak var delegate: (any ListDelegate)?
  weak var prefetchSource: (any ListPrefetchDataSource)?
  weak var dragDelegate: (any ListDragDelegate)?
  weak var dropDelegate: (any ListDropDelegate)?

  /// Makes the providers of a list that is about to be woven.
  init(of list: ListView) {
    dataSource = list.dataSource
    delegate = list.delegate
    prefetchSource = list.prefetchDataSource
    dragDelegate = list.dragDelegate
    dropDelegate = list.dropDelegate
  }
}

/// The providers of the insertions; none is kept alive.
struct InsertedProviders {
  fileprivate weak var dataSource: (any WeaverDataSource)?
  fileprivate weak var delegate: (any WeaverDelegate)?
  /// Whether the delegate has given the height of a header of the content.
  var givesHeaderHeights = false
  /// Whether the data source has turned out not to implement prefetching, so that it need not be notified again.
  var ignoresPrefetching = false
}

extension ListWeaver {
  /// Provides the cells of inserted rows.
  ///
  /// It is held weakly.
  public var dataSource: (any WeaverDataSource)? {
    get { inserted.dataSource }
    set { (inserted.dataSource, inserted.ignoresPrefetching) = (newValue, false) }
  }

  /// Receives events of inserted rows, and the display of every row.
  ///
  /// It is held weakly.
  public var delegate: (any WeaverDelegate)? {
    get { inserted.delegate }
    set { inserted.delegate = newValue }
  }
}
