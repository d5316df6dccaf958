import Testing

@testable import BatchUpdates

@Suite struct BatchPositionsTests {
  private let positions = BatchPositions([
    ([5, 2, 8], { index, _ in "a\(index)" }), ([], { index, _ in "b\(index)" }),
    ([2, 5, 2], { index, _ in "c\(index)" }),
  ])

  @Test func `a position is found with the operation that names it`() {
    #expect(positions.first { $0 > 5 }! == (8, "a2"))
    #expect(positions.first { $0 == 2 }! == (2, "a1"))
    #expect(positions.first { $0 > 8 } == nil)
  }

  @Test func `the lowest repeated position is found with its first two operations`() {
    #expect(positions.firstRepeated()! == (2, "a1", "c0"))
    #expect(BatchPositions([([3, 1], { $1 }), ([2], { $1 })]).firstRepeated() == nil)
  }
}
