import ListModel

/// What becomes of the insertions among rows, or of the inserted sections among sections, of which some are kept.
///
/// An insertion is untouched when as many kept ones stand before it as did, and its like among the insertions; that is the least
/// that leads from the one order to the other.
struct InsertionComparison {
  /// An insertion by the caller's number, and where it stands.
  struct Place {
    var number: Int
    var position: Int
  }

  /// Those that kept ones have passed.
  private(set) var moved: [(from: Int, to: Int)] = []
  /// Those that are no longer here.
  private(set) var left: [Place] = []
  /// Those that have not been here.
  private(set) var come: [Place] = []

  private var leaving: SortedNumbers
  private var coming: SortedNumbers
  private var lastUntouched = -1

  /// Compares what stood here with what stands here now, both in order.
  ///
  /// The first `untouched` insertions are known to be so; none is, and no number means the same, unless `areSame`. What leaves is
  /// numbered without insertions as before, what comes as after.
  ///
  /// - Complexity: O(insertions + n log n), for n that leave or come.
  init(
    before: some RandomAccessCollection<Place>, after: some RandomAccessCollection<Place>, areSame: Bool,
    untouched: Int = 0, leaving: [Int], coming: [Int]
  ) {
    self.leaving = SortedNumbers(leaving)
    self.coming = SortedNumbers(coming)
    guard areSame else {
      (left, come) = (Array(before), Array(after))
      return
    }
    var rank = untouched
    while rank < min(before.count, after.count) {
      let former = before[before.index(before.startIndex, offsetBy: rank)]
      let place = after[after.index(after.startIndex, offsetBy: rank)]
      guard former.number == place.number else { break }
      compare(former, rank, place, rank)
      rank += 1
    }
    compareRest(before, after, from: rank)
  }

  private mutating func compareRest(
    _ before: some RandomAccessCollection<Place>, _ after: some RandomAccessCollection<Place>, from rank: Int
  ) {
    var former: [Int: (rank: Int, place: Place)] = [:]
    for (offset, place) in before.dropFirst(rank).enumerated() { former[place.number] = (rank + offset, place) }
    for (offset, place) in after.dropFirst(rank).enumerated() {
      if let known = former.removeValue(forKey: place.number) {
        compare(known.place, known.rank, place, rank + offset)
      } else {
        come.append(place)
      }
    }
    left = former.values.sorted { $0.rank < $1.rank }.map(\.place)
  }

  private mutating func compare(_ former: Place, _ formerRank: Int, _ place: Place, _ rank: Int) {
    let keptBefore = former.position - formerRank - leaving.count(below: former.position - formerRank)
    let keptAfter = place.position - rank - coming.count(below: place.position - rank)
    if keptBefore == keptAfter, formerRank > lastUntouched {
      lastUntouched = formerRank
    } else {
      moved.append((from: former.position, to: place.position))
    }
  }
}

/// Numbers in order, of which those below others are counted.
private struct SortedNumbers {
  private let numbers: [Int]

  init(_ numbers: [Int]) {
    self.numbers = numbers.sorted()
  }

  /// How many are below a bound.
  func count(below bound: Int) -> Int { numbers.partitioningIndex { $0 >= bound } }
}
