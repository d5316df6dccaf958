/// The places of a section in feed order.
struct PlaceTable: Hashable, Sendable {
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

  private var entries: [Entry] = []
  /// The number of filled places.
  private(set) var filledCount = 0
  /// The number of filled places above all that are not: most often all that are filled.
  private var filledOnTop = 0
  private var hasUnnumbered = false
}

extension PlaceTable: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { entries.count }

  subscript(index: Int) -> Entry { entries[index] }
}

// MARK: - Searching

extension PlaceTable {
  /// Returns the index of the first place that precedes a content row or a later one.
  /// - Complexity: O(log places).
  func firstIndex(notBeforeContent row: Int) -> Int { entries.partitioningIndex { $0.content >= row } }

  /// Returns the index of the place with a number; nil if there is none.
  func index(ofNumber number: Int) -> Int? {
    // Places are numbered in their order, until content is inserted above them.
    let likely = number - (entries.first?.number ?? 0)
    if entries.indices ~= likely, entries[likely].number == number { return likely }
    return entries.firstIndex { $0.number == number }
  }

  /// Returns the number of filled places above a place.
  func filledCount(above index: Int) -> Int {
    if index <= filledOnTop || filledOnTop == filledCount { return Swift.min(index, filledOnTop) }
    return filledOnTop + entries[filledOnTop..<index].count(where: \.isFilled)
  }

  /// Returns the number of filled places in a range of indices.
  func filledCount(in range: Range<Int>) -> Int {
    if range.count < 64 { return entries[range].count(where: \.isFilled) }
    return filledCount(above: range.upperBound) - filledCount(above: range.lowerBound)
  }

  /// Returns the index of the first place from an index on that is filled, or is not; nil if there is none.
  func next(filled isFilled: Bool, from index: Int) -> Int? {
    if isFilled, filledOnTop == filledCount { return index < filledOnTop ? index : nil }
    return entries[(isFilled ? index : Swift.max(index, filledOnTop))...].firstIndex { $0.isFilled == isFilled }
  }

  /// Returns the index of the nearest filled place above a place; nil if there is none.
  func lastFilled(above index: Int) -> Int? { entries[..<index].lastIndex(where: \.isFilled) }

  /// Returns the index of the first displayed place of a range, or of the last; nil if there is none.
  func displayed(first isFirst: Bool, in range: Range<Int>) -> Int? {
    isFirst ? entries[range].firstIndex(where: \.isDisplayed) : entries[range].lastIndex(where: \.isDisplayed)
  }
}

// MARK: - Changing

extension PlaceTable {
  /// Adds a place below all others.
  mutating func append(_ entry: Entry) { insert(entry, at: count) }

  /// Inserts a place.
  mutating func insert(_ entry: Entry, at index: Int) {
    entries.insert(entry, at: index)
    if entry.isFilled { filledCount += 1 }
    if entry.number == Entry.unnumbered { hasUnnumbered = true }
    countFilledOnTop(from: index)
  }

  /// Fills a place, or removes its ad; either way the place has displayed no ad.
  mutating func setFilled(_ isFilled: Bool, at index: Int) {
    filledCount += (isFilled ? 1 : 0) - (entries[index].isFilled ? 1 : 0)
    entries[index].isFilled = isFilled
    entries[index].isDisplayed = false
    countFilledOnTop(from: index)
  }

  /// Counts the filled places on top again, after a change at an index.
  private mutating func countFilledOnTop(from index: Int) {
    filledOnTop = Swift.min(filledOnTop, index)
    while filledOnTop < count, entries[filledOnTop].isFilled { filledOnTop += 1 }
  }

  /// Records whether the ad of a place has been displayed.
  mutating func setDisplayed(_ isDisplayed: Bool, at index: Int) { entries[index].isDisplayed = isDisplayed }

  /// Numbers the places without numbers in feed order; returns the numbers.
  mutating func numberPlaces(from first: Int) -> Range<Int> {
    guard hasUnnumbered else { return first..<first }
    hasUnnumbered = false
    var next = first
    for index in entries.indices where entries[index].number == Entry.unnumbered {
      entries[index].number = next
      next += 1
    }
    return first..<next
  }

  /// Moves places with their content rows.
  ///
  /// - Parameters:
  ///   - changed: The content rows among which rows leave or come; the places above do not move.
  ///   - distance: The distance by which content rows move that are below `changed`.
  ///   - end: The number of content rows; places there and beyond may move in another way.
  ///   - move: Returns the new content row of a content row.
  mutating func moveContent(
    _ changed: ClosedRange<Int>, below distance: Int, to end: Int, _ move: (Int) -> Int
  ) {
    let first = firstIndex(notBeforeContent: changed.lowerBound)
    let below = firstIndex(notBeforeContent: changed.upperBound + 1)
    let rest = Swift.max(below, firstIndex(notBeforeContent: end))
    var places = entries.mutableSpan
    for index in first..<below { places[index].content = move(places[index].content) }
    for index in below..<rest { places[index].content += distance }
    for index in rest..<places.count { places[index].content = move(places[index].content) }
  }

  /// Whether the count of filled places is right, and the places ascend.
  func checkInvariants() -> Bool {
    filledCount == entries.count(where: \.isFilled)
      && filledOnTop == entries.firstIndex { !$0.isFilled } ?? count
      && zip(entries, entries.dropFirst()).allSatisfy { $0.content <= $1.content }
  }
}
