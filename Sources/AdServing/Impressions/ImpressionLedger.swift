public import Placement

/// A counter of the ads that have been seen, which keeps its impressions until they are fetched.
///
/// It has no clock and no list: the caller notifies it of what comes into view, how much of it, and when. A display is
/// the time from an ad's coming into view to its leaving; the caller gives it a number greater than all before it. The
/// ad is counted when enough of it has been in view for long enough without a break, at most once per display by each of
/// the ledger's ``rules``, side by side. The impression's time is the moment at which the rule was met, whenever the
/// ledger is notified.
///
/// ```swift
/// var ledger = try ImpressionLedger()
/// ledger.begin(0, AdIdentity(adID: "shoes"), place: FeedPath(section: 0, row: 3), at: .seconds(5))
/// ledger.show(0, share: 0.8, at: .seconds(5))
/// ledger.nextDeadline                      // 6 seconds
/// ledger.advance(to: .seconds(9))          // one impression, at 6 seconds
/// ```
///
/// Each notification holds until the next one. Times are durations since a fixed origin of the caller's choice; a time
/// earlier than the last one counts as the last one. Repeating a notification changes nothing, and neither does one
/// about a display that has ended: however often a history is repeated, nothing is counted twice.
///
/// Impressions are kept in ``pending``, each under a number that is never used again. A ledger is saved and restored as
/// a whole; see ``merge(_:)`` and ``startStream(_:)`` for states that have diverged.
public struct ImpressionLedger: Hashable, Sendable {
  /// The rules by which an ad counts as seen, each for itself; the first is the one for frequency caps.
  public let rules: [ViewabilityRule]
  /// The device that counts, which is part of the name of every impression; see ``ImpressionID``.
  public let device: String
  /// The stream to which new impressions belong.
  public internal(set) var stream: Int
  /// The impressions that have not been fetched, in the order of counting.
  public internal(set) var pending: [Impression] = []
  /// The number of impressions that were dropped, the oldest first, because more than ``capacity`` were pending.
  public internal(set) var lostCount = 0
  /// Whether the ledger is paused, so that no ad can be seen; see ``pause(at:)``.
  public internal(set) var isPaused = false
  /// The smallest number that the next display may have, greater than that of any before.
  public internal(set) var nextDisplay = 0
  /// The number of impressions that each known stream has counted, ordered by stream, including the ledger's own.
  var streams: [StreamCount]
  /// The latest time that was passed.
  package internal(set) var clock: Duration?
  /// The displays in view, ordered by number.
  var displays: [AdDisplay] = []

  /// The largest number of pending impressions.
  public static let capacity = 1 << 14
  /// The largest number of displays at one time; further ones are ignored.
  public static let mostDisplays = 1 << 12
  /// The largest number of rules.
  public static let mostRules = 16
  /// The largest number of streams that one ledger knows.
  public static let mostStreams = 1 << 8
  /// The largest number of a stream, and of a display.
  static let mostNumber = 1 << 52

  /// Makes a ledger that has counted nothing.
  ///
  /// - Parameters:
  ///   - rule: when an ad counts as seen.
  ///   - others: further rules by which it is counted, under other names.
  ///   - device: a name that the client chooses once per installation and keeps, of at most 128 bytes of UTF-8; empty for
  ///     a ledger whose impressions never leave its process.
  ///   - stream: the stream that is started, from 0 to 2⁵²; ledgers of one device need different
  ///     ones.
  /// - Throws: ``AdServingError/invalidValue(word:value:expected:column:)``, which names the value.
  public init(
    rule: ViewabilityRule = ViewabilityRule(), others: [ViewabilityRule] = [], device: String = "", stream: Int = 0
  ) throws(AdServingError) {
    rules = [rule] + others
    try ImpressionID.check(device: device)
    self.device = device
    self.stream = stream
    streams = [StreamCount(stream: stream, count: 0)]
    try checkRules()
    try ImpressionLedger.check(stream: stream)
  }

  /// The first of the ``rules``, which is the only one of most ledgers.
  public var rule: ViewabilityRule { rules[0] }

  /// The number of displays in view.
  public var displayCount: Int { displays.count }

  func checkRules() throws(AdServingError) {
    for rule in rules { try rule.validate() }
    let (count, most) = (rules.count, ImpressionLedger.mostRules)
    guard 1...most ~= count, Set(rules.map(\.name)).count == count else {
      throw .invalidValue(
        word: "rules", value: "\(count) rules", expected: "1 to \(most) rules with names of their own", column: nil)
    }
  }

