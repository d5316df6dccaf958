/// The places of a section in feed order.
///
/// They are stored in pages, so that a change of a copy copies one page and the list of pages, and content that moves a
/// whole page changes one number.
struct PlaceTable: Sendable {
  /// A place.
  struct Entry: Hashable, Sendable {
    /// The value of `number` for a place that has no number yet.
    static let unnumbered = -1

    var number = Entry.unnumbered
    var tenant: Int
    /// The fixed position that names the place; nil for a repeated one.
    var fixed: Int?
    /// The content row that the place precedes.
    var content: Int
    var isFilled = false
    /// Whether the ad that fills it has been displayed.
    var isDisplayed = false

    var id: LivePlacement.PlaceID { LivePlacement.PlaceID(number: number) }
  }

  private var pages: ContiguousArray<PlacePage> = []
  /// The index of the first place of each page.
  private var starts: ContiguousArray<Int> = []
  private(set) var count = 0
  /// The number of filled places.
  private(set) var filledCount = 0
}

extension PlaceTable: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { count }

  subscript(index: Int) -> Entry {
    let page = page(of: index)
    return pages[page][index - starts[page]]
  }

  /// Returns the index of the page that has a place.
  private func page(of index: Int) -> Int {
    precondition(0..<count ~= index, "place \(index) of \(count)")
    // Most questions are about the last places, or there is one page only.
    if let last = starts.last, index >= last { return starts.count - 1 }
    return starts.partitioningIndex { $0 > index } - 1
  }
}

// MARK: - Searching

extension PlaceTable {
  /// Returns the index of the first place that precedes a content row or a later one.
  /// - Complexity: O(log places).
  func firstIndex(notBeforeContent row: Int) -> Int {
    let page = pages.partitioningIndex { $0.lastContent >= row }
    return page < pages.count ? starts[page] + pages[page].firstIndex(notBeforeContent: row) : count
  }

  /// Returns the index of the place with a number; nil if there is none.
  /// - Complexity: O(pages + places of a page).
  func index(ofNumber number: Int) -> Int? {
    for page in pages.indices where pages[page].numbers.contains(number) {
      if let index = pages[page].index(ofNumber: number) { return starts[page] + index }
    }
    return nil
  }

  /// Returns the number of filled places above a place.
  /// - Complexity: O(pages + places of a page).
  func filledCount(above index: Int) -> Int {
    guard index < count else { return filledCount }
    let page = page(of: index)
    var filled = 0
    for above in 0..<page { filled += pages[above].filledCount }
    return filled + pages[page].filledCount(above: index - starts[page])
  }

  /// Returns the number of filled places in a range of indices.
  /// - Complexity: O(pages + places of two pages); O(places of the range) if it is short.
  func filledCount(in range: Range<Int>) -> Int {
    if range.count < 64 { return range.count { self[$0].isFilled } }
    return filledCount(above: range.upperBound) - filledCount(above: range.lowerBound)
  }

  /// Returns the index of the first place from an index on that is filled, or is not; nil if there is none.
  /// - Complexity: O(pages + places of a page).
  func next(filled isFilled: Bool, from index: Int) -> Int? {
    guard index < count else { return nil }
    let first = page(of: index)
    for page in first..<pages.count where pages[page].has(filled: isFilled) {
      let start = page == first ? index - starts[page] : 0
      if let found = pages[page].next(filled: isFilled, from: start) { return starts[page] + found }
    }
    return nil
  }

  /// Returns the index of the nearest filled place above a place; nil if there is none.
  /// - Complexity: O(pages + places of a page).
  func lastFilled(above index: Int) -> Int? {
    guard index > 0 else { return nil }
    let last = page(of: index - 1)
    for page in (0...last).reversed() where pages[page].has(filled: true) {
      let end = page == last ? index - starts[page] : pages[page].count
      if let found = pages[page].lastFilled(above: end) { return starts[page] + found }
    }
    return nil
  }

