import Placement

/// The addresses that a server has handed out, of which it hands out each once for what happens to an ad.
///
/// ```swift
/// let receipt = inbox.receive(upload, from: user, at: now, tag: tag)
/// let due = outbox.count(receipt, as: ["rendered": [1], "half": [2]], at: now, under: policy) { ads[$0.adID] }
/// store(inbox, outbox)                                   // before any of it leaves the server
/// respond(receipt.acknowledgements, due.filter { $0.side == .client })
/// for tracker in due where tracker.side == .server {
///   try await open(tracker.address)
///   outbox.acknowledge([tracker.id])
/// }
/// ```
/// What is handed out is due until it is acknowledged. After a crash, ``unacknowledged(at:)`` returns what may have been used
/// or not, marked as a repeat. So an address is used at most once without that mark, as long as the outbox is stored
/// before the address is used. Nothing is due for an ad before something happens to it.
///
/// An ad is known by its name, and remembered until it expires. What needs more memory than there is, and what happens to
/// an ad that has expired, is refused and counted. An outbox never opens an address.
public struct TrackerOutbox: Hashable, Sendable {
  /// The largest number of events of ads that are remembered.
  public private(set) var capacity: Int
  /// The number of events for which nothing was handed out, since the memory was full or the ad had expired.
  public private(set) var refusedCount = 0
  /// The number of trackers that were too many or too long, or not acknowledged until their ad expired.
  public private(set) var lostCount = 0
  private var handed = HandedTrackers()

  /// The largest number of trackers that are handed out for an event.
  public static let mostPerEvent = 64

  /// Makes an outbox that has handed out nothing.
  /// - Precondition: `capacity` is at least 1.
  public init(capacity: Int = 1 << 20) {
    precondition(capacity > 0, "an outbox has room for at least one event, and not for \(capacity)")
    self.capacity = capacity
  }

  /// The number of events of ads that are remembered.
  public var eventCount: Int { handed.eventCount }

  /// Returns whether the outbox's properties are consistent with each other.
  ///
  /// - Complexity: O(ads), but many ads are not walked.
  public func checkInvariants() -> Bool { capacity > 0 && handed.checkInvariants() }
}

// MARK: - Handing out

extension TrackerOutbox {
  /// Notes that an ad has won its auction, and returns the notice that is due; it counts no impression.
  /// - Complexity: O(1), and O(*n*) for *n* ads that have expired; at most once a minute O(minutes) besides.
  public mutating func win(_ ad: TrackedAd, at now: Duration, under policy: TrackerPolicy) -> [DueTracker] {
    handOut(.win, of: ad, at: now, policy, [Due(address: ad.trackers.win, side: policy.win)])
  }

  /// Notes that an ad is not used, and returns the notice that is due.
  /// - Parameters:
  ///   - ad: The ad.
  ///   - code: The reason as OpenRTB numbers it, such as ``AuctionLoss/code``; 2 for an ad that has won, and for which there
  ///     was no place.
  ///   - clearing: What the winner pays, for `${AUCTION_PRICE}`; nil where it is not disclosed, and the macro is empty.
  ///   - now: The server's time.
  ///   - policy: Who opens which addresses.
  /// - Complexity: As for a win.
  public mutating func lose(
    _ ad: TrackedAd, code: Int, clearing: Price? = nil, at now: Duration, under policy: TrackerPolicy
  ) -> [DueTracker] {
    var ad = ad
    (ad.trackers.macros.loss, ad.trackers.macros.price) = (code, clearing)
    return handOut(.loss, of: ad, at: now, policy, [Due(address: ad.trackers.loss, side: .server)])
  }

