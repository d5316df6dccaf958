import AdPlacing
import AdServing
import FeedWeave
import Interception
import ListModel
import Placement
import WeavingSupport

/// A woven list with a tracker and a clock that the test turns.
final class TrackedFeed {
  /// What the tracker reads, and does not keep the feed alive by.
  final class Clock {
    var now = Duration.zero
  }

  let list: DeskList
  let desk: NewsDesk
  let shelf: AdShelf
  let clock = Clock()
  let tracker: ImpressionTracker

  /// Articles of two units, `height` units of which are in view, with ads of two units.
  init(
    articles: Int = 20, ads: [(row: Int, name: String)], height: Double = 10, rule: ViewabilityRule = ViewabilityRule(),
    others: [ViewabilityRule] = [], policy: UpdatePolicy = .anchored
  ) throws {
    desk = NewsDesk([(0..<articles).map { "article \($0)" }])
    desk.titles = false
    desk.height = { _ in 2 }
    shelf = AdShelf(ads.map { (place: feed(0, $0.row), name: $0.name) })
    list = makeList(desk, height: height)
    list.estimatedRowHeight = 2
    list.weave(shelf, policy: policy)
    tracker = try TrackedFeed.tracker(of: list, shelf, clock, rule, others)
    try tracker.attach(to: list.weaver)
  }

  static func tracker(
    of list: ListView, _ shelf: AdShelf, _ clock: Clock, _ rule: ViewabilityRule = ViewabilityRule(),
    _ others: [ViewabilityRule] = []
  ) throws(AdServingError) -> ImpressionTracker {
    try ImpressionTracker(rule: rule, others: others, now: { clock.now }) { [weak list] path in
      list.flatMap { shelf.name($0.weaver, at: path) }.map { AdIdentity(adID: $0) }
    }
  }

  /// Lets time go by, in one step.
  @discardableResult
  func wait(_ milliseconds: Int) -> Duration? {
    clock.now += .milliseconds(milliseconds)
    return tracker.advance()
  }

  func scroll(to offset: Double) {
    list.contentOffset = offset
    list.layoutIfNeeded()
  }

  /// What has been counted, in words: `shoes at 3 after 1000`.
  var counted: [String] {
    tracker.ledger.pending.map { "\($0.adID) at \($0.place.row) after \($0.at / .milliseconds(1))" }
  }
}