  static func check(stream: Int) throws(AdServingError) {
    guard 0...mostNumber ~= stream else {
      throw .invalidValue(word: "stream", value: "\(stream)", expected: "a number from 0 to \(mostNumber)", column: nil)
    }
  }
}

// MARK: - Events

/// Notifications to a ledger, each of which returns the impressions that are counted by it.
extension ImpressionLedger {
  /// Begins a display of an ad that has come into view; call ``show(_:share:ofViewport:area:at:)`` to set how much of it
  /// is in view.
  ///
  /// A display that has begun before is ignored, whether it has ended or not, and so is one beyond ``mostDisplays``.
  ///
  /// - Complexity: O(displays), as for every notification with a later time than the one before.
  @discardableResult
  public mutating func begin(_ display: Int, _ ad: AdIdentity, place: FeedPath, at now: Duration) -> [Impression] {
    let counted = advance(to: now)
    guard display >= nextDisplay, display <= ImpressionLedger.mostNumber,
      displays.count < ImpressionLedger.mostDisplays
    else { return counted }
    nextDisplay = display + 1
    displays.append(
      AdDisplay(number: display, ad: ad, place: place.inRange, began: clock ?? .zero, ruleCount: rules.count))
    assert(checkInvariants())
    return counted
  }

  /// Sets how much of an ad is in view from now on: a share of its own area, and a share of the viewport's; and its area.
  ///
  /// A share that is not a number counts as 0.
  @discardableResult
  public mutating func show(
    _ display: Int, share: Double, ofViewport: Double = 0, area: Double = 0, at now: Duration
  ) -> [Impression] {
    var counted = advance(to: now)
    guard let index = index(of: display) else { return counted }
    for (number, rule) in rules.enumerated() {
      displays[index].counts[number].isMet = rule.isMet(share: share, ofViewport: ofViewport, area: area)
    }
    counted += judge(index)
    assert(checkInvariants())
    return counted
  }

  /// Notes that the content of an ad has been loaded, for rules that ``ViewabilityRule/start`` then.
  @discardableResult
  public mutating func load(_ display: Int, at now: Duration) -> [Impression] {
    var counted = advance(to: now)
    guard let index = index(of: display) else { return counted }
    displays[index].isLoaded = true
    counted += judge(index)
    assert(checkInvariants())
    return counted
  }

  /// Sets the new position of an ad in view, after rows were inserted or deleted above it.
  public mutating func move(_ display: Int, to place: FeedPath) {
    if let index = index(of: display) { displays[index].place = place.inRange }
  }

  /// Ends the display of an ad that has left the view.
  @discardableResult
  public mutating func end(_ display: Int, at now: Duration) -> [Impression] {
    let counted = advance(to: now)
    if let index = index(of: display) { displays.remove(at: index) }
    return counted
  }

  /// Ends all displays.
  @discardableResult
  public mutating func endAll(at now: Duration) -> [Impression] {
    let counted = advance(to: now)
    displays.removeAll()
    return counted
  }

  /// Resets displays, time and pause, for a process that continues a saved ledger.
  ///
  /// Displays in view end and are not counted.
  public mutating func startAnew() {
    // Makes this recognizable as the later state when it is merged with the earlier one.
    if clock != nil { nextDisplay = min(nextDisplay + 1, ImpressionLedger.mostNumber) }
    forgetDisplays()
    (isPaused, clock) = (false, nil)
  }

  /// Removes all displays without counting them, since it is not known how long they were in view.
  package mutating func forgetDisplays() { displays = [] }

  /// Pauses counting without ending displays, such as when the list is hidden or the app is in the background.
  @discardableResult
  public mutating func pause(at now: Duration) -> [Impression] { setPaused(true, at: now) }

  /// Resumes counting; the viewing time of displays that have not been counted starts again from zero.
  @discardableResult
  public mutating func resume(at now: Duration) -> [Impression] { setPaused(false, at: now) }

  /// Advances the time to `now`, as everything that takes a time does first.
  ///
  /// - Complexity: O(displays), which are the ads in view.
  @discardableResult
  public mutating func advance(to now: Duration) -> [Impression] {
    let now = LedgerTime(now).time
    if let clock, now <= clock { return [] }
    clock = now
    let due = displays.indices.flatMap { index in
      deadlines(of: displays[index]).filter { $0.time <= now }.map { (time: $0.time, index: index, rule: $0.rule) }
    }
    return due.sorted { $0 < $1 }.map { count($0.index, by: $0.rule, at: $0.time) }
  }

