/// What changes between two lists: rows that go, come, change their place, or have new content.
///
/// ```swift
/// let changes = ListChanges.changes(from: ["a", "b", "c"], to: ["c", "a", "d"])
/// changes.deletes   // [1]
/// changes.inserts   // [2]
/// changes.moves     // [2 → 0]
/// try changes.applying(to: ["a", "b", "c"], elementsFrom: ["c", "a", "d"])   // ["c", "a", "d"]
/// ```
///
/// The changes are one batch by the rules of UIKit's lists. What is deleted or reloaded and where a move begins are named by the
/// place in the old list, what is inserted and where a move ends by the place in the new one. The rows that are not named keep
/// their order and fill the places that are left. This package's `ListView` takes the changes as they are; lists that carry out a
/// reload at the number that it names, such as UIKit's, take ``batchUpdates``.
///
/// The position is an `Int` for the rows of a flat list, and for sections; it is a ``FeedPath`` in the rows of
/// ``SectionedListChanges``.
///
/// It leaves out the elements themselves, which `CollectionDifference` carries: a change set of any list is a few
/// numbers, which can be kept, sent and compared. It has moves, which `difference(from:)` only infers afterwards, and is
/// made in linear time; where the fewest changes between lists with many repeated elements are looked for, such as lines
/// of text, the standard library's is the one to take.
public struct ListChanges<Position: ListPosition>: Hashable, Sendable {
  /// The old places of deleted elements, ascending.
  public let deletes: [Position]
  /// The new places of inserted elements, ascending.
  public let inserts: [Position]
  /// What changes its place, by the new place.
  public let moves: [Move]
  /// The old places of what stays where it is and has new content, ascending.
  public let reloads: [Position]

  /// The two places of something that moves.
  public struct Move: Hashable, Sendable, Codable {
    /// The place in the old list.
    public var from: Position
    /// The place in the new list.
    public var to: Position

    /// Makes a move.
    public init(from: Position, to: Position) {
      self.from = from
      self.to = to
    }
  }

  /// No changes.
  public init() { self.init(ascending: []) }

  /// Takes changes that are in order and contradict each other in nothing.
  init(
    ascending deletes: [Position], inserts: [Position] = [], moves: [Move] = [], reloads: [Position] = []
  ) {
    self.deletes = deletes
    self.inserts = inserts
    self.moves = moves
    self.reloads = reloads
    assert(checkInvariants())
  }
}

extension ListChanges {
  /// How many changes there are.
  public var count: Int { deletes.count + inserts.count + moves.count + reloads.count }

  /// Whether nothing changes.
  public var isEmpty: Bool { count == 0 }

  /// By how many the new list is longer than the old one.
  public var growth: Int { inserts.count - deletes.count }
}

extension ListChanges.Move: CustomStringConvertible {
  /// Both places in words: `2 → 0`.
  public var description: String { "\(from) → \(to)" }
}
