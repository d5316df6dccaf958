/// Which row has the focus; calls nobody.
struct ListFocus {
  /// The row that has the focus.
  private(set) var row: ListPath?
  /// The row that had it last, and still has where any does.
  private(set) var lastRow: ListPath?
  var remembersLastRow = false
  var selectionFollows = false
  /// Whether the focus is to be asked for anew.
  var needsUpdate = false
  /// Whether the delegate is being asked and told of a change, in which there is no other.
  var isMoving = false

  /// Gives the focus to a row, or to none.
  mutating func move(to row: ListPath?) {
    self.row = row
    if let row { lastRow = row }
  }

  /// Takes the rows to their new places; those without one lose the focus, and are not remembered.
  mutating func follow(_ place: (ListPath) -> ListPath?) {
    row = row.flatMap(place)
    lastRow = lastRow.flatMap(place)
  }
}
