extension ListChanges where Position == Int {
  /// The changes between two lists of identifiers.
  ///
  /// Identifiers should be unique in each list. If one stands more than once, as many rows as both lists have are kept,
  /// so that the fewest are deleted and inserted; which of them pair, and so how many moves there are, is not promised.
  ///
  /// ```swift
  /// ListChanges.changes(from: [1, 2, 3, 4], to: [4, 1, 3]).moves   // [3 → 0]
  /// ```
  ///
  /// - Complexity: O(old + new) for ``MoveSearch/linear``, O(n log n) for ``MoveSearch/fewest``, as far as hashing is.
  /// - Precondition: A list has fewer than 2,147,483,647 rows.
  @inlinable
  public static func changes<Old: RandomAccessCollection, New: RandomAccessCollection>(
    from old: Old, to new: New, moves: MoveSearch = .fewest
  ) -> Self where Old.Element == New.Element, Old.Element: Hashable {
    RowPairing.ofRows(old, new).changes(moves)
  }

  /// The changes between two lists of elements that have identifiers and content.
  ///
  /// A row with new content is reloaded if it stays. If it moves it is deleted and inserted, since a batch cannot reload
  /// what it moves.
  ///
  /// - Complexity: O(old + new) for ``MoveSearch/linear``, O(n log n) for ``MoveSearch/fewest``, as far as hashing is.
  /// - Precondition: A list has fewer than 2,147,483,647 rows.
  @inlinable
  public static func changes<Old: RandomAccessCollection, New: RandomAccessCollection, ID>(
    from old: Old, to new: New, by identity: ListIdentity<Old.Element, ID>, moves: MoveSearch = .fewest
  ) -> Self where Old.Element == New.Element {
    let pairing = RowPairing.ofRows(old.lazy.map(identity.id), new.lazy.map(identity.id))
    return pairing.changes(moves, hasNewContent: pairing.newContent(old, new, identity))
  }
}

extension RowPairing {
  @inlinable
  static func ofRows<Old: RandomAccessCollection, New: RandomAccessCollection>(_ old: Old, _ new: New) -> RowPairing
  where Old.Element == New.Element, Old.Element: Hashable {
    checkCounts(old.count, new.count)
    return old.withSpan { old in new.withSpan { new in RowPairing(old: old, new: new) } }
  }

  /// For each new row, whether it is an old one with other content.
  @inlinable
  func newContent<Old: RandomAccessCollection, New: RandomAccessCollection, ID>(
    _ old: Old, _ new: New, _ identity: ListIdentity<Old.Element, ID>
  ) -> [Bool] where Old.Element == New.Element {
    zip(oldRows, new).map { origin, element in
      origin >= 0 && !identity.isSame(old[old.index(old.startIndex, offsetBy: Int(origin))], element)
    }
  }
}
