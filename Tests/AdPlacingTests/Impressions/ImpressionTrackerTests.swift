import AdPlacing
import AdServing
import FeedWeave
import Interception
import ListModel
import Placement
import Testing
import WeavingSupport

/// What is a display, and what is seen of it.
@Suite struct ImpressionTrackerTests {
  @Test func `an ad that is in view for a second is counted once`() throws {
    let feed = try TrackedFeed(ads: [(row: 1, name: "shoes"), (row: 9, name: "boats")])
    var told: [Int] = []
    feed.tracker.onImpression = { told.append($0.number) }
    #expect(feed.wait(0) == .seconds(1))
    #expect(feed.wait(999) == .seconds(1))
    #expect(feed.counted == [])
    #expect(feed.wait(1) == nil)
    #expect(feed.counted == ["shoes at 1 after 1000.0"])
    feed.wait(5000)
    #expect(feed.counted.count == 1 && told == [0])
    #expect(feed.tracker.drain().count == 1 && feed.tracker.drain() == [])
  }

  @Test func `exactly half is enough and less is not`() throws {
    // The ad stands from 10 to 12; ten units are in view.
    for (offset, isSeen) in [(0.0, false), (0.5, false), (1, true), (2, true), (11, true), (11.25, false)] {
      let feed = try TrackedFeed(ads: [(row: 5, name: "shoes")])
      feed.scroll(to: offset)
      feed.wait(1000)
      #expect(feed.counted.count == (isSeen ? 1 : 0), "\(offset)")
    }
  }

  @Test func `an ad under a bar is not seen`() throws {
    // The ad stands from 10 to 12; the bar covers the last two of the ten units in view.
    for (offset, isSeen) in [(2.0, false), (2.5, false), (3, true), (4, true)] {
      let feed = try TrackedFeed(ads: [(row: 5, name: "shoes")])
      feed.list.contentInset.bottom = 2
      feed.scroll(to: offset)
      feed.wait(1000)
      #expect(feed.counted.count == (isSeen ? 1 : 0), "\(offset)")
    }
  }

  @Test func `an ad under a pinned header is not seen`() throws {
    for isHorizontal in [false, true] {
      for (offset, isSeen) in [(2.0, false), (2.5, true), (11, true), (11.5, false)] {
        let feed = try TrackedFeed(ads: [(row: 5, name: "shoes")])
        feed.desk.titles = true
        feed.list.sectionHeaderHeight = 1.5
        if isHorizontal {
          feed.list.scrollDirection = .horizontal
          feed.list.viewportSize = ListSize(width: 10, height: 40)
        }
        feed.list.layout.pinsHeaders = true
        // The ad is at 11.5 to 13.5; the header covers the first 1.5 of the ten units in view.
        feed.scroll(to: offset)
        feed.wait(1000)
        #expect(feed.counted.count == (isSeen ? 1 : 0), "\(isHorizontal), \(offset)")
      }
    }
  }

  @Test func `an ad in a carousel is seen by how much of it is in view`() throws {
    // The ad is at 12 to 16 in a line of which ten units are in view.
    for (offset, isSeen) in [(0.0, false), (3.5, false), (4, true), (14, true), (14.5, false)] {
      let feed = try TrackedFeed(ads: [(row: 3, name: "shoes")])
      feed.list.layout = .carousel(itemSize: ListSize(width: 4, height: 2))
      feed.list.layoutIfNeeded()
      feed.list.setContentOffset(offset, inSection: 0)
      feed.list.layoutIfNeeded()
      feed.wait(1000)
      #expect(feed.counted.count == (isSeen ? 1 : 0), "\(offset)")
    }
  }

  @Test func `scrolling away and back starts anew and is another display`() throws {
    let feed = try TrackedFeed(ads: [(row: 1, name: "shoes")])
    feed.wait(900)
    feed.scroll(to: 20)
    feed.wait(50)
    feed.scroll(to: 0)
    feed.wait(999)
    #expect(feed.counted == [])
    feed.wait(1)
    #expect(feed.counted == ["shoes at 1 after 1950.0"])
    feed.scroll(to: 20)
    feed.scroll(to: 0)
    feed.wait(1000)
    #expect(feed.tracker.drain().map(\.display) == [1, 2])
  }

