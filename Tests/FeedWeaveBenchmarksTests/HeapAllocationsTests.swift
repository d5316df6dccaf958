import Testing

@testable import FeedWeaveBenchmarks

struct HeapAllocationsTests {
  private final class Thing {}

  @Test func objectsAreCounted() throws {
    var things: [Thing] = []
    things.reserveCapacity(100)
    let count = HeapAllocations.made { for _ in 0..<100 { things.append(Thing()) } }
    // Other tests may run meanwhile, so there may be more.
    guard let count else { return }
    #expect(count >= 100)
    #expect(things.count == 100)
  }
}
