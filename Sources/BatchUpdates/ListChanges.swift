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

// MARK: - Applying

extension ListChanges where Position == Int {
  /// The new list, made of the old one: what comes and what has new content is taken from the new one.
  ///
  /// - Complexity: O(old + new + n log n) for n changes.
  /// - Throws: ``BatchUpdateError`` if the changes are not between lists of these lengths.
  public func applying<Element>(
    to old: some RandomAccessCollection<Element>, elementsFrom new: some RandomAccessCollection<Element>
  ) throws(BatchUpdateError) -> [Element] {
    zip(try origins(oldCount: old.count, newCount: new.count), new).map { origin, element in
      origin.map { old[old.index(old.startIndex, offsetBy: $0)] } ?? element
    }
  }

  /// The changes from the new list back to the old one.
  ///
  /// - Complexity: O(n log n) for n changes.
  public var inverse: Self {
    let staying = StayingPlaces(self)
    return Self(
      ascending: inserts, inserts: deletes,
      moves: moves.map { Move(from: $0.to, to: $0.from) }.sorted { $0.to < $1.to },
      reloads: reloads.compactMap(staying.newPlace))
  }
}

/// Where what stays where it is stands in the new list.
package struct StayingPlaces {
  /// The old places of what goes or moves, and the new ones of what comes or moves, ascending.
  private let sources, targets: [Int]

  init(_ changes: ListChanges<Int>) {
    self.init(leaving: changes.deletes + changes.moves.map(\.from), coming: changes.inserts + changes.moves.map(\.to))
  }

  /// Knows what leaves its old place, and what comes to a new one.
  package init(leaving: [Int], coming: [Int]) {
    sources = leaving.sorted()
    targets = coming.sorted()
  }

  /// The new place of an old one; nil for what goes or moves.
  package func newPlace(of old: Int) -> Int? {
    let before = sources.indices.partitioningIndex { sources[$0] >= old }
    if before < sources.count, sources[before] == old { return nil }
    // So many stay before it; of the targets those come first that leave no more room before them.
    let rank = old - before
    return rank + targets.indices.partitioningIndex { targets[$0] - $0 > rank }
  }
}

// MARK: - Search

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

/// What a change names: a row of a flat list or a section, by its number, or a row in its section, by its path.
public protocol ListPosition: Hashable, Comparable, Codable, Sendable {
  /// Whether each number in it is from 0 and below 2,147,483,646, the rows of the longest list.
  var isWithinLimit: Bool { get }
}

extension Int: ListPosition {
  /// Whether it is from 0 and below 2,147,483,646.
  public var isWithinLimit: Bool { self >= 0 && self < RowPairing.limit }
}

extension RowPath: ListPosition {
  /// Whether the section and the row are from 0 and below 2,147,483,646.
  public var isWithinLimit: Bool { section.isWithinLimit && row.isWithinLimit }
}

/// How the elements of two lists are told apart, and when one has new content.
///
/// ```swift
/// ListChanges.changes(from: old, to: new, by: .id)
/// ListChanges.changes(from: old, to: new, by: ListIdentity(id: \.guid) { $0.title == $1.title })
/// ```
///
/// It holds closures that run while two lists are compared and not after; so it is not `Sendable`, and neither must
/// they be.
public struct ListIdentity<Element, ID: Hashable> {
  /// The identifier of an element.
  @usableFromInline let id: (Element) -> ID
  /// Whether two elements of one identifier show the same.
  @usableFromInline let isSame: (Element, Element) -> Bool

  /// Tells elements apart by an identifier, and reloads those whose content is not the same.
  @inlinable
  public init(id: @escaping (Element) -> ID, isSame: @escaping (Element, Element) -> Bool) {
    self.id = id
    self.isSame = isSame
  }
}

extension ListIdentity where Element == ID {
  /// Elements that are their own identifiers; they have no other content.
  @inlinable
  public static var itself: Self { Self(id: { $0 }, isSame: { _, _ in true }) }
}

extension ListIdentity where Element: Identifiable & Equatable, ID == Element.ID {
  /// Elements with an `id`; what is not equal has new content.
  @inlinable
  public static var id: Self { Self(id: { $0.id }, isSame: { $0 == $1 }) }
}

/// A section of a list, with what it shows of itself and its rows.
public struct ListSection<Model, Row> {
  /// What the section is, such as its title.
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

/// How hard to search for the rows that need not be moved.
public enum MoveSearch: Sendable, Hashable, CaseIterable {
  /// Linear: where the order differs, the row that jumps further is moved. Often as few moves, at worst many more.
  case linear
  /// The fewest moves that there are, in n log n steps.
  case fewest
}

// MARK: - Codable

extension ListChanges: Codable {
  private enum CodingKeys: String, CodingKey {
    case deletes, inserts, moves, reloads
  }

  /// Reads changes, and refuses those that contradict each other.
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

  /// Writes the kinds of changes that there are.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    if !deletes.isEmpty { try container.encode(deletes, forKey: .deletes) }
    if !inserts.isEmpty { try container.encode(inserts, forKey: .inserts) }
    if !moves.isEmpty { try container.encode(moves, forKey: .moves) }
    if !reloads.isEmpty { try container.encode(reloads, forKey: .reloads) }
  }
}
