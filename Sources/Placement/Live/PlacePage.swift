/// Up to 4,096 places of a section, the unit that is copied on write.
struct PlacePage: Equatable, Sendable {
  /// A place, as small as it gets.
  private struct Slot: Equatable, Sendable {
    var number: Int
    /// The content row, minus the base of the page.
    var content: Int32
    /// The fixed position; negative for a repeated one.
    var fixed: Int32
    var tenant: Int32
    var isFilled: Bool
    var isDisplayed: Bool
  }

  /// The largest number of places.
  static let capacity = 4_096

  private var slots: ContiguousArray<Slot> = []
  /// What is added to the content rows of all places.
  var base = 0
  /// The number of filled places, and of those whose ad has been displayed.
  private(set) var filledCount = 0
  private(set) var displayedCount = 0
  /// The number of filled places above all places that are not: most often all that are filled.
  private var filledOnTop = 0
  /// A range that has the numbers of all places.
  private(set) var numbers = Int.max...Int.max

  var count: Int { slots.count }
  var firstContent: Int { base + Int(slots[0].content) }
  var lastContent: Int { base + Int(slots[slots.count - 1].content) }

  subscript(index: Int) -> PlaceTable.Entry {
    let slot = slots[index]
    return PlaceTable.Entry(
      number: slot.number, tenant: Int(slot.tenant), fixed: slot.fixed < 0 ? nil : Int(slot.fixed),
      content: base + Int(slot.content), isFilled: slot.isFilled, isDisplayed: slot.isDisplayed)
  }
}

// MARK: - Searching

extension PlacePage {
  func firstIndex(notBeforeContent row: Int) -> Int {
    slots.partitioningIndex { base + Int($0.content) >= row }
  }

  func index(ofNumber number: Int) -> Int? {
    // Places are numbered in their order, until content is inserted above them.
    let likely = number - numbers.lowerBound
    if slots.indices ~= likely, slots[likely].number == number { return likely }
    return slots.firstIndex { $0.number == number }
  }

  /// Whether no place is filled below one that is not.
  private var isFilledFromTop: Bool { filledOnTop == filledCount }

  /// Returns the number of filled places before an index.
  func filledCount(above index: Int) -> Int {
    if isFilledFromTop || index <= filledOnTop { return min(filledOnTop, index) }
    var filled = filledOnTop
    for slot in filledOnTop..<index where slots[slot].isFilled { filled += 1 }
    return filled
  }

  /// Returns whether any place is filled, or any is not.
  func has(filled isFilled: Bool) -> Bool { isFilled ? filledCount > 0 : filledCount < count }

  func next(filled isFilled: Bool, from index: Int) -> Int? {
    if isFilled, isFilledFromTop { return index < filledOnTop ? index : nil }
    return slots[(isFilled ? index : max(index, filledOnTop))...].firstIndex { $0.isFilled == isFilled }
  }

  func lastFilled(above index: Int) -> Int? {
    if isFilledFromTop || index <= filledOnTop {
      let count = min(filledOnTop, index)
      return count > 0 ? count - 1 : nil
    }
    return slots[..<index].lastIndex { $0.isFilled }
  }
}

// MARK: - Changing

extension PlacePage {
  mutating func insert(_ entry: PlaceTable.Entry, at index: Int) {
    if slots.isEmpty { base = entry.content }
    let slot = Slot(
      number: entry.number, content: Int32(entry.content - base), fixed: Int32(entry.fixed ?? -1),
      tenant: Int32(entry.tenant), isFilled: entry.isFilled, isDisplayed: entry.isDisplayed)
    if index == slots.count { slots.append(slot) } else { slots.insert(slot, at: index) }
    if entry.isFilled { filledCount += 1 }
    filledOnTop = min(filledOnTop, index)
    countFilledOnTop()
    if entry.isDisplayed { displayedCount += 1 }
    include(entry.number)
  }

  /// Removes the second half of the places, and returns it.
  mutating func splitOff() -> PlacePage {
    var (upper, lower) = (PlacePage(), PlacePage())
    for index in 0..<count {
      if index < count / 2 { lower.insert(self[index], at: index) } else { upper.insert(self[index], at: upper.count) }
    }
    self = lower
    return upper
  }

  mutating func setFilled(_ isFilled: Bool, at index: Int) {
    setDisplayed(false, at: index)
    filledCount += (isFilled ? 1 : 0) - (slots[index].isFilled ? 1 : 0)
    slots[index].isFilled = isFilled
    if !isFilled { filledOnTop = min(filledOnTop, index) }
    countFilledOnTop()
  }

  /// Counts on, where it is known that so many places are filled on top.
  private mutating func countFilledOnTop() {
    while filledOnTop < count, slots[filledOnTop].isFilled { filledOnTop += 1 }
  }

  mutating func setDisplayed(_ isDisplayed: Bool, at index: Int) {
    displayedCount += (isDisplayed ? 1 : 0) - (slots[index].isDisplayed ? 1 : 0)
    slots[index].isDisplayed = isDisplayed
  }

  /// Numbers the places without numbers.
  mutating func numberPlaces(from next: inout Int) {
    numbers = Int.max...Int.max
    for index in slots.indices {
      if slots[index].number < 0 {
        slots[index].number = next
        next += 1
      }
      include(slots[index].number)
    }
  }

  mutating func moveContent(_ move: (Int) -> Int) {
    for index in slots.indices { slots[index].content = Int32(move(base + Int(slots[index].content)) - base) }
  }

  private mutating func include(_ number: Int) {
    numbers =
      numbers.lowerBound == .max ? number...number : min(numbers.lowerBound, number)...max(numbers.upperBound, number)
  }

  /// Whether the counts match the places.
  func checkInvariants() -> Bool {
    count <= PlacePage.capacity && filledCount == slots.count(where: \.isFilled)
      && displayedCount == slots.count(where: \.isDisplayed)
      && filledOnTop == slots.firstIndex { !$0.isFilled } ?? count
      && zip(slots, slots.dropFirst()).allSatisfy { $0.content <= $1.content }
      && slots.allSatisfy { numbers.contains($0.number) }
  }
}
