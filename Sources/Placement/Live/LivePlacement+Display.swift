/// Which unfilled places may be filled, by what has been displayed.
public enum FillPolicy: String, Hashable, Sendable, Codable, CaseIterable {
  /// Those below the last row that has been displayed, so that nothing moves that may have been seen.
  case belowDisplayed
  /// Those above the first row that has been displayed as well, for rows that come on top.
  case outsideDisplayed
  /// All.
  case anywhere
}

extension LivePlacement {
  /// Notes that a row of the feed, as ``shown`` has it, has been displayed; a path outside the feed is passed over.
  ///
  /// The first and the last displayed row of a section are marks that follow these rows, or the next towards each other that
  /// stay; what lies between them counts as displayed. An ad that is cleared is no mark any more.
  /// - Complexity: O(log places), and O(places that stand before one content row).
  public mutating func didDisplay(_ path: FeedPath) {
    if let row = shown.userPath(for: path)?.row {
      let seen = sections[path.section].seen
      sections[path.section].seen =
        seen.isEmpty ? row..<row + 1 : Swift.min(seen.lowerBound, row)..<Swift.max(seen.upperBound, row + 1)
    } else if let number = shown.insertionIndex(at: path) {
      let rank = shown.rows[path.section].map.insertionRank(atFeed: path.row) ?? 0
      let first = sections[path.section].firstIndex(notBeforeContent: path.row - rank)
      guard let index = sections[path.section].entries[first...].firstIndex(where: { $0.number == number }) else {
        return
      }
      sections[path.section].display(index)
    }
  }
}

/// What has been displayed of a section: content rows, and places by their order.
struct DisplayedSpan {
  var rows: Range<Int>
  var places: ClosedRange<Int>?

  init?(_ section: LiveSection) {
    (rows, places) = (section.seen, section.filling.displayed)
    if rows.isEmpty, places == nil { return nil }
  }

  /// Whether a place lies below all of it.
  func lies(above index: Int, content: Int) -> Bool {
    (rows.isEmpty || content >= rows.upperBound) && places.map { index > $0.upperBound } ?? true
  }

  /// Whether a place lies above all of it.
  func lies(below index: Int, content: Int) -> Bool {
    (rows.isEmpty || content <= rows.lowerBound) && places.map { index < $0.lowerBound } ?? true
  }
}

/// What has been displayed of the list, and how far from it a place lies.
///
/// Distances are counted in planned rows: each content row is one, and each place, filled or not. So they do not depend on which
/// places have been filled so far.
struct DisplayedList {
  /// Where a place lies.
  enum Side: Hashable {
    /// Above the first displayed row, or below the last, so many rows away.
    case above(Int)
    case below(Int)
    /// Among what has been displayed.
    case within
  }

  private var first: (section: Int, span: DisplayedSpan)?
  private var last: (section: Int, span: DisplayedSpan)?
  /// The planned rows before each section.
  private var starts: [Int] = []
  /// The first and the last displayed row, as planned and counted over the sections.
  private var firstRow = 0
  private var lastRow = -1

  init(_ placement: LivePlacement) {
    var start = 0
    for (number, section) in placement.sections.enumerated() {
      starts.append(start)
      start += section.plannedCount
      guard let span = DisplayedSpan(section) else { continue }
      if first == nil { first = (number, span) }
      last = (number, span)
    }
    if let (number, span) = first { firstRow = starts[number] + placement.sections[number].firstPlannedRow(of: span) }
    if let (number, span) = last { lastRow = starts[number] + placement.sections[number].lastPlannedRow(of: span) }
  }

  /// The first place of a section that lies below what has been displayed of the list, by its order.
  /// - Complexity: O(log places).
  func firstPlaceBelow(_ places: LiveSection, number section: Int) -> Int {
    guard let last, section <= last.section else { return 0 }
    if section < last.section { return places.entries.count }
    let content = last.span.rows.isEmpty ? 0 : places.firstIndex(notBeforeContent: last.span.rows.upperBound)
    return Swift.max(content, last.span.places.map { $0.upperBound + 1 } ?? 0)
  }

  /// Where a place of a section lies, by its order and the content row that it stands before.
  func side(section: Int, index: Int, content: Int) -> Side {
    let row = starts[section] + content + index
    guard let first, let last else { return .below(row + 1) }
    if section > last.section || section == last.section && last.span.lies(above: index, content: content) {
      return .below(row - lastRow)
    }
    if section < first.section || section == first.section && first.span.lies(below: index, content: content) {
      return .above(firstRow - row)
    }
    return .within
  }
}

