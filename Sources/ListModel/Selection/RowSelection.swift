/// The selected rows, in the order in which they were selected.
///
/// Invariant: `members` are the rows of `order`, each of which stands in it once.
struct RowSelection {
  private(set) var order: [ListPath] = []
  private var members: Set<ListPath> = []

  /// The row that was selected first.
  var first: ListPath? { order.first }
  /// The row that was selected last.
  var last: ListPath? { order.last }

  func contains(_ path: ListPath) -> Bool { members.contains(path) }

  mutating func insert(_ path: ListPath) {
    if members.insert(path).inserted { order.append(path) }
  }

  /// - Complexity: O(selected rows).
  mutating func remove(_ path: ListPath) {
    if members.remove(path) != nil { order.removeAll { $0 == path } }
  }

  /// Takes every row to its new place; those without one are no longer selected.
  mutating func move(_ place: (ListPath) -> ListPath?) {
    let former = order
    self = RowSelection()
    for path in former { place(path).map { insert($0) } }
  }
}
