/// A map between the content rows and the feed rows of one section, which contains insertions.
///
/// Feed rows count insertions, user rows do not. An insertion is visible when every row before it exists; the others
/// wait, and become visible when content grows. Lookups in both directions take logarithmic time. Inserting or
/// deleting a content row changes one chunk and the bases after it, and copies share the chunks that a change does not
/// touch.
///
/// ```swift
/// let map = try RowMap(contentCount: 3, insertions: [1, 3])   // u0 AD u1 AD u2
/// map.feedRow(forUser: 2)   // 4
/// map.userRow(forFeed: 3)   // nil, an insertion
/// ```
/// Two maps are equal if they show the same rows, now and after the same updates. A map has neither sections nor the
/// caller's numbers of insertions: ``InsertionMap`` has.
public struct RowMap: Hashable, Sendable {
  /// The number of content rows.
  public internal(set) var contentCount: Int

  /// The number of insertions that the content reaches, of which the last ``heldCount`` are not shown.
  var reachedCount = 0

  /// The number of hidden insertions at the end: the content after them was deleted, and they wait for more.
  var heldCount = 0

  /// The feed rows of all insertions, visible or waiting.
  var positions = ChunkedPositions()

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
    guard positions.append(insertions) else { throw .invalidInsertions }
    reach(holdingEnd: false)
    assert(checkInvariants())
  }
}

// MARK: - Counts

extension RowMap {
  /// The number of insertions, visible or waiting.
  @inline(__always)
  public var insertionCount: Int { positions.count }

  /// The number of visible insertions.
  @inline(__always)
  public var visibleCount: Int { reachedCount &- heldCount }

  /// The number of feed rows: content and visible insertions.
  @inline(__always)
  public var feedCount: Int { contentCount &+ visibleCount }

  /// The feed rows of the visible insertions, ascending.
  public var visibleInsertions: some RandomAccessCollection<Int> & Sendable {
    positions.prefix(visibleCount)
  }

  /// Returns the feed row of an insertion, visible or waiting.
  /// - Precondition: `rank` is in `0..<insertionCount`.
  public func position(ofRank rank: Int) -> Int {
    precondition(0..<insertionCount ~= rank, "insertion \(rank) of \(insertionCount)")
    return positions[rank]
  }
}

// MARK: - Translation

extension RowMap {
  /// Returns the content row that a feed row shows; nil for an insertion, and outside the feed.
  /// - Complexity: O(log insertions).
  @inline(__always)
  public func userRow(forFeed row: Int) -> Int? {
    guard UInt(bitPattern: row) < UInt(bitPattern: feedCount) else { return nil }
    let count = positions.count(upToFeed: row)
    return count > 0 && positions[count &- 1] == row ? nil : row &- count
  }

  /// Returns the feed row of a content row; the content count maps to the feed count, and nil is returned beyond.
  /// - Complexity: O(log insertions).
  @inline(__always)
  public func feedRow(forUser row: Int) -> Int? {
    guard UInt(bitPattern: row) <= UInt(bitPattern: contentCount) else { return nil }
    // Hidden insertions are counted only at the end, where they are not shown.
    return row &+ min(positions.count(upToContent: row), visibleCount)
  }

  /// Returns the rank, in feed order, of the insertion at a feed row; nil for content, and outside the feed.
  /// - Complexity: O(log insertions).
  public func insertionRank(atFeed row: Int) -> Int? {
    guard UInt(bitPattern: row) < UInt(bitPattern: feedCount) else { return nil }
    let count = positions.count(upToFeed: row)
    return count > 0 && positions[count - 1] == row ? count - 1 : nil
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
    var rank = positions.count(upToFeed: row - 1)
    while row < end {
      let next = rank < visibleCount ? min(positions[rank], end) : end
      if row < next { body(row &- rank..<next &- rank) }
      row = next + 1
      rank += 1
    }
  }
}

// MARK: - Coding

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

// MARK: - Invariants

extension RowMap {
  /// The number of reached insertions that no content follows.
  var insertionsAtEnd: Int { reachedCount - positions.count(upToContent: contentCount - 1) }

  /// Whether checking every insertion after each update would make a debug build many times slower.
  var isLarge: Bool { insertionCount > 1024 }

  /// Returns whether the positions are right, and the counts follow from them.
  func checkInvariants() -> Bool {
    positions.checkInvariants()
      && reachedCount == positions.enumerated().count { $0.element - $0.offset <= contentCount }
      && (heldCount == 0 || heldCount == insertionsAtEnd)
      && contentCount >= 0 && contentCount + insertionCount <= RowMap.limit
  }
}
