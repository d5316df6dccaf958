/// The changes between two lists: deleted, inserted, moved and reloaded rows.
///
/// ```swift
/// let changes = ListChanges.changes(from: ["a", "b", "c"], to: ["c", "a", "d"])
/// changes.deletes   // [1]
/// changes.inserts   // [2]
/// changes.moves     // [2 → 0]
/// try changes.applying(to: ["a", "b", "c"], elementsFrom: ["c", "a", "d"])   // ["c", "a", "d"]
/// ```
///
/// The changes are one batch by the rules of UIKit's lists. Deletions, reloads and sources of moves are positions in
/// the old list; insertions and targets of moves are positions in the new one. All other rows keep their order and fill
/// the remaining positions. This package's `ListView` accepts the changes as they are; lists that carry out a reload at
/// its old index after other changes, such as UIKit's, need ``batchUpdates``.
///
/// `Position` is `Int` for the rows of a flat list and for sections; it is ``FeedPath`` for the rows of
/// ``SectionedListChanges``.
///
/// Unlike `CollectionDifference`, it does not contain the elements themselves: a change set is a few numbers, which can
/// be stored, sent and compared. It contains moves, which `difference(from:)` only infers afterwards, and is computed
/// in linear time. For the fewest changes between lists with many repeated elements, such as lines of text, use the
/// standard library's difference.
public struct ListChanges<Position: ListPosition>: Hashable, Sendable {
  /// The old positions of deleted elements, ascending.
  public let deletes: [Position]
  /// The new positions of inserted elements, ascending.
  public let inserts: [Position]
  /// The moves, ordered by new position.
  public let moves: [Move]
  /// The old positions of elements that are not moved and have new content, ascending.
  public let reloads: [Position]

  /// The old and the new position of an element that moves.
  public struct Move: Hashable, Sendable, Codable {
    /// A position: `from` in the old list, `to` in the new one.
    public var from, to: Position

    /// Makes a move.
    public init(from: Position, to: Position) {
      self.from = from
      self.to = to
    }
  }

  /// Makes an empty change set.
  public init() { self.init(ascending: []) }

  /// Makes a change set from changes that are in order and do not contradict each other.
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
  /// The number of changes.
  public var count: Int { deletes.count + inserts.count + moves.count + reloads.count }

  /// Whether there are no changes.
  public var isEmpty: Bool { count == 0 }

  /// The number of elements that the new list has more than the old one; negative if it has fewer.
  public var growth: Int { inserts.count - deletes.count }
}

extension ListChanges.Move: CustomStringConvertible {
  /// Both positions as text, such as `2 → 0`.
  public var description: String { "\(from) → \(to)" }
}

// MARK: - Applying

extension ListChanges where Position == Int {
  /// Returns the old list with the changes applied; takes inserted elements and new content from `new`.
  ///
  /// - Complexity: O(old + new + n log n) for n changes.
  /// - Throws: ``BatchUpdateError`` if the changes are not between lists of these lengths.
  public func applying<Element>(
    to old: some RandomAccessCollection<Element>, elementsFrom new: some RandomAccessCollection<Element>
  ) throws(BatchUpdateError) -> [Element] {
    let shift = PositionShift(self)
    try check(shift, oldCount: old.count, newCount: new.count)
    let reloaded = Set(reloads)
    return zip(shift.origins(of: old.count, moves: moves.lazy.map { ($0.from, $0.to) }), new).map { origin, element in
      guard let origin, !reloaded.contains(origin) else { return element }
      return old[old.index(old.startIndex, offsetBy: origin)]
    }
  }

  /// The changes that turn the new list back into the old one.
  ///
  /// - Complexity: O(n log n) for n changes.
  public var inverse: Self {
    let shift = PositionShift(self)
    return Self(
      ascending: inserts, inserts: deletes,
      moves: moves.map { Move(from: $0.to, to: $0.from) }.sorted { $0.to < $1.to },
      reloads: reloads.compactMap(shift.newPosition))
  }
}

extension PositionShift {
  init(_ changes: ListChanges<Int>) {
    self.init(leaving: changes.deletes + changes.moves.map(\.from), coming: changes.inserts + changes.moves.map(\.to))
  }
}

// MARK: - Search

extension ListChanges where Position == Int {
  /// Returns the changes between two lists of identifiers.
  ///
  /// Identifiers should be unique in each list. Of a repeated identifier, as many rows are kept as both lists have, so
  /// deletions and insertions are as few as possible. It is not specified which of these rows are paired, and so how
  /// many moves there are.
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

  /// Returns the changes between two lists of elements with identifiers and content.
  ///
  /// A row with new content is reloaded if it stays. If it moves, it is deleted and inserted, since a batch cannot
  /// reload a row that it moves.
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

