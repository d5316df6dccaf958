/// How often a campaign may be seen, within a sliding window of time or ever.
///
/// ```swift
/// let caps = try FrequencyCap.list("3 per 1h, 10 per 24h")
/// let once = try FrequencyCap("1")
/// ```
/// The time is a sliding window: what was seen at *t* counts from *t* until just before *t* + `within`, when it does not count
/// any more. Several caps hold together.
public struct FrequencyCap: Hashable, Sendable {
  /// The most that a campaign may be seen, from 0 to ``limit``.
  public let most: Int
  /// The time within which, in whole milliseconds; nil for ever.
  public let within: Duration?

  /// The largest number of a cap, which bounds what a history needs to keep of a campaign.
  public static let limit = 1_000

  /// Makes a cap; of a time, from a millisecond up, the nearest whole milliseconds count.
  /// - Throws: ``PlacementError/invalidValue(word:value:expected:column:)``.
  public init(most: Int, within: Duration? = nil) throws(PlacementError) {
    guard 0...FrequencyCap.limit ~= most else {
      throw .invalidValue(word: "cap", value: "\(most)", expected: FrequencyCap.expected, column: nil)
    }
    try TimeText.check("per", within)
    self.most = most
    self.within = within.map { .milliseconds($0.nearestMilliseconds) }
  }

  static let expected = PlacementRules.range(from: 0, to: limit)

  /// The time in milliseconds; nil for ever.
  var window: Int64? { within?.wholeMilliseconds }
}
