/// A map between the content rows and the feed rows of one section, which contains insertions.
///
/// Feed rows count insertions, user rows do not. An insertion is visible when every row before it exists; the others
/// wait, and become visible when content grows. Lookups in both directions take nearly constant time. Inserting or
/// deleting a content row changes one chunk and the bases after it, and copies share storage that a change does not
/// touch.
///
/// ```swift
/// let map = try RowMap(contentCount: 3, insertions: [1, 3])   // u0 AD u1 AD u2
/// map.feedRow(forUser: 2)   // 4
/// map.userRow(forFeed: 3)   // nil, an insertion
/// ```
/// It has neither sections nor the caller's numbers of insertions: ``InsertionMap`` has.
public struct RowMap: Sendable {
  /// The number of content rows.
  public internal(set) var contentCount: Int

  /// The number of insertions, visible or waiting.
  public internal(set) var insertionCount: Int

  /// The number of insertions that the content reaches, of which the last ``heldCount`` are not shown.
  var reachedCount: Int

  /// The number of hidden insertions at the end: the content after them was deleted, and they wait for more.
  var heldCount: Int

  var chunks: ChunkStore
  var directory: ChunkDirectory

  /// The largest number of rows, content and insertions together, and the largest position.
  public static var limit: Int { Int(Int32.max) - 1024 }

  /// Throws if a row count is negative or above the limit.
  static func check(counts: [Int]) throws(PlacementError) {
    for count in counts { try check(count: count) }
  }

  static func check(count: Int) throws(PlacementError) {
    guard 0...limit ~= count else { throw .invalidCount(count) }
  }

  /// Makes the map of a section from the feed rows of its insertions, which must ascend strictly.
  /// - Complexity: O(insertions).
  /// - Throws: ``PlacementError/invalidCount(_:)`` and ``PlacementError/invalidInsertions`` if there are too many rows,
  ///   or the insertions do not ascend or are outside `0...limit`.
  public init(contentCount: Int, insertions: [Int] = []) throws(PlacementError) {
    guard contentCount >= 0, contentCount <= RowMap.limit - insertions.count else { throw .invalidCount(contentCount) }
    self.contentCount = contentCount
    insertionCount = insertions.count
    (reachedCount, heldCount) = (0, 0)
    (chunks, directory) = (ChunkStore(), ChunkDirectory())
    guard unsafe insertions.withUnsafeBufferPointer({ unsafe fill($0) }) else { throw .invalidInsertions }
    directory.makeHints(rows: contentCount + insertionCount)
    reachedCount = rank(notAboveContent: contentCount)
    assert(checkInvariants())
  }

  /// Appends the chunks of sorted positions from an index on; at an index above 0, the position before is in a chunk.
  mutating func fill(_ insertions: UnsafeBufferPointer<Int>, from first: Int = 0) -> Bool {
    guard let last = unsafe insertions.last else { return true }
    if last > RowMap.limit { return false }
    directory.bases.reserveCapacity(directory.bases.count + (insertions.count + 255) / 256)
    return unsafe chunks.fill(insertions, from: first, bases: &directory.bases)
  }
}

// MARK: - Counts

extension RowMap {
  /// The number of visible insertions.
  @inline(__always)
  public var visibleCount: Int { reachedCount &- heldCount }

  /// The number of feed rows: content and visible insertions.
  @inline(__always)
  public var feedCount: Int { contentCount &+ visibleCount }

  /// The feed rows of the visible insertions, ascending.
  public var visibleInsertions: some RandomAccessCollection<Int> & Sendable {
    (0..<visibleCount).lazy.map { [self] in position(ofRank: $0) }
  }

  /// Returns the feed row of an insertion, visible or waiting.
  /// - Precondition: `rank` is in `0..<insertionCount`.
  public func position(ofRank rank: Int) -> Int {
    precondition(0..<insertionCount ~= rank, "insertion \(rank) of \(insertionCount)")
    let (chunk, slot) = rank.quotientAndRemainder(dividingBy: RowChunk.capacity)
    return Int(directory.bases[chunk]) + Int(chunks.with(chunk) { $0.offset(slot: slot) })
  }
}

// MARK: - Translation

extension RowMap {
  /// Returns the content row that a feed row shows; nil for an insertion, and outside the feed.
  @inline(__always)
  public func userRow(forFeed row: Int) -> Int? {
    guard UInt(bitPattern: row) < UInt(bitPattern: feedCount) else { return nil }
    if insertionCount == 0 { return row }
    let doubled = doubledRank(notAboveFeed: row)
    return doubled & 1 == 1 ? nil : row &- doubled &>> 1
  }

