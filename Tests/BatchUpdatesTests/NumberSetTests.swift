import TestSupport
import Testing

@testable import BatchUpdates

@Suite struct NumberSetTests {
  @Test func `finds the next larger number as a sorted array does`() {
    for bound in [1, 2, 63, 64, 65, 128, 4095, 4096, 4097, 5000, 300_000] {
      var random = SeededGenerator(seed: UInt64(bound))
      let set = NumberSet(bound: bound)
      var array = set.noWords
      var words = array.mutableSpan
      var numbers: Set<Int> = []
      for step in 0..<300 {
        let number = Int.random(in: 0..<bound, using: &random)
        if numbers.contains(number) || step % 3 == 2, let removed = numbers.randomElement(using: &random) {
          set.remove(removed, &words)
          numbers.remove(removed)
        } else {
          set.insert(NumberSet.bit(number), inWord: NumberSet.word(number), &words)
          numbers.insert(number)
        }
        let start = Int.random(in: 0..<bound, using: &random)
        guard let expected = numbers.filter({ $0 >= start }).min() else { continue }
        let found = set.first(notBelow: start, words)
        if found != expected { Issue.record("below \(bound), step \(step): \(found) is not \(expected)") }
      }
      for number in numbers { set.remove(number, &words) }
      #expect(array.allSatisfy { $0 == 0 }, "below \(bound)")
    }
  }

  @Test func `numbers of one word are inserted together`() {
    let set = NumberSet(bound: 10_000)
    var array = set.noWords
    var words = array.mutableSpan
    set.insert(NumberSet.bit(6400) | NumberSet.bit(6463), inWord: 100, &words)
    #expect(set.first(notBelow: 0, words) == 6400)
    #expect(set.first(notBelow: 6400, words) == 6400)
    #expect(set.first(notBelow: 6401, words) == 6463)
  }
}

@Suite struct IncreasingSequencesTests {
  @Test func `each number has the length that a quadratic search finds`() {
    for seed in UInt64(1)...Sample.of(300, few: 60) {
      var random = SeededGenerator(seed: seed)
      let bound = Int.random(in: 1...400, using: &random)
      var numbers = Array(Int32(0)..<Int32(bound))
      for _ in 0..<Int.random(in: 0...20, using: &random) {
        let start = Int.random(in: 0..<bound, using: &random)
        let end = min(bound, start + Int.random(in: 1...100, using: &random))
        if Bool.random(using: &random) { numbers[start..<end].shuffle(using: &random) }
        numbers.swapAt(start, Int.random(in: 0..<bound, using: &random))
      }
      // Some new rows have no old row, and some of the old rows are outside of the bounds.
      for _ in 0..<bound / 4 { numbers[Int.random(in: 0..<bound, using: &random)] = -1 }
      let lower = Int.random(in: 0..<bound, using: &random) / 3
      let bounds = lower..<Int.random(in: lower...bound, using: &random)
      let found = IncreasingSequences(numbers.span, in: bounds)
      let expected = IncreasingSequencesTests.lengths(numbers, in: bounds)
      #expect(found.lengths == expected, "seed \(seed)")
      #expect(found.longest == max(0, expected.max() ?? 0), "seed \(seed)")
      #expect(found.numberCount == expected.count { $0 > 0 }, "seed \(seed)")
    }
  }

  private static func lengths(_ numbers: [Int32], in bounds: Range<Int>) -> [Int32] {
    var lengths: [Int32] = []
    for (index, number) in numbers.enumerated() {
      let before = (0..<index).filter { lengths[$0] > 0 && numbers[$0] < number }.map { lengths[$0] }
      lengths.append(bounds.contains(Int(number)) ? 1 + (before.max() ?? 0) : -1)
    }
    return lengths
  }
}
