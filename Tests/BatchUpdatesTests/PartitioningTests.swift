import Testing

@testable import BatchUpdates

@Suite struct RangePartitioningTests {
  @Test func theFirstNumberForWhichItHoldsIsFoundOrTheEnd() {
    for start in -2...2 {
      for end in start...start + 6 {
        for first in start - 1...end + 1 {
          let expected = Swift.min(Swift.max(start, first), end)
          #expect((start..<end).partitioningIndex { $0 >= first } == expected, "\(start)..<\(end) from \(first)")
        }
      }
    }
  }

  @Test func onlyNumbersOfTheRangeAreAskedAboutAtTheFarEndAsWell() {
    let range = Int.max - 5..<Int.max
    let found = range.partitioningIndex { number in
      #expect(range.contains(number))
      return number >= .max - 2
    }
    #expect(found == .max - 2)
  }
}
