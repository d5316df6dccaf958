public import Placement

/// The counts that a feed service watches: pages, ads, refused places, requests to sources, and faults of cursors.
///
/// It is a value that its owner adds up: what happens counts itself, and counters of several threads or processes are
/// added. ``prometheusText(prefix:labels:)`` writes them for a monitoring system.
///
/// ```swift
/// var counters = ServingCounters()
/// counters.count(page)                 // a page that was merged
/// counters.fillRate                    // 0.75, the share of named places that have an ad
/// var all = counters
/// all += await pool.counters           // with what the pool of a source has counted
/// ```
public struct ServingCounters: Hashable, Sendable {
  /// A count without further kinds.
  public enum Total: String, CaseIterable, Sendable {
    /// Pages that were merged.
    case pages
    /// Rows of content on pages.
    case contentRows
    /// Ads on pages.
    case ads
    /// Places that rules name on pages and that the content reaches, filled and refused ones.
    case namedPlaces
    /// Ads of one source on pages, as ``ServingCounters/count(adsOf:on:)`` counts them.
    case servedAds
    /// Callers from whom frequency caps kept an ad in stock, mostly one for each page.
    case capHits
    /// Ads that a source sent and that were refused, such as because they had expired.
    case refusedAds
    /// Ads that expired before they were shown, in stock or when they were put back.
    case expiredAds
    /// Impressions that an inbox received for the first time.
    case newImpressions
    /// Impressions that an inbox had received before.
    case repeatedImpressions
  }

  /// The rule that refused a place, or what it lacked, as `RefusalReason` without its values.
  public enum Refusal: String, CaseIterable, Sendable {
    case section, few, trailing, max, maxInAll, before, after, gap, share, avoid, beside, yields, noAd
  }

  /// The outcome of a request to a source.
  public enum Outcome: String, CaseIterable, Sendable {
    /// The source sent ads in time, of which any could be used if there was room.
    case fill
    /// The source had no ad, or none that could be used.
    case noFill
    /// The source failed.
    case failure
    /// The source did not answer in time.
    case timeout
    /// The source answered a request that had timed out, which is counted there as well.
    case late
    /// The request was cancelled, since its pool ended.
    case cancelled
  }

  /// The fault of a cursor that a client sent.
  public enum CursorFault: String, CaseIterable, Sendable {
    /// No page produces the cursor, or it is of another version.
    case invalid
    /// The cursor was made under other rules.
    case otherRules
  }

  /// The counts without further kinds.
  public var totals = Tally<Total>()
  /// The places that stayed content, by the rule that refused them.
  ///
  /// Those refused by `after` and `share` are decided by the end of their page, see `MergedFeed.decidedByEnd`.
  public var refusals = Tally<Refusal>()
  /// The requests to sources that have ended, by outcome.
  public var requests = Tally<Outcome>()
  /// The cursors that were refused, by fault.
  public var cursorFaults = Tally<CursorFault>()
  /// The impressions that an inbox did not take, by reason.
  public var refusedImpressions = Tally<ImpressionRefusal.Reason>()
  /// How long sources took for answers with or without ads, in time or late.
  public var latency = LatencyCounts()

  /// Makes counters at 0.
  public init() {}

  /// Adds other counters.
  public static func += (counters: inout ServingCounters, other: ServingCounters) {
    counters.totals += other.totals
    counters.refusals += other.refusals
    counters.requests += other.requests
    counters.cursorFaults += other.cursorFaults
    counters.refusedImpressions += other.refusedImpressions
    counters.latency += other.latency
  }
}

extension ServingCounters: Codable {
  private enum CodingKeys: String, CodingKey {
    case totals, refusals, requests, cursorFaults, refusedImpressions, latency
  }

  /// Decodes counters; what an earlier version did not count may be missing.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    totals = try container.decode(Tally<Total>.self, forKey: .totals)
    refusals = try container.decode(Tally<Refusal>.self, forKey: .refusals)
    requests = try container.decode(Tally<Outcome>.self, forKey: .requests)
    cursorFaults = try container.decode(Tally<CursorFault>.self, forKey: .cursorFaults)
    refusedImpressions = try container.decodeIfPresent(Tally.self, forKey: .refusedImpressions) ?? Tally()
    latency = try container.decodeIfPresent(LatencyCounts.self, forKey: .latency) ?? LatencyCounts()
  }
}

extension ServingCounters {
  /// The share of the named places that have an ad; 0 if no place is named.
  public var fillRate: Double { share(totals[.ads], of: totals[.namedPlaces]) }

