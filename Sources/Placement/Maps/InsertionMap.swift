/// A map between positions in the content and positions in the feed, which shows insertions among the content.
///
/// The feed index of a user section counts the inserted sections before it, and that of a row the inserted rows of its
/// feed section before it. The map is a value that needs no list: it can be copied in O(1) and sent to any thread, and
/// copies share storage until they change. Lookups out of range return nil.
///
/// ```swift
/// let map = try InsertionMap(userCounts: [3], rows: [FeedPath(section: 0, row: 1)])
/// map.feedPath(for: UserPath(section: 0, row: 1))   // feed 0:2
/// map.userPath(for: FeedPath(section: 0, row: 1))   // nil, the insertion
/// ```
/// The positions of insertions are chosen by ``PlacementRules``, or by the caller.
public struct InsertionMap: Hashable, Sendable {
  /// The map of sections, in which each section is a row.
  var sections: RowMap
  /// The caller's numbers of the inserted sections.
  var sectionIndices: CallerIndices
  /// The row map of each feed section.
  var rows: SectionTable
  /// The insertions in sections that the feed does not have, ordered by section.
  var waiting: [WaitingRows]

  /// Makes the map of a list from the maps of its sections; the insertions are numbered in feed order.
  /// - Throws: ``PlacementError/invalidCount(_:)`` if there are too many sections.
  public init(sections maps: [RowMap] = []) throws(PlacementError) {
    sections = try RowMap(contentCount: maps.count)
    sectionIndices = CallerIndices(from: 0)
    waiting = []
    rows = SectionTable()
    var first = 0
    for map in maps {
      rows.append(SectionRows(map: map, indices: CallerIndices(from: map.insertionCount == 0 ? 0 : first)))
      first += map.insertionCount
    }
  }

  /// Makes a map with insertions at feed positions, in any order; if a position is taken, the next free one is used.
  ///
  /// Use ``resolve(userCounts:rows:sections:)`` to get the actual position of each insertion.
  /// - Complexity: O(*n* log *n*), where *n* is the number of insertions and sections.
  /// - Throws: ``PlacementError`` for counts and positions that are negative or too large.
  public init(userCounts: [Int], rows: [FeedPath] = [], sections: [Int] = []) throws(PlacementError) {
    self = try InsertionMap.resolve(userCounts: userCounts, rows: rows, sections: sections).map
  }
}

// MARK: - Counts

extension InsertionMap {
  /// The number of content sections.
  public var userSectionCount: Int { sections.contentCount }

  /// The number of feed sections, including visible inserted ones.
  public var feedSectionCount: Int { rows.count }

  /// Returns the number of content rows of a user section; nil if there is no such section.
  public func userCount(inUserSection section: Int) -> Int? {
    feedSectionWithRows(forUser: section).map { rows.with($0) { $0.map.contentCount } }
  }

  /// Returns the number of rows of a feed section, including visible inserted ones; nil if there is no such section.
  public func feedCount(inFeedSection section: Int) -> Int? {
    0..<rows.count ~= section ? rows.with(section) { $0.map.feedCount } : nil
  }

  /// The number of content rows of each user section.
  /// - Complexity: O(sections).
  public var userCounts: [Int] {
    if sections.insertionCount == 0 { return rows.values { $0.map.contentCount } }
    return (0..<userSectionCount).compactMap { userCount(inUserSection: $0) }
  }

  /// The row map of each feed section.
  /// - Complexity: O(sections).
  public var feedCounts: [Int] { rows.values { $0.map.feedCount } }
}

/// An insertion's requested and actual position.
///
/// The position is a `FeedPath` for a row and an `Int` for a section.
public struct Insertion<Position: Hashable & Sendable>: Hashable, Sendable {
  /// The requested position.
  public var requested: Position

  /// The actual position: the requested one, or the next that was free.
  public var resolved: Position

  /// Makes the record of an insertion.
  public init(requested: Position, resolved: Position) {
    self.requested = requested
    self.resolved = resolved
  }
}

extension Insertion: CustomStringConvertible {
  /// Both positions as text, such as `feed 0:3 → feed 0:4`.
  public var description: String { "\(requested) → \(resolved)" }
}

// MARK: - Paths

extension InsertionMap {
  /// Returns the content row that a feed row shows; nil for an inserted row, and outside the feed.
  @inline(__always)
  public func userPath(for path: FeedPath) -> UserPath? {
    guard UInt(bitPattern: path.section) < UInt(bitPattern: rows.count),
      let row = rows.with(path.section, { $0.map.userRow(forFeed: path.row) })
    else { return nil }
    // Most lists have no inserted sections; a section lookup costs as much as a row lookup.
    if sections.insertionCount == 0 { return UserPath(section: path.section, row: row) }
    return userSection(forFeed: path.section).map { UserPath(section: $0, row: row) }
  }

