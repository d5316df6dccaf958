/// Which rows the prefetch data source has been told of.
struct ListPrefetching {
  weak var source: (any ListPrefetchDataSource)?
  var isEnabled = true
  /// Whether the list has last been scrolled up.
  var isUpward = false
  /// The rows that are likely to come into view next, of which the source has been told.
  var rows: Set<ListPath> = []
}