  /// The share of ads in all rows; 0 if there are no rows.
  public var adLoad: Double { share(totals[.ads], of: totals[.ads] + totals[.contentRows]) }

  private func share(_ part: Int, of whole: Int) -> Double { whole == 0 ? 0 : Double(part) / Double(whole) }
}

// MARK: - Counting

extension ServingCounters {
  /// Makes the counters of one page.
  /// - Complexity: O(places that the rules name on the page), as `MergedFeed.decisions`.
  public init<Rows, Ads>(of page: MergedFeed<Rows, Ads>) {
    count(page)
  }

  /// Counts a page: its rows, its ads, and the decisions on its places.
  /// - Complexity: O(places that the rules name on the page), as `MergedFeed.decisions`.
  public mutating func count<Rows, Ads>(_ page: MergedFeed<Rows, Ads>) {
    totals[.pages] += 1
    totals[.contentRows] += page.count - page.slots.count
    for decision in page.decisions { count(decision) }
  }

  /// Counts the ads of a tenant on a page, for counters of its source; ``count(_:)-(MergedFeed<Rows,Ads>)`` counts the page.
  /// - Complexity: O(ads on the page).
  public mutating func count<Rows, Ads>(adsOf tenant: Int, on page: MergedFeed<Rows, Ads>) {
    totals[.servedAds] += page.slots.count { $0.tenant == tenant }
  }

  /// Counts the impressions of an upload by what an inbox has made of them.
  public mutating func count(_ receipt: ImpressionReceipt) {
    totals[.newImpressions] += receipt.new.count
    totals[.repeatedImpressions] += receipt.repeatCount
    for refusal in receipt.refused { refusedImpressions[refusal.reason] += 1 }
  }

  /// Counts the decision on a place; one that the content does not reach is not counted.
  public mutating func count(_ decision: PlacementDecision) {
    switch decision {
    case .placed: totals[.ads] += 1
    case .refused(let place):
      guard let refusal = Refusal(place.reason) else { return }
      refusals[refusal] += 1
    }
    totals[.namedPlaces] += 1
  }

  /// Counts an event of a source's queue.
  public mutating func count(_ event: AdQueueEvent) {
    switch event {
    case .answered(_, let receipt):
      let isFill = receipt.taken > 0 || receipt.refused.contains { $0.reason == .surplus }
      requests[isFill ? .fill : .noFill] += 1
      totals[.refusedAds] += receipt.refused.count
    case .noFill: requests[.noFill] += 1
    case .failed: requests[.failure] += 1
    case .timedOut: requests[.timeout] += 1
    case .late(_, let receipt):
      requests[.late] += 1
      totals[.refusedAds] += receipt.refused.count
    case .cancelled: requests[.cancelled] += 1
    case .expired(_, let ads): totals[.expiredAds] += ads
    case .requested, .gaveUp: break
    }
  }

  /// Counts what came of asking a source in an auction; a source that was not asked counts as one that failed.
  public mutating func count<Creative>(_ answer: AuctionAnswer<Creative>) {
    switch answer.result {
    case .ads(let ads, let time):
      requests[ads.isEmpty ? .noFill : .fill] += 1
      latency.add(time)
    case .failure, .passedOver: requests[.failure] += 1
    case .timeout: requests[.timeout] += 1
    case .cancelled: requests[.cancelled] += 1
    }
  }

  /// Counts an error if it is the fault of a cursor.
  public mutating func count(_ error: PlacementError) {
    if let fault = CursorFault(error) { cursorFaults[fault] += 1 }
  }
}

extension ServingCounters.Refusal {
  /// The kind of a reason; nil if the content ends before the place.
  public init?(_ reason: RefusalReason) {
    switch reason {
    case .section: self = .section
    case .few: self = .few
    case .noContent: return nil
    case .trailing: self = .trailing
    case .max: self = .max
    case .maxInAll: self = .maxInAll
    case .before: self = .before
    case .after: self = .after
    case .gap: self = .gap
    case .share: self = .share
    case .avoid: self = .avoid
    case .beside: self = .beside
    case .yields: self = .yields
    case .noAd: self = .noAd
    }
  }
}

extension ServingCounters.CursorFault {
  /// The fault of a cursor; nil for any other error.
  public init?(_ error: PlacementError) {
    switch error {
    case .invalidCursor: self = .invalid
    case .cursorOfOtherRules: self = .otherRules
    default: return nil
    }
  }
}