  /// Moves the ledger's clock forward or back, if it was wrong: what is in view has been so for as long as before.
  ///
  /// Impressions that are counted keep their times.
  /// - Parameter change: The difference between the right time and the last one that was passed.
  /// - Complexity: O(displays).
  public mutating func correctClock(by change: Duration) {
    func corrected(_ time: Duration) -> Duration { LedgerTime(time + LedgerTime(change).time).time }
    clock = clock.map(corrected)
    for index in displays.indices {
      displays[index].began = corrected(displays[index].began)
      for rule in rules.indices {
        displays[index].counts[rule].since = displays[index].counts[rule].since.map { LedgerTime(corrected($0.time)) }
      }
    }
    assert(checkInvariants())
  }

  /// The time at which the next ad counts as seen if nothing else happens; nil if none will.
  ///
  /// - Complexity: O(displays).
  public var nextDeadline: Duration? { displays.lazy.flatMap { deadlines(of: $0) }.map(\.time).min() }

  private mutating func setPaused(_ paused: Bool, at now: Duration) -> [Impression] {
    var counted = advance(to: now)
    guard paused != isPaused else { return counted }
    isPaused = paused
    for index in displays.indices { counted += judge(index) }
    assert(checkInvariants())
    return counted
  }

  /// Notes by which rules a display is in sight from now on, and counts it by those that need no time.
  private mutating func judge(_ index: Int) -> [Impression] {
    guard let clock else { return [] }
    for (number, rule) in rules.enumerated() {
      let canBegin = !isPaused && (rule.start == .rendering || displays[index].isLoaded)
      displays[index].counts[number].note(isInSight: displays[index].counts[number].isMet && canBegin, at: clock)
    }
    return deadlines(of: displays[index]).filter { $0.time <= clock }.map { count(index, by: $0.rule, at: $0.time) }
  }

  /// The times at which a display is counted if it stays in sight, with the positions of the rules.
  private func deadlines(of display: AdDisplay) -> [(time: Duration, rule: Int)] {
    zip(rules, display.counts).enumerated().compactMap { number, pair in
      pair.1.since.map { ($0.time + pair.0.duration, number) }
    }
  }

  private mutating func count(_ index: Int, by rule: Int, at time: Duration) -> Impression {
    let display = displays[index]
    let impression = Impression(
      id: ImpressionID(device: device, stream: stream, number: takeNumber()), ad: display.ad, place: display.place,
      display: display.number, began: display.began, at: time, rule: rules[rule].name)
    displays[index].counts[rule].isCounted = true
    displays[index].counts[rule].since = nil
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
  /// The path, clamped to valid positions.
  fileprivate var inRange: FeedPath {
    FeedPath(section: max(0, min(section, RowMap.limit)), row: max(0, min(row, RowMap.limit)))
  }
}

// MARK: - Pending

/// Fetching pending impressions.
extension ImpressionLedger {
  /// Removes and returns all pending impressions.
  public mutating func drain() -> [Impression] {
    defer { pending = [] }
    return pending
  }

  /// Removes pending impressions of this stream up to a number, once they have arrived; repeating it changes nothing.
  ///
  /// - Complexity: O(pending).
  public mutating func acknowledge(through number: Int) {
    pending.removeAll { $0.stream == stream && $0.number <= number }
  }

  /// Removes pending impressions of any stream, once they have arrived; repeating it changes nothing.
  ///
  /// - Complexity: O(pending + impressions).
  public mutating func acknowledge(_ impressions: some Sequence<Impression>) {
    let arrived = Set(impressions.lazy.map(\.id))
    pending.removeAll { arrived.contains($0.id) }
  }

  /// Removes the pending impressions that a server has acknowledged; repeating it changes nothing, and neither does an
  /// acknowledgement for another device.
  ///
  /// - Complexity: O(pending · log streams).
  public mutating func acknowledge(_ acknowledgement: ImpressionAcknowledgement) {
    pending.removeAll { acknowledgement.covers($0.id) }
  }

  /// Returns the number of impressions that a stream has counted; the next one gets this number.
  func givenCount(_ stream: Int) -> Int { streams.first { $0.stream == stream }?.count ?? 0 }

  private mutating func takeNumber() -> Int {
    let number = givenCount(stream)
    note(StreamCount(stream: stream, count: number + 1))
    return number
  }

  mutating func note(_ mark: StreamCount) {
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

  /// Returns whether the ledger's properties are consistent with each other.
  ///
  /// - Complexity: O(displays · rules + streams).
  public func checkInvariants() -> Bool {
    let numbers = displays.map(\.number)
    return zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 } && numbers.allSatisfy { $0 < nextDisplay }
      && displays.allSatisfy { fault(of: $0) == nil }
      && pending.count <= ImpressionLedger.capacity
      && zip(streams, streams.dropFirst()).allSatisfy { $0.stream < $1.stream }
  }
}