  /// Notes that events have happened to an ad, and returns what is due: their trackers, and the notice of billing.
  /// - Parameters:
  ///   - events: The events as ``AdTracker/event`` numbers them: 1 and 2 where an impression is counted by a
  ///     ``ViewabilityRule`` of half the ad for a second.
  ///   - ad: The ad.
  ///   - now: The server's time.
  ///   - policy: Who opens which addresses, and at which event the ad is billable.
  ///   - runsScripts: Whether the client runs scripts; else they are not handed out, now or later.
  /// - Complexity: As for a win, for each event and each of its trackers.
  public mutating func count(
    _ events: [Int], of ad: TrackedAd, at now: Duration, under policy: TrackerPolicy, runsScripts: Bool = false
  ) -> [DueTracker] {
    var ad = ad
    ad.trackers.macros.impressionTime = ad.trackers.macros.impressionTime ?? now
    return events.flatMap { number in
      let scripts = number == 1 ? ad.trackers.scripts.map { Due(method: 2, script: $0, side: .client) } : []
      let due = ad.trackers.events.filter { $0.event == number }.map { Due($0, policy) } + scripts
      let trackers = handOut(.event(number), of: ad, at: now, policy, due, runsScripts: runsScripts)
      guard number == policy.billingEvent, !ad.trackers.macros.isTest else { return trackers }
      return trackers + handOut(.billing, of: ad, at: now, policy, [Due(address: ad.trackers.billing, side: .server)])
    }
  }

  /// Notes what an inbox has newly counted, and returns what is due.
  /// - Parameters:
  ///   - receipt: What has become of an upload.
  ///   - events: The events that an impression means, by the name of the rule by which it was counted; those of an ad
  ///     happen once, in whatever order.
  ///   - now: The server's time.
  ///   - policy: Who opens which addresses, and at which event an ad is billable.
  ///   - runsScripts: Whether the client runs scripts; else they are not handed out, now or later.
  ///   - trackedAd: Returns what is kept of an ad; nil if nothing is due for it. It runs while the outbox changes, so it
  ///     must not read a value that the outbox is part of.
  /// - Complexity: As for the events of each impression.
  public mutating func count(
    _ receipt: ImpressionReceipt, as events: [String: [Int]], at now: Duration, under policy: TrackerPolicy,
    runsScripts: Bool = false, _ trackedAd: (ServingReceipt) -> TrackedAd?
  ) -> [DueTracker] {
    zip(receipt.new, receipt.receipts).flatMap { impression, served in
      guard let events = events[impression.rule], let ad = trackedAd(served) else { return [DueTracker]() }
      return count(events, of: ad, at: now, under: policy, runsScripts: runsScripts)
    }
  }

  /// Notes a click, and returns the click trackers that are due.
  /// - Parameters:
  ///   - name: The click's name, which no other click of the ad has, such as the time at which its receipt was issued.
  ///   - link: The link that was clicked: that of the ad, or of a part of it.
  ///   - ad: The ad.
  ///   - now: The server's time.
  ///   - policy: Who opens which addresses.
  /// - Complexity: As for a win, for each tracker.
  public mutating func click(
    _ name: String, on link: AdLink, of ad: TrackedAd, at now: Duration, under policy: TrackerPolicy
  ) -> [DueTracker] {
    handOut(
      .click(name), of: ad, at: now, policy, link.clickTrackers.map { Due(address: $0, side: policy.clicks) })
  }

  /// What an event may make due.
  private struct Due {
    var method = 1
    var address: String?
    var script: String?
    var customData: String?
    let side: TrackerSide

    init(method: Int = 1, address: String? = nil, script: String? = nil, side: TrackerSide) {
      (self.method, self.address, self.script, self.side) = (method, address, script, side)
    }

    init(_ tracker: AdTracker, _ policy: TrackerPolicy) {
      let side = tracker.method == 1 ? policy.images : tracker.method >= 500 ? policy.ownMethods : .client
      self.init(method: tracker.method, address: tracker.address, side: side)
      customData = tracker.customData
    }

