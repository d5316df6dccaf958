/// The places of one section, with the progress of planning and display in it.
struct LiveSection: Hashable, Sendable {
  var contentCount: Int
  /// The places in feed order; their content rows ascend, and may be equal.
  private(set) var places = PlaceTable()
  /// The number of filled places of each tenant.
  private(set) var filledCounts: [Int]
  /// The range of indices from the first to the last place that has been displayed.
  private(set) var displayed: ClosedRange<Int>?
  /// The planning progress of each tenant.
  var progress: [TenantProgress]
  /// The range from the first to the last content row that has been displayed.
  var seen = 0..<0

  init(contentCount: Int, number: Int, rules: [RuleTables]) {
    self.contentCount = contentCount
    progress = rules.map { TenantProgress($0, section: number) }
    filledCounts = Array(repeating: 0, count: rules.count)
  }

  func neighbour(_ index: Int, _ rules: [RuleTables]) -> Neighbour {
    let place = places[index]
    return rules[place.tenant].neighbour(content: place.content)
  }
}

// MARK: - Places

extension LiveSection {
  /// Adds an unfilled place below all others.
  mutating func append(_ place: PlaceTable.Entry) { places.append(place) }

  /// Inserts an unfilled place.
  mutating func insert(_ place: PlaceTable.Entry, at index: Int) {
    places.insert(place, at: index)
    displayed = displayed.map { range in
      let (first, last) = (range.lowerBound, range.upperBound)
      return first + (first >= index ? 1 : 0)...last + (last >= index ? 1 : 0)
    }
  }

  /// Numbers the places without numbers in feed order; returns the numbers.
  mutating func numberPlaces(from first: Int) -> Range<Int> { places.numberPlaces(from: first) }

  /// Fills a place, or removes its ad.
  mutating func setFilled(_ isFilled: Bool, at index: Int) {
    filledCounts[places[index].tenant] += isFilled ? 1 : -1
    places.setFilled(isFilled, at: index)
    guard let range = displayed, range.lowerBound == index || range.upperBound == index else { return }
    let rest = range.lowerBound..<range.upperBound + 1
    displayed = places.displayed(first: true, in: rest).flatMap { first in
      places.displayed(first: false, in: rest).map { first...$0 }
    }
  }

  /// Records that a filled place has been displayed.
  mutating func display(_ index: Int) {
    places.setDisplayed(true, at: index)
    displayed = min(displayed?.lowerBound ?? index, index)...max(displayed?.upperBound ?? index, index)
  }

  /// Forgets which rows and places have been displayed.
  /// - Complexity: O(places from the first to the last that has been displayed).
  mutating func forgetDisplays() {
    seen = 0..<0
    for index in displayed.map(Array.init) ?? [] where places[index].isDisplayed {
      places.setDisplayed(false, at: index)
    }
    displayed = nil
  }

  /// Whether the counts match the places.
  func checkInvariants() -> Bool {
    let shown = places.indices.filter { places[$0].isDisplayed }
    return places.checkInvariants() && displayed?.lowerBound == shown.first && displayed?.upperBound == shown.last
      && filledCounts.indices.allSatisfy { tenant in
        filledCounts[tenant] == places.count { $0.isFilled && $0.tenant == tenant }
      }
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
    if let (rows, distance) = shift.changes(of: count) {
      places.moveContent(rows, below: distance, to: count) { shift.anchor($0, of: count) }
    }
    for tenant in progress.indices { progress[tenant].follow { $0.content = shift.anchor($0.content, of: count) } }
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

  /// Returns the rows among which rows leave or come, numbered as before, and the distance by which those below move.
  ///
  /// The rows above do not move. Nil if there are changes only below all rows.
  fileprivate func changes(of oldCount: Int) -> (rows: ClosedRange<Int>, distance: Int)? {
    let stayingCount = oldCount - leaving.count
    let inside = coming.indices.partitioningIndex { coming[$0] - $0 >= stayingCount }
    let ends = inside > 0 ? [coming[0], coming[inside - 1] - (inside - 1)].map(oldPosition(ofRank:)) : []
    let changed = ends + [leaving.first, leaving.last].compactMap(\.self)
    guard let first = changed.min(), let last = changed.max() else { return nil }
    return (first...last, inside - leaving.count)
  }

  /// Returns the old position of the staying element that has `rank` staying elements before it.
  private func oldPosition(ofRank rank: Int) -> Int {
    rank + leaving.indices.partitioningIndex { leaving[$0] - $0 > rank }
  }

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
