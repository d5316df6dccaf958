/// Making changes of pairs.
extension RowPairing {
  /// The changes between two flat lists.
  ///
  /// A row with new content is reloaded where it stays; one that moves as well goes, and comes anew.
  @usableFromInline
  func changes(_ search: MoveSearch, hasNewContent: [Bool] = []) -> ListChanges<Int> {
    let staying = StayingRows(self, search: search)
    if hasNewContent.isEmpty { return changes(staying) }
    var kept = self
    var reloads: [Int] = []
    for row in oldRows.indices where hasNewContent[row] {
      let origin = Int(oldRows[row])
      if staying.contains(new: row) { reloads.append(origin) } else { kept.part(origin, row) }
    }
    return kept.changes(staying, reloads: reloads)
  }

  /// Makes a row and what it was two rows.
  mutating func part(_ old: Int, _ new: Int) {
    newRows[old] = -1
    oldRows[new] = -1
  }

  /// The changes between two lists of which is known what stays.
  func changes(_ staying: StayingRows, reloads: [Int] = []) -> ListChanges<Int> {
    var inserts: [Int] = []
    var moves: [ListChanges<Int>.Move] = []
    inserts.reserveCapacity(oldRows.count - staying.pairCount)
    moves.reserveCapacity(staying.pairCount - staying.count)
    for row in oldRows.indices {
      let origin = oldRows[row]
      if origin < 0 {
        inserts.append(row)
      } else if !staying.contains(new: row) {
        moves.append(ListChanges.Move(from: Int(origin), to: row))
      }
    }
    var deletes: [Int] = []
    deletes.reserveCapacity(newRows.count - staying.pairCount)
    for row in newRows.indices where newRows[row] < 0 { deletes.append(row) }
    return ListChanges(ascending: deletes, inserts: inserts, moves: moves, reloads: reloads)
  }
}
