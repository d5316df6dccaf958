/// The caller's numbers of a section's insertions, in feed order.
///
/// Most callers make their requests in feed order, so the first number is enough; only other numbers take memory. They
/// are stored in pages, so that a copy to which a number is added shares all pages but the last.
struct CallerIndices: Hashable, Sendable {
  /// Up to ``pageCapacity`` numbers.
  private struct Page: Hashable, Sendable {
    var numbers: ContiguousArray<Int> = []
    /// How many of the numbers do not follow the number before, except for the first of the page.
    var breakCount = 0

    mutating func append(_ number: Int) {
      if let last = numbers.last, number != last &+ 1 { breakCount += 1 }
      numbers.append(number)
    }
  }

  private static let pageCapacity = 2_048

  /// The first insertion's number if the numbers are consecutive, else 0.
  private var first: Int
  /// All numbers if they are not consecutive, else none.
  private var pages: ContiguousArray<Page> = []

  /// Makes consecutive numbers.
  init(from first: Int) { self.first = first }

  /// Makes a list of any numbers.
  init(_ indices: [Int]) {
    first = indices.first ?? 0
    if zip(indices, indices.indices).allSatisfy({ [first] in $0 &- $1 == first }) { return }
    first = 0
    for index in indices { append(listed: index) }
  }

  /// Whether the numbers are consecutive.
  var isConsecutive: Bool { pages.isEmpty }

  /// Returns the caller's number of the insertion with a rank.
  subscript(rank: Int) -> Int {
    pages.isEmpty
      ? first + rank : pages[rank / CallerIndices.pageCapacity].numbers[rank % CallerIndices.pageCapacity]
  }
}

// MARK: - Changing

extension CallerIndices {
  /// Removes the numbers of some of `count` insertions, by rank, and adds others at their ranks after the change; both
  /// lists ascend.
  /// - Complexity: O(added) if they are below all others and none is removed, else O(insertions below the first change).
  mutating func change(removing removed: [Int], adding added: [(rank: Int, number: Int)], count: Int) {
    if removed.isEmpty, added.first.map({ $0.rank == count }) ?? true {
      for (offset, one) in added.enumerated() { append(one.number, count: count + offset) }
      return
    }
    listAll(count)
    let start = min(removed.first ?? count, added.first?.rank ?? count) / CallerIndices.pageCapacity
    let former = pages[start...].flatMap(\.numbers)
    let firstRank = start * CallerIndices.pageCapacity
    pages.removeSubrange(start...)
    var (removed, added, rank) = (removed[...], added[...], firstRank)
    for (offset, number) in former.enumerated() {
      if removed.first == firstRank + offset {
        removed.removeFirst()
        continue
      }
      while let next = added.first, next.rank == rank {
        append(listed: next.number)
        rank += 1
        added.removeFirst()
      }
      append(listed: number)
      rank += 1
    }
    for next in added { append(listed: next.number) }
    forgetIfConsecutive()
  }

  private mutating func append(_ number: Int, count: Int) {
    if count == 0 { first = number }
    if pages.isEmpty, number == first + count { return }
    listAll(count)
    append(listed: number)
  }

  private mutating func append(listed number: Int) {
    if pages.last.map({ $0.numbers.count == CallerIndices.pageCapacity }) ?? true { pages.append(Page()) }
    pages[pages.count - 1].append(number)
  }

  /// Lists `count` consecutive numbers.
  private mutating func listAll(_ count: Int) {
    guard pages.isEmpty else { return }
    let numbers = first..<first + count
    first = 0
    for number in numbers { append(listed: number) }
  }

  /// Stores only the first number if all are consecutive.
  private mutating func forgetIfConsecutive() {
    let isConsecutive = pages.indices.allSatisfy { page in
      pages[page].breakCount == 0 && (page == 0 || pages[page - 1].numbers.last == pages[page].numbers[0] - 1)
    }
    guard isConsecutive else { return }
    first = pages.first?.numbers.first ?? 0
    pages = []
  }
}

extension CallerIndices {
  /// Returns a number greater than those of `count` insertions.
  /// - Complexity: O(`count`), and O(1) if the numbers are consecutive.
  func end(count: Int) -> Int {
    let last = pages.isEmpty ? (count > 0 ? first + count - 1 : -1) : pages.compactMap { $0.numbers.max() }.max() ?? -1
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
