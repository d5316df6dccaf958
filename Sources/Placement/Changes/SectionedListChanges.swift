/// What changes between two lists of sections: the sections themselves, and the rows in those that stay.
///
/// ```swift
/// let old = [ListSection("Mon", rows: [1, 2]), ListSection("Tue", rows: [3])]
/// let new = [ListSection("Tue", rows: [3, 1])]
/// let changes = SectionedListChanges.changes(from: old, to: new, sectionsBy: .itself, rowsBy: .itself)
/// changes.sections.deletes   // [0]
/// changes.rows.inserts       // [feed 0:1]
/// ```
///
/// The changes are one batch that breaks no rule of UIKit's: no row moves out of or into a section that is deleted, inserted,
/// reloaded or moved, and nothing changes in a section that moves. A section that must move and change is deleted and inserted; so
/// is a row that cannot keep its cell. This package's `ListView` takes the changes as they are.
///
/// Lists like UIKit's fail on a reload beside moves, or of a row whose number changes, although the rules allow it: give them
/// ``batchUpdates``, which is one batch that any of them takes. ``stages(from:to:sectionsBy:rowsBy:moves:)`` divides the changes
/// into several batches, which any list takes as well and which keep more cells.
///
/// It leaves out its inverse: look for the changes the other way round.
public struct SectionedListChanges: Hashable, Sendable {
  /// The changes of the sections, numbered as in the old and the new list.
  public let sections: ListChanges<Int>
  /// The changes of the rows in sections that stay.
  ///
  /// What is deleted, inserted or reloaded with its section is not named.
  public let rows: ListChanges<FeedPath>

  /// Makes the changes of a list, of those of its sections and those of its rows.
  ///
  /// Deletions of rows in sections that go, and insertions of rows in sections that come, are taken and mean nothing.
  /// - Complexity: O(n log n) for n changes.
  /// - Throws: ``PlacementError`` for a row that moves out of or into a section that is deleted, inserted, reloaded or
  ///   moved, and for a change in a section that moves.
  public init(
    sections: ListChanges<Int> = ListChanges(), rows: ListChanges<FeedPath> = ListChanges()
  ) throws(PlacementError) {
    self.sections = sections
    self.rows = rows
    try validate()
  }

  /// Takes changes that are known to fit together.
  init(fitting sections: ListChanges<Int>, rows: ListChanges<FeedPath> = ListChanges()) {
    self.sections = sections
    self.rows = rows
    assert(checkInvariants())
  }
}

extension SectionedListChanges {
  /// How many changes there are.
  public var count: Int { sections.count + rows.count }

  /// Whether nothing changes.
  public var isEmpty: Bool { sections.isEmpty && rows.isEmpty }
}

// MARK: - Validity

extension SectionedListChanges {
  /// Whether the changes of sections and rows contradict each other in nothing.
  func checkInvariants() -> Bool {
    do throws(PlacementError) { try validate() } catch { return false }
    return sections.checkInvariants() && rows.checkInvariants()
  }

  private func validate() throws(PlacementError) {
    if sections.isEmpty || rows.isEmpty { return }
    let movedFrom = Set(sections.moves.map(\.from))
    let movedTo = Set(sections.moves.map(\.to))
    if !rows.moves.isEmpty { try validateMoves(movedFrom, movedTo) }
    for path in rows.deletes + rows.reloads where movedFrom.contains(path.section) {
      throw .changeInMovedSection(path, operation: rows.operation(takingFrom: path))
    }
    for path in rows.inserts where movedTo.contains(path.section) {
      throw .changeInMovedSection(path, operation: .insert)
    }
  }

  /// Refuses rows that move out of or into a section that does not stay as it is.
  private func validateMoves(_ movedFrom: Set<Int>, _ movedTo: Set<Int>) throws(PlacementError) {
    let staying = StayingPlaces(sections)
    let sources: [(PlacementError.Operation, Set<Int>)] = [
      (.delete, Set(sections.deletes)), (.reload, Set(sections.reloads)), (.moveFrom, movedFrom),
    ]
    let targets: [(PlacementError.Operation, Set<Int>)] = [
      (.insert, Set(sections.inserts)), (.reload, Set(sections.reloads.compactMap(staying.newPlace))),
      (.moveTo, movedTo),
    ]
    for move in rows.moves {
      for (reason, changed) in sources where changed.contains(move.from.section) {
        throw .moveBetweenChangedSections(
          from: move.from, to: move.to, section: move.from.section, because: reason)
      }
      for (reason, changed) in targets where changed.contains(move.to.section) {
        throw .moveBetweenChangedSections(from: move.from, to: move.to, section: move.to.section, because: reason)
      }
    }
  }
}

extension SectionedListChanges: Codable {
  private enum CodingKeys: String, CodingKey {
    case sections, rows
  }

  /// Reads changes, and refuses those that contradict each other.
  ///
  /// - Throws: ``PlacementError`` for changes that contradict each other, and the decoder's own errors.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      sections: container.decodeIfPresent(ListChanges<Int>.self, forKey: .sections) ?? ListChanges(),
      rows: container.decodeIfPresent(ListChanges<FeedPath>.self, forKey: .rows) ?? ListChanges())
  }

  /// Writes the changes of sections and rows, as far as there are any.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    if !sections.isEmpty { try container.encode(sections, forKey: .sections) }
    if !rows.isEmpty { try container.encode(rows, forKey: .rows) }
  }
}