extension DisplayedList.Side {
  /// Whether a policy lets a place be filled that lies here.
  func isOpen(_ policy: FillPolicy) -> Bool {
    switch (self, policy) {
    case (.below, _), (_, .anywhere), (.above, .outsideDisplayed): true
    case (.above, .belowDisplayed), (.within, _): false
    }
  }

  /// Whether it is no more than so many rows from what has been displayed.
  func isWithin(_ rows: Int?) -> Bool {
    guard let rows else { return true }
    return switch self {
    case .above(let distance), .below(let distance): distance <= rows
    case .within: rows >= 0
    }
  }
}

extension LiveSection {
  /// How many rows the section has when all its places are filled that the content reaches.
  fileprivate var plannedCount: Int {
    let isReached = entries.last.map { $0.content <= contentCount } ?? true
    return contentCount + (isReached ? entries.count : firstIndex(notBeforeContent: contentCount + 1))
  }

  fileprivate func firstPlannedRow(of span: DisplayedSpan) -> Int {
    let content = span.rows.isEmpty ? nil : plannedRow(ofContent: span.rows.lowerBound)
    return [content, span.places.map { plannedRow(ofPlace: $0.lowerBound) }].compactMap(\.self).min() ?? 0
  }

  fileprivate func lastPlannedRow(of span: DisplayedSpan) -> Int {
    let content = span.rows.isEmpty ? nil : plannedRow(ofContent: span.rows.upperBound - 1)
    return [content, span.places.map { plannedRow(ofPlace: $0.upperBound) }].compactMap(\.self).max() ?? -1
  }

  /// The row of a content row when all places are filled.
  private func plannedRow(ofContent row: Int) -> Int { row + firstIndex(notBeforeContent: row + 1) }

  /// The row of a place when all places are filled.
  private func plannedRow(ofPlace index: Int) -> Int { entries[index].content + index }
}

// MARK: - Filling

extension LivePlacement {
  /// Fills places with ads; what stands after each moves on by one.
  ///
  /// Names of places that do not exist, or are filled, are passed over. The rules are not consulted: see
  /// ``fillable(policy:within:traits:)``. A place that the content does not reach is filled, and waits; one at the very end is
  /// shown, with what waits there.
  /// - Complexity: O(sections + places), however many are filled.
  public mutating func fill(_ ids: some Sequence<PlaceID>) { setFilled(true, ids) }

  /// Takes the ads out of places, which stay, and can be filled again; what stands after each moves back by one.
  ///
  /// Names of places that do not exist, or are not filled, are passed over.
  /// - Complexity: O(sections + places), however many are cleared.
  public mutating func clear(_ ids: some Sequence<PlaceID>) { setFilled(false, ids) }

  private mutating func setFilled(_ isFilled: Bool, _ ids: some Sequence<PlaceID>) {
    var numbers = Set(ids.lazy.map(\.number))
    for section in sections.indices where !numbers.isEmpty {
      var reachesEnd = false
      let rest = numbers.count
      for index in sections[section].entries.indices where !numbers.isEmpty {
        let entry = sections[section].entries[index]
        guard entry.isFilled != isFilled, numbers.remove(entry.number) != nil else { continue }
        sections[section].entries[index].isFilled = isFilled
        sections[section].entries[index].isDisplayed = false
        if isFilled, entry.content == sections[section].contentCount { reachesEnd = true }
      }
      if numbers.count == rest { continue }
      sections[section].noteFilling()
      show(section, showsEnd: reachesEnd)
    }
    assert(checkInvariants())
  }

  /// Makes the map of a section anew from its filled places.
  func rowMap(_ section: LiveSection, holdsEnd: Bool) throws(PlacementError) -> SectionRows {
    let filled = section.entries.filter(\.isFilled)
    var map = try RowMap(
      contentCount: section.contentCount, insertions: filled.enumerated().map { $1.content + $0 })
    if holdsEnd { map.reach(holdingEnd: true) }
    return SectionRows(map: map, indices: CallerIndices(filled.map(\.number)))
  }

  private mutating func show(_ section: Int, showsEnd: Bool) {
    let holdsEnd = !showsEnd && shown.rows[section].map.heldCount > 0
    // Planning has refused what would be too long with every place filled.
    guard let rows = try? rowMap(sections[section], holdsEnd: holdsEnd) else { return }
    shown.rows[section] = rows
  }
}
