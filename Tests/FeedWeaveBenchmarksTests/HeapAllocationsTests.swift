import Testing

@testable import FeedWeaveBenchmarks

struct HeapAllocationsTests {
  private final class Thing {}

  /// In a process of its own, since no other thread may use the heap meanwhile.
  @Test(.enabled(if: HeapAllocations.canBeCounted)) func `objects are counted`() async {
    await #expect(processExitsWith: .success) {
      var things: [Thing] = []
      things.reserveCapacity(100)
      let count = HeapAllocations.made { for _ in 0..<100 { things.append(Thing()) } } ?? 0
      precondition((100..<200).contains(count), "\(count) objects were counted where 100 were made")
      precondition(things.count == 100)
    }
  }
}
