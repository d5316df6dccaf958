import FeedWeave
import Interception
import ListModel
import Placement
import Testing
import WeavingSupport

/// Of scrolling both sides hear, the content side first, and its answers count.
struct ScrollWeavingTests {
  private let desk = ActionDesk([(0..<20).map { "free\($0)" }])
  private let ads = AdActions([feed(0, 1), feed(0, 4)])
  private let list: DeskList

  init() {
    list = makeList(desk, height: 5)
    list.weave(ads)
    list.layoutIfNeeded()
    desk.comparesGeometry = false
    _ = desk.takeLog()
    _ = ads.takeLog()
  }

  @Test func `both sides are told each in its coordinates`() {
    list.display.drag(by: 2)
    list.display.endDragging(velocity: 0.01)
    list.setContentOffset(1, animated: true)
    list.display.scrollToTop()
    #expect(
      desk.takeLog() == [
        "pulls of 20", "scrolls of 20", "lets go 0.01 of 20", "let go true of 20", "rolls of 20", "scrolls of 20",
        "rests of 20", "scrolls of 20", "animated of 20", "to top of 20", "scrolls of 20", "at top of 20",
      ])
    #expect(
      ads.takeLog() == [
        "pulls of 22", "scrolls of 22", "lets go of 22", "let go of 22", "rolls of 22", "scrolls of 22", "rests of 22",
        "scrolls of 22", "animated of 22", "to top of 22", "scrolls of 22", "at top of 22",
      ])
  }

  @Test func `the content side is told first`() throws {
    var order: [String] = []
    let ads = ads
    desk.whenTold = { word, _ in order.append("\(word) with \(ads.takeLog().count)") }
    list.contentOffset = 3
    #expect(order == ["scrolls with 0"])
    #expect(ads.takeLog() == ["scrolls of 22"])
  }

  /// A content side that answers, or leaves it.
  private final class Answering: ListDelegate {
    var top: Bool?
    var target: Double?
    func listShouldScrollToTop(_ list: ListView) -> Bool? { top }
    func list(
      _ list: ListView, willEndDraggingWithVelocity velocity: Double, targetContentOffset target: inout Double
    ) { target = self.target ?? target }
  }

  @Test func `the content sides answer counts and else the insertions sides`() {
    let content = Answering()
    list.kept.append(content)
    list.delegate = content
    for (asked, offered, allowed) in [
      (true, false, true), (false, true, false), (nil, false, false), (nil, true, true), (nil, nil, true),
    ] as [(Bool?, Bool?, Bool)] {
      content.top = asked
      ads.answersTop = offered
      #expect(list.display.scrollToTop() == allowed, "\(String(describing: asked)) \(String(describing: offered))")
    }
    for (asked, offered, end) in [(3, 4, 3), (nil, 4, 4), (nil, nil, 0)] as [(Double?, Double?, Double)] {
      list.contentOffset = 0
      content.target = asked
      ads.target = offered
      list.display.beginDragging()
      list.display.endDragging()
      #expect(list.contentOffset == end)
    }
  }
}
