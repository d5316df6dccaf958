import Placement

/// What has happened to ads and the trackers of it that are not acknowledged, of each ad until it expires.
///
/// Ads that expire within the same 65,536 milliseconds are removed together.
struct HandedTrackers: Hashable {
  /// What has happened to an ad, with the trackers that have not been acknowledged.
  private struct History: Hashable {
    /// The milliseconds at which the ad expires.
    var expires: Int64
    var events: [TrackerEvent: [DueTracker]] = [:]

    var span: Int64 { expires >> 16 }
  }

  private var ads: [String: History] = [:]
  /// The span before which ads were removed; nil if none was.
  ///
  /// They stay expired when the clock goes back.
  private var removedBefore: Int64?
  /// The ads by the span in which they expire.
  private var spans: [Int64: Set<String>] = [:]
  /// The first of the spans.
  private var earliest: Int64?
  /// The number of events that are remembered.
  private(set) var eventCount = 0

  /// Returns whether trackers for an event were handed out.
  func contains(_ event: TrackerEvent, of ad: String) -> Bool { ads[ad]?.events[event] != nil }

  /// Returns whether what happens to an ad does not count any more.
  func hasExpired(_ ad: TrackedAd, at now: Duration) -> Bool {
    ad.expires <= now || ad.expires.wholeMilliseconds >> 16 < removedBefore ?? .min
  }

  /// Remembers trackers of an event for which there are none yet.
  mutating func insert(_ trackers: [DueTracker], for event: TrackerEvent, of ad: TrackedAd) {
    var history = ads[ad.id] ?? History(expires: ad.expires.wholeMilliseconds)
    history.expires = max(history.expires, ad.expires.wholeMilliseconds)
    history.events[event] = trackers
    eventCount += 1
    if let former = ads.updateValue(history, forKey: ad.id), former.span != history.span {
      spans[former.span]?.remove(ad.id)
      if spans[former.span]?.isEmpty == true { spans[former.span] = nil }
      earliest = spans.keys.min()
    }
    spans[history.span, default: []].insert(ad.id)
    earliest = min(earliest ?? history.span, history.span)
  }

  mutating func acknowledge(_ id: DueTracker.ID) { ads[id.adID]?.events[id.event]?.removeAll { $0.id == id } }

  /// Returns the trackers that are not acknowledged, of ads that have not expired, in order of their names.
  func unacknowledged(at now: Duration) -> [DueTracker] {
    let present = now.wholeMilliseconds
    return ordered(ads.values.filter { $0.expires > present })
  }

  private func ordered(_ histories: some Sequence<History>) -> [DueTracker] {
    histories.flatMap { $0.events.values.joined() }.sorted { $0.id < $1.id }
  }

  /// Removes ads that have expired, and returns how many of their trackers were not acknowledged.
  /// - Complexity: O(1), and O(spans + ads that are removed) when a span has passed.
  mutating func removeExpired(at now: Duration) -> Int {
    let present = now.wholeMilliseconds >> 16
    guard let earliest, earliest < present else { return 0 }
    var lostCount = 0
    for (span, names) in spans where span < present {
      for name in names {
        guard let events = ads.removeValue(forKey: name)?.events else { continue }
        eventCount -= events.count
        lostCount += events.values.reduce(0) { $0 + $1.count }
      }
      removedBefore = max(removedBefore ?? span, span + 1)
      spans[span] = nil
    }
    self.earliest = spans.keys.min()
    return lostCount
  }

  /// Adds what another process has handed out: what one of them has acknowledged is acknowledged.
  mutating func merge(_ other: HandedTrackers) {
    removedBefore = [removedBefore, other.removedBefore].compactMap(\.self).max()
    ads.merge(other.ads) { one, other in
      let events = one.events.merging(other.events) { trackers, others in
        let named = Dictionary(uniqueKeysWithValues: others.map { ($0.id, $0) })
        return trackers.compactMap { tracker in named[tracker.id].map { tracker.first(of: $0) } }
      }
      return History(expires: max(one.expires, other.expires), events: events)
    }
    if let removedBefore { ads = ads.filter { $0.value.span >= removedBefore } }
    makeIndex()
  }

  private mutating func makeIndex() {
    spans = [:]
    for (name, history) in ads { spans[history.span, default: []].insert(name) }
    earliest = spans.keys.min()
    eventCount = ads.values.reduce(0) { $0 + $1.events.count }
  }

  /// - Complexity: O(ads), but many ads are not walked.
  func checkInvariants() -> Bool {
    if ads.count > 256 { return eventCount >= ads.count }
    return eventCount == ads.values.reduce(0) { $0 + $1.events.count } && earliest == spans.keys.min()
      && removedBefore ?? .min <= earliest ?? .max && spans.values.reduce(0) { $0 + $1.count } == ads.count
      && ads.allSatisfy { name, history in !history.events.isEmpty && spans[history.span]?.contains(name) == true }
  }
}

extension DueTracker.ID: Comparable {
  /// Orders names by the ad, the text of the event, and the number.
  public static func < (one: DueTracker.ID, other: DueTracker.ID) -> Bool {
    (one.adID, one.event.description, one.number) < (other.adID, other.event.description, other.number)
  }
}

extension DueTracker {
  /// Returns one of two trackers of the same name, the same one in either order.
  fileprivate func first(of other: DueTracker) -> DueTracker {
    "\(self)" <= "\(other)" ? self : other
  }
}

// MARK: - Codable

extension HandedTrackers: Codable {
  private enum CodingKeys: String, CodingKey {
    case removedBefore, ads, unacknowledged
  }

  private struct Entry: Codable {
    let id: String
    let expires: Int64
    let events: [TrackerEvent]
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func refusal(_ key: CodingKeys, _ fault: String) -> DecodingError {
      container.refusal(of: key, AdServingError.invalidLedger(fault))
    }
    removedBefore = try container.decodeIfPresent(Int64.self, forKey: .removedBefore)
    for entry in try container.decode([Entry].self, forKey: .ads) {
      let events = Dictionary(entry.events.map { ($0, [DueTracker]()) }) { one, _ in one }
      let history = History(expires: entry.expires, events: events)
      let latest = Duration.latestMilliseconds
      guard events.count == entry.events.count, !events.isEmpty, -latest...latest ~= entry.expires,
        history.span >= removedBefore ?? .min, ads.updateValue(history, forKey: entry.id) == nil
      else { throw refusal(.ads, "ad '\(entry.id)' stands there twice, has been removed, or nothing happened to it") }
    }
    for tracker in try container.decode([DueTracker].self, forKey: .unacknowledged) {
      let id = tracker.id
      guard let before = ads[id.adID]?.events[id.event], before.last?.id.number ?? -1 < id.number, !tracker.isRepeat
      else { throw refusal(.unacknowledged, "a tracker of ad '\(id.adID)' was not handed out, or stands there twice") }
      ads[id.adID]?.events[id.event]?.append(tracker)
    }
    makeIndex()
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(removedBefore, forKey: .removedBefore)
    let entries = ads.map { name, history in
      Entry(id: name, expires: history.expires, events: history.events.keys.sorted { $0.description < $1.description })
    }
    try container.encode(entries.sorted { $0.id < $1.id }, forKey: .ads)
    try container.encode(ordered(ads.values), forKey: .unacknowledged)
  }
}
