/// Selecting several rows in one movement, from the row where it began to the one that it has come to.
struct MultipleSelection {
  /// The row where it began; nil when that is gone, after which nothing more is selected.
  private(set) var start: ListPath?
  /// The rows that it has selected.
  var rows: Set<ListPath> = []

  init(from start: ListPath) {
    self.start = start
  }

  /// Takes the rows to their new places.
  mutating func follow(_ place: (ListPath) -> ListPath?) {
    start = start.flatMap(place)
    rows = Set(rows.compactMap(place))
  }
}