  /// Returns for each new row whether it is paired with an old row and its content differs.
  @inlinable
  func newContent<Old: RandomAccessCollection, New: RandomAccessCollection, ID>(
    _ old: Old, _ new: New, _ identity: ListIdentity<Old.Element, ID>
  ) -> [Bool] where Old.Element == New.Element {
    zip(oldRows, new).map { origin, element in
      origin >= 0 && !identity.isSame(old[old.index(old.startIndex, offsetBy: Int(origin))], element)
    }
  }
}

/// The position that a change names: an index of a row or a section, or the path of a row in a section.
public protocol ListPosition: Hashable, Comparable, Codable, Sendable {
  /// Whether each number in it is at least 0 and below 2,147,483,646, the largest number of rows in a list.
  var isWithinLimit: Bool { get }
}

extension Int: ListPosition {
  /// Whether it is at least 0 and below 2,147,483,646.
  public var isWithinLimit: Bool { self >= 0 && self < RowPairing.limit }
}

extension RowPath: ListPosition {
  /// Whether the section and the row are at least 0 and below 2,147,483,646.
  public var isWithinLimit: Bool { section.isWithinLimit && row.isWithinLimit }
}

/// A way to identify the elements of two lists and to detect new content.
///
/// ```swift
/// ListChanges.changes(from: old, to: new, by: .id)
/// ListChanges.changes(from: old, to: new, by: ListIdentity(id: \.guid) { $0.title == $1.title })
/// ```
///
/// It holds closures that run only while two lists are compared, so it is not `Sendable`, and the closures need not be.
public struct ListIdentity<Element, ID: Hashable> {
  /// Returns the identifier of an element.
  @usableFromInline let id: (Element) -> ID
  /// Returns whether two elements with the same identifier have the same content.
  @usableFromInline let isSame: (Element, Element) -> Bool

  /// Identifies elements by `id`; elements with different content by `isSame` are reloaded.
  @inlinable
  public init(id: @escaping (Element) -> ID, isSame: @escaping (Element, Element) -> Bool) {
    self.id = id
    self.isSame = isSame
  }
}

extension ListIdentity where Element == ID {
  /// An identity for elements that are their own identifiers and have no other content.
  @inlinable
  public static var itself: Self { Self(id: { $0 }, isSame: { _, _ in true }) }
}

extension ListIdentity where Element: Identifiable & Equatable, ID == Element.ID {
  /// An identity for elements with an `id`; elements that are not equal have new content.
  @inlinable
  public static var id: Self { Self(id: { $0.id }, isSame: { $0 == $1 }) }
}

/// A section of a list: its model and its rows.
public struct ListSection<Model, Row> {
  /// The section's own content, such as its title.
  public var model: Model
  /// Its rows.
  public var rows: [Row]

  /// Makes a section.
  public init(_ model: Model, rows: [Row]) {
    self.model = model
    self.rows = rows
  }
}

extension ListSection: Equatable where Model: Equatable, Row: Equatable {}
extension ListSection: Hashable where Model: Hashable, Row: Hashable {}
extension ListSection: Sendable where Model: Sendable, Row: Sendable {}
extension ListSection: Encodable where Model: Encodable, Row: Encodable {}
extension ListSection: Decodable where Model: Decodable, Row: Decodable {}

/// An algorithm that finds the rows that need not be moved.
public enum MoveSearch: Sendable, Hashable, CaseIterable {
  /// A linear search that moves the row that jumps further where the order differs; often it finds as few moves as
  /// ``fewest``, at worst many more.
  case linear
  /// A search for the fewest possible moves, in O(n log n).
  case fewest
}

// MARK: - Codable

extension ListChanges: Codable {
  private enum CodingKeys: String, CodingKey {
    case deletes, inserts, moves, reloads
  }

  /// Decodes changes, and throws if they contradict each other.
  ///
  /// - Throws: ``BatchUpdateError`` for changes that contradict each other, and the decoder's own errors.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      deletes: container.decodeIfPresent([Position].self, forKey: .deletes) ?? [],
      inserts: container.decodeIfPresent([Position].self, forKey: .inserts) ?? [],
      moves: container.decodeIfPresent([Move].self, forKey: .moves) ?? [],
      reloads: container.decodeIfPresent([Position].self, forKey: .reloads) ?? [])
  }

  /// Encodes the changes; leaves out the kinds that are empty.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    if !deletes.isEmpty { try container.encode(deletes, forKey: .deletes) }
    if !inserts.isEmpty { try container.encode(inserts, forKey: .inserts) }
    if !moves.isEmpty { try container.encode(moves, forKey: .moves) }
    if !reloads.isEmpty { try container.encode(reloads, forKey: .reloads) }
  }
}