    /// Returns it with macros filled; nil if it is too long.
    func tracker(
      _ id: DueTracker.ID, _ macros: AuctionMacros, _ encodings: AuctionMacros.Encodings
    ) -> DueTracker? {
      guard let filled = macros.filled(script ?? address ?? "", encodings: encodings),
        customData?.utf8.count ?? 0 <= AuctionMacros.longestAddress
      else { return nil }
      return DueTracker(
        id: id, method: method, address: script == nil ? filled : "", script: script == nil ? nil : filled,
        customData: customData, side: side)
    }
  }

  private mutating func handOut(
    _ event: TrackerEvent, of ad: TrackedAd, at now: Duration, _ policy: TrackerPolicy, _ due: [Due],
    runsScripts: Bool = false
  ) -> [DueTracker] {
    defer { assert(checkInvariants()) }
    lostCount += handed.removeExpired(at: now)
    let due = due.enumerated().filter { _, due in
      (due.address != nil || due.script != nil) && (due.method != 2 || runsScripts)
    }
    if due.isEmpty || handed.contains(event, of: ad.id) { return [] }
    guard !handed.hasExpired(ad, at: now), eventCount < capacity else {
      refusedCount += 1
      return []
    }
    let trackers = due.compactMap { number, due in
      number < Self.mostPerEvent
        ? due.tracker(DueTracker.ID(adID: ad.id, event: event, number: number), ad.trackers.macros, policy.encodings)
        : nil
    }
    lostCount += due.count - trackers.count
    handed.insert(trackers, for: event, of: ad)
    return trackers
  }
}

// MARK: - Acknowledging

extension TrackerOutbox {
  /// Notes that trackers have been used, or passed to a client; repeating it changes nothing.
  /// - Complexity: O(1) for each.
  public mutating func acknowledge(_ trackers: some Sequence<DueTracker.ID>) {
    for id in trackers { handed.acknowledge(id) }
  }

  /// Returns what was handed out and not acknowledged, marked as repeats: after a crash, it may have been used or not.
  /// - Complexity: O(*n* log *n*) in all that is remembered.
  public func unacknowledged(at now: Duration) -> [DueTracker] {
    handed.unacknowledged(at: now).map { tracker in
      var tracker = tracker
      tracker.isRepeat = true
      return tracker
    }
  }

  /// Adds what another process has handed out, in whatever order and however often.
  ///
  /// What one of them has handed out is not handed out again; what one has acknowledged is not a repeat any more. What both
  /// have handed out before was used twice: give each process users of its own, and merge before a user moves. The result
  /// may remember more than its capacity, until ads expire.
  /// - Complexity: O(events that are remembered).
  public mutating func merge(_ other: TrackerOutbox) {
    capacity = max(capacity, other.capacity)
    (refusedCount, lostCount) = (max(refusedCount, other.refusedCount), max(lostCount, other.lostCount))
    handed.merge(other.handed)
    assert(checkInvariants())
  }
}

// MARK: - Codable

extension TrackerOutbox: Codable {
  /// The version that is encoded, and the only one that can be decoded.
  static let version = 1

  private enum CodingKeys: String, CodingKey {
    case version, capacity, refused, lost
  }

  /// Decodes an outbox.
  ///
  /// - Throws: `DecodingError`; its underlying error is an ``AdServingError`` that names the value, if it is not the
  ///   decoder's own.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try container.checkVersion(TrackerOutbox.version, forKey: .version)
    capacity = try container.decodeNumber(forKey: .capacity, atLeast: 1)
    refusedCount = try container.decodeNumber(forKey: .refused)
    lostCount = try container.decodeNumber(forKey: .lost)
    handed = try HandedTrackers(from: decoder)
  }

  /// Encodes the outbox, with its ads and trackers in order of their names.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(TrackerOutbox.version, forKey: .version)
    try container.encode(capacity, forKey: .capacity)
    try container.encode(refusedCount, forKey: .refused)
    try container.encode(lostCount, forKey: .lost)
    try handed.encode(to: encoder)
  }
}
