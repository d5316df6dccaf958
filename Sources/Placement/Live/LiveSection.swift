/// The places of one section, and how far planning and displaying have come in it.
struct LiveSection: Hashable, Sendable {
  /// A place as the section keeps it.
  struct Entry: Hashable, Sendable {
    /// The number of a place that has none yet.
    static let unnumbered = -1

    var number = Entry.unnumbered
    var tenant: Int
    var origin: PlaceOrigin
    /// The content row that it stands before.
    var content: Int
    var isFilled = false
    /// Whether what fills it has been displayed.
    var isDisplayed = false

    var id: LivePlacement.PlaceID { LivePlacement.PlaceID(number: number) }
  }

  var contentCount: Int
  /// The places, in feed order; the content rows before them do not descend.
  var entries: [Entry] = []
  /// Which of them are filled.
  private(set) var filling: SectionFilling
  /// How far each tenant's rules have come.
  var lanes: [TenantLane]
  /// The content rows from the first that has been displayed to the last.
  var seen = 0..<0

  init(contentCount: Int, number: Int, rules: [RuleTables]) {
    self.contentCount = contentCount
    lanes = rules.map { TenantLane($0, section: number) }
    filling = SectionFilling([], tenantCount: rules.count)
  }

  /// Takes note of what is filled after places have come, or have been filled or cleared.
  /// - Complexity: O(places).
  mutating func noteFilling() { filling = SectionFilling(entries, tenantCount: lanes.count) }

  /// Notes that a filled place has been displayed.
  mutating func display(_ index: Int) {
    entries[index].isDisplayed = true
    filling.display(index)
  }

  /// The first place before a content row, or before a later one.
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
  /// Follows rows that come and go: places, and how far planning has come, travel as anchored insertions do.
  mutating func follow(_ shift: RowShift) {
    for index in entries.indices { entries[index].content = shift.anchor(entries[index].content) }
    for lane in lanes.indices { lanes[lane].follow { $0.content = shift.anchor($0.content) } }
    seen = shift.staying(seen)
    contentCount = shift.newCount
  }

  /// Replaces all rows: places keep the numbers of their content rows.
  mutating func reload(contentCount count: Int) {
    contentCount = count
    seen = seen.clamped(to: 0..<count)
  }
}

/// Which places of a section are filled, and displayed, so that nobody has to go through all of them to know.
struct SectionFilling: Hashable, Sendable {
  /// The places that are not filled, by their order.
  private(set) var unfilled: [Int] = []
  /// How many places of each tenant are filled.
  private(set) var own: [Int]
  /// The places from the first that has been displayed to the last.
  private(set) var displayed: ClosedRange<Int>?

  /// Goes through all places.
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

  /// Notes that a filled place has been displayed.
  mutating func display(_ index: Int) {
    displayed = min(displayed?.lowerBound ?? index, index)...max(displayed?.upperBound ?? index, index)
  }

  /// How many places above one are not filled, by which an unfilled one is found among the others.
  /// - Complexity: O(log places).
  func unfilledCount(above index: Int) -> Int { unfilled.indices.partitioningIndex { unfilled[$0] >= index } }

  /// How many places above an unfilled one are filled.
  func filledCount(aboveUnfilled rank: Int) -> Int { unfilled[rank] - rank }

  /// The nearest filled place above an unfilled one; those between have as many filled ones above them.
  /// - Complexity: O(log places).
  func filledPlace(aboveUnfilled rank: Int) -> Int? {
    let count = filledCount(aboveUnfilled: rank)
    let first = unfilled.indices.partitioningIndex { filledCount(aboveUnfilled: $0) >= count }
    return count > 0 ? unfilled[first] - 1 : nil
  }

  /// The nearest filled place below an unfilled one, of so many places.
  /// - Complexity: O(log places).
  func filledPlace(belowUnfilled rank: Int, of placeCount: Int) -> Int? {
    let count = filledCount(aboveUnfilled: rank)
    let end = unfilled.indices.partitioningIndex { filledCount(aboveUnfilled: $0) > count }
    let next = unfilled[end - 1] + 1
    return next < placeCount ? next : nil
  }
}