  @Test func `less than half for a moment breaks the second within one display`() throws {
    let feed = try TrackedFeed(ads: [(row: 1, name: "shoes")])
    feed.wait(900)
    feed.scroll(to: 3.5)
    feed.scroll(to: 0)
    feed.wait(999)
    #expect(feed.counted == [])
    feed.wait(1)
    #expect(feed.tracker.drain().map(\.display) == [0])
  }

  @Test func `a change that is not laid out has not been seen`() throws {
    let feed = try TrackedFeed(ads: [(row: 1, name: "shoes"), (row: 11, name: "boats")])
    feed.list.contentOffset = 20
    feed.clock.now = .milliseconds(2000)
    feed.list.contentOffset = 0
    feed.wait(0)
    #expect(feed.counted == ["shoes at 1 after 1000.0"])
  }

  @Test func `the display goes on while rows come and go above it`() throws {
    for policy in [UpdatePolicy.anchored, .pinned] {
      let feed = try TrackedFeed(ads: [(row: 1, name: "shoes")], policy: policy)
      feed.wait(400)
      feed.desk.articles[0].insert("new", at: 0)
      try feed.list.insertRows(at: [path(0, 0)])
      feed.list.layoutIfNeeded()
      feed.wait(400)
      feed.desk.articles[0].removeSubrange(0..<2)
      try feed.list.deleteRows(at: [path(0, 0), path(0, 1)])
      feed.list.layoutIfNeeded()
      feed.wait(200)
      let row = policy == .anchored ? 0 : 1
      #expect(feed.counted == ["shoes at \(row) after 1000.0"], "\(policy)")
      #expect(feed.tracker.drain().map(\.display) == [0])
    }
  }

  @Test func `reloading neither counts again nor keeps from counting`() throws {
    let reloads: [(TrackedFeed) throws -> Void] = [
      { $0.list.reloadData() }, { try $0.list.weaver.rawList.reloadRows(at: [feed(0, 1)]) },
      { try $0.list.reloadSections([0]) }, { $0.list.dataSource = $0.desk },
      {
        $0.shelf.ask($0.list.weaver)
        try $0.list.weaver.updateInsertions()
      },
      { $0.list.viewportSize.width += 1 },
      { try $0.list.weaver.rawList.perform { try $0.reconfigureRows(at: [path(0, 1)]) } },
    ]
    for (number, reload) in reloads.enumerated() {
      let feed = try TrackedFeed(ads: [(row: 1, name: "shoes")])
      for _ in 0..<12 {
        feed.wait(300)
        try reload(feed)
        feed.list.layoutIfNeeded()
      }
      #expect(feed.counted == ["shoes at 1 after 1000.0"], "reload \(number)")
    }
  }

