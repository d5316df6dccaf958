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
    if let user = shown.userPath(for: path) {
      didDisplay(user)
    } else if let number = shown.insertionIndex(at: path) {
      let rank = shown.rows[path.section].map.insertionRank(atFeed: path.row) ?? 0
      let places = sections[path.section].places
      let first = places.firstIndex(notBeforeContent: path.row - rank)
      guard let index = places[first...].firstIndex(where: { $0.number == number }) else { return }
      sections[path.section].display(index)
    }
  }

  /// Records that a content row has been displayed; ignores one that the content does not have.
  package mutating func didDisplay(_ path: UserPath) {
    guard sections.indices ~= path.section, 0..<sections[path.section].contentCount ~= path.row else { return }
    let (seen, row) = (sections[path.section].seen, path.row)
    sections[path.section].seen =
      seen.isEmpty ? row..<row + 1 : Swift.min(seen.lowerBound, row)..<Swift.max(seen.upperBound, row + 1)
  }
}

extension LivePlacement {
  /// The last displayed row, counted in planned rows over all sections: content rows and places, filled or not; nil if
  /// none has been displayed.
  /// - Complexity: O(sections + log places).
  package var lastDisplayedRow: Int? {
    let displayed = DisplayedList(self)
    return displayed.lastRow < 0 ? nil : displayed.lastRow
  }

  /// Returns the row of the first place below a row, both counted in planned rows over all sections; nil if there is none.
  /// - Complexity: O(sections + log places).
  package func nextPlace(belowRow row: Int) -> Int? {
    var start = 0
    for section in sections {
      let places = section.places
      let index = places.indices.partitioningIndex { start + places[$0].content + $0 > row }
      if index < places.count, places[index].content <= section.contentCount {
        return start + places[index].content + index
      }
      start += section.plannedCount
    }
    return nil
  }
}

/// The displayed part of a section: a range of content rows, and a range of place indices.
struct DisplayedSpan {
  fileprivate var rows: Range<Int>
  fileprivate var places: ClosedRange<Int>?

