public import AdServing
public import FeedWeave
public import Interception
import ListModel
public import Placement

/// Counts the ads of a woven list that have been seen, by the list's geometry.
///
/// A tracker is an aspect: it hooks the weaver's messages, and leaves the list, and the weaver's data source and
/// delegate, to the client.
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
/// The tracker counts what the last layout of the list shows, as a screen does: a change that has not been laid out has
/// not been seen, nor what an inset of the content or a pinned header or footer covers. A display continues, under the
/// same number,
/// - while its row moves in the feed,
/// - while its cell is reconfigured or replaced, or its row reloaded,
/// - through an update or a full reload, if the next layout shows the same ad: at the same position, or else anywhere,
///   matched from the top down. So repeated reloads neither count an ad again nor keep it from being counted.
///
/// A display ends when a layout has the row out of view, when the row is deleted, or when it shows another ad; after
/// that a new display begins. Two rows that show the same ad at once are two displays. A row without area is never
/// seen.
///
/// Use a tracker on the thread that uses its list: it isn't `Sendable` any more than the list is. It holds list and
/// weaver weakly, and its hooks end with it.
public final class ImpressionTracker {
  /// The ledger of counted impressions; see ``drain()``.
  public internal(set) var ledger: ImpressionLedger
  /// Called for each impression when it is counted, in the order of counting.
  ///
  /// It runs in feed space.
  public var onImpression: ((Impression) -> Void)?

  /// Called before ``onImpression``, for the tracker's owner; ``onImpression`` is the client's.
  var willReport: ((Impression) -> Void)?

  /// The weaver whose list is tracked.
  public internal(set) weak var weaver: ListWeaver?
  private var ads = AdsInView()
  /// The list's load count at its last layout, which tells whether a reload has ended a display.
  private var loads = 0
  /// The list's number of updates at its last layout, without which no row has moved.
  private var updates = 0
  /// The version of the ads when they were last compared with those in view.
  private var seenVersion: Int?
  /// The geometry for which the rectangles of the ads in view were computed.
  private var seenGeometry: ListGeometry?
  private let now: () -> Duration
  private let identify: (FeedPath) -> AdIdentity?
  private var tokens: [AspectToken] = []
  /// Whether the owner passes on the weaver's messages, so that the tracker has no hooks.
  private var isOwned = false
  private var unreported: [Impression] = []

  /// Makes a tracker that continues a ledger.
  ///
  /// Displays in the ledger are discarded.
  ///
  /// - Parameters:
  ///   - ledger: The impressions counted so far.
  ///   - now: Returns the time since the ledger's origin.
  ///   - identify: Returns the ad that a row of the feed shows; nil for a row without an ad. It is called for each row
  ///     that comes into view, of any owner, and for each ad at every layout. It must neither change nor examine the
  ///     list.
  public init(
    ledger: ImpressionLedger, now: @escaping () -> Duration, identify: @escaping (FeedPath) -> AdIdentity?
  ) {
    self.ledger = ledger
    self.now = now
    self.identify = identify
    self.ledger.startAnew()
  }

  /// Makes a tracker that counts by a rule, and by others besides, with an empty ledger of a device.
  ///
  /// - Throws: `AdServingError.invalidValue`, with the value's name, for a rule that nothing can meet, two of one name, or
  ///   a device whose name is too long.
  public convenience init(
    rule: ViewabilityRule = ViewabilityRule(), others: [ViewabilityRule] = [], device: String = "",
    now: @escaping () -> Duration, identify: @escaping (FeedPath) -> AdIdentity?
  ) throws(AdServingError) {
    self.init(
      ledger: try ImpressionLedger(rule: rule, others: others, device: device), now: now, identify: identify)
  }

  deinit { unhook() }

  /// Begins to track a list.
  ///
  /// What it shows already counts as having come into view now.
  ///
  /// A tracker tracks one list at a time: the former one is released as by ``remove()``.
  ///
  /// - Throws: `AspectError` if the weaver can't be hooked; then no list is tracked.
  public func attach(to weaver: ListWeaver) throws(AspectError) {
    remove()
    self.weaver = weaver
    do throws(AspectError) {
      try hook(weaver)
    } catch {
      unhook()
      throw error
    }
    look(at: weaver, laysOut: true)
  }

  /// Begins to track a list whose displays and layouts the tracker's owner passes on.
  ///
  /// The list is laid out later, by itself.
  func attach(toListOf weaver: ListWeaver) {
    remove()
    (self.weaver, isOwned) = (weaver, true)
    look(at: weaver, laysOut: false)
  }

  /// Stops tracking: removes every hook and ends all displays.
  ///
  /// The ledger keeps its counts.
  public func remove() {
    unhook()
    (weaver, isOwned) = (nil, false)
    ads = AdsInView()
    report(ledger.endAll(at: now()))
  }