  /// Returns the feed path of a content row; nil outside the content.
  ///
  /// The row after the last one maps to the feed count, where an appended row is shown.
  @inline(__always)
  public func feedPath(for path: UserPath) -> FeedPath? {
    guard let section = feedSectionWithRows(forUser: path.section),
      let row = rows.with(section, { $0.map.feedRow(forUser: path.row) })
    else { return nil }
    return FeedPath(section: section, row: row)
  }

  /// Returns the feed path of a content row; nil outside the content, and for the row after the last one.
  @inline(__always)
  package func shownFeedPath(for path: UserPath) -> FeedPath? {
    guard let section = feedSectionWithRows(forUser: path.section),
      let row = rows.with(section, { path.row < $0.map.contentCount ? $0.map.feedRow(forUser: path.row) : nil })
    else { return nil }
    return FeedPath(section: section, row: row)
  }

  /// Returns the content section that a feed section shows; nil for an inserted section, and outside the feed.
  @inline(never)
  public func userSection(forFeed section: Int) -> Int? { sections.userRow(forFeed: section) }

  /// Returns the feed index of a content section; the section count maps to the feed's section count, and nil is
  /// returned beyond.
  @inline(never)
  public func feedSection(forUser section: Int) -> Int? { sections.feedRow(forUser: section) }

  /// Returns the feed section of an existing user section; nil for the section after the last, which has no rows.
  @inline(__always)
  func feedSectionWithRows(forUser section: Int) -> Int? {
    guard UInt(bitPattern: section) < UInt(bitPattern: sections.contentCount) else { return nil }
    return sections.insertionCount == 0 ? section : feedSection(forUser: section)
  }
}

// MARK: - Several at once

extension InsertionMap {
  /// Returns the content rows that feed rows show; leaves out inserted rows and those outside the feed.
  public func userPaths(for paths: some BidirectionalCollection<FeedPath>) -> [UserPath] { paths.compactMap(userPath) }

  /// Returns the feed paths of content rows; leaves out rows outside the content.
  public func feedPaths(for paths: some BidirectionalCollection<UserPath>) -> [FeedPath] { paths.compactMap(feedPath) }

  /// Calls a closure with each run of content rows that consecutive rows of a feed section show; leaves out insertions,
  /// and rows outside the feed.
  package func forEachUserRun(inFeed rows: Range<Int>, section: Int, _ body: (_ rows: Range<Int>) -> Void) {
    guard self.rows.indices.contains(section) else { return }
    self.rows.with(section) { $0.map.forEachUserRun(inFeed: rows, body) }
  }

  /// Returns the content rows that a set of feed rows shows.
  public func userPaths(for paths: Set<FeedPath>) -> Set<UserPath> { Set(paths.lazy.compactMap(userPath)) }

  /// Returns the feed paths of a set of content rows.
  public func feedPaths(for paths: Set<UserPath>) -> Set<FeedPath> { Set(paths.lazy.compactMap(feedPath)) }

  /// Returns the content sections that feed sections show; leaves out inserted sections and those outside the feed.
  public func userSections(forFeed sections: some BidirectionalCollection<Int>) -> [Int] {
    sections.compactMap(userSection)
  }

  /// Returns the feed indices of content sections; leaves out sections outside the content.
  public func feedSections(forUser sections: some BidirectionalCollection<Int>) -> [Int] {
    sections.compactMap(feedSection)
  }

  /// Returns the content sections that a set of feed sections shows.
  public func userSections(forFeed sections: Set<Int>) -> Set<Int> { Set(sections.lazy.compactMap(userSection)) }

  /// Returns the feed indices of a set of content sections.
  public func feedSections(forUser sections: Set<Int>) -> Set<Int> { Set(sections.lazy.compactMap(feedSection)) }
}

// MARK: - Sections

extension InsertionMap {
  /// Inserts one content section with its rows.
  ///
  /// Under ``UpdatePolicy/anchored`` row insertions stay in their section, and inserted sections stay before the same
  /// section; under ``UpdatePolicy/pinned`` all keep their feed paths.
  /// - Complexity: O(sections).
  /// - Throws: ``PlacementError/update(_:)`` or ``PlacementError/invalidCount(_:)``.
  public mutating func insertSection(at section: Int, rowCount: Int, policy: UpdatePolicy) throws(PlacementError) {
    guard 0...userSectionCount ~= section else {
      throw .update(.sectionOutOfRange(section, count: userSectionCount + 1, operation: .insert))
    }
    var (origins, counts) = (userCounts.indices.map(Int?.some), userCounts)
    origins.insert(nil, at: section)
    counts.insert(rowCount, at: section)
    var update = ContentUpdate(origins: origins, userCounts: counts)
    update.comingSections = [section]
    try apply(update, policy: policy)
  }

