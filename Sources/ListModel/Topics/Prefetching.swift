public import Interception

extension ListView {
  /// The two messages of ``prefetchDataSource``.
  public static let prefetchDataSource = Property<ListView, (any ListPrefetchDataSource)?>(
    "prefetchDataSource", get: { $0.prefetching.source }, set: { $0.installPrefetchDataSource($1) })

  /// Receives notifications about rows that are likely to become visible; not retained.
  ///
  /// Those are the rows within one viewport height beyond the visible rows, in the direction of the last scrolling.
  public final var prefetchDataSource: (any ListPrefetchDataSource)? {
    get { send(ListView.prefetchDataSource) }
    set { send(ListView.prefetchDataSource, newValue) }
  }

  /// Replaces the prefetch data source without a message that could be hooked.
  package final func installPrefetchDataSource(_ new: (any ListPrefetchDataSource)?) {
    prefetching.source = new
    prefetching.rows = []
    setNeedsLayout()
  }

  /// Whether the prefetch data source is notified of rows; setting it to false cancels the rows of earlier
  /// notifications.
  public final var isPrefetchingEnabled: Bool {
    get { prefetching.isEnabled }
    set {
      prefetching.isEnabled = newValue
      setNeedsLayout()
    }
  }

  /// Notifies the source of rows that are likely to become visible, each once, and of those that no longer are.
  ///
  /// If a callback changes the list, the next layout repeats this.
  final func prefetchRows() {
    guard let source = prefetching.source else { return }
    guard callerCoordinates?.isPrefetchingSilent != true else { return prefetching.rows = [] }
    let wanted = rowsToPrefetch
    guard wanted != prefetching.rows else { return }
    let (kept, fresh, left) = prefetching.compare(wanted)
    prefetching.rows = kept
    let revision = revision
    let cancelled = left.filter { shown.rows[$0] == nil }
    if !cancelled.isEmpty { source.list(self, cancelPrefetchingForRowsAt: cancelled) }
    guard isCurrent(revision), prefetching.source === source, !fresh.isEmpty else { return }
    prefetching.rows = wanted
    // The nearest first.
    source.list(self, prefetchRowsAt: prefetching.isUpward ? fresh.reversed() : fresh)
  }

  /// Records the direction of scrolling.
  final func noteDirection(to wanted: Double) {
    if wanted < offset { prefetching.isUpward = true } else if wanted > offset { prefetching.isUpward = false }
  }

  /// Moves the notified rows to their new positions; reloaded rows are notified again.
  final func followPrefetchedRows(_ origins: ListOrigins) {
    prefetching.rows = prefetching.rows.compactMap { origins.keptDestination(of: $0) }.sorted()
  }

  /// The rows that are likely to become visible, from top to bottom.
  private var rowsToPrefetch: [ListPath] {
    guard isPrefetchingEnabled else { return [] }
    let top = prefetching.isUpward ? window.top - window.height : window.bottom
    var rows = extents.rows(in: ListExtent(top: top, height: window.height))
    rows.removeAll { shown.contains($0) }
    return rows
  }
}

/// The rows of which the prefetch data source was notified, and its settings.
struct ListPrefetching {
  weak var source: (any ListPrefetchDataSource)?
  fileprivate var isEnabled = true
  /// Whether the list was last scrolled up.
  fileprivate var isUpward = false
  /// The rows of which the source was notified and that are likely to become visible, in order.
  var rows: [ListPath] = []

  /// Returns which rows stay, come and go if those in `wanted`, in order, become the rows, each in order.
  fileprivate func compare(_ wanted: [ListPath]) -> (kept: [ListPath], fresh: [ListPath], left: [ListPath]) {
    var (kept, fresh, left): ([ListPath], [ListPath], [ListPath]) = ([], [], [])
    kept.reserveCapacity(wanted.count)
    var known = rows[...]
    for row in wanted {
      while let next = known.first, next < row { left.append(known.removeFirst()) }
      if known.first == row { kept.append(known.removeFirst()) } else { fresh.append(row) }
    }
    return (kept, fresh, left + known)
  }
}

/// Receives early notifications about rows that are likely to become visible, so that their contents can be fetched.
///
/// Set it as the list's prefetch data source. It is notified of each row once until the row was displayed or cancelled.
/// A deleted or reloaded row is not cancelled.
public protocol ListPrefetchDataSource: AnyObject {
  /// Notifies that rows are likely to become visible; the nearest row is the first.
  func list(_ list: ListView, prefetchRowsAt paths: [ListPath])
  /// Notifies that rows are no longer likely to become visible.
  func list(_ list: ListView, cancelPrefetchingForRowsAt paths: [ListPath])
}

extension ListPrefetchDataSource {
  /// Does nothing.
  public func list(_ list: ListView, cancelPrefetchingForRowsAt paths: [ListPath]) {}
}
