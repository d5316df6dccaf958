import AdServing
import FeedFormats
import TerminalUI

/// A simulated day of flights, in one process and in several, as a table with a chart or as JSON.
struct FlightChart {
  /// The day by the number of processes.
  private let days: [(processes: Int, report: FlightReport)]

  /// The numbers of processes in which the day is simulated.
  static let processCounts = [1, 8]

  /// Simulates the day in each number of processes.
  init(_ flights: [Flight], arrivals: Int, progress: (_ arrivals: Int) -> Void) throws(AdServingError) {
    var days: [(processes: Int, report: FlightReport)] = []
    for (number, processes) in Self.processCounts.enumerated() {
      let simulation = FlightSimulation(arrivals: arrivals, processes: processes)
      days.append((processes, try simulation.run(flights) { progress(min(arrivals, $0) + number * arrivals) }))
    }
    self.days = days
  }

  /// Returns a table for each flight, with a line for each hour; its bar ends at what the last of the days has delivered, and
  /// the dot is on the line of the flight's pace.
  func text(_ painter: LinePainter) -> [UInt8] {
    var lines: [String] = []
    let last = days[days.count - 1].report
    for (number, flight) in last.flights.enumerated() {
      if number > 0 { lines.append("") }
      let ends = days.map { "\($0.report.flights[number].counts.delivered) in \(Self.words($0.processes))" }
      lines.append("\(flight.campaign): \(flight.goal.words), \(flight.pacing)")
      lines.append("delivered \(ends.joined(separator: ", "))")
      if let short = Self.shortfall(of: number, in: last) {
        lines.append("\(short) short of its line at the end: too few arrivals were left for it")
      }
      lines.append(Self.row("hour", ["arrivals", "line"] + days.map { Self.words($0.processes) }))
      let most = max(1, flight.target(at: flight.end), Double(flight.counts.delivered))
      for (hour, end) in last.hours.enumerated() {
        let delivered = days.map { $0.report.hours[hour].delivered[number] }
        let target = end.targets[number]
        let figures = ["\(end.arrivals)", "\(Int(target.rounded()))"] + delivered.map(String.init)
        lines.append(
          Self.row("\(hour + 1)", figures) + "  " + Self.bar(Double(end.delivered[number]) / most, target / most))
      }
    }
    return lines.reduce(into: []) { painter.append(CardLine([.init(SafeText($1))]), to: &$0) }
  }

  /// Returns how many a flight lacks at the end of a day, if they are more than the fiftieth part that pacing may miss.
  private static func shortfall(of flight: Int, in report: FlightReport) -> Int? {
    guard let end = report.hours.last else { return nil }
    let lacking = end.targets[flight] - Double(end.delivered[flight])
    return lacking > max(1, end.targets[flight] / 50) ? Int(lacking.rounded()) : nil
  }

  private static func words(_ processes: Int) -> String { processes == 1 ? "1 process" : "\(processes) processes" }

  private static func row(_ first: String, _ figures: [String]) -> String {
    ([(first, 4)] + figures.map { ($0, 12) }).reduce("") { row, cell in
      row + String(repeating: " ", count: max(1, cell.1 - cell.0.count)) + cell.0
    }
  }

  /// Returns a bar of a share of 40 columns, with a dot on another share.
  private static func bar(_ share: Double, _ line: Double) -> String {
    let (length, dot) = (Int((share * 40).rounded()), Int((line * 40).rounded()))
    let columns = (0..<max(length, dot)).map { $0 == dot - 1 ? "·" : $0 < length ? "#" : " " }
    return columns.joined()
  }

  /// The days as one JSON object on a line.
  var json: [UInt8] {
    var text = JSONText()
    text.append(raw: "{")
    text.append(list: "flights", Array(days[0].report.flights.enumerated())) { text, flight in
      text.append(raw: "{")
      text.append(member: "campaign", flight.element.campaign)
      text.append(list: "days", days) { text, day in
        text.append(raw: "{")
        text.append(number: "processes", day.processes)
        text.append(number: "delivered", day.report.flights[flight.offset].counts.delivered)
        text.append(list: "hours", day.report.hours) { text, hour in
          text.append(raw: "{")
          text.append(number: "arrivals", hour.arrivals)
          text.append(number: "line", hour.targets[flight.offset])
          text.append(number: "delivered", hour.delivered[flight.offset])
          text.append(raw: "}")
        }
        text.append(raw: "}")
      }
      text.append(raw: "}")
    }
    text.append(raw: "}\n")
    return text.bytes
  }
}

extension Flight.Goal {
  /// The goal in English.
  fileprivate var words: String {
    switch self {
    case .impressions(let count): "\(count) impressions"
    case .viewable(let count): "\(count) viewable impressions"
    case .clicks(let count): "\(count) clicks"
    case .share(let share): "\(share) of all arrivals"
    }
  }
}
