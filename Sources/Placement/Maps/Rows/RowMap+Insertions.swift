/// Adding and removing some of many insertions.
extension RowMap {
  /// An insertion to add: its rank after the change, and the content row that it precedes.
  typealias AddedInsertion = (rank: Int, content: Int)

  /// Removes some insertions and adds others; the rest stay before their content rows.
  ///
  /// The result is the map made of all insertions that there are then. Both lists ascend by rank, and the added
  /// insertions fit in with the rest by content row.
  /// - Complexity: O(added) if they are below all others and none is removed, else O(insertions below the first change),
  ///   with a small factor.
  mutating func change(removing removed: [Int], adding added: [AddedInsertion], holdingEnd: Bool) {
    if removed.isEmpty, added.first.map({ $0.rank == insertionCount }) ?? true {
      let formerCount = chunks.count
      for one in added { append(one.content + one.rank) }
      if chunks.count > formerCount { directory.makeHints(rows: contentCount + insertionCount) }
    } else {
      rebuildChunks(removing: removed, adding: added)
    }
    reach(holdingEnd: holdingEnd)
    assert(isLarge || checkInvariants())
  }

  /// Adds an insertion below all others, without counting it as reached or making the hints for a new chunk.
  private mutating func append(_ position: Int) {
    let (chunk, slot) = insertionCount.quotientAndRemainder(dividingBy: RowChunk.capacity)
    // The very first base is 0, so that no row is before it.
    if slot == 0 { directory.bases.append(chunk == 0 ? 0 : Int32(position)) }
    chunks.append(Int32(position) - directory.bases[chunk], slot: slot)
    insertionCount += 1
  }

  /// Makes the chunks again from the first that changes.
  private mutating func rebuildChunks(removing removed: [Int], adding added: [AddedInsertion]) {
    let first = min(removed.first ?? insertionCount, added.first?.rank ?? insertionCount) / RowChunk.capacity
    let start = first * RowChunk.capacity
    // The insertion before is there for the check that all ascend.
    var positions = start > 0 ? [position(ofRank: start - 1)] : []
    positions.reserveCapacity(insertionCount - start + added.count + 1)
    var merge = InsertionMerge(removed: removed, added: added, rank: start)
    for chunk in first..<chunks.count {
      let base = directory.bases[chunk]
      chunks.with(chunk) {
        $0.forEachOffset(min(RowChunk.capacity, insertionCount - chunk * RowChunk.capacity)) {
          merge.pass(Int(base &+ $0), into: &positions)
        }
      }
    }
    merge.finish(into: &positions)
    chunks.removeAll(from: first)
    directory.bases.removeSubrange(Swift.min(first, directory.bases.count)...)
    insertionCount = merge.rank
    guard unsafe positions.withUnsafeBufferPointer({ unsafe fill($0, from: start > 0 ? 1 : 0) }) else {
      preconditionFailure("the insertions \(added) do not fit in with the others")
    }
    directory.makeHints(rows: contentCount + insertionCount)
  }
}

/// Merges the insertions that stay with those that are added.
private struct InsertionMerge {
  private var removed: ArraySlice<Int>
  private var added: ArraySlice<RowMap.AddedInsertion>
  /// The rank of the next insertion before and after the change.
  private var former: Int
  private(set) var rank: Int

  init(removed: [Int], added: [RowMap.AddedInsertion], rank: Int) {
    (self.removed, self.added, former, self.rank) = (removed[...], added[...], rank, rank)
  }

  /// Takes in the next insertion of those that there were.
  @inline(__always)
  mutating func pass(_ position: Int, into positions: inout [Int]) {
    let content = position &- former
    former &+= 1
    if removed.first == former &- 1 {
      removed.removeFirst()
      return
    }
    while let next = added.first, next.rank == rank { take(next, into: &positions) }
    positions.append(content &+ rank)
    rank &+= 1
  }

  /// Takes in the added insertions below all others.
  mutating func finish(into positions: inout [Int]) {
    while let next = added.first { take(next, into: &positions) }
  }

  private mutating func take(_ next: RowMap.AddedInsertion, into positions: inout [Int]) {
    positions.append(next.content + rank)
    rank += 1
    added.removeFirst()
  }
}
