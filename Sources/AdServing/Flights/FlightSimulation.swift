import Placement

/// A day of made-up arrivals, on which flights are tried before they serve.
///
/// ```swift
/// let report = try FlightSimulation(arrivals: 120_000, processes: 8).run([tea, oars])
/// report.hours[11].delivered      // what each has delivered by noon
/// ```
/// The day begins when the first flight does. Ten times as many arrivals come at its middle as at its ends. Each is offered
/// to the flights, by one of the processes at random; each process knows its own counts, and those of the others as they
/// were at the last exchange.
public struct FlightSimulation: Hashable, Sendable {
  /// The number of arrivals, from 1 to ten million; the day has as many except for chance.
  public var arrivals: Int
  /// The number of processes, from 1 to 64.
  public var processes: Int
  /// The seconds after which the processes hear of each other, from 1 to a day.
  public var exchange: Int
  /// The share of ads that are seen, each within half a minute; the others are given up after one.
  public var seenShare: Double
  /// The seed of all that is random.
  public var seed: UInt64

  /// Makes a simulation; ``run(_:progress:)`` checks its values.
  public init(
    arrivals: Int = 100_000, processes: Int = 1, exchange: Int = 5, seenShare: Double = 0.7, seed: UInt64 = 1
  ) {
    (self.arrivals, self.processes, self.exchange) = (arrivals, processes, exchange)
    (self.seenShare, self.seed) = (seenShare, seed)
  }

  static let secondsOfDay = 86_400

  /// Simulates the day.
  /// - Parameters:
  ///   - flights: Flights of different campaigns, with what they have delivered so far.
  ///   - progress: Called after each arrival with the number of arrivals so far.
  /// - Complexity: O(seconds + arrivals · *n* log *n*) for *n* flights.
  /// - Throws: ``AdServingError/invalidValue(word:value:expected:column:)``, which names the value.
  public func run(
    _ flights: [Flight], progress: (_ arrivals: Int) -> Void = { _ in }
  ) throws(AdServingError) -> FlightReport {
    try validate(flights)
    var day = SimulatedDay(flights, self)
    let middle = Double(Self.secondsOfDay) / 2
    for second in 0..<Self.secondsOfDay + SimulatedDay.longestWait {
      day.settle(second)
      if second % 3_600 == 0, 1...24 ~= second / 3_600 { day.report.hours.append(day.hour(at: second)) }
      guard second < Self.secondsOfDay else { continue }
      if second % exchange == 0 { day.exchange() }
      // They rise from 1 to 10 parts, and fall again: 5.5 on the average.
      let rate = (1 + 9 * (1 - abs(Double(second) - middle) / middle)) / 5.5
      let expected = rate * Double(arrivals) / Double(Self.secondsOfDay)
      for _ in 0..<Int(expected + day.random.fraction()) {
        day.arrive(second)
        progress(day.arrivals)
      }
    }
    day.report.flights = day.total
    return day.report
  }

  private func validate(_ flights: [Flight]) throws(AdServingError) {
    for flight in flights { try flight.validate() }
    let campaigns = Set(flights.map(\.campaign)).count
    for (word, value, range) in [
      ("arrivals", arrivals, 1...10_000_000), ("processes", processes, 1...64),
      ("exchange", exchange, 1...Self.secondsOfDay), ("campaigns", campaigns, flights.count...flights.count),
    ] where !(range ~= value) {
      let expected = PlacementRules.range(from: range.lowerBound, to: range.upperBound)
      throw .invalidValue(word: word, value: "\(value)", expected: expected, column: nil)
    }
    if !(0...1 ~= seenShare) {
      throw .invalidValue(
        word: "seenShare", value: "\(seenShare)", expected: "a number from 0 to 1", column: nil)
    }
  }
}

/// What flights have delivered in a simulated day.
public struct FlightReport: Hashable, Sendable {
  /// What there was by the end of an hour.
  public struct Hour: Hashable, Sendable {
    /// The number of arrivals so far.
    public let arrivals: Int
    /// How much each flight was to have delivered.
    public let targets: [Double]
    /// How much each flight has delivered.
    public let delivered: [Int]
  }

  /// The flights with what they have delivered in the end, when no ad is out any more.
  public internal(set) var flights: [Flight] = []
  /// The 24 hours.
  public internal(set) var hours: [Hour] = []
  /// The most ads of each flight that were out at an exchange.
  public internal(set) var mostOut: [Int]
}

/// The state of a day: what the processes have counted, and the ads that are out.
private struct SimulatedDay {
  /// An ad that is out: it is seen, or given up.
  private struct Shown {
    let process: Int
    let flight: Int
    let isSeen: Bool
  }

  /// The seconds after which no ad is out any more.
  static let longestWait = 61

  /// The flights with what all processes had counted at the last exchange.
  private var flights: [Flight]
  /// What each process has counted since then, by flight.
  private var own: [[Int: FlightCounts]]
  let start: Duration
  var report: FlightReport
  var random: SplitMix64
  private(set) var arrivals = 0
  private let seenShare: Double
  private let places: [String: Int]
  /// The ads by the second in which they are seen or given up.
  private var out: [Int: [Shown]] = [:]

  init(_ flights: [Flight], _ simulation: FlightSimulation) {
    (self.flights, seenShare) = (flights, simulation.seenShare)
    own = Array(repeating: [:], count: simulation.processes)
    start = flights.map(\.start).min() ?? .zero
    random = SplitMix64(seed: SplitMix64.mixed(simulation.seed))
    places = Dictionary(uniqueKeysWithValues: flights.enumerated().map { ($0.element.campaign, $0.offset) })
    report = FlightReport(mostOut: flights.map { _ in 0 })
  }

  /// Returns the flights as some of the processes know them together.
  func known(by processes: Range<Int>) -> [Flight] {
    own[processes].reduce(into: flights) { flights, own in
      for (flight, counts) in own { flights[flight].counts = flights[flight].counts + counts }
    }
  }

  /// The flights with what all processes have counted.
  var total: [Flight] { known(by: own.indices) }

  func hour(at second: Int) -> FlightReport.Hour {
    let total = total
    return FlightReport.Hour(
      arrivals: arrivals, targets: total.map { $0.target(at: start + .seconds(second)) },
      delivered: total.map(\.counts.delivered))
  }

  mutating func exchange() {
    if own.allSatisfy(\.isEmpty) { return }
    flights = total
    own = own.map { _ in [:] }
    report.mostOut = zip(report.mostOut, flights).map { max($0, $1.counts.out) }
  }

  mutating func settle(_ second: Int) {
    for shown in out.removeValue(forKey: second) ?? [] {
      let count = shown.isSeen ? \FlightCounts.delivered : \.givenUp
      own[shown.process][shown.flight, default: FlightCounts()][keyPath: count] += 1
    }
  }

  mutating func arrive(_ second: Int) {
    arrivals += 1
    let (process, now) = (random.number(in: 0...own.count - 1), start + .seconds(second))
    let known = known(by: process..<process + 1)
    for flight in flights.indices where flights[flight].start <= now && now < flights[flight].end {
      own[process][flight, default: FlightCounts()].chances += 1
    }
    let first = known.serving(at: now, seed: random.next()).first
    guard let first, let flight = places[first.campaign] else { return }
    own[process][flight, default: FlightCounts()].served += 1
    let isSeen = random.fraction() < seenShare
    let wait = isSeen ? random.number(in: 1...30) : Self.longestWait - 1
    out[second + wait, default: []].append(Shown(process: process, flight: flight, isSeen: isSeen))
  }
}