  /// Returns the index of the first displayed place of a range, or of the last; nil if there is none.
  /// - Complexity: O(pages + places of a page).
  func displayed(first isFirst: Bool, in range: Range<Int>) -> Int? {
    let pages = pages.indices.filter { self.pages[$0].displayedCount > 0 }
    for page in isFirst ? pages : pages.reversed() {
      let (start, end) = (starts[page], starts[page] + self.pages[page].count)
      let part = range.clamped(to: start..<end)
      if part.isEmpty { continue }
      if let found = isFirst ? part.first(where: { self[$0].isDisplayed }) : part.last(where: { self[$0].isDisplayed })
      {
        return found
      }
    }
    return nil
  }
}

// MARK: - Changing

extension PlaceTable {
  /// Adds a place below all others.
  mutating func append(_ entry: Entry) {
    if pages.last.map({ $0.count == PlacePage.capacity }) ?? true {
      pages.append(PlacePage())
      starts.append(count)
    }
    pages[pages.count - 1].insert(entry, at: pages[pages.count - 1].count)
    count += 1
    if entry.isFilled { filledCount += 1 }
  }

  /// Inserts a place.
  /// - Complexity: O(pages + places of a page).
  mutating func insert(_ entry: Entry, at index: Int) {
    if index == count { return append(entry) }
    let page = page(of: index)
    pages[page].insert(entry, at: index - starts[page])
    count += 1
    if entry.isFilled { filledCount += 1 }
    if pages[page].count > PlacePage.capacity {
      pages.insert(pages[page].splitOff(), at: page + 1)
      starts.insert(starts[page] + pages[page].count, at: page + 1)
      for later in page + 2..<Swift.max(page + 2, starts.count) { starts[later] += 1 }
    } else {
      for later in page + 1..<starts.count { starts[later] += 1 }
    }
  }

  /// Fills a place, or removes its ad; either way the place has displayed no ad.
  mutating func setFilled(_ isFilled: Bool, at index: Int) {
    let page = page(of: index)
    filledCount -= pages[page].filledCount
    pages[page].setFilled(isFilled, at: index - starts[page])
    filledCount += pages[page].filledCount
  }

  /// Records whether the ad of a place has been displayed.
  mutating func setDisplayed(_ isDisplayed: Bool, at index: Int) {
    let page = page(of: index)
    pages[page].setDisplayed(isDisplayed, at: index - starts[page])
  }

  /// Numbers the places without numbers in feed order; returns the numbers.
  /// - Complexity: O(pages + places of the pages with such places).
  mutating func numberPlaces(from first: Int) -> Range<Int> {
    var next = first
    for page in pages.indices where pages[page].numbers.lowerBound < 0 { pages[page].numberPlaces(from: &next) }
    return first..<next
  }

  /// Moves places with their content rows.
  ///
  /// - Parameters:
  ///   - changed: The content rows among which rows leave or come; the places above do not move.
  ///   - distance: The distance by which content rows move that are below `changed`.
  ///   - end: The number of content rows; places there and beyond may move in another way.
  ///   - move: Returns the new content row of a content row.
  /// - Complexity: O(pages + places of the pages that precede changed rows or the end).
  mutating func moveContent(
    _ changed: ClosedRange<Int>, below distance: Int, to end: Int, _ move: (Int) -> Int
  ) {
    for page in pages.indices where pages[page].lastContent >= changed.lowerBound {
      if pages[page].firstContent > changed.upperBound, pages[page].lastContent < end {
        pages[page].base += distance
      } else {
        pages[page].moveContent(move)
      }
    }
  }
}

extension PlaceTable: Hashable {
  /// Whether the places are the same, in whatever pages.
  static func == (one: PlaceTable, other: PlaceTable) -> Bool {
    one.count == other.count && (one.pages == other.pages || one.elementsEqual(other))
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for entry in self { hasher.combine(entry) }
  }

  /// Whether the counts match the pages.
  func checkInvariants() -> Bool {
    var start = 0
    for (page, first) in zip(pages, starts) {
      guard first == start, page.count > 0, page.checkInvariants() else { return false }
      start += page.count
    }
    return start == count && pages.count == starts.count && filledCount == pages.reduce(0) { $0 + $1.filledCount }
      && zip(pages, pages.dropFirst()).allSatisfy { $0.lastContent <= $1.firstContent }
  }
}