  /// Deletes one content section, and returns the caller's numbers of the row insertions removed with it.
  ///
  /// Under ``UpdatePolicy/pinned`` none is removed: all keep their feed paths.
  /// - Complexity: O(sections).
  /// - Throws: ``PlacementError/update(_:)``.
  @discardableResult
  public mutating func deleteSection(at section: Int, policy: UpdatePolicy) throws(PlacementError) -> [Int] {
    guard 0..<userSectionCount ~= section else {
      throw .update(.sectionOutOfRange(section, count: userSectionCount, operation: .delete))
    }
    var (origins, counts) = (userCounts.indices.map(Int?.some), userCounts)
    origins.remove(at: section)
    counts.remove(at: section)
    var update = ContentUpdate(origins: origins, userCounts: counts)
    update.leavingSections = [section]
    return try apply(update, policy: policy)
  }
}

/// The rows of one feed section: their map, and the caller's numbers of the insertions.
struct SectionRows: Hashable, Sendable {
  var map: RowMap
  var indices: CallerIndices

  /// Makes a section without insertions.
  init(contentCount: Int) throws(PlacementError) {
    map = try RowMap(contentCount: contentCount)
    indices = CallerIndices(from: 0)
  }

  init(map: RowMap, indices: CallerIndices) {
    self.map = map
    self.indices = indices
  }

  /// Adds insertions that were waiting; if a position is taken, the next free one is used.
  mutating func adopt(_ other: SectionRows) throws(PlacementError) {
    if map.insertionCount == 0 {
      let count = map.contentCount
      self = other
      return try map.setContentCount(count)
    }
    var free = 0
    var positions: [Int] = []
    var indices: [Int] = []
    let all = Array(zip(map.positions, callerIndices)) + Array(zip(other.map.positions, other.callerIndices))
    for (position, index) in all.sorted(by: { $0.0 < $1.0 }) {
      positions.append(max(position, free))
      indices.append(index)
      free = max(position, free) + 1
    }
    map = try RowMap(contentCount: map.contentCount, insertions: positions)
    self.indices = CallerIndices(indices)
  }

  /// Whether this has the same rows and insertions as another section.
  borrowing func isSame(as other: borrowing SectionRows) -> Bool { map == other.map && indices == other.indices }

  /// The caller's numbers of all insertions, visible or waiting.
  var callerIndices: [Int] {
    (0..<map.insertionCount).map { indices[$0] }
  }
}

/// The insertions in a feed section that does not exist yet, or no longer exists.
struct WaitingRows: Hashable, Sendable, Codable {
  var section: Int
  var rows: SectionRows
}

// MARK: - Codable

extension InsertionMap: Codable {
  private enum CodingKeys: String, CodingKey {
    case sections, rows, waiting
  }

  /// Decodes a map, and throws if no requests and updates can produce it.
  /// - Complexity: O(insertions + sections).
  /// - Throws: `DecodingError`; its underlying error is ``PlacementError/invalidInsertions`` or
  ///   ``PlacementError/invalidCount(_:)``, if it is not the decoder's own.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let sections = try container.decode(SectionRows.self, forKey: .sections)
    try self.init()
    self.sections = sections.map
    sectionIndices = sections.indices
    rows = try container.decode(SectionTable.self, forKey: .rows)
    waiting = try container.decodeIfPresent([WaitingRows].self, forKey: .waiting) ?? []
    guard waiting.allSatisfy({ $0.section <= RowMap.limit }), checkInvariants(), namesEachInsertionOnce() else {
      throw DecodingError.refused(PlacementError.invalidInsertions, at: decoder.codingPath)
    }
  }

  /// Encodes the sections, the rows of each, and the waiting insertions.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(SectionRows(map: sections, indices: sectionIndices), forKey: .sections)
    try container.encode(rows, forKey: .rows)
    if !waiting.isEmpty { try container.encode(waiting, forKey: .waiting) }
  }

  /// Returns whether the caller's numbers of all insertions are distinct and not negative.
  private func namesEachInsertionOnce() -> Bool {
    let all = rows.flatMap(\.callerIndices) + waiting.flatMap { $0.rows.callerIndices }
    let inSections = (0..<sections.insertionCount).map { sectionIndices[$0] }
    return [all, inSections].allSatisfy { $0.allSatisfy { $0 >= 0 } && Set($0).count == $0.count }
  }
}

extension SectionRows: Codable {
  private enum CodingKeys: String, CodingKey {
    case map, first, indices
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    map = try container.decode(RowMap.self, forKey: .map)
    if let listed = try container.decodeIfPresent([Int].self, forKey: .indices) {
      guard listed.count == map.insertionCount else {
        throw container.refusal(of: .indices, PlacementError.invalidInsertions)
      }
      indices = CallerIndices(listed)
    } else {
      let first = try container.decodeIfPresent(Int.self, forKey: .first) ?? 0
      guard 0...RowMap.limit ~= first else { throw container.refusal(of: .first, PlacementError.invalidInsertions) }
      indices = CallerIndices(from: map.insertionCount == 0 ? 0 : first)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(map, forKey: .map)
    if indices.isConsecutive {
      if indices[0] != 0 { try container.encode(indices[0], forKey: .first) }
    } else {
      try container.encode(callerIndices, forKey: .indices)
    }
  }
}