  private func hook(_ weaver: ListWeaver) throws(AspectError) {
    tokens.append(
      try weaver.hook(ListWeaver.willDisplayRow, .before) { [weak self] call in
        self?.ads.addCell(ObjectIdentifier(call.arguments.cell), at: ListPath(call.arguments.row.path))
      })
    tokens.append(
      try weaver.hook(ListWeaver.didEndDisplayingRow, .before) { [weak self] call in
        self?.removeCell(call.arguments.cell, at: ListPath(call.arguments.row.path), of: call.receiver)
      })
    tokens.append(
      try weaver.hook(ListWeaver.didLayOut, .after) { [weak self] call in
        if let list = call.receiver.list { self?.measure(list) }
      })
  }

  /// Handles an inserted row that is about to be displayed, for the owner; no other row is an ad.
  func beginDisplay(of shown: (row: OwnedRow, cell: ListCell), in weaver: ListWeaver) {
    if isOwned { ads.addCell(ObjectIdentifier(shown.cell), at: ListPath(shown.row.path)) }
  }

  /// Handles the end of a row's display, for the owner.
  func endDisplay(of shown: (row: OwnedRow, cell: ListCell), in weaver: ListWeaver) {
    if isOwned { removeCell(shown.cell, at: ListPath(shown.row.path), of: weaver) }
  }

  /// Handles a layout, for the owner.
  ///
  /// - Parameter version: A number that changes whenever a row that has not moved may show another ad.
  func measureAfterLayout(of weaver: ListWeaver, version: Int) {
    if isOwned, let list = weaver.list { measure(list, version: version) }
  }

  private func unhook() {
    for token in tokens { token.remove() }
    tokens = []
  }

  /// Reports impressions.
  ///
  /// The receiver may do anything; no impression is reported twice.
  func report(_ impressions: [Impression]) {
    unreported += impressions
    while !unreported.isEmpty {
      let next = unreported.removeFirst()
      let call = { [willReport, onImpression] in
        willReport?(next)
        onImpression?(next)
      }
      if let weaver { weaver.inFeedSpace(call) } else { call() }
    }
  }
}

// MARK: - Time

/// Methods for the code that keeps the time.
extension ImpressionTracker {
  /// Lays the list out if necessary, and counts what has been seen until now.
  ///
  /// - Returns: The time by which to call again, so that impressions are counted in time if nothing else happens; nil
  ///   if there will be none.
  @discardableResult
  public func advance() -> Duration? {
    layOut()
    report(ledger.advance(to: now()))
    return ledger.nextDeadline
  }

  /// Moves the tracker's time forward or back, when its clock has been set.
  ///
  /// What is in view has been so for as long as before. Without this, time stands still until a clock that was set back has
  /// caught up, and what is in view when one is set forward counts as having been so for longer. The tracker of a placer is
  /// corrected with it.
  /// - Parameter change: How much later the clock shows than it would have.
  public func correctClock(by change: Duration) {
    // A time that was asked for since the clock was set is right already.
    if let latest = ledger.clock { ledger.correctClock(by: min(change, now() - latest)) }
  }

  /// Records that the list can't be seen from now on: it is hidden, or the app is in the background.
  ///
  /// Displays continue, and those already counted are not counted again. For the others the viewing time begins again
  /// with ``resume()``.
  public func pause() {
    layOut()
    report(ledger.pause(at: now()))
  }

  /// Records that the list can be seen again.
  public func resume() {
    layOut()
    report(ledger.resume(at: now()))
  }

  /// Records that the content of an ad has been loaded, in each row in view that shows it; a later display is another.
  public func load(adID: String) {
    layOut()
    for row in ads.rows where row.ad.adID == adID { report(ledger.load(row.display, at: now())) }
  }

  /// Removes and returns all counted impressions.
  public func drain() -> [Impression] { ledger.drain() }

  /// Discards impressions that have reached their receiver.
  ///
  /// Doing so again has no effect.
  public func acknowledge(_ impressions: some Sequence<Impression>) { ledger.acknowledge(impressions) }

  /// Discards impressions that a server has acknowledged.
  ///
  /// Doing so again has no effect.
  public func acknowledge(_ acknowledgement: ImpressionAcknowledgement) { ledger.acknowledge(acknowledgement) }

  /// Adds the counts of an earlier state of the ledger, or of one of another stream.
  ///
  /// Displays stay as they are.
  ///
  /// - Throws: `AdServingError.otherDevice` for a ledger of another device, `AdServingError.invalidLedger` if impressions
  ///   of too many streams are pending; then nothing has changed.
  public func merge(_ saved: ImpressionLedger) throws(AdServingError) { try ledger.mergeCounted(by: saved) }

