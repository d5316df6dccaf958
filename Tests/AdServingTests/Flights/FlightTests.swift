import Placement
import TestSupport
import Testing

@testable import AdServing

@Suite struct FlightTests {
  private func flight(_ campaign: String, _ goal: Flight.Goal = .impressions(1_000)) -> Flight {
    Flight(campaign: campaign, start: .seconds(100), end: .seconds(1_100), goal: goal)
  }

  @Test func `pacing says how much is to be delivered by when`() {
    let cases: [(Pacing, [Double])] = [
      (.even, [0, 0, 100, 500, 1_000, 1_000]), (.front(1.25), [0, 0, 125, 625, 1_000, 1_000]),
      (.asap, [0, 1_000, 1_000, 1_000, 1_000, 1_000]),
    ]
    for (pacing, targets) in cases {
      var flight = flight("a")
      flight.pacing = pacing
      let found = [0, 100, 200, 600, 1_100, 9_999].map { (second: Int) in flight.target(at: .seconds(second)) }
      #expect(found == targets, "\(pacing)")
    }
    var share = flight("s", .share(0.25))
    share.counts.chances = 10
    #expect(share.target(at: .seconds(200)) == 2.5)
  }

  @Test func `a pacing is read as it is written`() throws {
    for pacing in [Pacing.even, .asap, .front(1), .front(1.3), .front(100)] {
      #expect(try Pacing(pacing.description) == pacing)
    }
    for text in [
      "", "Even", "front", "front ", "front 0.9", "front 101", "front nan", "front x", "asap ",
    ] {
      #expect(throws: AdServingError.self) { try Pacing(text) }
    }
  }

  @Test func `a flight serves while it runs and is behind its pace`() {
    for (now, counts, mayServe) in [
      (99, (0, 0, 0), false), (100, (0, 0, 0), false), (101, (0, 0, 0), true),
      (101, (1, 0, 0), false),
      (101, (1, 0, 1), true), (600, (499, 499, 0), true), (600, (500, 499, 0), false),
      (600, (600, 499, 101), true),
      (1_099, (999, 998, 0), false), (1_099, (998, 998, 0), true), (1_100, (0, 0, 0), false),
    ] {
      var flight = flight("a")
      (flight.counts.served, flight.counts.delivered, flight.counts.givenUp) = counts
      #expect(flight.mayServe(at: .seconds(now)) == mayServe, "\(counts) at \(now)")
    }
    var half = flight("half")
    (half.yield, half.counts.served) = (0.5, 999)
    #expect(half.mayServe(at: .seconds(600)) && half.committed == 499.5)
    half.counts.served = 1_000
    #expect(!half.mayServe(at: .seconds(600)))
  }

  @Test func `values out of range are named and never serve`() {
    func fault(_ change: (inout Flight) -> Void) -> String? {
      var flight = flight("a")
      change(&flight)
      if flight.mayServe(at: .seconds(600)) { return nil }
      do { try flight.validate() } catch AdServingError.invalidValue(let word, _, _, _) {
        return word
      } catch {}
      return ""
    }
    let changes: [(String, (inout Flight) -> Void)] = [
      ("campaign", { $0.campaign = "" }), ("end", { $0.end = $0.start }),
      ("end", { $0.end = .seconds(Int64.max) }),
      ("end", { $0.start = .seconds(Int64.min) }), ("clicks", { $0.goal = .clicks(0) }),
      ("viewable", { $0.goal = .viewable(.max) }), ("share", { $0.goal = .share(.nan) }),
      ("share", { $0.goal = .share(1.1) }),
      ("front", { $0.pacing = .front(.nan) }), ("front", { $0.pacing = .front(0) }),
      ("weight", { $0.weight = -1 }),
      ("weight", { $0.weight = .max }), ("pays", { $0.pays = .min }), ("yield", { $0.yield = 0 }),
      ("yield", { $0.yield = .nan }),
    ]
    for (word, change) in changes { #expect(fault(change) == word, "\(word)") }
    #expect(fault { _ in } == nil)
  }

  @Test func `counts that cannot be do no harm`() {
    var flight = flight("a")
    for count in [Int.min, -1, 0, Int.max] {
      var counts = FlightCounts()
      (counts.served, counts.delivered, counts.givenUp, counts.chances) = (
        count, count, .max, count
      )
      flight.counts = counts + counts + counts
      #expect(
        flight.counts.out == 0 && [flight].serving(at: .seconds(600), seed: 1).count <= 1,
        "\(count)")
    }
  }

  /// A flight whose lag is some steps of half a percent at 600 s.
  private func behind(_ campaign: String, _ steps: Int, _ tier: Int, _ pays: Int64, weight: Int = 1)
    -> Flight
  {
    var flight = flight(campaign)
    (flight.tier, flight.pays, flight.weight) = (tier, pays, weight)
    (flight.counts.served, flight.counts.delivered) = (500 - 5 * steps - 1, 500 - 5 * steps - 1)
    return flight
  }

