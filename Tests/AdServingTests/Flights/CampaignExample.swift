// The code of the article "A campaign through a day", line for line; a test compares them.
import AdServing

/// The flights of a service, as one of its processes sees them.
struct BookedFlights: Sendable {
  let flights: [Flight]
  /// What this process has counted, by campaign; it is stored, and sent to the others now and then.
  private(set) var own: [String: FlightCounts] = [:]
  /// What the other processes had counted when they were last heard of.
  private var others: [String: [String: FlightCounts]] = [:]

  init(_ flights: [Flight]) { self.flights = flights }

  /// The flights with what all processes have counted, as far as this one knows.
  var known: [Flight] {
    flights.map { flight in
      var flight = flight
      flight.counts = ([own] + others.values).reduce(FlightCounts()) { sum, counts in
        sum + counts[flight.campaign, default: FlightCounts()]
      }
      return flight
    }
  }

  /// Chooses the campaign of a place, the first for which there is an ad, and counts it as handed out.
  mutating func campaign(at now: Duration, request: UInt64, hasAd: (String) -> Bool) -> String? {
    for flight in flights where flight.start <= now && now < flight.end {
      own[flight.campaign, default: FlightCounts()].chances += 1
    }
    let chosen = known.serving(at: now, seed: request).first { hasAd($0.campaign) }
    guard let chosen else { return nil }
    own[chosen.campaign, default: FlightCounts()].served += 1
    return chosen.campaign
  }

  /// Counts what an inbox has newly counted by the rule of which goals are.
  mutating func count(_ receipt: ImpressionReceipt, by rule: String = "") {
    for (impression, served) in zip(receipt.new, receipt.receipts) where impression.rule == rule {
      own[served.campaign, default: FlightCounts()].delivered += 1
    }
  }

  /// Gives up an ad that will not be seen any more, such as one whose receipt has expired unused.
  mutating func giveUp(_ campaign: String) { own[campaign, default: FlightCounts()].givenUp += 1 }

  /// Takes what another process has counted, instead of what it had sent before.
  mutating func receive(_ counts: [String: FlightCounts], from process: String) { others[process] = counts }
}
