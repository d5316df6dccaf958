/// The caller's numbers of a section's insertions, in feed order.
///
/// Most callers make their requests in feed order, so the first number is enough; only other numbers take memory.
struct CallerIndices: Hashable, Sendable {
  /// The first insertion's number if the numbers are consecutive, else 0.
  private var first: Int
  /// All numbers if they are not consecutive, else none.
  private var listed: [Int] = []

  /// Makes consecutive numbers.
  init(from first: Int) { self.first = first }

  /// Makes a list of any numbers.
  init(_ numbers: [Int]) {
    first = numbers.first ?? 0
    if numbers.enumerated().allSatisfy({ [first] in $1 &- $0 == first }) { return }
    (first, listed) = (0, numbers)
  }

  /// Whether the numbers are consecutive.
  var isConsecutive: Bool { listed.isEmpty }

  /// Returns the caller's number of the insertion with a rank.
  subscript(rank: Int) -> Int { listed.isEmpty ? first + rank : listed[rank] }

  /// Removes the numbers of some of `count` insertions, by rank, and adds others at their ranks after the change; both
  /// lists ascend.
  /// - Complexity: O(added) if they are below all others and none is removed, else O(`count`).
  mutating func change(removing removed: [Int], adding added: [(rank: Int, number: Int)], count: Int) {
    if removed.isEmpty, count > 0, added.allSatisfy({ $0.rank >= count }) {
      if !isConsecutive { return listed += added.map(\.number) }
      if added.allSatisfy({ $0.number == first + $0.rank }) { return }
    }
    var numbers = (0..<count).map { self[$0] }
    numbers.change(removing: removed, adding: added.map { ($0.rank, $0.number) })
    self = CallerIndices(numbers)
  }

  /// Returns a number greater than those of `count` insertions.
  /// - Complexity: O(`count`), and O(1) if the numbers are consecutive.
  func end(count: Int) -> Int {
    let last = listed.max() ?? (count > 0 ? first + count - 1 : -1)
    return last == .max ? .max : last + 1
  }
}

extension SectionRows {
  /// A number greater than those of all insertions.
  var numberEnd: Int { indices.end(count: map.insertionCount) }

  /// The position of the last insertion, visible or waiting; -1 if there is none.
  var lastPosition: Int { map.insertionCount > 0 ? map.position(ofRank: map.insertionCount - 1) : -1 }

  /// Adds insertions below all others, each at its row or the next free one; rows ascend.
  ///
  /// Returns the rows of those that are visible; nil if there is no room for one.
  mutating func append(_ new: [(row: Int, number: Int)]) -> [Int]? {
    let first = map.insertionCount
    guard new.count <= RowMap.limit - map.contentCount - first else { return nil }
    var last = lastPosition
    var added: [(rank: Int, content: Int, number: Int)] = []
    added.reserveCapacity(new.count)
    for (offset, one) in new.enumerated() {
      last = Swift.max(one.row, last + 1)
      added.append((rank: first + offset, content: last - first - offset, number: one.number))
    }
    if last > RowMap.limit { return nil }
    change(removing: [], adding: added, holdingEnd: false)
    return added.prefix { $0.rank < map.visibleCount }.map { $0.content + $0.rank }
  }

  /// Removes some insertions by rank, and adds others with their ranks after the change, content rows and numbers; both
  /// lists ascend.
  mutating func change(
    removing removed: [Int], adding added: [(rank: Int, content: Int, number: Int)], holdingEnd: Bool
  ) {
    indices.change(removing: removed, adding: added.map { ($0.rank, $0.number) }, count: map.insertionCount)
    map.change(removing: removed, adding: added.map { ($0.rank, $0.content) }, holdingEnd: holdingEnd)
  }
}
