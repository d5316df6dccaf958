public import Interception
import ListModel
public import Placement

/// Counts the ads of a woven list that have been seen, by the list's own geometry.
///
/// It is an aspect: it hooks what the weaver sends, and leaves the weaver's data source and delegate, and the list, to others.
///
/// ```swift
/// let tracker = try ImpressionTracker(now: clock.now) { path in ads.identity(at: path) }
/// tracker.onImpression = { log($0) }
/// try tracker.attach(to: list.weaver)
///
/// let deadline = tracker.advance()    // when to call again at the latest
/// upload(tracker.drain())
/// ```
///
/// What counts is what the list was last laid out to show, as a screen would: a change that has not been laid out yet has not been
/// seen. A display goes on, under the same number,
/// - while its row's place in the feed changes,
/// - while its cell is made ready anew, is replaced, or its row reloaded,
/// - through an update or a reload of everything, if the next layout shows the same ad: at the same place, or else anywhere, from the
///   top down. So reloading often neither counts an ad again nor keeps it from being counted.
///
/// It ends when a layout has the row out of view, when the row is gone from the feed, or when it shows another ad; what comes then is
/// a display of its own. Two rows that show the same ad at once are two displays. A row without area is never seen.
///
/// A tracker lives where its list does, and is no more Sendable than that. It keeps neither list nor weaver alive, and when it goes
/// its hooks go too.
public final class ImpressionTracker {
  /// What has been counted; see ``drain()``.
  public internal(set) var ledger: ImpressionLedger
  /// Is told of each impression when it is counted, in the order of counting; what it calls runs in feed space.
  public var onImpression: ((Impression) -> Void)?

  /// Is told before ``onImpression``, which is the client's, by whoever made the tracker.
  var willTell: ((Impression) -> Void)?

  /// The weaver whose list is watched.
  public internal(set) weak var weaver: ListWeaver?
  var ads = AdsInView()
  /// The list's count of loads when it was last laid out, by which the end of a display that a reload brings is known.
  var loads = 0
  let now: () -> Duration
  let identify: (FeedPath) -> AdIdentity?
  private var tokens: [AspectToken] = []
  private var untold: [Impression] = []

  /// Makes a tracker that goes on with a ledger, in which nothing is in view any more.
  ///
  /// - Parameters:
  ///   - ledger: what has been counted so far.
  ///   - now: the time since the ledger's origin.
  ///   - identify: which ad a row of the feed shows; nil for a row that is none. It is asked for each row that comes into view,
  ///     whosever it is, and for each ad whenever the list is laid out, and must neither change the list nor look at it.
  public init(
    ledger: ImpressionLedger, now: @escaping () -> Duration, identify: @escaping (FeedPath) -> AdIdentity?
  ) {
    self.ledger = ledger
    self.now = now
    self.identify = identify
    self.ledger.startAnew()
  }

  /// Makes a tracker that begins to count by a rule.
  ///
  /// - Throws: `PlacementError.invalidValue`, which names the value, for a rule that nothing can meet.
  public convenience init(
    rule: ViewabilityRule = ViewabilityRule(), now: @escaping () -> Duration,
    identify: @escaping (FeedPath) -> AdIdentity?
  ) throws(PlacementError) {
    self.init(ledger: try ImpressionLedger(rule: rule), now: now, identify: identify)
  }

  deinit { unhook() }

  /// Begins to watch a list; what it shows already has come into view now.
  ///
  /// A tracker watches one list at a time; the former one is let go as by ``remove()``.
  ///
  /// - Throws: `AspectError` where the weaver cannot be hooked; then nothing is watched.
  public func attach(to weaver: ListWeaver) throws(AspectError) { try attach(to: weaver, laysOut: true) }

  /// Begins to watch a list, which is laid out for it, or whose next layout is waited for.
  func attach(to weaver: ListWeaver, laysOut: Bool) throws(AspectError) {
    remove()
    self.weaver = weaver
    do throws(AspectError) {
      try hook(weaver)
    } catch {
      unhook()
      throw error
    }
    look(at: weaver, laysOut: laysOut)
  }

  /// Stops watching: takes every hook back and ends what is in view.
  ///
  /// What has been counted stays.
  public func remove() {
    unhook()
    weaver = nil
    ads = AdsInView()
    tell(ledger.endAll(at: now()))
  }

  private func hook(_ weaver: ListWeaver) throws(AspectError) {
    tokens.append(
      try weaver.hook(ListWeaver.willDisplayRow, .before) { [weak self] call in
        self?.ads.come(ObjectIdentifier(call.arguments.cell), at: ListPath(call.arguments.row.path))
      })
    tokens.append(
      try weaver.hook(ListWeaver.didEndDisplayingRow, .before) { [weak self] call in
        self?.leave(call.arguments.cell, at: ListPath(call.arguments.row.path), of: call.receiver)
      })
    tokens.append(
      try weaver.hook(ListWeaver.didLayOut, .after) { [weak self] call in
        if let list = call.receiver.list { self?.measure(list) }
      })
  }

  private func unhook() {
    for token in tokens { token.remove() }
    tokens = []
  }

  /// Tells of what has been counted; whoever is told may do anything, and hears of nothing twice.
  func tell(_ impressions: [Impression]) {
    untold += impressions
    while !untold.isEmpty {
      let next = untold.removeFirst()
      if let weaver { weaver.inFeedSpace { hear(of: next) } } else { hear(of: next) }
    }
  }

  private func hear(of impression: Impression) {
    willTell?(impression)
    onImpression?(impression)
  }
}
