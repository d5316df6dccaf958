import ListModel
import Testing

@Suite struct ListViewScrollEventsTests {
  let feed = TestFeed(heights: [Array(repeating: 4, count: 20)])
  let delegate = InteractionDelegate()
  var list: ListView { feed.list }

  init() {
    list.rowHeight = 4
    list.delegate = delegate
    list.layoutIfNeeded()
    delegate.events = []
  }

  @Test func `every change of the offset is told once`() {
    list.contentOffset = 7
    #expect(delegate.takeEvents() == ["scroll 7.0"])
    list.contentOffset = 7
    list.layoutIfNeeded()
    #expect(delegate.takeEvents() == [])
    list.contentOffset = 1000
    #expect(delegate.takeEvents() == ["scroll 70.0"])
    list.contentOffset = 2000
    #expect(delegate.takeEvents() == [])
    list.display.scroll(by: -5)
    #expect(delegate.takeEvents() == ["scroll 65.0"])
    feed.sections[0].rows.removeLast(15)
    feed.reload()
    list.layoutIfNeeded()
    #expect(delegate.takeEvents() == ["scroll 10.0"])
    list.viewportSize.height = 15
    list.layoutIfNeeded()
    #expect(delegate.takeEvents() == ["scroll 5.0"])
  }

  @Test func `the end of an animation is told where anything moved`() {
    list.scrollToRow(at: path(3), at: .top, animated: true)
    #expect(delegate.takeEvents() == ["scroll 12.0", "animated 12.0"])
    list.scrollToRow(at: path(3), at: .top, animated: true)
    list.scrollToRow(at: path(3), at: .top, animated: false)
    #expect(delegate.takeEvents() == [])
    list.setContentOffset(20, animated: true)
    list.setContentOffset(21, animated: false)
    #expect(delegate.takeEvents() == ["scroll 20.0", "animated 20.0", "scroll 21.0"])
    list.selectRow(at: path(0), animated: true, scrollPosition: .top)
    #expect(delegate.takeEvents() == ["scroll 0.0", "animated 0.0"])
  }

  @Test func `dragging is told from beginning to end`() {
    list.display.drag(by: 5)
    list.display.drag(by: 1)
    #expect(list.isDragging)
    list.display.endDragging()
    #expect(!list.isDragging)
    #expect(
      delegate.takeEvents() == ["willDrag true", "scroll 5.0", "scroll 6.0", "willEnd 0.0 6.0", "didEnd false false"])
    list.display.endDragging(velocity: 3)
    #expect(delegate.takeEvents() == [])
  }

  @Test func `content that is let go moves on by itself`() {
    list.display.drag(by: 5)
    _ = delegate.takeEvents()
    list.display.endDragging(velocity: 0.05)
    #expect(
      delegate.takeEvents() == [
        "willEnd 0.05 \(list.contentOffset)", "didEnd true false", "willDecelerate true",
        "scroll \(list.contentOffset)",
        "didDecelerate false",
      ])
    #expect(abs(list.contentOffset - 29.95) < 1e-6)
    for (velocity, end) in [(1000.0, 70.0), (-1000, 0), (.infinity, 70), (-.infinity, 0)] {
      list.display.beginDragging()
      list.display.endDragging(velocity: velocity)
      #expect(list.contentOffset == end, "\(velocity)")
    }
  }

  @Test func `the delegate says where the content comes to rest`() {
    for (target, end) in [(12.0, 12.0), (-8, 0), (900, 70), (.nan, 70)] {
      delegate.target = target
      list.display.beginDragging()
      list.display.endDragging(velocity: 0.001)
      #expect(list.contentOffset == end, "\(target)")
    }
    list.display.beginDragging()
    list.display.endDragging(velocity: .nan)
    #expect(list.contentOffset == 70)
  }

  @Test func `going to the top is asked and told`() {
    list.contentOffset = 30
    _ = delegate.takeEvents()
    delegate.allowsTop = false
    #expect(!list.display.scrollToTop())
    #expect(delegate.takeEvents() == ["shouldTop"])
    delegate.allowsTop = nil
    #expect(list.display.scrollToTop())
    #expect(delegate.takeEvents() == ["shouldTop", "scroll 0.0", "top"])
    list.scrollsToTop = false
    #expect(!list.display.scrollToTop())
    #expect(delegate.takeEvents() == [])
    list.scrollsToTop = true
    list.delegate = nil
    #expect(list.display.scrollToTop())
  }

  @Test func `a callback may scroll or reload`() {
    delegate.onEvent = { [unowned list] event in
      if event == "scroll 5.0" { list.contentOffset = 9 }
      if event == "scroll 9.0" { list.reloadData() }
    }
    list.contentOffset = 5
    list.layoutIfNeeded()
    #expect(delegate.takeEvents() == ["scroll 5.0", "scroll 9.0"])
    #expect(list.contentOffset == 9)
  }
}
