import AdPlacing
import AdServing
import FeedWeave
import Interception
import ListModel
import Placement
import Testing
import WeavingSupport

/// The tracker is an aspect: it comes and goes without a trace, and leaves everything to whom it belongs.
@Suite struct ImpressionTrackerAspectTests {
  @Test func `providers and class stay and removing undoes all`() throws {
    let feed = try TrackedFeed(ads: [(row: 1, name: "shoes")])
    let weaver = feed.list.weaver
    feed.tracker.remove()
    let former = (feed.list.actualClass, weaver.aspects.count, feed.list.aspects.count)
    try feed.tracker.attach(to: weaver)
    #expect(weaver.aspects.count > former.1 && feed.list.aspects.count == former.2)
    #expect(feed.list.actualClass === former.0 && feed.tracker.weaver === weaver)
    #expect(weaver.dataSource === feed.shelf && weaver.delegate === feed.shelf)
    #expect(feed.list.dataSource === feed.desk && feed.list.delegate === feed.desk)
    feed.wait(500)
    feed.tracker.remove()
    feed.tracker.remove()
    #expect(weaver.aspects.count == former.1 && feed.tracker.weaver == nil)
    feed.wait(5000)
    feed.list.reloadData()
    feed.list.layoutIfNeeded()
    #expect(feed.wait(5000) == nil)
    #expect(feed.counted == [] && feed.tracker.ledger.displayCount == 0)
  }

  @Test func `a list that is shown already is taken in when the tracker comes`() throws {
    let feed = try TrackedFeed(ads: [(row: 1, name: "shoes")])
    feed.tracker.remove()
    feed.wait(700)
    try feed.tracker.attach(to: feed.list.weaver)
    try feed.tracker.attach(to: feed.list.weaver)
    #expect(feed.tracker.ledger.displayCount == 1)
    feed.wait(1000)
    #expect(feed.counted == ["shoes at 1 after 1700.0"])
    let other = try TrackedFeed(ads: [])
    try feed.tracker.attach(to: other.list.weaver)
    feed.scroll(to: 20)
    #expect(feed.tracker.ledger.displayCount == 1, "the former list is not watched any more")
    other.scroll(to: 20)
    #expect(feed.tracker.ledger.displayCount == 0)
  }

  @Test func `the weaver may be removed while it is tracked`() throws {
    let feed = try TrackedFeed(ads: [(row: 1, name: "shoes")])
    let weaver = feed.list.weaver
    feed.wait(500)
    weaver.remove()
    feed.list.layoutIfNeeded()
    #expect(feed.wait(5000) == nil)
    #expect(feed.counted == [])
    feed.tracker.remove()
    #expect(weaver.aspects.isEmpty)
    try feed.tracker.attach(to: feed.list.weaver)
    feed.list.weave(feed.shelf)
    feed.list.reloadData()
    #expect(feed.wait(1000) != nil)
    feed.wait(1000)
    #expect(feed.counted.count == 1)
  }

  @Test func `a list that is gone is not counted any further`() throws {
    let clock = TrackedFeed.Clock()
    let shelf = AdShelf([(place: feed(0, 1), name: "shoes")])
    weak var gone: ListView?
    let tracker: ImpressionTracker
    do {
      let list = makeList(NewsDesk([["a", "b", "c"]]))
      list.weave(shelf)
      gone = list
      tracker = try TrackedFeed.tracker(of: list, shelf, clock)
      try tracker.attach(to: list.weaver)
      #expect(tracker.ledger.displayCount == 1)
    }
    #expect(gone == nil && tracker.weaver == nil)
    clock.now = .seconds(9)
    #expect(tracker.advance() == nil)
    #expect(tracker.drain() == [] && tracker.ledger.displayCount == 0)
    tracker.remove()
  }

  @Test func `a tracker that is gone leaves no hooks`() throws {
    let feed = try TrackedFeed(ads: [(row: 1, name: "shoes")])
    feed.tracker.remove()
    let count = feed.list.weaver.aspects.count
    weak var gone: ImpressionTracker?
    do {
      let tracker = try TrackedFeed.tracker(of: feed.list, feed.shelf, feed.clock)
      try tracker.attach(to: feed.list.weaver)
      gone = tracker
      #expect(feed.list.weaver.aspects.count > count)
    }
    #expect(gone == nil && feed.list.weaver.aspects.count == count)
    feed.scroll(to: 10)
  }

