/// The places of one section, with the progress of planning and display in it.
struct LiveSection: Hashable, Sendable {
  /// A place in the section's storage.
  struct Entry: Hashable, Sendable {
    /// The value of `number` for a place that has no number yet.
    static let unnumbered = -1

    var number = Entry.unnumbered
    var tenant: Int
    var origin: PlaceOrigin
    /// The content row that the place precedes.
    var content: Int
    var isFilled = false
    /// Whether the ad that fills it has been displayed.
    var isDisplayed = false

    var id: LivePlacement.PlaceID { LivePlacement.PlaceID(number: number) }
  }

  var contentCount: Int
  /// The places in feed order; their content rows ascend, and may be equal.
  var entries: [Entry] = []
  /// An index of the filled places.
  private(set) var filling: SectionFilling
  /// The planning progress of each tenant.
  var lanes: [TenantProgress]
  /// The range from the first to the last content row that has been displayed.
  var seen = 0..<0

  init(contentCount: Int, number: Int, rules: [RuleTables]) {
    self.contentCount = contentCount
    lanes = rules.map { TenantProgress($0, section: number) }
    filling = SectionFilling([], tenantCount: rules.count)
  }

  /// Recomputes ``filling`` after places have been added, filled or cleared.
  /// - Complexity: O(places).
  mutating func noteFilling() { filling = SectionFilling(entries, tenantCount: lanes.count) }

  /// Records that a filled place has been displayed.
  mutating func display(_ index: Int) {
    entries[index].isDisplayed = true
    filling.display(index)
  }

  /// Returns the index of the first place that precedes a content row or a later one.
  /// - Complexity: O(log places).
  func firstIndex(notBeforeContent row: Int) -> Int {
    entries.indices.partitioningIndex { entries[$0].content >= row }
  }

  func neighbour(_ index: Int, _ rules: [RuleTables]) -> Neighbour {
    rules[entries[index].tenant].neighbour(content: entries[index].content)
  }
}

// MARK: - Following content

extension LiveSection {
  /// Adjusts places and planning progress to inserted and deleted rows, in the same way as anchored insertions.
  mutating func follow(_ shift: PositionShift) {
    let count = contentCount
    if shift.isAppending(to: count) {
      // No row that is there moves.
      contentCount = shift.newCount(of: count)
      return
    }
    for index in entries.indices { entries[index].content = shift.anchor(entries[index].content, of: count) }
    for lane in lanes.indices { lanes[lane].follow { $0.content = shift.anchor($0.content, of: count) } }
    seen = shift.staying(seen)
    contentCount = shift.newCount(of: count)
  }

  /// Replaces all rows; places keep the indices of their content rows.
  mutating func reload(contentCount count: Int) {
    contentCount = count
    seen = seen.clamped(to: 0..<count)
  }
}

extension PositionShift {
  /// Whether there are only new rows, all of them after a number of rows.
  fileprivate func isAppending(to count: Int) -> Bool { leaving.isEmpty && coming.first.map { $0 >= count } ?? true }

  /// The number of new rows above all rows that stay.
  var newOnTop: Int { coming.indices.prefix { coming[$0] == $0 }.count }

  /// Returns the content row before which an insertion is after the update, given the old row before which it was, of
  /// `oldCount` rows.
  ///
  /// It is the new position of that row, else of the next row that stays, else the end of the rows that stay.
  ///
  /// An insertion beyond the content keeps its number and waits, unless the content that stays reaches further.
  /// - Complexity: O(log changes).
  fileprivate func anchor(_ row: Int, of oldCount: Int) -> Int {
    let stayingCount = oldCount - leaving.count
    if row <= oldCount, rank(ofOld: row) < stayingCount { return position(ofRank: rank(ofOld: row)) }
    let end = stayingCount == 0 ? 0 : position(ofRank: stayingCount - 1) + 1
    return row <= oldCount ? end : Swift.max(row, end)
  }

  /// Returns the new range from the first to the last row of an old range that stays; empty if none stays.
  fileprivate func staying(_ rows: Range<Int>) -> Range<Int> {
    let staying = rank(ofOld: rows.lowerBound)..<rank(ofOld: rows.upperBound)
    if staying.isEmpty { return 0..<0 }
    return position(ofRank: staying.lowerBound)..<position(ofRank: staying.upperBound - 1) + 1
  }
}

/// An index of the filled and displayed places of a section, which saves walking all of them.
struct SectionFilling: Hashable, Sendable {
  /// The indices of the places that are not filled, ascending.
  private(set) var unfilled: [Int] = []
  /// The number of filled places of each tenant.
  private(set) var own: [Int]
  /// The range of indices from the first to the last place that has been displayed.
  private(set) var displayed: ClosedRange<Int>?

  /// Makes the index from all places.
  init(_ entries: [LiveSection.Entry], tenantCount: Int) {
    own = Array(repeating: 0, count: tenantCount)
    for (index, entry) in entries.enumerated() {
      guard entry.isFilled else {
        unfilled.append(index)
        continue
      }
      own[entry.tenant] += 1
      if entry.isDisplayed { display(index) }
    }
  }

  /// Records that a filled place has been displayed.
  mutating func display(_ index: Int) {
    displayed = min(displayed?.lowerBound ?? index, index)...max(displayed?.upperBound ?? index, index)
  }

  /// Returns the number of unfilled places above a place, which for an unfilled one is its index in ``unfilled``.
  /// - Complexity: O(log places).
  func unfilledCount(above index: Int) -> Int { unfilled.indices.partitioningIndex { unfilled[$0] >= index } }

  /// Returns the number of filled places above an unfilled one.
  func filledCount(aboveUnfilled rank: Int) -> Int { unfilled[rank] - rank }

  /// Returns the nearest filled place above an unfilled one; unfilled places in between have the same number of filled
  /// places above.
  /// - Complexity: O(log places).
  func filledPlace(aboveUnfilled rank: Int) -> Int? {
    let count = filledCount(aboveUnfilled: rank)
    let first = unfilled.indices.partitioningIndex { filledCount(aboveUnfilled: $0) >= count }
    return count > 0 ? unfilled[first] - 1 : nil
  }

  /// Returns the nearest filled place below an unfilled one; `placeCount` is the number of all places.
  /// - Complexity: O(log places).
  func filledPlace(belowUnfilled rank: Int, of placeCount: Int) -> Int? {
    let count = filledCount(aboveUnfilled: rank)
    let end = unfilled.indices.partitioningIndex { filledCount(aboveUnfilled: $0) > count }
    let next = unfilled[end - 1] + 1
    return next < placeCount ? next : nil
  }
}