  @Test func `a replaced ad is another display`() throws {
    for isReloaded in [true, false] {
      let feed = try TrackedFeed(ads: [(row: 1, name: "shoes")])
      feed.wait(1000)
      for name in ["boats", "shoes"] {
        feed.shelf.rename(0, to: name)
        let row = FeedPath(section: 0, row: 1)
        if isReloaded { try feed.list.weaver.rawList.reloadRows(at: [row]) } else { feed.list.setNeedsLayout() }
        feed.list.layoutIfNeeded()
        feed.wait(999)
        feed.list.layoutIfNeeded()
        feed.wait(1)
      }
      #expect(
        feed.counted == ["shoes at 1 after 1000.0", "boats at 1 after 2000.0", "shoes at 1 after 3000.0"],
        "reloaded: \(isReloaded)")
      #expect(feed.tracker.drain().map(\.display) == [0, 1, 2])
    }
  }

  @Test func `an ad that is taken out ends its display`() throws {
    let feed = try TrackedFeed(ads: [(row: 1, name: "shoes"), (row: 3, name: "boats")])
    feed.wait(500)
    feed.list.weaver.removeInsertions([0])
    try feed.list.weaver.updateInsertions()
    feed.list.layoutIfNeeded()
    feed.wait(500)
    #expect(feed.counted.map { $0.prefix(5) } == ["boats"])
    #expect(feed.tracker.ledger.displayCount == 1)
  }

  @Test func `two rows with the same ad are two displays`() throws {
    let feed = try TrackedFeed(ads: [(row: 1, name: "house"), (row: 3, name: "house"), (row: 15, name: "house")])
    feed.wait(500)
    feed.list.reloadData()
    feed.wait(500)
    #expect(feed.counted == ["house at 1 after 1000.0", "house at 3 after 1000.0"])
    // In one layout two leave, and another one comes.
    feed.scroll(to: 26)
    feed.wait(1000)
    #expect(feed.tracker.drain().map(\.display) == [0, 1, 2])
  }

  @Test func `a row that comes where another with the same ad was is another display`() throws {
    let feed = try TrackedFeed(ads: [(row: 4, name: "house"), (row: 5, name: "house")], height: 2)
    feed.scroll(to: 10)
    feed.wait(500)
    // Both go down by one, so that the upper one comes into view where the lower one was when it was last laid out.
    feed.desk.articles[0].insert("new", at: 0)
    try feed.list.insertRows(at: [path(0, 0)])
    feed.scroll(to: 10)
    feed.wait(500)
    #expect(feed.counted == [])
    feed.wait(500)
    #expect(feed.counted == ["house at 5 after 1500.0"])
    #expect(feed.tracker.ledger.pending.map(\.display) == [1])
  }

  @Test func `one of two rows with the same ad may be taken out`() throws {
    let feed = try TrackedFeed(ads: [(row: 1, name: "house"), (row: 3, name: "house")])
    feed.wait(1000)
    feed.shelf.ads.removeFirst()
    feed.shelf.ask(feed.list.weaver)
    try feed.list.weaver.updateInsertions()
    feed.wait(3000)
    #expect(feed.tracker.drain().map(\.display) == [0, 1])
  }

  @Test func `rows without height are never seen and tall ones by the viewport`() throws {
    for (height, ofViewport, isSeen) in [
      (0, nil, false), (0, 0.1, false), (20, nil, true), (21, nil, false), (1000, nil, false), (1000, 1, true),
      (1000, 0.5, true),
    ] as [(Double, Double?, Bool)] {
      let feed = try TrackedFeed(ads: [(row: 1, name: "tower")], rule: ViewabilityRule(ofViewport: ofViewport))
      feed.shelf.height = { _ in height }
      feed.list.reloadData()
      feed.scroll(to: 2)
      feed.wait(1000)
      #expect(feed.counted.count == (isSeen ? 1 : 0), "\(height), \(ofViewport as Any)")
    }
  }

  @Test func `an ad is counted by several rules at once`() throws {
    let others = [
      ViewabilityRule(name: "video", duration: .seconds(2)), ViewabilityRule(name: "loaded", start: .loading),
      ViewabilityRule(name: "large", large: .init(area: 20, share: 0.3)),
    ]
    let feed = try TrackedFeed(ads: [(row: 1, name: "tower")], others: others)
    // Four tenths of it are in view, which is enough of a large one.
    feed.shelf.height = { _ in 20 }
    feed.list.reloadData()
    feed.list.layoutIfNeeded()
    feed.wait(1000)
    #expect(feed.tracker.ledger.pending.map(\.rule) == ["large"])
    feed.scroll(to: 2)
    feed.wait(1500)
    feed.tracker.load(adID: "another")
    feed.tracker.load(adID: "tower")
    feed.wait(1000)
    let counted = feed.tracker.drain().map { "\($0.rule) \($0.at / .milliseconds(1))" }
    #expect(counted == ["large 1000.0", " 2000.0", "video 3000.0", "loaded 3500.0"])
  }

  @Test func `what is paused is not seen and time begins anew`() throws {
    let feed = try TrackedFeed(ads: [(row: 1, name: "shoes")])
    feed.wait(999)
    feed.tracker.pause()
    #expect(feed.wait(5000) == nil)
    feed.tracker.pause()
    feed.list.reloadData()
    feed.tracker.resume()
    #expect(feed.wait(999) == .milliseconds(6999))
    #expect(feed.counted == [])
    feed.wait(1)
    feed.tracker.pause()
    feed.tracker.resume()
    feed.wait(1000)
    #expect(feed.counted == ["shoes at 1 after 6999.0"])
  }

  @Test func `a clock that goes back stands still`() throws {
    let feed = try TrackedFeed(ads: [(row: 1, name: "shoes")])
    feed.wait(900)
    feed.wait(-800)
    #expect(feed.counted == [])
    feed.wait(900)
    #expect(feed.counted == ["shoes at 1 after 1000.0"])
  }

  @Test func `a clock that is set by hours counts nothing early or late`() throws {
    for (hours, isRead) in [(-3, false), (-3, true), (3, false)] {
      let feed = try TrackedFeed(ads: [(row: 1, name: "shoes")])
      feed.wait(600)
      let change = Duration.seconds(hours * 3_600)
      feed.clock.now += change
      if isRead { feed.wait(0) }
      feed.tracker.correctClock(by: change)
      #expect(feed.wait(399) == .seconds(1) + change && feed.counted.isEmpty, "\(hours) hours")
      #expect(feed.wait(1) == nil, "\(hours) hours")
      #expect(feed.tracker.ledger.pending.map(\.at) == [.seconds(1) + change], "\(hours) hours")
      #expect(feed.tracker.ledger.pending.map(\.began) == [change], "\(hours) hours")
    }
  }

  @Test func `a time that was read is not corrected again`() throws {
    let feed = try TrackedFeed(ads: [(row: 1, name: "shoes")])
    feed.wait(3_600_000)
    feed.tracker.correctClock(by: .seconds(3_600))
    feed.scroll(to: 10)
    feed.scroll(to: 0)
    feed.wait(1_000)
    #expect(feed.tracker.ledger.pending.map(\.at) == [.seconds(1), .seconds(3_601)])
  }

  @Test func `content may be ads too`() throws {
    let feed = try TrackedFeed(ads: [])
    let tracker = try ImpressionTracker(now: { [clock = feed.clock] in clock.now }) { path in
      path.row.isMultiple(of: 2) ? AdIdentity(adID: "row \(path.row)", campaign: "own") : nil
    }
    try tracker.attach(to: feed.list.weaver)
    feed.clock.now = .seconds(1)
    #expect(tracker.advance() == nil)
    #expect(tracker.drain().map(\.adID) == ["row 0", "row 2", "row 4"])
  }

  // MARK: From one launch to the next

  @Test(arguments: [false, true])
  func `a ledger that was saved in the background does not keep the next launch from counting`(isLate: Bool) throws {
    let first = try TrackedFeed(ads: [(row: 1, name: "shoes"), (row: 9, name: "boats")])
    first.wait(1000)
    first.tracker.pause()
    let next = try TrackedFeed(ads: [(row: 1, name: "books")])
    try next.tracker.startStream(1)
    if isLate { next.wait(400) }
    try next.tracker.merge(first.tracker.ledger)
    next.wait(isLate ? 600 : 1000)
    #expect(next.counted == ["shoes at 1 after 1000.0", "books at 1 after 1000.0"])
    #expect(next.tracker.ledger.pending.map(\.stream) == [0, 1])
  }

  @Test func `what is in view is counted once though another stream begins`() throws {
    let feed = try TrackedFeed(ads: [(row: 1, name: "shoes"), (row: 2, name: "boats")])
    feed.wait(999)
    try feed.tracker.startStream(7)
    feed.wait(1)
    try feed.tracker.startStream(8)
    feed.wait(5000)
    #expect(feed.counted == ["shoes at 1 after 1000.0", "boats at 2 after 1000.0"])
    #expect(feed.tracker.ledger.pending.map(\.stream) == [7, 7])
    #expect(throws: AdServingError.self) { try feed.tracker.startStream(-1) }
  }
}
