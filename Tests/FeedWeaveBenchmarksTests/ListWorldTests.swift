import Testing

@testable import FeedWeaveBenchmarks

struct ListWorldTests {
  @Test func `a carousel is scrolled with as many rows in view as a table`() {
    let shape = ListWorld.Shape(rowsPerSection: 100)
    let (carousel, table) = (ListWorld.carousel(shape), ListWorld.plain(shape))
    #expect(table.scroll(steps: 3) == 24 && carousel.scrollAcross(steps: 3) == 24)
  }
}
