import Testing

@testable import BatchUpdates

@Suite struct RangePartitioningTests {
  @Test func `the first number for which it holds is found or the end`() {
    for start in -2...2 {
      for end in start...start + 6 {
        for first in start - 1...end + 1 {
          let expected = Swift.min(Swift.max(start, first), end)
          #expect((start..<end).partitioningIndex { $0 >= first } == expected, "\(start)..<\(end) from \(first)")
        }
      }
    }
  }

  @Test func `only numbers of the range are asked about at the far end as well`() {
    let range = Int.max - 5..<Int.max
    let found = range.partitioningIndex { number in
      #expect(range.contains(number))
      return number >= .max - 2
    }
    #expect(found == .max - 2)
  }
}