  /// Returns the feed row of a content row; the content count maps to the feed count, and nil is returned beyond.
  @inline(__always)
  public func feedRow(forUser row: Int) -> Int? {
    guard UInt(bitPattern: row) <= UInt(bitPattern: contentCount) else { return nil }
    if insertionCount == 0 { return row }
    // Hidden insertions are counted only at the end, where they are not shown.
    return row &+ min(rank(notAboveContent: row), visibleCount)
  }

  /// Returns the rank, in feed order, of the insertion at a feed row; nil for content, and outside the feed.
  public func insertionRank(atFeed row: Int) -> Int? {
    guard UInt(bitPattern: row) < UInt(bitPattern: feedCount), insertionCount > 0 else { return nil }
    let doubled = doubledRank(notAboveFeed: row)
    return doubled & 1 == 1 ? doubled &>> 1 : nil
  }

  /// Returns twice the number of insertions up to a feed row, minus one if the row is itself an insertion.
  @inline(__always)
  func doubledRank(notAboveFeed row: Int) -> Int {
    let row = Int32(truncatingIfNeeded: row)
    let chunk = directory.chunk(atFeed: row)
    let offset = row &- directory.bases[chunk]
    return chunk &<< 9 &+ Int(truncatingIfNeeded: chunks.doubledRank(notAbove: offset, inChunk: chunk))
  }

  /// Returns the number of insertions with at most `row` content rows before them; `row` may be beyond the content.
  @inline(__always)
  func rank(notAboveContent row: Int) -> Int {
    if insertionCount == 0 || row < 0 { return 0 }
    let chunk = directory.chunk(atUser: Int32(truncatingIfNeeded: row))
    return chunk &<< 8 &+ rank(notAboveContent: row, inChunk: chunk)
  }

  /// Returns the number of insertions of a chunk with at most `row` content rows before them.
  @inline(__always)
  func rank(notAboveContent row: Int, inChunk chunk: Int) -> Int {
    let first = Int32(truncatingIfNeeded: chunk) &<< 8
    let distance = Int32(truncatingIfNeeded: row) &- directory.bases[chunk] &+ first
    return Int(truncatingIfNeeded: chunks.rank(notAboveContent: distance, inChunk: chunk))
  }
}

// MARK: - Several rows

extension RowMap {
  /// Calls a closure with each run of content rows that consecutive feed rows show; leaves out insertions, and rows
  /// outside the feed.
  /// - Complexity: a search, and a look at a position for each insertion among the rows.
  func forEachUserRun(inFeed rows: Range<Int>, _ body: (Range<Int>) -> Void) {
    var row = max(rows.lowerBound, 0)
    let end = min(rows.upperBound, feedCount)
    guard row < end else { return }
    // The number of insertions above the row, which is also the rank of the next one.
    var rank = insertionCount == 0 ? 0 : doubledRank(notAboveFeed: row) &>> 1
    while row < end {
      let next = rank < visibleCount ? min(position(ofRank: rank), end) : end
      if row < next { body(row &- rank..<next &- rank) }
      row = next + 1
      rank += 1
    }
  }
}

// MARK: - Insertions

extension RowMap {
  /// Adds an insertion at a feed row; the rows from there on move down by one.
  ///
  /// Insertions that wait keep their feed position. Beyond the feed count the new one waits as well, at the next free
  /// position.
  /// - Complexity: O(insertions).
  /// - Returns: The rank of the new insertion in feed order.
  /// - Throws: ``PlacementError/invalidInsertions``, ``PlacementError/invalidCount(_:)``.
  @discardableResult
  public mutating func addInsertion(atFeed row: Int) throws(PlacementError) -> Int {
    guard 0...RowMap.limit ~= row else { throw .invalidInsertions }
    var positions = Array(self.positions)
    var rank = positions.firstIndex { $0 >= row } ?? positions.count
    if row <= feedCount {
      for later in rank..<Swift.max(rank, reachedCount) { positions[later] += 1 }
      positions.insert(row, at: rank)
    } else {
      var free = row
      while rank < positions.count, positions[rank] == free { (rank, free) = (rank + 1, free + 1) }
      positions.insert(free, at: rank)
    }
    // An insertion that is added at the end is visible, and so are the hidden ones there.
    try rebuild(positions, holdsEnd: heldCount > 0 && row != feedCount)
    return rank
  }

