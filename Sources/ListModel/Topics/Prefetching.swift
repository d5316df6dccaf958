public import Interception

extension ListView {
  /// The two messages of ``prefetchDataSource``.
  public static let prefetchDataSource = Property<ListView, (any ListPrefetchDataSource)?>("prefetchDataSource") {
    list in
    list.prefetching.source
  } set: { list, new in
    list.installPrefetchDataSource(new)
  }

  /// Who hears of rows that are likely to come into view; not kept alive by the list.
  ///
  /// Those are the rows of one viewport beyond the one in view, on the side to which the list was scrolled last.
  public final var prefetchDataSource: (any ListPrefetchDataSource)? {
    get { send(ListView.prefetchDataSource) }
    set { send(ListView.prefetchDataSource, newValue) }
  }

  /// Has another one told, without a message that could be hooked.
  package final func installPrefetchDataSource(_ new: (any ListPrefetchDataSource)?) {
    prefetching.source = new
    prefetching.rows = []
    setNeedsLayout()
  }

  /// Whether the prefetch data source is told of rows; where it no longer is, those that it was told of are cancelled.
  public final var isPrefetchingEnabled: Bool {
    get { prefetching.isEnabled }
    set {
      prefetching.isEnabled = newValue
      setNeedsLayout()
    }
  }

  /// Tells of the rows that are likely to come into view next, each once, and of those that no longer are.
  ///
  /// A callback that changes the list has it laid out, and this done, once more.
  final func prefetchRows() {
    guard let source = prefetching.source else { return }
    let wanted = rowsToPrefetch
    let known = prefetching.rows
    let fresh = wanted.filter { !known.contains($0) }
    prefetching.rows = known.intersection(wanted)
    let revision = revision
    let cancelled = known.subtracting(wanted).filter { shown.rows[$0] == nil }.sorted()
    if !cancelled.isEmpty { source.list(self, cancelPrefetchingForRowsAt: cancelled) }
    guard isCurrent(revision), prefetching.source === source, !fresh.isEmpty else { return }
    prefetching.rows.formUnion(fresh)
    source.list(self, prefetchRowsAt: fresh)
  }

  /// Notes in which direction the list is scrolled.
  final func noteDirection(to wanted: Double) {
    if wanted < offset { prefetching.isUpward = true } else if wanted > offset { prefetching.isUpward = false }
  }

  /// Takes the rows that have been told of to their new places; those asked for anew are told of anew.
  final func followPrefetchedRows(_ origins: ListOrigins) {
    prefetching.rows = Set(prefetching.rows.compactMap(origins.keptPlace(of:)))
  }

  /// The rows that are likely to come into view next, the nearest first.
  private var rowsToPrefetch: [ListPath] {
    guard isPrefetchingEnabled else { return [] }
    let top = prefetching.isUpward ? window.top - window.height : window.bottom
    let rows = extents.rows(in: ListExtent(top: top, height: window.height)).filter { shown.rows[$0] == nil }
    return prefetching.isUpward ? rows.reversed() : rows
  }
}

/// Which rows the prefetch data source has been told of.
struct ListPrefetching {
  weak var source: (any ListPrefetchDataSource)?
  var isEnabled = true
  /// Whether the list has last been scrolled up.
  var isUpward = false
  /// The rows that are likely to come into view next, of which the source has been told.
  var rows: Set<ListPath> = []
}

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
