import AdServing
import TestSupport

/// A simulated day of a service: arrivals that vary tenfold, ads that are seen late or never, processes that share counts.
struct FlightDay {
  /// A process with its own counts, and what it last heard of the others.
  private struct Process {
    var own: [String: FlightCounts] = [:]
    var others: [String: FlightCounts] = [:]
  }

  /// An ad that is out: it is seen, or given up, at a time.
  private struct Shown {
    let second: Int
    let process: Int
    let campaign: String
    let isSeen: Bool
  }

  static let seconds = 86_400

  let flights: [Flight]
  let processCount: Int
  /// The seconds after which processes hear of each other.
  let exchange: Int
  /// The arrivals of a second at the quietest time, in thousandths; there are ten times as many at the busiest.
  let quiet: Int
  /// The share of ads that are seen, in percent, each within half a minute; the others are given up after one.
  let seenPercent: Int
  var random: SeededGenerator
  private var processes: [Process]
  private var out: [Int: [Shown]] = [:]
  private(set) var arrivalCount = 0
  /// What each campaign had delivered at each full hour, from the first to the last.
  private(set) var hours: [[String: Int]] = []
  /// The most ads of a campaign that were out at once.
  private(set) var mostOut: [String: Int] = [:]

  init(
    _ flights: [Flight], processes: Int, exchange: Int, quiet: Int, seenPercent: Int, seed: UInt64
  ) {
    (self.flights, processCount, self.exchange, self.quiet) = (flights, processes, exchange, quiet)
    (self.seenPercent, random) = (seenPercent, SeededGenerator(seed: seed))
    self.processes = Array(repeating: Process(), count: processes)
  }

  /// The arrivals that are expected in a second, in thousandths: they rise to the middle of the day, and fall again.
  private func arrivals(_ second: Int) -> Int {
    let middle = Self.seconds / 2
    return quiet + 9 * quiet * (middle - abs(second - middle)) / middle
  }

  mutating func run() {
    for second in 0..<Self.seconds {
      if second > 0, second % 3_600 == 0 { hours.append(counts.mapValues(\.delivered)) }
      settle(second)
      if second % exchange == 0 { exchangeCounts() }
      // Up to three arrivals a second.
      let share = arrivals(second)
      for _ in 0..<3 where Int.random(in: 0..<3_000, using: &random) < share { arrive(second) }
    }
    for second in Self.seconds..<Self.seconds + 61 { settle(second) }
    hours.append(counts.mapValues(\.delivered))
  }

  /// What all processes have counted.
  var counts: [String: FlightCounts] {
    processes.reduce(into: [:]) { $0.merge($1.own) { $0 + $1 } }
  }

  private mutating func exchangeCounts() {
    let all = processes.map(\.own)
    for place in processes.indices {
      processes[place].others = all.enumerated().filter { $0.offset != place }
        .reduce(into: [:]) { $0.merge($1.element) { $0 + $1 } }
    }
    for (campaign, counts) in counts { mostOut[campaign] = max(mostOut[campaign] ?? 0, counts.out) }
  }

  private mutating func settle(_ second: Int) {
    for shown in out.removeValue(forKey: second) ?? [] {
      if shown.isSeen {
        processes[shown.process].own[shown.campaign]?.delivered += 1
      } else {
        processes[shown.process].own[shown.campaign]?.givenUp += 1
      }
    }
  }

  private mutating func arrive(_ second: Int) {
    arrivalCount += 1
    let place = Int.random(in: 0..<processCount, using: &random)
    let process = processes[place]
    let known = flights.map { flight in
      var flight = flight
      flight.counts =
        process.own[flight.campaign, default: FlightCounts()]
        + process.others[flight.campaign, default: FlightCounts()]
      return flight
    }
    for flight in flights {
      processes[place].own[flight.campaign, default: FlightCounts()].chances += 1
    }
    guard let first = known.serving(at: .seconds(second), seed: random.next()).first else { return }
    processes[place].own[first.campaign]?.served += 1
    let isSeen = Int.random(in: 0..<100, using: &random) < seenPercent
    let wait = isSeen ? Int.random(in: 1...30, using: &random) : 60
    let shown = Shown(
      second: second + wait, process: place, campaign: first.campaign, isSeen: isSeen)
    out[shown.second, default: []].append(shown)
  }
}