  /// Begins a stream, under which impressions are counted: a number of this process, greater than those of all before.
  ///
  /// So no impression gets the name of one that an earlier process has counted and delivered, but could not save.
  ///
  /// - Throws: `AdServingError`, with the value's name, for a stream out of range, or if impressions of too many are
  ///   pending.
  public func startStream(_ stream: Int) throws(AdServingError) { try ledger.count(under: stream) }

  /// Lays the list out, after which the tracker measures it if anything has changed.
  private func layOut() {
    if let weaver, weaver.list != nil {
      weaver.rawList.perform { $0.layoutIfNeeded() }
    } else if !ads.rows.isEmpty {
      // How long it was displayed is unknown.
      ads = AdsInView()
      ledger.forgetDisplays()
    }
  }
}

// MARK: - Measuring

/// Measuring what is in view after a layout.
extension ImpressionTracker {
  private func removeCell(_ cell: ListCell, at path: ListPath, of weaver: ListWeaver) {
    if weaver.isBeingRemoved {
      // No later layout would end it.
      if let row = ads.remove(ObjectIdentifier(cell)) { report(ledger.end(row.display, at: now())) }
      return
    }
    // A display that a layout ends is over; one that an update or reload ends may continue.
    let isInterrupted = weaver.list.map { $0.isUpdating || $0.loads != loads } ?? false
    ads.removeCell(cell, at: path, isInterrupted: isInterrupted)
  }

  /// Takes in what an untracked list shows, and measures it, now or after its next layout.
  private func look(at weaver: ListWeaver, laysOut: Bool) {
    weaver.rawList.perform { list in
      if laysOut { list.layoutIfNeeded() }
      for (path, cell) in list.displayedViews.rows where !ads.contains(ObjectIdentifier(cell)) {
        ads.addCell(ObjectIdentifier(cell), at: path)
      }
      loads = list.loads
      if list.isLaidOut { measure(list) }
    }
  }

  /// Updates the ledger with what a list shows, in feed space.
  ///
  /// - Complexity: O(*n* log *n*) for the *n* ads in view and the rows that have come into it, and, after an update, all
  ///   rows in view.
  private func measure(_ list: ListView, version: Int? = nil) {
    let now = now()
    var counted = ledger.advance(to: now)
    let haveMoved = (loads, updates) != (list.loads, list.updateCount)
    (loads, updates) = (list.loads, list.updateCount)
    let places = CellPlaces(list, mayHaveMoved: haveMoved)
    if haveMoved || version == nil || version != seenVersion { endReplaced(places, at: now) }
    seenVersion = version
    if !ads.areUnchanged { begin(places, at: now) }
    let (viewport, geometry) = (list.uncoveredViewport, list.geometry)
    if geometry != seenGeometry { ads.forgetFrames() }
    seenGeometry = geometry
    for index in ads.rows.indices {
      guard let share = ads.show(index, in: viewport, frame: list.frame(ofRow:)) else { continue }
      counted += ledger.show(
        ads.rows[index].display, share: share.ofRow, ofViewport: share.ofViewport, area: share.area, at: now)
    }
    if !counted.isEmpty { report(counted) }
  }

  /// Updates the position of each ad, and ends the displays of rows that show another ad now.
  private func endReplaced(_ places: CellPlaces, at now: Duration) {
    for row in ads.rows {
      guard let path = places.path(of: row.cell, lastAt: row.path) else { continue }
      if path != row.path {
        ads.move(row.cell, to: path)
        ledger.move(row.display, to: FeedPath(path))
      }
      guard identify(FeedPath(path)) != row.ad else { continue }
      ads.remove(row.cell)
      ledger.end(row.display, at: now)
      // The row's new ad has come into view with this layout.
      ads.addCell(row.cell, at: path)
    }
    ads.order()
  }

  /// Begins the displays of ads that have come into view, except those that continue in another cell.
  private func begin(_ places: CellPlaces, at now: Duration) {
    let new = ads.takeNewCells().compactMap { new in
      places.path(of: new.cell, lastAt: new.path).flatMap { path in
        identify(FeedPath(path)).map { (cell: new.cell, path: path, ad: $0) }
      }
    }
    var ended = ads.takeEndedDisplays()
    let found = new.map { ended.takeDisplay(of: $0.ad, at: $0.path) }
    for (row, display) in zip(new, found) {
      if let display = display ?? ended.takeMovedDisplay(of: row.ad) {
        ledger.move(display, to: FeedPath(row.path))
        ads.put(AdsInView.Row(cell: row.cell, ad: row.ad, display: display, path: row.path))
      } else {
        ads.put(AdsInView.Row(cell: row.cell, ad: row.ad, display: ledger.nextDisplay, path: row.path))
        ledger.begin(ledger.nextDisplay, row.ad, place: FeedPath(row.path), at: now)
      }
    }
    for display in ended.displays { ledger.end(display, at: now) }
  }
}
