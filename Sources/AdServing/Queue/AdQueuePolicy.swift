import Placement

/// How many ads a queue keeps ready, and how it asks its source for them.
///
/// ```swift
/// let policy = AdQueuePolicy(stock: 3, batch: 5, lifetime: .seconds(3600), timeout: .seconds(10))
/// ```
/// In JSON times are words: `{"stock":3,"batch":5,"lifetime":"1h","timeout":"10s","retry":{"first":"2s"}}`.
public struct AdQueuePolicy: Hashable, Sendable {
  /// How many ads are kept ready besides those that are wanted at once, at most ``limit``.
  public var stock: Int
  /// The most ads of one request, from 1 to ``limit``.
  public var batch: Int
  /// The most requests that are outstanding at once, from 1 to ``limit``; after a failure it is one until the source answers.
  public var concurrent: Int
  /// How long an ad may be shown whose source does not say; nil for ever.
  public var lifetime: Duration?
  /// How long a request may be outstanding before it has failed; nil for ever.
  public var timeout: Duration?
  /// When to ask again after a failure.
  public var retry: Backoff
  /// When to ask again after there was no ad to be had, or none that may be shown now.
  public var noFillPause: Duration

  /// The most ads that a queue keeps, asks for in one request, or is told to want.
  public static let limit = 1_000

  /// Makes a policy; it is judged where it is used, or by ``validate()``.
  public init(
    stock: Int = 2, batch: Int = 5, concurrent: Int = 1, lifetime: Duration? = .seconds(3_600),
    timeout: Duration? = .seconds(30), retry: Backoff = Backoff(), noFillPause: Duration = .seconds(60)
  ) {
    self.stock = stock
    self.batch = batch
    self.concurrent = concurrent
    self.lifetime = lifetime
    self.timeout = timeout
    self.retry = retry
    self.noFillPause = noFillPause
  }
}

extension AdQueuePolicy {
  /// Refuses values that are out of range.
  /// - Throws: ``AdServingError/invalidValue(word:value:expected:column:)``, and what ``Backoff/validate()`` throws.
  public func validate() throws(AdServingError) {
    for (word, value, least) in [("stock", stock, 0), ("batch", batch, 1), ("concurrent", concurrent, 1)] {
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
}

// MARK: - Codable

extension AdQueuePolicy: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case stock, batch, concurrent, lifetime, timeout, retry, noFillPause
  }

  /// Reads a policy, of which any member may be missing.
  ///
  /// What is missing is as ``init(stock:batch:concurrent:lifetime:timeout:retry:noFillPause:)`` has it. A `lifetime` of `null`
  /// says that ads live for ever, a `timeout` of `null` that requests wait for ever.
  /// - Throws: ``AdServingError/unknownMember(_:)``, what ``validate()`` throws, and the decoder's own errors.
  public init(from decoder: any Decoder) throws {
    try decoder.checkMembers(CodingKeys.self, unknown: AdServingError.unknownMember)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init()
    stock = try container.decodeIfPresent(Int.self, forKey: .stock) ?? stock
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
    try validate()
  }

  /// Writes every member, times to the nearest millisecond.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(stock, forKey: .stock)
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

  /// Reads a back-off; what is missing is as ``init(first:factor:most:jitter:attempts:)`` has it.
  /// - Throws: ``AdServingError/unknownMember(_:)``, what ``validate()`` throws, and the decoder's own errors.
  public init(from decoder: any Decoder) throws {
    try decoder.checkMembers(CodingKeys.self, unknown: AdServingError.unknownMember)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init()
    first = try container.decodeIfPresent(TimeText.self, forKey: .first)?.duration ?? first
    factor = try container.decodeIfPresent(Double.self, forKey: .factor) ?? factor
    most = try container.decodeIfPresent(TimeText.self, forKey: .most)?.duration ?? most
    jitter = try container.decodeIfPresent(Double.self, forKey: .jitter) ?? jitter
    attempts = try container.decodeIfPresent(Int.self, forKey: .attempts)
    try validate()
  }

  /// Writes every member, times to the nearest millisecond.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(TimeText(first), forKey: .first)
    try container.encode(factor, forKey: .factor)
    try container.encode(TimeText(most), forKey: .most)
    try container.encode(jitter, forKey: .jitter)
    try container.encodeIfPresent(attempts, forKey: .attempts)
  }
}
