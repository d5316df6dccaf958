import TestSupport
import Testing

@testable import AdServing

@Suite struct FlightSimulationTests {
  private func flight(
    _ campaign: String, _ goal: Flight.Goal, _ pacing: Pacing = .even, pays: Int64 = 0, yield: Double = 0.7
  ) -> Flight {
    var flight = Flight(campaign: campaign, start: .zero, end: .seconds(86_400), goal: goal)
    (flight.pacing, flight.pays, flight.yield) = (pacing, pays, yield)
    return flight
  }

  /// The days that are simulated: the number of processes, the seconds between exchanges, and a seed.
  private static let days: [(processes: Int, exchange: Int, seed: UInt64)] = {
    let others = (3..<7).map { ($0.isMultiple(of: 2) ? 1 : 8, 5, UInt64($0)) }
    return Sample.of([(8, 5, 2), (1, 1, 1)] + others, few: [(8, 5, 2), (1, 1, 1)])
  }()

  @Test func `even pacing follows its line through a day`() throws {
    // Arrivals from 0.25 to 2.5 in a second, of which the line needs 0.12 that are seen, or 0.17 that are handed out.
    for (processes, exchange, seed) in Self.days {
      let goal = 10_000
      let report = try FlightSimulation(arrivals: 119_000, processes: processes, exchange: exchange, seed: seed)
        .run([flight("even", .impressions(goal))])
      let label = "\(processes) processes, seed \(seed)"
      #expect(report.hours.count == 24 && 118_000...120_000 ~= report.hours[23].arrivals, "\(label)")
      for (place, hour) in report.hours.enumerated() {
        let line = Double(goal) * Double(place + 1) / 24
        let share = Double(hour.delivered[0]) / line
        #expect(abs(hour.targets[0] - line) < 0.001)
        #expect(abs(share - 1) <= 0.02, "\(label): \(share) of the line at \(place + 1) h")
      }
      let (end, out) = (report.flights[0].counts.delivered, report.mostOut[0])
      #expect(abs(end - goal) <= out && abs(end - goal) < goal / 200, "\(label): \(end), \(out) out")
    }
  }

  @Test func `campaigns share a day as their pacing, tier and price say`() throws {
    for (processes, exchange, seed) in Self.days where exchange == 5 {
      var late = flight("late", .impressions(800), .asap)
      late.tier = 1
      let flights = [
        flight("rich", .impressions(1_200), pays: 9_000_000), flight("poor", .impressions(1_200), pays: 1),
        flight("front", .viewable(600), .front(1.3)), flight("voice", .share(0.1), yield: 1), late,
      ]
      let report = try FlightSimulation(arrivals: 47_500, processes: processes, exchange: exchange, seed: seed)
        .run(flights)
      let label = "\(processes) processes, seed \(seed)"
      for (place, hour) in report.hours.enumerated() {
        // Within 2 % of the goal, since those that compete may be a step of half a percent behind.
        for (flight, goal) in [1_200, 1_200, 600].enumerated() {
          let miss = Double(hour.delivered[flight]) - hour.targets[flight]
          #expect(
            abs(miss) <= 0.02 * Double(goal), "\(label): \(flights[flight].campaign) by \(miss) at \(place + 1) h")
        }
      }
      // Done after 77 % of the day, and before the day is over.
      let (front, asap) = (report.hours.map { $0.delivered[2] }, report.hours.map { $0.delivered[4] })
      #expect(front[17] < 594 && front[18] > 594, "\(label): \(front)")
      #expect(asap[8] > 760 && abs(report.flights[4].counts.delivered - 800) < 15, "\(label): \(asap)")
      // What is given up is handed out again.
      let share = Double(report.flights[3].counts.delivered) / Double(report.hours[23].arrivals)
      #expect(abs(share - 0.1) < 0.003, "\(label): \(share)")
    }
  }

  @Test func `where the supply is short all of it is used`() throws {
    // Arrivals for about half of the goal, less than the line needs at every hour.
    let scale = Sample.of(4, few: 1)
    let report = try FlightSimulation(arrivals: 2_375 * scale, processes: 8, seed: 4)
      .run([flight("even", .impressions(5_000 * scale))])
    #expect(report.flights[0].counts.served == report.hours[23].arrivals)
    #expect(report.hours[23].delivered[0] > 1_500 * scale)
  }

  @Test func `counts that are stale for longer overshoot by no more than is said`() throws {
    // Seven others, each of which may serve what the line grows by between two exchanges.
    for exchange in Sample.of([60, 300, 900], few: [300]) {
      let report = try FlightSimulation(
        arrivals: 119_000, processes: 8, exchange: exchange, seenShare: 1, seed: 6
      ).run([flight("even", .impressions(10_000), yield: 1)])
      let growth = 10_000 * Double(exchange) / 86_400
      for (place, hour) in report.hours.enumerated() {
        let ahead = Double(hour.delivered[0]) - hour.targets[0]
        #expect(ahead <= 7 * growth + 8, "\(exchange) s: \(ahead) at \(place + 1) h")
      }
    }
  }

  @Test func `a day begins with what has been delivered before`() throws {
    var flights = [flight("a", .impressions(1_000), .asap, yield: 1), flight("b", .clicks(1 << 40), .asap)]
    flights[0].counts.served = 900
    flights[0].counts.delivered = 900
    (flights[0].start, flights[0].end, flights[1].start) = (.seconds(50), .seconds(99_999), .seconds(86_490))
    flights[1].end = .seconds(99_999)
    let report = try FlightSimulation(arrivals: 1_000, seenShare: 1).run(flights)
    #expect(report.hours.last?.delivered == [1_000, 0] && report.flights.map(\.counts.served) == [1_000, 0])
    #expect(try FlightSimulation(arrivals: 1_000, seenShare: 1).run(flights) == report)
  }

  @Test func `what cannot be simulated is refused by name`() throws {
    let valid = flight("a", .impressions(1))
    for (simulation, flights, word) in [
      (FlightSimulation(arrivals: 0), [valid], "arrivals"), (.init(arrivals: 10_000_001), [valid], "arrivals"),
      (.init(processes: 65), [valid], "processes"), (.init(exchange: 0), [valid], "exchange"),
      (.init(seenShare: .nan), [valid], "seenShare"), (.init(), [valid, valid], "campaigns"),
      (.init(), [flight("a", .share(2))], "share"),
    ] {
      do throws(AdServingError) {
        _ = try simulation.run(flights)
        Issue.record("\(simulation) runs")
      } catch .invalidValue(let named, _, _, _) { #expect(named == word) } catch { Issue.record("\(error)") }
    }
  }
}
