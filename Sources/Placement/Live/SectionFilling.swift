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
