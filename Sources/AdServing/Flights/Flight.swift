import Placement

/// A campaign's booking: from when to when it may serve, how much, how fast, and what it has delivered so far.
///
/// ```swift
/// var tea = Flight(campaign: "tea", start: midnight, end: midnight + .seconds(86_400), goal: .impressions(20_000))
/// tea.counts.served += 1                            // an ad was handed out
/// let campaigns = [tea, oars].serving(at: now, seed: 7).map(\.campaign)
/// ```
/// It counts nothing by itself, and has no clock; <doc:CampaignThroughADay> shows who adds to ``counts``, in one process and
/// in several. Values out of range never serve; ``validate()`` names them.
public struct Flight: Hashable, Sendable {
  /// How much a flight is to deliver.
  public enum Goal: Hashable, Sendable {
    /// A number of impressions.
    case impressions(Int)
    /// A number of viewable impressions.
    case viewable(Int)
    /// A number of clicks.
    case clicks(Int)
    /// A share of all ads that could be handed out while it runs, above 0 and up to 1.
    case share(Double)

    /// The number of what is to be delivered; nil for a share.
    public var count: Int? {
      switch self {
      case .impressions(let count), .viewable(let count), .clicks(let count): count
      case .share: nil
      }
    }

    /// What errors and files call it.
    package var word: String {
      switch self {
      case .impressions: "impressions"
      case .viewable: "viewable"
      case .clicks: "clicks"
      case .share: "share"
      }
    }
  }

  /// The name of the campaign, which no other flight has that runs at the same time.
  public var campaign: String
  /// The first time at which it may serve, since an origin that is the same for all flights.
  public var start: Duration
  /// The first time at which it may not serve any more.
  public var end: Duration
  /// How much it is to deliver.
  public var goal: Goal
  /// How its goal is spread over its time; a share of voice needs none.
  public var pacing = Pacing.even
  /// Flights of a lower tier go before all others; from 0 to a million.
  public var tier = 0
  /// How often it goes first among those that are alike in all else, in relation to their weights; from 0 to a million.
  public var weight = 1
  /// What a thousand of its impressions pay, in millionths of a currency that all flights share.
  public var pays: Int64 = 0
  /// The share of ads handed out that count towards the goal in the end, as the caller expects: above 0 and up to 1.
  ///
  /// For a goal in clicks it is the rate of clicks. With 1, no more ads are handed out than the goal lacks.
  public var yield = 1.0
  /// What it has delivered so far.
  public var counts = FlightCounts()

  /// Makes a flight that has delivered nothing; ``validate()`` checks its values.
  public init(campaign: String, start: Duration, end: Duration, goal: Goal) {
    (self.campaign, self.start, self.end, self.goal) = (campaign, start, end, goal)
  }

  /// The largest goal, and the largest weight and tier.
  static let (largestGoal, largestWeight) = (1 << 52, 1_000_000)

  /// Throws if a value is out of range.
  ///
  /// - Throws: ``AdServingError/invalidValue(word:value:expected:column:)``, which names the value.
  public func validate() throws(AdServingError) {
    func check(
      _ word: String, _ value: some Any, _ expected: @autoclosure () -> String, _ isValid: Bool
    ) throws(AdServingError) {
      if !isValid { throw .invalidValue(word: word, value: "\(value)", expected: expected(), column: nil) }
    }
    try check("campaign", campaign, "a name", !campaign.isEmpty)
    try check(
      "end", end, "a time after the start, within 2⁵³ ms", start < end && start == start.inRange && end == end.inRange)
    let goals = 1...Flight.largestGoal
    switch goal {
    case .impressions(let count), .viewable(let count), .clicks(let count):
      try check(goal.word, count, PlacementRules.range(from: 1, to: goals.upperBound), goals ~= count)
    case .share(let share): try check(goal.word, share, "a number above 0 and at most 1", share > 0 && share <= 1)
    }
    if case .front(let factor) = pacing { try check("front", factor, "a number from 1 to 100", 1...100 ~= factor) }
    let largest = Flight.largestWeight
    for (word, value) in [("tier", tier), ("weight", weight)] {
      try check(word, value, PlacementRules.range(from: 0, to: largest), 0...largest ~= value)
    }
    let most = Duration.latestMilliseconds
    try check("pays", pays, "millionths from 0 to \(most)", 0...most ~= pays)
    try check("yield", yield, "a number above 0 and at most 1", yield > 0 && yield <= 1)
  }
}

/// What was handed out of a flight, by one process or in all: numbers that only grow, so that sums may come late.
public struct FlightCounts: Hashable, Sendable, Codable {
  /// The number of its ads that were handed out.
  public var served = 0
  /// The number of those that were seen, or clicked, as the goal says.
  public var delivered = 0
  /// The number of those that will not count any more, such as those of pages that were closed.
  public var givenUp = 0
  /// The number of ads of any campaign that could be handed out while it ran, for a share of voice.
  public var chances = 0

  /// Makes counts of nothing.
  public init() {}

  /// The number of ads that are out and may still count.
  public var out: Int { max(0, served.inRange - delivered.inRange - givenUp.inRange) }

  /// Adds the counts of two processes.
  public static func + (one: FlightCounts, other: FlightCounts) -> FlightCounts {
    var sum = FlightCounts()
    sum.served = one.served.inRange + other.served.inRange
    sum.delivered = one.delivered.inRange + other.delivered.inRange
    sum.givenUp = one.givenUp.inRange + other.givenUp.inRange
    sum.chances = one.chances.inRange + other.chances.inRange
    return sum
  }
}

extension Int {
  /// The number clamped to those of a count, of which a few can be added.
  fileprivate var inRange: Int { Swift.min(Swift.max(self, 0), Flight.largestGoal) }
}

/// How a flight's goal is spread over its time.
public enum Pacing: Hashable, Sendable {
  /// Along a straight line from its start to its end.
  case even
  /// So many times as fast as evenly, until the goal is reached: `front 1.3` is done after 77 % of the time.
  case front(Double)
  /// As soon as possible.
  case asap

  /// Returns the share of the goal that is to be delivered after a share of the time.
  public func share(after time: Double) -> Double {
    switch self {
    case .even: min(max(time, 0), 1)
    case .front(let factor): min(max(time * factor, 0), 1)
    case .asap: time < 0 ? 0 : 1
    }
  }
}

extension Pacing: CustomStringConvertible {
  /// Reads `even`, `front 1.3` or `asap`.
  /// - Throws: ``AdServingError/invalidValue(word:value:expected:column:)``.
  public init(_ text: String) throws(AdServingError) {
    switch text {
    case "even": self = .even
    case "asap": self = .asap
    default:
      guard text.hasPrefix("front "), let factor = Double(text.dropFirst(6)), 1...100 ~= factor else {
        let expected = "'even', 'front' and a number from 1 to 100, or 'asap'"
        throw .invalidValue(word: "pacing", value: String(text.prefix(32)), expected: expected, column: nil)
      }
      self = .front(factor)
    }
  }

  /// The pacing as text, such as `front 1.3`.
  public var description: String {
    switch self {
    case .even: "even"
    case .front(let factor): "front \(factor)"
    case .asap: "asap"
    }
  }
}
