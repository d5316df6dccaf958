import ListModel
import Testing

@Suite struct ListViewScrollingTests {
  @Test func `every row can be brought to every position`() {
    let heights: [Double] = [3, 0, 7, 12, 1, 5, 5, 2, 30, 4]
    for estimate in [1.0, 4, 40] {
      for start in [0.0, 17, 1000] {
        for row in heights.indices where heights[row] > 0 {
          for position in [ListScrollPosition.none, .top, .middle, .bottom] {
            let feed = TestFeed(heights: [heights])
            feed.list.estimatedRowHeight = estimate
            feed.list.contentOffset = start
            feed.list.layoutIfNeeded()
            let former = feed.list.contentOffset
            feed.list.scrollToRow(at: path(row), at: position)
            let label = "row \(row), \(position), estimate \(estimate), from \(start)"
            if let fault = feed.fault { Issue.record("\(label): \(fault)") }
            if let wrong = misplacement(of: row, position, feed.list, former) { Issue.record("\(label): \(wrong)") }
          }
        }
      }
    }
  }

  private func misplacement(
    of row: Int, _ position: ListScrollPosition, _ list: ListView, _ former: Double
  ) -> String? {
    let rect = list.rectForRow(at: path(row))
    let offset = list.contentOffset
    let last = max(0, list.contentSize.height - 10)
    switch position {
    case .top: return offset == min(rect.minY, last) ? nil : "\(rect) at \(offset)"
    case .middle:
      return offset == max(0, min(rect.minY + rect.size.height / 2 - 5, last)) ? nil : "\(rect) at \(offset)"
    case .bottom: return offset == max(0, min(rect.maxY - 10, last)) ? nil : "\(rect) at \(offset)"
    case .none:
      let isInView = rect.minY >= offset && (rect.maxY <= offset + 10 || rect.minY == offset)
      return isInView ? nil : "\(rect) is not in view at \(offset)"
    }
  }

  @Test func `a row in view is left where it is`() {
    let feed = TestFeed(heights: [[4, 4, 4, 4, 4, 4]])
    feed.list.contentOffset = 5
    feed.list.scrollToRow(at: path(2), at: .none)
    #expect(feed.list.contentOffset == 5)
    feed.list.scrollToRow(at: path(3), at: .none)
    #expect(feed.list.contentOffset == 6)
    feed.list.scrollToRow(at: path(1), at: .none, animated: true)
    #expect(feed.list.contentOffset == 4)
  }

  @Test func `the offset stays in the content`() {
    let feed = TestFeed(heights: [[4, 4, 4, 4, 4, 4]])
    for (wanted, kept) in [(-5.0, 0.0), (7, 7), (14, 14), (15, 14), (.infinity, 14), (.nan, 14), (-.infinity, 0)] {
      feed.list.contentOffset = wanted
      #expect(feed.list.contentOffset == kept)
    }
    feed.list.contentOffset = 14
    feed.list.viewportSize.height = 20
    #expect(feed.list.contentOffset == 4)
    feed.sections[0].rows.removeLast(4)
    feed.reload()
    #expect(feed.list.contentOffset == 0)
    #expect(feed.fault == nil)
  }
}
