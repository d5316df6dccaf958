import Placement

/// The number of ads that a queue keeps ready, and how it requests them from its source.
///
/// ```swift
/// let policy = AdQueuePolicy(stock: 3, batch: 5, lifetime: .seconds(3600), timeout: .seconds(10))
/// ```
/// In JSON, times are words: `{"stock":3,"batch":5,"lifetime":"1h","timeout":"10s","retry":{"first":"2s"}}`.
public struct AdQueuePolicy: Hashable, Sendable {
  /// The number of ads up to which ads are kept ready, in addition to those wanted at once, at most ``limit``.
  public var stock: Int
  /// The number of ads in stock or expected below which more are requested, up to ``stock`` again; from 1 to ``limit``.
  ///
  /// With nil, they are requested when a whole ``batch`` or half of the stock is lacking. Ads that are wanted at once are
  /// requested at once. A policy with `lowWater` equal to `stock` requests each ad as soon as one is lacking.
  public var lowWater: Int?
  /// The largest number of ads in one request, from 1 to ``limit``.
  public var batch: Int
  /// The largest number of outstanding requests, from 1 to ``limit``; after a failure it is one until the source
  /// answers.
  public var concurrent: Int
  /// The time for which an ad may be shown if its source gives no expiry; nil for ever.
  public var lifetime: Duration?
  /// The time after which an unanswered request fails; nil for never.
  public var timeout: Duration?
  /// The waiting times between attempts after failures.
  public var retry: Backoff
  /// The waiting time after the source had no ad, or none that may be shown now.
  public var noFillPause: Duration

  /// The largest number of ads that a queue keeps, requests at once, or accepts as wanted.
  public static let limit = 1_000

  /// Makes a policy; its values are checked where it is used, or by ``validate()``.
  public init(
    stock: Int = 2, lowWater: Int? = nil, batch: Int = 5, concurrent: Int = 1, lifetime: Duration? = .seconds(3_600),
    timeout: Duration? = .seconds(30), retry: Backoff = Backoff(), noFillPause: Duration = .seconds(60)
  ) {
    (self.stock, self.lowWater, self.batch, self.concurrent) = (stock, lowWater, batch, concurrent)
    (self.lifetime, self.timeout) = (lifetime, timeout)
    (self.retry, self.noFillPause) = (retry, noFillPause)
  }
}

extension AdQueuePolicy {
  /// Throws if a value is out of range.
  /// - Throws: ``AdServingError/invalidValue(word:value:expected:column:)``, and what ``Backoff/validate()`` throws.
  public func validate() throws(AdServingError) {
    for (word, value, least) in [
      ("stock", stock, 0), ("lowWater", lowWater ?? 1, 1), ("batch", batch, 1), ("concurrent", concurrent, 1),
    ] {
      if !(least...AdQueuePolicy.limit ~= value) {
        let expected = PlacementRules.range(from: least, to: AdQueuePolicy.limit)
        throw .invalidValue(word: word, value: "\(value)", expected: expected, column: nil)
      }
    }
    for (word, time) in [("lifetime", lifetime), ("timeout", timeout), ("noFillPause", noFillPause)] {
      try TimeText.check(word, time)
    }
    try retry.validate()
  }

  /// The number of ads below which more are requested.
  var refillMark: Int { lowWater ?? stock - min(batch, stock / 2) + 1 }
}

// MARK: - Codable

extension AdQueuePolicy: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case stock, lowWater, batch, concurrent, lifetime, timeout, retry, noFillPause
  }

  /// Decodes a policy, of which any member may be missing.
  ///
  /// A missing member has its default in ``init(stock:lowWater:batch:concurrent:lifetime:timeout:retry:noFillPause:)``. With a
  /// `lifetime` of `null` ads never expire, with a `timeout` of `null` requests never time out.
  /// - Throws: `DecodingError`; its underlying error is ``AdServingError/unknownMember(_:)`` or what ``validate()``
  ///   throws, if it is not the decoder's own.
  public init(from decoder: any Decoder) throws {
    try decoder.checkMembers(CodingKeys.self, unknown: AdServingError.unknownMember)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init()
    stock = try container.decodeIfPresent(Int.self, forKey: .stock) ?? stock
    lowWater = try container.decodeIfPresent(Int.self, forKey: .lowWater)
    batch = try container.decodeIfPresent(Int.self, forKey: .batch) ?? batch
    concurrent = try container.decodeIfPresent(Int.self, forKey: .concurrent) ?? concurrent
    if container.contains(.lifetime) {
      lifetime = try container.decodeIfPresent(TimeText.self, forKey: .lifetime)?.duration
    }
    if container.contains(.timeout) {
      timeout = try container.decodeIfPresent(TimeText.self, forKey: .timeout)?.duration
    }
    retry = try container.decodeIfPresent(Backoff.self, forKey: .retry) ?? retry
    noFillPause = try container.decodeIfPresent(TimeText.self, forKey: .noFillPause)?.duration ?? noFillPause
    try decoder.checking { try validate() }
  }

  /// Encodes every member, with times rounded to the nearest millisecond.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(stock, forKey: .stock)
    try container.encodeIfPresent(lowWater, forKey: .lowWater)
    try container.encode(batch, forKey: .batch)
    try container.encode(concurrent, forKey: .concurrent)
    try container.encode(lifetime.map { TimeText($0) }, forKey: .lifetime)
    try container.encode(timeout.map { TimeText($0) }, forKey: .timeout)
    try container.encode(retry, forKey: .retry)
    try container.encode(TimeText(noFillPause), forKey: .noFillPause)
  }
}

extension Backoff: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case first, factor, most, jitter, attempts
  }

  /// Decodes a back-off; a missing member has its default in ``init(first:factor:most:jitter:attempts:)``.
  /// - Throws: `DecodingError`; its underlying error is ``AdServingError/unknownMember(_:)`` or what ``validate()``
  ///   throws, if it is not the decoder's own.
  public init(from decoder: any Decoder) throws {
    try decoder.checkMembers(CodingKeys.self, unknown: AdServingError.unknownMember)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init()
    first = try container.decodeIfPresent(TimeText.self, forKey: .first)?.duration ?? first
    factor = try container.decodeIfPresent(Double.self, forKey: .factor) ?? factor
    most = try container.decodeIfPresent(TimeText.self, forKey: .most)?.duration ?? most
    jitter = try container.decodeIfPresent(Double.self, forKey: .jitter) ?? jitter
    attempts = try container.decodeIfPresent(Int.self, forKey: .attempts)
    try decoder.checking { try validate() }
  }

  /// Encodes every member, with times rounded to the nearest millisecond.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(TimeText(first), forKey: .first)
    try container.encode(factor, forKey: .factor)
    try container.encode(TimeText(most), forKey: .most)
    try container.encode(jitter, forKey: .jitter)
    try container.encodeIfPresent(attempts, forKey: .attempts)
  }
}
