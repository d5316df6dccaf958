/// The feed rows that a rule set names in a section, one after another: fixed ones, then repeated ones without end.
struct NamedPositions: Hashable, Sendable {
  /// A feed row, and the rule that names it.
  typealias Named = (position: Int, origin: PlaceOrigin)

  private let fixed: [Int]
  private let every: Int?
  private let from: Int?
  private let seed: Int?
  /// The number of the section, on which jitter depends.
  var section: Int

  /// The next fixed position.
  private var fixedIndex = 0
  /// The next repeated one, and the first, before jitter.
  private var repetition = 0
  private var first: Int

  /// Starts at the first position.
  init(_ tables: RuleTables, section: Int) {
    fixed = tables.fixed
    every = tables.rules.every
    from = tables.rules.from
    seed = tables.rules.seed
    self.section = section
    first = tables.rules.firstRepeated(after: tables.fixed.last) ?? 0
  }

  /// The position that it stands at; nil where nothing more is named.
  var current: Named? {
    if fixedIndex < fixed.count { return (fixed[fixedIndex], .fixed(fixed[fixedIndex])) }
    guard let every else { return nil }
    return (repeated(repetition, every), .repeated(every: every, from: from))
  }

  /// Whether the position that it stands at is one of infinitely many.
  var isRepeating: Bool { fixedIndex == fixed.count && every != nil }

  /// Goes on to the next position.
  mutating func advance() {
    if fixedIndex < fixed.count { fixedIndex += 1 } else { repetition += 1 }
  }

  /// The first position from a feed row on, that it stands at or comes to.
  func first(from row: Int) -> Int? {
    var copy = self
    copy.skip(to: row)
    return copy.current?.position
  }

  /// Passes over the positions before a feed row; answers the last of them, if any.
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
    repetition = Swift.max(repetition, (row - first) / every - 1)
    while repeated(repetition, every) < row { repetition += 1 }
    return repetition > start ? repeated(repetition - 1, every) : passed
  }

  private func repeated(_ repetition: Int, _ every: Int) -> Int {
    let position = first + repetition * every
    return seed.map { position + jitter(seed: $0, repetition, width: (every - 1) / 2 + 1) } ?? position
  }

  /// A number below the width that depends on the seed, the section and the repetition only (SplitMix64).
  private func jitter(seed: Int, _ repetition: Int, width: Int) -> Int {
    var word = UInt64(bitPattern: Int64(seed)) &+ UInt64(section) &* 0xD1B5_4A32_D192_ED03
    word &+= UInt64(repetition + 1) &* 0x9E37_79B9_7F4A_7C15
    return Int(SplitMix64.mixed(word) % UInt64(width))
  }
}

// MARK: - Following content

extension NamedPositions {
  /// Goes on after content above has come or gone, which took the last position that was passed to another feed row.
  ///
  /// Fixed positions keep their rows, and those that lie behind are passed over. Repeated ones keep their distance from the last.
  mutating func follow(lastPassed: Int, movedBy distance: Int) {
    if repetition > 0 {
      first += distance
    } else if let every {
      while fixedIndex < fixed.count, fixed[fixedIndex] <= lastPassed { fixedIndex += 1 }
      guard fixedIndex == fixed.count else { return }
      first = from.map { $0 > lastPassed ? $0 : lastPassed + every } ?? lastPassed + every
    } else {
      skip(to: lastPassed + 1)
    }
  }
}

extension PlacementRules {
  /// The first repeated position; `from` counts only after the last fixed one.
  func firstRepeated(after last: Int?) -> Int? {
    guard let every else { return nil }
    return switch (from, last) {
    case (let from?, nil): from
    case (let from?, let last?): from > last ? from : last + every
    case (nil, let last): (last ?? -1) + every
    }
  }
}
