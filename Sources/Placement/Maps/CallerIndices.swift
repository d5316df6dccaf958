/// Which of the caller's insertions each insertion of a section is, in feed order.
///
/// Callers mostly ask in order, so that a first number says it all; only others cost memory.
struct CallerIndices: Hashable, Sendable {
  /// The first insertion's number where the numbers are consecutive, else 0.
  private let first: Int
  /// The numbers where they are not consecutive.
  private let listed: [Int]

  /// Consecutive numbers.
  init(from first: Int) {
    (self.first, listed) = (first, [])
  }

  /// Any numbers.
  init(_ indices: [Int]) {
    let first = indices.first ?? 0
    let isConsecutive = zip(indices, indices.indices).allSatisfy { $0 &- $1 == first }
    (self.first, listed) = isConsecutive ? (first, []) : (0, indices)
  }

  /// Whether the first number says it all.
  var isConsecutive: Bool { listed.isEmpty }

  /// The caller's number of the insertion of a rank.
  subscript(rank: Int) -> Int {
    listed.isEmpty ? first + rank : listed[rank]
  }
}