  @Test func `the order is that of a slow model in all small worlds`() {
    // Every set of up to three flights of two tiers, two lags and two prices.
    let kinds = (0..<8).map { (tier: $0 & 1, steps: $0 >> 1 & 1, pays: Int64($0 >> 2)) }
    var worlds: [[Int]] = [[]]
    for _ in 0..<3 { worlds += worlds.flatMap { world in kinds.indices.map { world + [$0] } } }
    for world in Set(worlds) {
      let flights = world.enumerated().map { place, kind in
        behind("\(place)", kinds[kind].steps, kinds[kind].tier, kinds[kind].pays)
      }
      let order = flights.serving(at: .seconds(600), seed: 3).map(\.campaign)
      // Each pair is as the rules say.
      let goesBefore = { (one: Int, other: Int) -> Bool? in
        let (one, other) = (kinds[world[one]], kinds[world[other]])
        if one.tier != other.tier { return one.tier < other.tier }
        if one.steps != other.steps { return one.steps > other.steps }
        return one.pays == other.pays ? nil : one.pays > other.pays
      }
      var isRight = Set(order) == Set(world.indices.map { "\($0)" }) && order.count == world.count
      for (place, one) in order.enumerated() {
        for other in order[(place + 1)...] {
          isRight = isRight && goesBefore(Int(one) ?? 0, Int(other) ?? 0) != false
        }
      }
      if !isRight { Issue.record("\(world): \(order)") }
      let turned = flights.reversed().serving(at: .seconds(600), seed: 3).map(\.campaign)
      if turned != order { Issue.record("\(world): \(order), turned \(turned)") }
    }
  }

  @Test func `those that are alike go first as often as they weigh`() {
    let flights = [("a", 1), ("b", 2), ("c", 7), ("d", 0)].map {
      behind($0.0, 0, 0, 0, weight: $0.1)
    }
    var firsts: [String: Int] = [:]
    var seconds: [String: Int] = [:]
    for seed in 0..<20_000 {
      let order = flights.serving(at: .seconds(600), seed: UInt64(seed)).map(\.campaign)
      firsts[order[0], default: 0] += 1
      if order[0] == "c" { seconds[order[1], default: 0] += 1 }
      if order.count != 4 || order[3] != "d" { Issue.record("seed \(seed): \(order)") }
    }
    for (campaign, share) in [("a", 0.1), ("b", 0.2), ("c", 0.7)] {
      #expect(
        abs(Double(firsts[campaign, default: 0]) / 20_000 - share) < 0.015,
        "\(campaign) of \(firsts)")
    }
    #expect(abs(Double(seconds["b", default: 0]) / Double(firsts["c", default: 1]) - 2 / 3) < 0.02)
    // Of weight 0 all.
    let none = ["b", "a"].map { behind($0, 0, 0, 0, weight: 0) }
    #expect(none.serving(at: .seconds(600), seed: 9).map(\.campaign) == ["a", "b"])
  }

  @Test func `no history of two processes delivers more than is promised`() {
    // Every sequence of chances, views, pages that are closed and exchanges of counts in two processes.
    let length = Sample.of(7, few: 5)
    var flight = Flight(campaign: "a", start: .zero, end: .seconds(10), goal: .impressions(1))
    flight.pacing = .asap
    var worst = 0
    for yield in [1, 0.5] {
      flight.yield = yield
      var number = 0
      var end = 1
      for _ in 0..<length { end *= 7 }
      while number < end {
        var (own, seen) = ([FlightCounts(), FlightCounts()], [FlightCounts(), FlightCounts()])
        var (rest, sinceExchange, mostStale, mostOut) = (number, 0, 0, 0)
        for _ in 0..<length {
          let (step, process) = (rest % 7 / 2, rest % 7 % 2)
          switch step {
          case 0:
            flight.counts = own[process] + seen[process]
            if flight.mayServe(at: .seconds(1)) {
              own[process].served += 1
              sinceExchange += 1
            }
          case 1: if own[process].out > 0 { own[process].delivered += 1 }
          case 2: if own[process].out > 0 { own[process].givenUp += 1 }
          default:
            (seen, sinceExchange) = ([own[1], own[0]], 0)
          }
          (mostStale, mostOut) = (
            max(mostStale, sinceExchange), max(mostOut, (own[0] + own[1]).out)
          )
          rest /= 7
        }
        let total = own[0] + own[1]
        // Without an estimate, what is out is part of the goal already.
        let allowed = 1 + mostStale + (yield < 1 ? mostOut : 0)
        if total.delivered > allowed {
          Issue.record("\(number), \(yield): \(total), allowed \(allowed)")
        }
        if yield == 1, total.delivered + total.out > 1 + max(0, mostStale - 1) {
          Issue.record("\(number): \(total)")
        }
        worst = max(worst, total.delivered)
        number += 1
      }
    }
    #expect(worst > 1)
  }
}
