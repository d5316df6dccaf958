/// Where the insertions of one section stand, and so which content row each feed row shows.
///
/// Feed rows count insertions, user rows do not. An insertion is visible when every row before it exists; the others
/// wait, and appear when content grows. Both directions are answered in near constant time, a content row that comes
/// or goes touches one chunk and the bases after it, and a copy shares what a change does not touch.
///
/// ```swift
/// let map = try RowMap(contentCount: 3, insertions: [1, 3])   // u0 AD u1 AD u2
/// map.feedRow(forUser: 2)   // 4
/// map.userRow(forFeed: 3)   // nil, an insertion
/// ```
/// It knows neither sections nor who asked for what: ``InsertionMap`` does.
public struct RowMap: Sendable {
  /// The content rows.
  public internal(set) var contentCount: Int

  /// The insertions, whether visible or waiting.
  public let insertionCount: Int

  /// The insertions that the content reaches; of these the last ``heldCount`` are not shown.
  var reachedCount: Int

  /// The insertions at the end that lost the content they stood before, and wait for more.
  var heldCount: Int

  var pages: ContiguousArray<RowPage>
  var directory: ChunkDirectory

  /// The largest number of rows, content and insertions together, and the largest position.
  public static var limit: Int { Int(Int32.max) - 1024 }

  /// Refuses counts of rows that are negative or above the limit.
  static func check(counts: [Int]) throws(PlacementError) {
    for count in counts where !(0...limit ~= count) { throw .invalidCount(count) }
  }

  /// Makes the map of a section from the feed rows of its insertions, which ascend strictly.
  /// - Complexity: O(insertions).
  /// - Throws: ``PlacementError/invalidCount(_:)`` and ``PlacementError/invalidInsertions`` where there are too many
  ///   rows, or the insertions do not ascend or lie outside `0...limit`.
  public init(contentCount: Int, insertions: [Int] = []) throws(PlacementError) {
    guard contentCount >= 0, contentCount <= RowMap.limit - insertions.count else { throw .invalidCount(contentCount) }
    self.contentCount = contentCount
    insertionCount = insertions.count
    (reachedCount, heldCount) = (0, 0)
    (pages, directory) = ([], ChunkDirectory())
    guard unsafe insertions.withUnsafeBufferPointer({ unsafe fill($0) }) else { throw .invalidInsertions }
    directory.makeHints(rows: contentCount + insertionCount)
    reachedCount = rank(notAboveContent: contentCount)
    assert(checkInvariants())
  }

  private mutating func fill(_ insertions: UnsafeBufferPointer<Int>) -> Bool {
    guard let last = unsafe insertions.last else { return true }
    if last > RowMap.limit { return false }
    directory.bases.reserveCapacity((insertions.count + 255) / 256)
    pages.reserveCapacity((insertions.count + 2047) / 2048)
    for start in stride(from: 0, to: insertions.count, by: RowPage.chunkCapacity * RowPage.chunksPerPage) {
      guard let page = unsafe RowPage(insertions, from: start, bases: &directory.bases) else { return false }
      pages.append(page)
    }
    return true
  }
}

// MARK: - Counts

extension RowMap {
  /// The insertions that are shown.
  @inline(__always)
  public var visibleCount: Int { reachedCount &- heldCount }

  /// The rows that are shown: content and visible insertions.
  @inline(__always)
  public var feedCount: Int { contentCount &+ visibleCount }

  /// The feed rows of the visible insertions, ascending.
  public var visibleInsertions: some RandomAccessCollection<Int> & Sendable {
    (0..<visibleCount).lazy.map { [self] in position(ofRank: $0) }
  }

  /// The feed row of an insertion, visible or waiting.
  /// - Precondition: `rank` is in `0..<insertionCount`.
  public func position(ofRank rank: Int) -> Int {
    precondition(0..<insertionCount ~= rank, "insertion \(rank) of \(insertionCount)")
    let chunk = rank / RowPage.chunkCapacity
    let page = pages[chunk / RowPage.chunksPerPage]
    return Int(directory.bases[chunk]) + Int(page.offset(chunk: chunk, slot: rank % RowPage.chunkCapacity))
  }
}

// MARK: - Translation

extension RowMap {
  /// The content row that a feed row shows; nil for an insertion, and outside the feed.
  @inline(__always)
  public func userRow(forFeed row: Int) -> Int? {
    guard UInt(bitPattern: row) < UInt(bitPattern: feedCount) else { return nil }
    if insertionCount == 0 { return row }
    let doubled = doubledRank(notAboveFeed: row)
    return doubled & 1 == 1 ? nil : row &- doubled &>> 1
  }

  /// Where a content row is shown; for the content count the feed count, and nil beyond.
  @inline(__always)
  public func feedRow(forUser row: Int) -> Int? {
    guard UInt(bitPattern: row) <= UInt(bitPattern: contentCount) else { return nil }
    if insertionCount == 0 { return row }
    // Held insertions are counted at the end only, and are not shown there.
    return row &+ min(rank(notAboveContent: row), visibleCount)
  }

  /// Which of the insertions, in feed order, a feed row is; nil for content, and outside the feed.
  public func insertionRank(atFeed row: Int) -> Int? {
    guard UInt(bitPattern: row) < UInt(bitPattern: feedCount), insertionCount > 0 else { return nil }
    let doubled = doubledRank(notAboveFeed: row)
    return doubled & 1 == 1 ? doubled &>> 1 : nil
  }

  /// Twice the insertions up to a feed row, less one when the row is itself an insertion.
  @inline(__always)
  func doubledRank(notAboveFeed row: Int) -> Int {
    let row = Int32(truncatingIfNeeded: row)
    let chunk = directory.chunk(atFeed: row)
    let within = pages[chunk &>> 3].doubledRank(notAbove: row &- directory.bases[chunk], chunk: chunk)
    return chunk &<< 9 &+ Int(truncatingIfNeeded: within)
  }

  /// The insertions with no more content before them than a user row, which may be beyond the content.
  @inline(__always)
  func rank(notAboveContent row: Int) -> Int {
    if insertionCount == 0 || row < 0 { return 0 }
    let row = Int32(truncatingIfNeeded: row)
    let chunk = directory.chunk(atUser: row)
    let first = Int32(truncatingIfNeeded: chunk) &<< 8
    let distance = row &- directory.bases[chunk] &+ first
    let within = pages[chunk &>> 3].rank(notAboveContent: distance, chunk: chunk)
    return Int(truncatingIfNeeded: first &+ within)
  }
}