  @Test func `other aspects before and after it see what they did before`() throws {
    let feed = try TrackedFeed(ads: [(row: 1, name: "shoes")])
    feed.tracker.remove()
    var seen: [String] = []
    func hook(_ name: String) throws -> [AspectToken] {
      [
        try feed.list.weaver.hook(ListWeaver.willDisplayRow, .after) {
          seen.append("\(name) \($0.arguments.row.path)")
        },
        try feed.list.weaver.hook(ListWeaver.didEndDisplayingRow, .before) { _ in seen.append("\(name) end") },
        try feed.list.hook(ListView.layoutIfNeeded, .after) { _ in seen.append("\(name) layout") },
      ]
    }
    func run() throws -> [String] {
      seen = []
      let former = try hook("former")
      let latter = try hook("latter")
      feed.list.reloadData()
      feed.scroll(to: 7)
      feed.scroll(to: 0)
      for token in former + latter { token.remove() }
      return seen
    }
    let without = try run()
    try feed.tracker.attach(to: feed.list.weaver)
    #expect(try run() == without && without.count > 20)
  }

  @Test func `both sides hear the same with a tracker and without`() throws {
    func run(isTracked: Bool) throws -> [String] {
      let feed = try TrackedFeed(ads: [(row: 1, name: "shoes"), (row: 6, name: "boats")])
      if !isTracked { feed.tracker.remove() }
      feed.list.reloadData()
      _ = feed.desk.takeLog()
      for offset in [3.0, 9, 27, 0, 50, 2] { feed.scroll(to: offset) }
      feed.desk.articles[0].removeFirst()
      try feed.list.deleteRows(at: [path(0, 0)])
      feed.list.contentOffset = 11
      feed.list.contentOffset = 4
      feed.list.layoutIfNeeded()
      return feed.desk.takeLog()
    }
    #expect(try run(isTracked: true) == run(isTracked: false))
  }

  @Test func `whoever hears of an impression may do anything`() throws {
    let feed = try TrackedFeed(ads: [(row: 1, name: "shoes"), (row: 2, name: "boats"), (row: 3, name: "cars")])
    var told: [String] = []
    feed.tracker.onImpression = { [weak feed] impression in
      told.append(impression.adID)
      let isSecond = told.count == 2
      guard let feed else { return }
      feed.list.reloadData()
      feed.list.layoutIfNeeded()
      feed.tracker.advance()
      if isSecond { feed.tracker.remove() }
    }
    feed.wait(1500)
    feed.wait(1500)
    #expect(told == ["shoes", "boats", "cars"])
    #expect(feed.counted.count == 3 && feed.tracker.weaver == nil)
  }

  @Test func `a reload inside a layout does not end a display`() throws {
    let feed = try TrackedFeed(ads: [(row: 1, name: "shoes")])
    feed.wait(500)
    var reloads = 0
    feed.desk.whenDisplayed = { list, path in
      guard reloads < 2 else { return }
      reloads += 1
      list.reloadData()
    }
    feed.scroll(to: 1)
    feed.wait(500)
    #expect(reloads == 2)
    #expect(feed.counted == ["shoes at 1 after 1000.0"])
  }

  @Test func `a saved ledger goes on with nothing in view`() throws {
    let feed = try TrackedFeed(ads: [(row: 1, name: "shoes")])
    feed.wait(1000)
    feed.tracker.pause()
    let tracker = ImpressionTracker(ledger: feed.tracker.ledger, now: { [clock = feed.clock] in clock.now }) { _ in
      AdIdentity(adID: "any")
    }
    #expect(tracker.ledger.displayCount == 0 && !tracker.ledger.isPaused)
    try tracker.merge(feed.tracker.ledger)
    try tracker.attach(to: feed.list.weaver)
    feed.clock.now += .seconds(1)
    tracker.advance()
    #expect(tracker.ledger.pending.map(\.number) == Array(0..<6))
    tracker.acknowledge(tracker.ledger.pending.prefix(2))
    #expect(tracker.drain().map(\.number) == Array(2..<6))
  }

  @Test func `scrolling sends no message for geometry and looks up new rows only`() throws {
    let feed = try TrackedFeed(articles: 1800, ads: (0..<200).map { (row: $0 * 10 + 1, name: "ad \($0)") }, height: 60)
    feed.list.layoutIfNeeded()
    var rectangles = 0
    var cells = 0
    var searches = 0
    try feed.list.hook(ListView.rectForRow, .before) { _ in rectangles += 1 }
    try feed.list.hook(ListView.cellForRow, .before) { _ in cells += 1 }
    try feed.list.hook(ListView.indexPathsForVisibleRows, .before) { _ in searches += 1 }
    var offset = 0.0
    for step in 0..<60 {
      offset += [1.0, 5, 61, -30, 400][step % 5]
      (rectangles, cells) = (0, 0)
      feed.scroll(to: offset)
      let inView = feed.tracker.ledger.displayCount
      #expect(1...5 ~= inView)
      #expect(rectangles == 0, "step \(step)")
      // Nothing is looked up where no update has moved rows.
      #expect(cells == 0, "step \(step)")
    }
    #expect(searches == 0)
    (rectangles, cells) = (0, 0)
    for _ in 0..<10 { feed.wait(100) }
    #expect((rectangles, cells) == (0, 0), "time alone needs no geometry")
  }
}
