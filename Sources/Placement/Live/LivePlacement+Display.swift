/// A policy that decides which unfilled places may be filled, depending on the displayed rows.
public enum FillPolicy: String, Hashable, Sendable, Codable, CaseIterable {
  /// Places below the last displayed row may be filled, so that no row moves that may have been seen.
  case belowDisplayed
  /// Places above the first displayed row may be filled as well, for rows that are inserted at the top.
  case outsideDisplayed
  /// All places may be filled.
  case anywhere
}

extension LivePlacement {
  /// Records that a feed row, by its path in ``shown``, has been displayed; ignores a path outside the feed.
  ///
  /// In each section, the rows from the first to the last displayed one count as displayed. The two bounds follow these
  /// rows when content changes; if one of them is deleted, its bound moves to the next row inside the range that stays.
  /// An ad that is cleared is no bound any more.
  /// - Complexity: O(log places), and O(places before the same content row).
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

/// The displayed part of a section: a range of content rows, and a range of place indices.
struct DisplayedSpan {
  fileprivate var rows: Range<Int>
  fileprivate var places: ClosedRange<Int>?

  init?(_ section: LiveSection) {
    (rows, places) = (section.seen, section.filling.displayed)
    if rows.isEmpty, places == nil { return nil }
  }

  /// Returns whether the whole span is above a place.
  func isAbove(index: Int, content: Int) -> Bool {
    (rows.isEmpty || content >= rows.upperBound) && places.map { index > $0.upperBound } ?? true
  }

  /// Returns whether the whole span is below a place.
  func isBelow(index: Int, content: Int) -> Bool {
    (rows.isEmpty || content <= rows.lowerBound) && places.map { index < $0.lowerBound } ?? true
  }
}

/// The displayed part of the list, which returns the distance of a place from it.
///
/// Distances count planned rows: content rows and places, filled or not. So they do not depend on which places have
/// been filled so far.
struct DisplayedList {
  /// The location of a place relative to the displayed rows.
  enum Side: Hashable {
    /// The place is above the first displayed row, or below the last one, at a distance in rows.
    case above(Int)
    case below(Int)
    /// The place is among the displayed rows.
    case within
  }

  private var first: (section: Int, span: DisplayedSpan)?
  private var last: (section: Int, span: DisplayedSpan)?
  /// The number of planned rows before each section.
  private var starts: [Int] = []
  /// The first and the last displayed row, counted in planned rows over all sections.
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

  /// Returns the index of a section's first place below the displayed part of the list.
  /// - Complexity: O(log places).
  func firstPlaceBelow(_ places: LiveSection, number section: Int) -> Int {
    guard let last, section <= last.section else { return 0 }
    if section < last.section { return places.entries.count }
    let content = last.span.rows.isEmpty ? 0 : places.firstIndex(notBeforeContent: last.span.rows.upperBound)
    return Swift.max(content, last.span.places.map { $0.upperBound + 1 } ?? 0)
  }

  /// Returns the location of a section's place, given its index and the content row that it precedes.
  func side(section: Int, index: Int, content: Int) -> Side {
    let row = starts[section] + content + index
    guard let first, let last else { return .below(row + 1) }
    if section > last.section || section == last.section && last.span.isAbove(index: index, content: content) {
      return .below(row - lastRow)
    }
    if section < first.section || section == first.section && first.span.isBelow(index: index, content: content) {
      return .above(firstRow - row)
    }
    return .within
  }
}

extension DisplayedList.Side {
  /// Returns whether a policy allows filling a place at this location.
  func isOpen(_ policy: FillPolicy) -> Bool {
    switch (self, policy) {
    case (.below, _), (_, .anywhere), (.above, .outsideDisplayed): true
    case (.above, .belowDisplayed), (.within, _): false
    }
  }

  /// Returns whether the distance from the displayed rows is at most `rows`; nil means any distance.
  func isWithin(_ rows: Int?) -> Bool {
    guard let rows else { return true }
    return switch self {
    case .above(let distance), .below(let distance): distance <= rows
    case .within: rows >= 0
    }
  }
}

extension LiveSection {
  /// The number of rows that the section has if all places that the content reaches are filled.
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

  /// Returns the feed row of a content row if all places are filled.
  private func plannedRow(ofContent row: Int) -> Int { row + firstIndex(notBeforeContent: row + 1) }

  /// Returns the feed row of a place if all places are filled.
  private func plannedRow(ofPlace index: Int) -> Int { entries[index].content + index }
}

// MARK: - Filling

extension LivePlacement {
  /// Fills places with ads; the rows after each place move down by one.
  ///
  /// Identifiers of places that do not exist, or are filled already, are ignored. The rules are not checked: see
  /// ``fillable(policy:within:traits:)``. A place that the content does not reach is filled, and waits; a place at the
  /// very end is shown, together with those that wait there.
  /// - Complexity: O(sections + places), however many are filled.
  public mutating func fill(_ ids: some Sequence<PlaceID>) { setFilled(true, ids) }

  /// Removes the ads from places, which stay and can be filled again; the rows after each place move up by one.
  ///
  /// Identifiers of places that do not exist, or are not filled, are ignored.
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

  /// Returns the map of a section, computed from its filled places.
  func rowMap(_ section: LiveSection, holdsEnd: Bool) throws(PlacementError) -> SectionRows {
    let filled = section.entries.filter(\.isFilled)
    var map = try RowMap(
      contentCount: section.contentCount, insertions: filled.enumerated().map { $1.content + $0 })
    if holdsEnd { map.reach(holdingEnd: true) }
    return SectionRows(map: map, indices: CallerIndices(filled.map(\.number)))
  }

  private mutating func show(_ section: Int, showsEnd: Bool) {
    let holdsEnd = !showsEnd && shown.rows[section].map.heldCount > 0
    // This cannot fail, since planning refuses a section that would be too long with every place filled.
    guard let rows = try? rowMap(sections[section], holdsEnd: holdsEnd) else { return }
    shown.rows[section] = rows
  }
}
