/// What a ledger is told; each answers what is counted by it.
extension ImpressionLedger {
  /// An ad has come into view; nothing of it counts until ``show(_:share:ofViewport:at:)`` says how much.
  ///
  /// A display that has begun before, be it over or not, does not begin again; nor does one beyond ``mostDisplays``.
  ///
  /// - Complexity: O(displays), as every event that is later than the one before.
  @discardableResult
  public mutating func begin(_ display: Int, _ ad: AdIdentity, place: FeedPath, at now: Duration) -> [Impression] {
    let counted = advance(to: now)
    guard display >= nextDisplay, display <= ImpressionLedger.mostNumber,
      displays.count < ImpressionLedger.mostDisplays
    else { return counted }
    nextDisplay = display + 1
    displays.append(AdDisplay(number: display, ad: ad, place: place.inRange, began: clock ?? .zero))
    assert(checkInvariants())
    return counted
  }

  /// From now on, so much of an ad is in view: a share of its own area, and a share of the viewport's.
  ///
  /// A share that is no number is none.
  @discardableResult
  public mutating func show(
    _ display: Int, share: Double, ofViewport: Double = 0, at now: Duration
  ) -> [Impression] {
    var counted = advance(to: now)
    guard let index = index(of: display), let clock else { return counted }
    displays[index].isMet = rule.isMet(share: share, ofViewport: ofViewport)
    displays[index].note(isInSight: displays[index].isMet && !isPaused, at: clock)
    // A rule that asks for no time is met at once.
    if let deadline = deadline(of: displays[index]), deadline <= clock { counted.append(count(index, at: deadline)) }
    assert(checkInvariants())
    return counted
  }

  /// An ad in view stands elsewhere in the feed, since rows have come or gone above it.
  public mutating func move(_ display: Int, to place: FeedPath) {
    if let index = index(of: display) { displays[index].place = place.inRange }
  }

  /// An ad has left the view.
  @discardableResult
  public mutating func end(_ display: Int, at now: Duration) -> [Impression] {
    let counted = advance(to: now)
    if let index = index(of: display) { displays.remove(at: index) }
    return counted
  }

  /// All ads have left the view.
  @discardableResult
  public mutating func endAll(at now: Duration) -> [Impression] {
    let counted = advance(to: now)
    displays.removeAll()
    return counted
  }

  /// Forgets what is in view and the time, and ends a pause: for a process that continues a saved ledger.
  ///
  /// What was in view is over, and is not counted.
  public mutating func startAnew() {
    // So that this is known for the later state when it meets the earlier one.
    if clock != nil { nextDisplay = min(nextDisplay + 1, ImpressionLedger.mostNumber) }
    forgetDisplays()
    (isPaused, clock) = (false, nil)
  }

  /// Forgets what is in view, of which nobody knows how long it was there; it is not counted.
  package mutating func forgetDisplays() { displays = [] }

  /// Nobody sees anything from now on, though displays go on: the list is hidden, or the app in the background.
  @discardableResult
  public mutating func pause(at now: Duration) -> [Impression] { setPaused(true, at: now) }

  /// What is in view can be seen again; for what had not been counted, time begins anew.
  @discardableResult
  public mutating func resume(at now: Duration) -> [Impression] { setPaused(false, at: now) }

  /// Time has come to `now`.
  @discardableResult
  public mutating func advance(to now: Duration) -> [Impression] {
    let now = LedgerTime(now).time
    if let clock, now <= clock { return [] }
    clock = now
    let due = displays.indices.compactMap { index in
      deadline(of: displays[index]).flatMap { $0 <= now ? (deadline: $0, index: index) : nil }
    }
    return due.sorted { $0 < $1 }.map { count($0.index, at: $0.deadline) }
  }

  /// When the next ad counts as seen if nothing else happens; nil where none will.
  ///
  /// - Complexity: O(displays).
  public var nextDeadline: Duration? { displays.compactMap { deadline(of: $0) }.min() }

  private mutating func setPaused(_ paused: Bool, at now: Duration) -> [Impression] {
    var counted = advance(to: now)
    guard paused != isPaused, let clock else { return counted }
    isPaused = paused
    for index in displays.indices {
      displays[index].note(isInSight: displays[index].isMet && !paused, at: clock)
      if let deadline = deadline(of: displays[index]), deadline <= clock { counted.append(count(index, at: deadline)) }
    }
    return counted
  }

  private func deadline(of display: AdDisplay) -> Duration? { display.since.map { $0 + rule.duration } }

  private mutating func count(_ index: Int, at time: Duration) -> Impression {
    let display = displays[index]
    let impression = Impression(
      stream: stream, number: takeNumber(), adID: display.ad.adID, campaign: display.ad.campaign, place: display.place,
      display: display.number, began: display.began, at: time)
    displays[index].isCounted = true
    displays[index].since = nil
    pending.append(impression)
    giveUpExcess()
    return impression
  }

  private func index(of display: Int) -> Int? {
    let index = displays.indices.partitioningIndex { displays[$0].number >= display }
    return index < displays.count && displays[index].number == display ? index : nil
  }
}

extension FeedPath {
  /// The nearest path at which a row can stand.
  fileprivate var inRange: FeedPath {
    FeedPath(section: max(0, min(section, RowMap.limit)), row: max(0, min(row, RowMap.limit)))
  }
}
