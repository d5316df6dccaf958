public import Placement

/// Counts the ads that have been seen, each once for the time that it is in view, and keeps what is counted until it is fetched.
///
/// It is told what comes into view, how much of it, and when; it has no clock and no list. A display is one time of an ad being in
/// view, from coming to leaving; it bears a number that the caller gives, greater than all before it. The ad is counted when
/// enough of it has been in view for long enough without a break, at most once in a display, and dated at the moment at which the
/// rule was met, whenever the ledger hears of it.
///
/// ```swift
/// var ledger = try ImpressionLedger()
/// ledger.begin(0, AdIdentity(adID: "shoes"), place: FeedPath(section: 0, row: 3), at: .seconds(5))
/// ledger.show(0, share: 0.8, at: .seconds(5))
/// ledger.nextDeadline                      // 6 seconds
/// ledger.advance(to: .seconds(9))          // one impression, at 6 seconds
/// ```
///
/// What is told holds until something else is told. Time is a duration since an origin that the caller keeps to; a clock that goes
/// back is taken to stand still. Telling an event again changes nothing, nor does telling of a display that is over: however often
/// a history is repeated, nothing is counted twice.
///
/// What is counted waits in ``pending``, under a number that is never given again. A ledger is saved and read as a whole; see
/// ``merge(_:)`` and ``startStream(_:)`` for states that have parted ways.
public struct ImpressionLedger: Hashable, Sendable {
  /// When an ad counts as seen.
  public let rule: ViewabilityRule
  /// The history to which what is counted now belongs.
  public internal(set) var stream: Int
  /// What has been counted and not been fetched, in the order of counting.
  public internal(set) var pending: [Impression] = []
  /// How many impressions were given up, the oldest first, because more than ``capacity`` of them waited to be fetched.
  public internal(set) var lostCount = 0
  /// Whether nothing can be seen; see ``pause(at:)``.
  public internal(set) var isPaused = false
  /// The number that the next display may have, greater than that of any before.
  public internal(set) var nextDisplay = 0
  /// How many numbers each stream has given, as far as is known here; by stream, the ledger's own among them.
  var streams: [StreamMark]
  /// The latest time that was told.
  var clock: Duration?
  /// What is in view, by number.
  var displays: [AdDisplay] = []

  /// The most impressions that wait to be fetched.
  public static let capacity = 1 << 14
  /// The most displays at one time; more are not followed.
  public static let mostDisplays = 1 << 12
  /// The most streams that one ledger knows.
  public static let mostStreams = 1 << 8
  /// The greatest stream, and the greatest number of a display.
  static let mostNumber = 1 << 52

  /// Makes a ledger that has counted nothing.
  ///
  /// - Parameters:
  ///   - rule: when an ad counts as seen.
  ///   - stream: the history that is begun, from 0 to 2⁵²; ledgers whose impressions come together need different ones.
  /// - Throws: ``AdServingError/invalidValue(word:value:expected:column:)``, which names the value.
  public init(rule: ViewabilityRule = ViewabilityRule(), stream: Int = 0) throws(AdServingError) {
    try rule.validate()
    self.rule = rule
    self.stream = stream
    streams = [StreamMark(stream: stream, count: 0)]
    try ImpressionLedger.check(stream: stream)
  }

  /// How many displays are followed at this moment.
  public var displayCount: Int { displays.count }

  static func check(stream: Int) throws(AdServingError) {
    guard 0...mostNumber ~= stream else {
      throw .invalidValue(word: "stream", value: "\(stream)", expected: "a number from 0 to \(mostNumber)", column: nil)
    }
  }
}

// MARK: - Events

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

// MARK: - Pending

/// Fetching what has been counted.
extension ImpressionLedger {
  /// Hands over all that waits; it is not handed over again.
  public mutating func drain() -> [Impression] {
    defer { pending = [] }
    return pending
  }

  /// Lets go of what this stream has counted up to a number, since it has arrived; doing so again changes nothing.
  ///
  /// - Complexity: O(pending).
  public mutating func acknowledge(through number: Int) {
    pending.removeAll { $0.stream == stream && $0.number <= number }
  }

  /// Lets go of impressions of any stream, since they have arrived; doing so again changes nothing.
  ///
  /// - Complexity: O(pending + impressions).
  public mutating func acknowledge(_ impressions: some Sequence<Impression>) {
    let arrived = Set(impressions.lazy.map { StreamMark(stream: $0.stream, count: $0.number) })
    pending.removeAll { arrived.contains(StreamMark(stream: $0.stream, count: $0.number)) }
  }

  /// How many numbers a stream has given: it has given 0 up to this one.
  func givenCount(_ stream: Int) -> Int { streams.first { $0.stream == stream }?.count ?? 0 }

  mutating func takeNumber() -> Int {
    let number = givenCount(stream)
    note(StreamMark(stream: stream, count: number + 1))
    return number
  }

  mutating func note(_ mark: StreamMark) {
    let index = streams.firstIndex { $0.stream >= mark.stream } ?? streams.count
    if index < streams.count, streams[index].stream == mark.stream {
      streams[index] = mark
    } else {
      streams.insert(mark, at: index)
    }
  }

  mutating func giveUpExcess() {
    let excess = pending.count - ImpressionLedger.capacity
    guard excess > 0 else { return }
    pending.removeFirst(excess)
    lostCount = min(lostCount + excess, ImpressionLedger.mostNumber)
  }

  /// Whether what is kept fits together.
  ///
  /// - Complexity: O(displays + streams).
  public func checkInvariants() -> Bool {
    let numbers = displays.map(\.number)
    return zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 } && numbers.allSatisfy { $0 < nextDisplay }
      && displays.allSatisfy { !(isPaused && $0.since != nil) && !($0.isCounted && $0.since != nil) }
      && displays.allSatisfy { $0.began <= clock ?? $0.began && $0.since ?? $0.began <= clock ?? $0.began }
      && pending.count <= ImpressionLedger.capacity
      && zip(streams, streams.dropFirst()).allSatisfy { $0.stream < $1.stream }
  }
}
