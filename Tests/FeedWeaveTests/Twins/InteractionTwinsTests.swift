import FeedWeave
import ListModel
import Placement
import TestSupport
import Testing
import WeavingSupport

/// Menus, drags, scrolling and registrations are the same to a content side whether its list is woven or not.
struct InteractionTwinsTests {
  private static let articles = [
    ["free0", "menu1", "drag2", "plain3", "free4"], ["free0", "menu1"], ["drag0", "free1", "menu2"],
  ]

  @Test(arguments: [UpdatePolicy.pinned, .anchored])
  func `same with insertions without height where all is in view`(policy: UpdatePolicy) {
    compare(policy: policy, adHeight: 0, viewport: 1000, comparesGeometry: true)
  }

  @Test(arguments: [UpdatePolicy.pinned, .anchored])
  func `same with insertions without height while scrolling`(policy: UpdatePolicy) {
    compare(policy: policy, adHeight: 0, viewport: 6, comparesGeometry: true)
  }

  @Test(arguments: [UpdatePolicy.pinned, .anchored])
  func `same with insertions that take room`(policy: UpdatePolicy) {
    compare(policy: policy, adHeight: 3, viewport: 1000, comparesGeometry: false)
  }

  @Test(arguments: [UpdatePolicy.pinned, .anchored], [0.0, 3.0])
  func `same where the list is woven and unwoven in use`(policy: UpdatePolicy, adHeight: Double) {
    compare(
      policy: policy, adHeight: adHeight, viewport: adHeight == 0 ? 6 : 1000, comparesGeometry: adHeight == 0,
      inUse: true)
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

  private func compare(
    policy: UpdatePolicy, adHeight: Double, viewport: Double, comparesGeometry: Bool, inUse: Bool = false
  ) {
    expectTwinsAlike(policy: policy, adHeight: adHeight, inUse: inUse) { seed, weave in
      transcript(seed, viewport: viewport, comparesGeometry: comparesGeometry, weave)
    }
  }

  @Test(arguments: [UpdatePolicy.pinned, .anchored])
  func `what begins ends once for whom it began`(policy: UpdatePolicy) {
    var begun: [String: Int] = [:]
    for seed in UInt64(1)...Sample.of(60, few: 5) {
      let desk = ActionDesk(Self.articles)
      let ads = AdActions([feed(0, 0), feed(0, 2), feed(1, 1), feed(2, 3)])
      let list = makeList(desk, height: 8)
      list.weave(ads, policy: policy)
      var random = SeededGenerator(seed: seed)
      var heard: [String] = []
      for step in 0..<30 {
        let part = InteractionScript(comparesGeometry: false).run(
          on: list, desk, seed: seed &* 100 + UInt64(step), steps: 3)
        heard += part
        act(onInsertionsOf: list, &random)
        heard += desk.takeLog()
      }
      list.display.move(to: nil)
      heard += desk.takeLog()
      for (name, log, begins, ends) in [
        ("menus", heard, "displays ", "ends "), ("drags", heard, "drag begins", "drag ends"),
        ("menus of insertions", ads.takeLog(), "displays", "ends"),
      ] {
        let count = log.count { $0.hasPrefix(begins) }
        #expect(count == log.count { $0.hasPrefix(ends) }, "seed \(seed): \(name)")
        begun[name, default: 0] += count
      }
    }
    #expect(begun.values.allSatisfy { $0 > Sample.of(2, few: 1) }, "\(begun)")
  }

  /// What a person does with the insertions of a list.
  private func act(onInsertionsOf list: ListView, _ random: inout SeededGenerator) {
    let insertions = list.weaver.rawList.indexPathsForVisibleRows.filter {
      list.weaver.owner(of: $0)?.isInsertion == true
    }
    guard let place = insertions.randomElement(using: &random) else { return }
    let point = ListPoint(x: 0, y: list.weaver.rawList.rectForRow(at: place).minY + 0.5)
    switch Int.random(in: 0..<6, using: &random) {
    case 0, 1: list.display.openContextMenu(at: point)
    case 2: list.display.lift(at: point)
    case 3: list.display.addToDrag(at: point)
    case 4: list.display.openEditingMenu(at: point)
    default: list.display.drag.map { _ = list.display.drag($0, over: point) }
    }
  }

  @Test func `the script comes to every call`() {
    // The few come to every call between them.
    let heard = Sample.of(Array(1...60), few: [1, 8, 17] as [UInt64]).flatMap { seed in
      transcript(seed, viewport: 6, comparesGeometry: true) { $0.weaver.delegate = nil }
    }
    let words = [
      "shows", "can", "performs", "menu", "chosen", "highlights", "dismisses", "commits", "committed", "displays",
      "displayed", "ends", "springs", "scene", "items", "adds", "drag preview", "drag begins", "drag ends", "moves",
      "restricts", "handles", "enters", "over", "dropped", "exits", "drop ends", "drop preview", "scrolls", "pulls",
      "lets go", "let go true", "rolls", "rests", "animated", "to top", "at top", "selects", "shaken",
    ]
    for word in ["provides true false", "provides false true", "registers true", "registers false", "shakes"] {
      #expect(heard.contains { $0.hasPrefix(word) }, "\(word)")
    }
    for word in words { #expect(heard.contains { $0.hasPrefix(word) && $0.contains(" of ") }, "\(word)") }
  }
}
