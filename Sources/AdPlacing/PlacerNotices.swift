import AdServing
import FeedWeave
import Placement

/// The notifications that wait for a placer's delegate, in order.
struct PlacerNotices<Creative> {
  /// A notification.
  enum Notice {
    case change(FeedChange)
    case placed(PlacedAd<Creative>)
    case cleared(PlacedAd<Creative>, AdClearing)
    case replaced(PlacedAd<Creative>, PlacedAd<Creative>)
    case counted(Impression)
  }

  /// Notifications that were sent and are still kept, then those that wait.
  private(set) var waiting: [Notice] = []
  /// The number of sent ones.
  ///
  /// They are removed all at once, so that sending each takes constant time.
  private var sentCount = 0
  private var isSending = false

  mutating func append(_ notice: Notice) { waiting.append(notice) }

  mutating func append(_ work: AdPlacerWork<Creative>) {
    for one in work.cleared { waiting.append(.cleared(one.ad, one.reason)) }
    for one in work.replaced { waiting.append(.replaced(one.ad, one.other)) }
    for ad in work.placed { waiting.append(.placed(ad)) }
  }

  mutating func append(cleared ads: [PlacedAd<Creative>], _ reason: AdClearing) {
    waiting += ads.map { .cleared($0, reason) }
  }

  /// Drops the last notifications, since their change was undone.
  mutating func removeLast(_ count: Int) { waiting.removeLast(min(count, waiting.count - sentCount)) }

  /// Returns the next notification; nil while one is being sent.
  mutating func next() -> Notice? {
    if isSending { return nil }
    guard sentCount < waiting.count else {
      (waiting, sentCount) = ([], 0)
      return nil
    }
    isSending = true
    defer { sentCount += 1 }
    return waiting[sentCount]
  }

  mutating func endSending() { isSending = false }
}

extension AdPlacer {
  /// Notifies the delegate of all completed changes.
  func sendNotices() {
    guard !activity.isChangingList else { return }
    while let notice = notices.next() {
      inFeedSpace(of: weaver) { send(notice) }
      notices.endSending()
    }
  }

  /// Runs a call of the ads' side, which means rows of the feed whatever has caused it.
  func inFeedSpace(of weaver: ListWeaver?, _ body: () -> Void) {
    if let weaver { weaver.inFeedSpace(body) } else { body() }
  }

  private func send(_ notice: PlacerNotices<Creative>.Notice) {
    guard let delegate else { return }
    switch notice {
    case .change(let change): delegate.placer(self, didChange: change)
    case .placed(let ad): delegate.placer(self, didPlace: ad)
    case .cleared(let ad, let reason): delegate.placer(self, didClear: ad, because: reason)
    case .replaced(let ad, let other): delegate.placer(self, didReplace: ad, with: other)
    case .counted(let impression): delegate.placer(self, didCount: impression)
    }
  }
}
