/// An iterator over the positions that a rule set names in a section: fixed ones, then infinitely many repeated ones.
///
/// A position is a feed row; with `nearest`, it is the ideal content row: the feed row without the tenant's own ads above,
/// as if none had been refused.
struct NamedPositions: Hashable, Sendable {
  /// A position, and the rule that names it.
  typealias Named = (position: Int, origin: PlaceOrigin)

  /// The fixed positions, and the feed rows that name them.
  private let fixed: [Int]
  private let fixedRows: [Int]
  private let every: Int?
  private let from: Int?
  private let seed: Int?
  /// The number of own ads in each interval that positions do not count.
  private let ownAds: Int
  /// The index of the section, on which jitter depends.
  var section: Int

  /// The index of the next fixed position.
  private var fixedIndex = 0
  /// The index of the next repetition, and the first repeated position before jitter.
  private var repetition = 0
  private var first: Int

  /// Makes an iterator at the first position.
  init(_ tables: RuleTables, section: Int) {
    ownAds = tables.rules.nearest == nil ? 0 : 1
    fixed = ownAds == 0 ? tables.fixed : tables.fixedContents
    fixedRows = tables.fixed
    every = tables.rules.every
    from = tables.rules.from
    seed = tables.rules.seed
    self.section = section
    first = (tables.rules.firstRepeated(after: tables.fixed.last) ?? 0) - ownAds * tables.fixed.count
  }

  /// The current position; nil if the rules name no more.
  var current: Named? {
    if fixedIndex < fixed.count { return (fixed[fixedIndex], .fixed(fixedRows[fixedIndex])) }
    guard let every else { return nil }
    return (repeated(repetition, every), .repeated(every: every, from: from))
  }

  /// Whether the current position is one of infinitely many repeated ones.
  var isRepeating: Bool { fixedIndex == fixed.count && every != nil }

  /// Advances to the next position.
  mutating func advance() {
    if fixedIndex < fixed.count { fixedIndex += 1 } else { repetition += 1 }
  }

  /// Returns the first position from another one on that has not been passed.
  func first(from row: Int) -> Int? {
    var copy = self
    copy.skip(to: row)
    return copy.current?.position
  }

  /// Skips the positions before another one; returns the last skipped one, if any.
  /// - Complexity: O(log *n*), where *n* is the number of fixed positions.
  @discardableResult
  mutating func skip(to row: Int) -> Int? {
    var passed: Int?
    let index = Swift.max(fixedIndex, fixed.indices.partitioningIndex { fixed[$0] >= row })
    if index > fixedIndex { passed = fixed[index - 1] }
    fixedIndex = index
    guard fixedIndex == fixed.count, let every else { return passed }
    let start = repetition
    // Jitter moves a position by less than half the interval.
    repetition = Swift.max(repetition, (row - first) / (every - ownAds) - 1)
    while repeated(repetition, every) < row { repetition += 1 }
    return repetition > start ? repeated(repetition - 1, every) : passed
  }

  private func repeated(_ repetition: Int, _ every: Int) -> Int {
    let position = first + repetition * (every - ownAds)
    return seed.map { position + jitter(seed: $0, repetition, width: (every - 1) / 2 + 1) } ?? position
  }

  /// Returns a number below `width` that depends only on the seed, the section and the repetition (SplitMix64).
  private func jitter(seed: Int, _ repetition: Int, width: Int) -> Int {
    var word = UInt64(bitPattern: Int64(seed)) &+ UInt64(section) &* 0xD1B5_4A32_D192_ED03
    word &+= UInt64(repetition + 1) &* 0x9E37_79B9_7F4A_7C15
    return Int(SplitMix64.mixed(word) % UInt64(width))
  }
}

// MARK: - Following content

extension NamedPositions {
  /// Adjusts the positions after content above was inserted or deleted, which moved the last passed position.
  ///
  /// Fixed positions keep their rows, and those before the last passed position are skipped. Repeated ones keep their
  /// distance from the last passed position.
  mutating func follow(lastPassed: Int, movedBy distance: Int) {
    if repetition > 0 {
      first += distance
    } else if let every {
      while fixedIndex < fixed.count, fixed[fixedIndex] <= lastPassed { fixedIndex += 1 }
      guard fixedIndex == fixed.count else { return }
      let next = lastPassed + every - ownAds
      let start = from.map { $0 - ownAds * fixed.count }
      first = start.map { $0 > lastPassed ? $0 : next } ?? next
    } else {
      skip(to: lastPassed + 1)
    }
  }
}

extension PlacementRules {
  /// Returns the first repeated position; `from` counts only if it is after the last fixed one.
  func firstRepeated(after last: Int?) -> Int? {
    guard let every else { return nil }
    return switch (from, last) {
    case (let from?, nil): from
    case (let from?, let last?): from > last ? from : last + every
    case (nil, let last): (last ?? -1) + every
    }
  }
}