  /// Removes the visible insertion at a feed row; the rows after it move up by one.
  /// - Complexity: O(insertions).
  /// - Returns: The rank that the insertion had in feed order; nil if there is none at that row.
  @discardableResult
  public mutating func removeInsertion(atFeed row: Int) -> Int? {
    guard let rank = insertionRank(atFeed: row) else { return nil }
    var positions = Array(self.positions)
    positions.remove(at: rank)
    for later in rank..<reachedCount - 1 { positions[later] -= 1 }
    // This cannot fail, since the remaining insertions are within the old bounds and in the old order.
    guard (try? rebuild(positions, holdsEnd: heldCount > 0)) != nil else { return nil }
    return rank
  }

  private mutating func rebuild(_ positions: [Int], holdsEnd: Bool) throws(PlacementError) {
    self = try RowMap(contentCount: contentCount, insertions: positions)
    if holdsEnd { reach(holdingEnd: true) }
    assert(checkInvariants())
  }
}

// MARK: - Conformances

extension RowMap: Equatable {
  /// Whether two maps show the same rows, now and after the same updates.
  /// - Complexity: O(1) for maps that share their storage; else O(insertions).
  @inline(__always)
  public static func == (left: RowMap, right: RowMap) -> Bool {
    left.contentCount == right.contentCount && left.heldCount == right.heldCount
      && left.insertionCount == right.insertionCount
      && (left.chunks.isSame(as: right.chunks) && left.directory.bases == right.directory.bases
        || left.hasPositions(of: right))
  }

  @inline(never)
  private func hasPositions(of other: RowMap) -> Bool { positions.elementsEqual(other.positions) }
}

extension RowMap: Hashable {
  /// Feeds the values that equality compares to a hasher.
  /// - Complexity: O(insertions).
  public func hash(into hasher: inout Hasher) {
    hasher.combine(contentCount)
    hasher.combine(heldCount)
    for position in positions { hasher.combine(position) }
  }
}

extension RowMap: Codable {
  private enum CodingKeys: String, CodingKey {
    case contentCount, insertions, held
  }

  /// Decodes a map, and throws if no requests and updates can produce it.
  /// - Complexity: O(insertions).
  /// - Throws: `DecodingError`; its underlying error is ``PlacementError/invalidInsertions`` or
  ///   ``PlacementError/invalidCount(_:)``, if it is not the decoder's own.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let insertions = try container.decodeIfPresent([Int].self, forKey: .insertions) ?? []
    let contentCount = try container.decode(Int.self, forKey: .contentCount)
    self = try decoder.checking { try RowMap(contentCount: contentCount, insertions: insertions) }
    let held = try container.decodeIfPresent(Int.self, forKey: .held) ?? 0
    guard held == 0 || held == insertionsAtEnd else {
      throw container.refusal(of: .held, PlacementError.invalidInsertions)
    }
    heldCount = held
    assert(checkInvariants())
  }

  /// Encodes the content count, the feed rows of all insertions, and how many are hidden at the end.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(contentCount, forKey: .contentCount)
    if insertionCount > 0 { try container.encode(Array(positions), forKey: .insertions) }
    if heldCount > 0 { try container.encode(heldCount, forKey: .held) }
  }
}

extension RowMap {
  /// The feed rows of all insertions, ascending.
  var positions: some RandomAccessCollection<Int> {
    (0..<insertionCount).lazy.map { [self] in position(ofRank: $0) }
  }

  /// The number of reached insertions that no content follows.
  private var insertionsAtEnd: Int { reachedCount - rank(notAboveContent: contentCount - 1) }

  /// Whether checking every insertion after each update would make a debug build many times slower.
  var isLarge: Bool { insertionCount > 1024 }

  /// Returns whether positions ascend, the first base is 0, the counts follow from the positions, and the chunks are
  /// right.
  func checkInvariants() -> Bool {
    var previous = -1
    var reached = 0
    for (rank, position) in positions.enumerated() {
      if position <= previous || position > RowMap.limit { return false }
      if position - rank <= contentCount { reached += 1 }
      previous = position
    }
    return reached == reachedCount && (heldCount == 0 || heldCount == insertionsAtEnd)
      && contentCount >= 0 && contentCount + insertionCount <= RowMap.limit
      && directory.bases.first.map { $0 == 0 } ?? true && chunks.checkInvariants()
  }
}
