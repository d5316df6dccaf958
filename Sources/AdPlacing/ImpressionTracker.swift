public import AdServing
public import FeedWeave
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
/// - while its cell is made ready again, is replaced, or its row reloaded,
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
  /// - Throws: `AdServingError.invalidValue`, which names the value, for a rule that nothing can meet.
  public convenience init(
    rule: ViewabilityRule = ViewabilityRule(), now: @escaping () -> Duration,
    identify: @escaping (FeedPath) -> AdIdentity?
  ) throws(AdServingError) {
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

  /// Notifies of what has been counted; whoever is told may do anything, and hears of nothing twice.
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

// MARK: - Time

/// What whoever keeps the time does with a tracker.
extension ImpressionTracker {
  /// Lays the list out if anything has changed, and counts what has been seen until now.
  ///
  /// - Returns: when to call it again at the latest, so that what will have been seen by then is counted in time, if nothing else
  ///   happens until then; nil where nothing will.
  @discardableResult
  public func advance() -> Duration? {
    layOut()
    tell(ledger.advance(to: now()))
    return ledger.nextDeadline
  }

  /// Says that nobody can see the list from now on: it is hidden, or the app is in the background.
  ///
  /// Displays go on, and what has been counted in them is not counted again; for the others time begins again with
  /// ``resume()``.
  public func pause() {
    layOut()
    tell(ledger.pause(at: now()))
  }

  /// Says that the list can be seen again.
  public func resume() {
    layOut()
    tell(ledger.resume(at: now()))
  }

  /// Hands over all that has been counted; it is not handed over again.
  public func drain() -> [Impression] { ledger.drain() }

  /// Lets go of impressions that have arrived where they were sent; doing so again changes nothing.
  public func acknowledge(_ impressions: some Sequence<Impression>) { ledger.acknowledge(impressions) }

  /// Takes over what an earlier state of the ledger, or one of another stream, has counted; what is in view stays as it is.
  ///
  /// - Throws: `AdServingError.invalidLedger` where something waits of too many streams; then nothing has changed.
  public func merge(_ saved: ImpressionLedger) throws(AdServingError) { try ledger.mergeCounted(by: saved) }

  /// Counts under a stream from now on: the number of this process, which none before had, and greater than theirs.
  ///
  /// So no impression is named as one that an earlier process has counted and handed over, but could not save any more.
  ///
  /// - Throws: `AdServingError`, which names the value, for a stream out of range, or where something waits of too many.
  public func startStream(_ stream: Int) throws(AdServingError) { try ledger.count(under: stream) }

  /// Brings the list up to date, which has the tracker measure it if anything has changed.
  private func layOut() {
    if let weaver, weaver.list != nil {
      weaver.rawList.perform { $0.layoutIfNeeded() }
    } else if !ads.rows.isEmpty {
      // Nobody knows how long it was there.
      ads = AdsInView()
      ledger.forgetDisplays()
    }
  }
}

// MARK: - Measuring

/// Finding out what is in view after a layout.
extension ImpressionTracker {
  func leave(_ cell: ListCell, at path: ListPath, of weaver: ListWeaver) {
    if weaver.isBeingRemoved {
      // No layout comes after this one that would end it.
      if let row = ads.rows.removeValue(forKey: ObjectIdentifier(cell)) { tell(ledger.end(row.display, at: now())) }
      return
    }
    // A layout ends what it does not show; everything else that ends a display may show the same ad again.
    let isInterrupted = weaver.list.map { $0.isUpdating || $0.loads != loads } ?? false
    ads.leave(cell, at: path, isInterrupted: isInterrupted)
  }

  /// Takes in what a list shows that has not been watched, and measures it, now or when the list is next laid out.
  func look(at weaver: ListWeaver, laysOut: Bool) {
    weaver.rawList.perform { list in
      if laysOut { list.layoutIfNeeded() }
      for (path, cell) in list.displayedViews.rows where ads.rows[ObjectIdentifier(cell)] == nil {
        ads.come(ObjectIdentifier(cell), at: path)
      }
      loads = list.loads
      if list.isLaidOut { measure(list) }
    }
  }

  /// Brings the ledger up to date with what a list shows; in feed space.
  ///
  /// - Complexity: O(n log n) for the ads in view and the rows that have come into it, and, after an update, all rows in view.
  func measure(_ list: ListView) {
    let now = now()
    var counted = ledger.advance(to: now)
    loads = list.loads
    let places = CellPlaces(list)
    endReplaced(places, at: now)
    begin(places, at: now)
    let viewport = list.display.viewport
    for (_, row) in ads.inOrder {
      let share = VisibleShare(of: list.rectForRow(at: row.path), in: viewport)
      counted += ledger.show(row.display, share: share.ofRow, ofViewport: share.ofViewport, at: now)
    }
    tell(counted)
  }

  /// Follows each ad to its place, and ends the displays of rows that show another one by now.
  private func endReplaced(_ places: CellPlaces, at now: Duration) {
    for (cell, row) in ads.inOrder {
      guard let path = places.path(of: cell, lastAt: row.path) else { continue }
      ads.rows[cell]?.path = path
      ledger.move(row.display, to: FeedPath(path))
      guard identify(FeedPath(path)) != row.ad else { continue }
      ads.rows[cell] = nil
      ledger.end(row.display, at: now)
      // What it shows now has come into view with this layout.
      ads.come(cell, at: path)
    }
  }

  /// Begins the displays of ads that have come into view, but for those that go on under another cell.
  private func begin(_ places: CellPlaces, at now: Duration) {
    var gone = ads.takeGone()
    let coming = ads.takeComing().compactMap { cell, former in
      places.path(of: cell, lastAt: former).flatMap { path in
        identify(FeedPath(path)).map { (cell: cell, path: path, ad: $0) }
      }
    }
    var fresh: [(cell: ObjectIdentifier, path: ListPath, ad: AdIdentity)] = []
    for come in coming {
      if let display = gone.takeDisplay(of: come.ad, at: come.path) {
        go(on: display, come)
      } else {
        fresh.append(come)
      }
    }
    for come in fresh {
      if let display = gone.takeMovedDisplay(of: come.ad) { go(on: display, come) } else { begin(come, at: now) }
    }
    for display in gone.displays { ledger.end(display, at: now) }
  }

  private func go(on display: Int, _ come: (cell: ObjectIdentifier, path: ListPath, ad: AdIdentity)) {
    ads.rows[come.cell] = AdsInView.Row(ad: come.ad, display: display, path: come.path)
    ledger.move(display, to: FeedPath(come.path))
  }

  private func begin(_ come: (cell: ObjectIdentifier, path: ListPath, ad: AdIdentity), at now: Duration) {
    let display = ledger.nextDisplay
    ads.rows[come.cell] = AdsInView.Row(ad: come.ad, display: display, path: come.path)
    ledger.begin(display, come.ad, place: FeedPath(come.path), at: now)
  }
}
