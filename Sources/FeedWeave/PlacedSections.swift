import Placement

/// The feed sections of inserted sections, each at the position asked for or the next free one.
///
/// Content does not matter: all other feed sections are the content's, in order, whether the content has them or not.
struct PlacedSections {
  /// The feed sections, ascending.
  private var positions: [Int] = []
  /// The number of the insertion at each position.
  private var numbers: [Int] = []

  /// Places requests with distinct numbers.
  ///
  /// - Complexity: O(n log n).
  init(_ requests: [NumberedRequest<Int>]) {
    for request in requests.sorted(by: { ($0.position, $0.number) < ($1.position, $1.number) }) {
      positions.append(max(request.position, (positions.last ?? -1) + 1))
      numbers.append(request.number)
    }
  }

  /// Returns the feed section that a feed section is among other inserted sections; nil if it is inserted, and not
  /// among them.
  ///
  /// - Complexity: O(log n) for a section of the content, O(n) for an inserted one.
  func section(_ section: Int, among others: PlacedSections) -> Int? {
    let rank = positions.partitioningIndex { $0 >= section }
    guard rank < positions.count, positions[rank] == section else {
      return others.feedSection(ofContent: section - rank)
    }
    return others.numbers.firstIndex(of: numbers[rank]).map { others.positions[$0] }
  }

  private func feedSection(ofContent section: Int) -> Int {
    section + positions.indices.partitioningIndex { positions[$0] - $0 > section }
  }
}
