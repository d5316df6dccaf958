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
  /// - Throws: ``PlacementError/invalidValue(word:value:expected:column:)``, and what ``Backoff/validate()`` throws.
  public func validate() throws(PlacementError) {
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
