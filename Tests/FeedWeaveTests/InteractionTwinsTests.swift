import FeedWeave
import ListModel
import Placement
import Testing

/// Menus, drags, scrolling and registrations are the same to a content side whether its list is woven or not.
struct InteractionTwinsTests {
  private static let articles = [
    ["free0", "menu1", "drag2", "plain3", "free4"], ["free0", "menu1"], ["drag0", "free1", "menu2"],
  ]

  @Test(arguments: [UpdatePolicy.pinned, .anchored])
  func sameWithInsertionsWithoutHeightWhereAllIsInView(policy: UpdatePolicy) {
    compare(policy: policy, adHeight: 0, viewport: 1000, comparesGeometry: true)
  }

  @Test(arguments: [UpdatePolicy.pinned, .anchored])
  func sameWithInsertionsWithoutHeightWhileScrolling(policy: UpdatePolicy) {
    compare(policy: policy, adHeight: 0, viewport: 6, comparesGeometry: true)
  }

  @Test(arguments: [UpdatePolicy.pinned, .anchored])
  func sameWithInsertionsThatTakeRoom(policy: UpdatePolicy) {
    compare(policy: policy, adHeight: 3, viewport: 1000, comparesGeometry: false)
  }

  private func transcript(
    _ seed: UInt64, viewport: Double, comparesGeometry: Bool, _ weave: (DeskList) -> Void
  ) -> [String] {
    let desk = ActionDesk(Self.articles)
    let list = makeList(desk, height: viewport)
    list.estimatedRowHeight = 1
    weave(list)
    return InteractionScript(comparesGeometry: comparesGeometry).run(on: list, desk, seed: seed, steps: 80)
  }

  private func compare(policy: UpdatePolicy, adHeight: Double, viewport: Double, comparesGeometry: Bool) {
    expectTwinsAlike(policy: policy, adHeight: adHeight) { seed, weave in
      transcript(seed, viewport: viewport, comparesGeometry: comparesGeometry, weave)
    }
  }

  @Test func theScriptComesToEveryCall() {
    let heard = (UInt64(1)...60).flatMap { seed in
      transcript(seed, viewport: 6, comparesGeometry: true) { $0.weaver.delegate = nil }
    }
    let words = [
      "shows", "can", "performs", "menu", "chosen", "highlights", "dismisses", "commits", "committed", "displays",
      "displayed", "ends", "springs", "scene", "items", "adds", "drag preview", "drag begins", "drag ends", "moves",
      "restricts", "handles", "enters", "over", "dropped", "exits", "drop ends", "drop preview", "scrolls", "pulls",
      "lets go", "let go true", "rolls", "rests", "animated", "to top", "at top", "selects",
    ]
    for word in words { #expect(heard.contains { $0.hasPrefix(word) && $0.contains(" of ") }, "\(word)") }
  }
}