  init?(_ section: LiveSection) {
    (rows, places) = (section.seen, section.displayed)
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
  fileprivate private(set) var lastRow = -1

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

  /// Returns the path of the last displayed row; nil if there is none.
  func lastShown(in placement: LivePlacement) -> FeedPath? {
    guard let (number, span) = last else { return nil }
    let content = UserPath(section: number, row: span.rows.upperBound - 1)
    let row = span.rows.isEmpty ? nil : placement.shown.feedPath(for: content)
    let ad = span.places.flatMap { placement.feedPath(ofPlace: $0.upperBound, in: number) }
    return [row, ad].compactMap(\.self).max()
  }

  /// The first section that may have places below the displayed part of the list.
  var lastSection: Int { last?.section ?? 0 }

  /// Returns the index of a section's first place below the displayed part of the list.
  /// - Complexity: O(log places).
  func firstPlaceBelow(_ places: PlaceTable, number section: Int) -> Int {
    guard let last, section <= last.section else { return 0 }
    if section < last.section { return places.count }
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
    let isReached = places.last.map { $0.content <= contentCount } ?? true
    return contentCount + (isReached ? places.count : places.firstIndex(notBeforeContent: contentCount + 1))
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
  private func plannedRow(ofContent row: Int) -> Int { row + places.firstIndex(notBeforeContent: row + 1) }

  /// Returns the feed row of a place if all places are filled.
  private func plannedRow(ofPlace index: Int) -> Int { places[index].content + index }
}

// MARK: - Filling

extension LivePlacement {
  /// Fills places with ads; the rows after each place move down by one.
  ///
  /// Identifiers of places that do not exist, or are filled already, are ignored. The rules are not checked: see
  /// ``fillable(policy:within:traits:)``. A place that the content does not reach is filled, and waits; a place at the
  /// very end is shown, together with those that wait there.
  /// - Complexity: O(sections + places) for up to 15 places each, with a small factor; O(sections + places) in all for more.
  public mutating func fill(_ ids: some Sequence<PlaceID>) { setFilled(true, Set(ids.lazy.map(\.number))) }

  /// Removes the ads from places, which stay and can be filled again; the rows after each place move up by one.
  ///
  /// Identifiers of places that do not exist, or are not filled, are ignored.
  /// - Complexity: O(sections + places) for up to 15 places each, with a small factor; O(sections + places) in all for more.
  public mutating func clear(_ ids: some Sequence<PlaceID>) { setFilled(false, Set(ids.lazy.map(\.number))) }

  /// A place by its section and its index among the places of that section.
  package typealias PlaceIndex = (section: Int, index: Int)

  private mutating func setFilled(_ isFilled: Bool, _ numbers: Set<Int>) {
    if numbers.isEmpty { return }
    let found: [PlaceIndex]
    if numbers.count < 16 {
      found = numbers.compactMap { find(PlaceID(number: $0)) }.sorted { $0 < $1 }
    } else {
      found = sections.indices.flatMap { section in
        sections[section].places.enumerated().filter { numbers.contains($1.number) }.map { (section, $0.offset) }
      }
    }
    setFilled(isFilled, at: found.filter { sections[$0.section].places[$0.index].isFilled != isFilled })
  }

  /// Fills or clears places, which are in feed order, and of which none is filled, or is not, already.
  mutating func setFilled(_ isFilled: Bool, at indices: [PlaceIndex]) {
    var rest = indices[...]
    while let section = rest.first?.section {
      let end = rest.firstIndex { $0.section != section } ?? rest.endIndex
      setFilled(isFilled, rest[..<end].map(\.index), inSection: section)
      rest = rest[end...]
    }
    assert(checkInvariants())
  }

  private mutating func setFilled(_ isFilled: Bool, _ indices: [Int], inSection number: Int) {
    // Ranks among the filled places with those that change, since these are filled before or after.
    var (rank, next) = (0, 0)
    var changes: [(rank: Int, content: Int, number: Int)] = []
    var reachesEnd = false
    for index in indices {
      rank += sections[number].places.filledCount(in: next..<index)
      let place = sections[number].places[index]
      changes.append((rank: rank, content: place.content, number: place.number))
      (rank, next) = (rank + 1, index + 1)
      sections[number].setFilled(isFilled, at: index)
      if isFilled, place.content == sections[number].contentCount { reachesEnd = true }
    }
    let holdsEnd = !reachesEnd && shown.rows[number].map.heldCount > 0
    shown.rows[number].change(
      removing: isFilled ? [] : changes.map(\.rank), adding: isFilled ? changes : [], holdingEnd: holdsEnd)
  }

  /// Undoes the filling and clearing of places since the map was `former`.
  ///
  /// - Parameter places: The places that were filled or cleared since, and whether their ads had been displayed then; nil
  ///   for a place that was not filled.
  package mutating func restore(_ former: InsertionMap, _ places: [(id: PlaceID, isDisplayed: Bool?)]) {
    clear(places.filter { $0.isDisplayed == nil }.map { $0.id })
    fill(places.filter { $0.isDisplayed != nil }.map { $0.id })
    for place in places where place.isDisplayed == true {
      if let (section, index) = find(place.id) { sections[section].display(index) }
    }
    shown = former
    assert(checkInvariants())
  }

  /// The filled places, in feed order, including those that wait for content.
  /// - Complexity: O(sections + places).
  package var filledPlaces: [LivePlace] {
    var filled: [LivePlace] = []
    for (number, section) in sections.enumerated() {
      var next = section.places.next(filled: true, from: 0)
      while let index = next {
        filled.append(place(section.places[index], in: number))
        next = section.places.next(filled: true, from: index + 1)
      }
    }
    return filled
  }

  /// Returns the map of a section, computed from its filled places.
  func rowMap(_ section: LiveSection, holdsEnd: Bool) throws(PlacementError) -> SectionRows {
    let filled = section.places.filter(\.isFilled)
    var map = try RowMap(
      contentCount: section.contentCount, insertions: filled.enumerated().map { $1.content + $0 })
    if holdsEnd { map.reach(holdingEnd: true) }
    return SectionRows(map: map, indices: CallerIndices(filled.map(\.number)))
  }
}

// MARK: - Starting again

extension LivePlacement {
  /// Forgets what has been displayed, as if the content had just been loaded and its upper places been filled.
  ///
  /// Call it only if nothing has changed the content since it was loaded.
  ///
  /// - Parameter rows: The distance from the top within which places may be filled; nil for any.
  /// - Returns: The filled places that are further down, in feed order; nil, without any change, if a place is filled
  ///   below one that is not.
  /// - Complexity: O(sections + places).
  package mutating func startAgain(within rows: Int?) -> [PlaceID]? {
    guard let beyond = filledPlaces(beyond: rows) else { return nil }
    for section in sections.indices { sections[section].forgetDisplays() }
    assert(checkInvariants())
    return beyond
  }

  /// Returns the filled places that are further from the top than a distance; nil if a place is filled below one that is
  /// not.
  private func filledPlaces(beyond rows: Int?) -> [PlaceID]? {
    var beyond: [PlaceID] = []
    var (start, isFull) = (0, true)
    for section in sections {
      let (places, filled) = (section.places, section.places.filledCount)
      guard isFull || filled == 0, places.next(filled: false, from: 0) ?? filled == filled else { return nil }
      isFull = filled == places.count
      // A place takes a row, and the first row has a distance of 1.
      let end = rows.map { rows in (0..<filled).partitioningIndex { start + places[$0].content + $0 >= rows } }
      beyond += ((end ?? filled)..<filled).map { places[$0].id }
      start += section.contentCount + places.count
    }
    return beyond
  }
}
