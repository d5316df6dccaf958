import Placement
import TestSupport
import Testing

@testable import AdServing

@Suite struct FlightDayTests {
  private func flight(
    _ campaign: String, _ goal: Flight.Goal, _ pacing: Pacing = .even, pays: Int64 = 0
  ) -> Flight {
    var flight = Flight(
      campaign: campaign, start: .zero, end: .seconds(FlightDay.seconds), goal: goal)
    (flight.pacing, flight.pays, flight.yield) = (pacing, pays, 0.7)
    return flight
  }

  /// The days that are simulated: the number of processes, the seconds between exchanges, and a seed.
  private static let days: [(processes: Int, exchange: Int, seed: UInt64)] = {
    let others = (3..<Sample.of(7, few: 3)).map { ($0.isMultiple(of: 2) ? 1 : 8, 5, UInt64($0)) }
    return [(1, 1, 1), (8, 5, 2)] + others
  }()

  @Test func `even pacing follows its line through a day`() {
    // Arrivals from 0.25 to 2.5 in a second, of which the line needs 0.12 that are seen, or 0.17 that are handed out.
    for (processes, exchange, seed) in Self.days {
      let goal = 10_000
      var day = FlightDay(
        [flight("even", .impressions(goal))], processes: processes, exchange: exchange, quiet: 250,
        seenPercent: 70,
        seed: seed)
      day.run()
      let label = "\(processes) processes, seed \(seed)"
      #expect(day.hours.count == 24 && day.arrivalCount > 110_000, "\(label)")
      for (place, hour) in day.hours.enumerated() {
        let line = Double(goal) * Double(place + 1) / 24
        let share = Double(hour["even", default: 0]) / line
        #expect(abs(share - 1) <= 0.02, "\(label): \(share) of the line at \(place + 1) h")
      }
      let (end, out) = (day.hours[23]["even", default: 0], day.mostOut["even", default: 0])
      #expect(
        abs(end - goal) <= out && abs(end - goal) < goal / 200, "\(label): \(end), \(out) out")
    }
  }

  @Test func `campaigns share a day as their pacing, tier and price say`() {
    for (processes, exchange, seed) in Self.days.dropFirst() {
      var late = flight("late", .impressions(800), .asap)
      late.tier = 1
      var voice = flight("voice", .share(0.1))
      voice.yield = 1
      let flights = [
        flight("rich", .impressions(1_200), pays: 9_000_000),
        flight("poor", .impressions(1_200), pays: 1),
        flight("front", .viewable(600), .front(1.3)), voice, late,
      ]
      var day = FlightDay(
        flights, processes: processes, exchange: exchange, quiet: 100, seenPercent: 70, seed: seed
      )
      day.run()
      let label = "\(processes) processes, seed \(seed)"
      for (place, hour) in day.hours.enumerated() {
        let now = Duration.seconds((place + 1) * 3_600)
        // Within 2 % of the goal, since those that compete may be a step of half a percent behind.
        for flight in flights.prefix(3) {
          let goal = flight.campaign == "front" ? 600 : 1_200
          let miss = Double(hour[flight.campaign, default: 0]) - flight.target(at: now)
          #expect(
            abs(miss) <= 0.02 * Double(goal),
            "\(label): \(flight.campaign) by \(miss) at \(place + 1) h")
        }
      }
      // Done after 77 % of the day, and before the day is over.
      #expect(day.hours[17]["front", default: 0] < 594, "\(label)")
      #expect(day.hours[18]["front", default: 0] > 594, "\(label): \(day.hours[18])")
      #expect(
        day.hours[23]["late"].map { abs($0 - 800) < 15 } == true, "\(label): \(day.hours[23])")
      #expect(day.hours[8]["late", default: 0] > 760, "\(label): \(day.hours[8])")
      // What is given up is handed out again.
      let share =
        Double(day.counts["voice", default: FlightCounts()].delivered) / Double(day.arrivalCount)
      #expect(abs(share - 0.1) < 0.003, "\(label): \(share)")
    }
  }

  @Test func `where the supply is short all of it is used`() {
    // Arrivals for about half of the goal, less than the line needs at every hour.
    var day = FlightDay(
      [flight("even", .impressions(20_000))], processes: 8, exchange: 5, quiet: 20,
      seenPercent: 70, seed: 4)
    day.run()
    #expect(
      day.counts["even"]?.served == day.arrivalCount && day.hours[23]["even", default: 0] < 100_000)
  }

  @Test func `counts that are stale for longer overshoot by no more than is said`() {
    // Seven others, each of which may serve what the line grows by between two exchanges.
    for exchange in Sample.of([60, 300, 900], few: [300]) {
      var flight = flight("even", .impressions(10_000))
      flight.yield = 1
      var day = FlightDay(
        [flight], processes: 8, exchange: exchange, quiet: 250, seenPercent: 100, seed: 6)
      day.run()
      let growth = 10_000 * Double(exchange) / 86_400
      for (place, hour) in day.hours.enumerated() {
        let ahead = Double(hour["even", default: 0]) - 10_000 * Double(place + 1) / 24
        #expect(ahead <= 7 * growth + 8, "\(exchange) s: \(ahead) at \(place + 1) h")
      }
    }
  }
}
