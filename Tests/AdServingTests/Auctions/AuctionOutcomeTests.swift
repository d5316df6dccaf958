import AdServing
import TestSupport
import Testing

@Suite struct AuctionOutcomeTests {
  private static let now = Duration.seconds(100)

  private func price(_ micros: Int64, _ currency: String = "USD") -> Price? {
    try? Price(micros: micros, currency: currency)
  }

  private func ad(_ id: String, _ micros: Int64, expires: Duration? = nil) -> Ad<Int> {
    Ad(id: id, expires: expires, price: price(micros), creative: 0)
  }

  private func request(_ floors: [Int64]) -> PageRequest<String> {
    PageRequest(for: "", currency: "USD", floors: floors.compactMap { price($0) }, timeout: .seconds(1))
  }

  private func outcome(
    of answers: [[Ad<Int>]], floors: [Int64], where isAllowed: (Ad<Int>, [Ad<Int>]) -> Bool = { _, _ in true }
  ) -> AuctionOutcome<Int> {
    let answers = answers.enumerated().map { source, ads in
      AuctionAnswer(source: "source \(source)", result: .ads(ads, after: .zero))
    }
    return AuctionOutcome(of: answers, to: request(floors), at: Self.now, where: isAllowed)
  }

  @Test func `the highest prices win and ties go by the order of the sources`() {
    let outcome = outcome(of: [[ad("a", 2), ad("b", 5), ad("c", 3)], [ad("d", 5), ad("e", 9)]], floors: [1, 1, 1])
    #expect(outcome.winners.map(\.ad.id) == ["e", "b", "d"])
    #expect(outcome.winners.map(\.source) == ["source 1", "source 0", "source 1"])
    #expect(outcome.winners.map(\.place) == [0, 1, 2] && outcome.winners.map(\.price.micros) == [9, 5, 5])
    #expect(outcome.losers.map(\.ad.id) == ["c", "a"] && outcome.losers.allSatisfy { $0.reason == .outbid })
  }

  @Test func `an ad takes the first place that is free and whose floor it meets`() {
    let outcome = outcome(of: [[ad("a", 4), ad("b", 9), ad("c", 2)]], floors: [5, 1, 3])
    #expect(outcome.winners.map(\.ad.id) == ["b", "a"] && outcome.winners.map(\.place) == [0, 1])
    #expect(outcome.losers.map(\.reason) == [.outbid], "the floor of the place that is left is 3")
  }

  @Test func `the first reason is given of several`() throws {
    let euros = try #require(price(9, "EUR"))
    let ads: [(Ad<Int>, AuctionLoss)] = [
      (Ad(id: "a", advertisers: [""], expires: .zero, creative: 0), .unnamed),
      (Ad(id: "b", expires: Self.now, creative: 0), .expired), (Ad(id: "c", creative: 0), .unpriced),
      (Ad(id: "d", price: euros, creative: 0), .otherCurrency), (ad("e", 1), .belowFloor), (ad("f", 9), .refused),
      (ad("f", 8), .sameName), (ad("h", 2), .outbid),
    ]
    let outcome = outcome(of: [ads.map(\.0) + [ad("g", 5)]], floors: [2]) { ad, _ in ad.id != "f" }
    #expect(outcome.winners.map(\.ad.id) == ["g"] && outcome.losers.map(\.reason) == ads.map(\.1))
    #expect(Set(AuctionLoss.allCases.map(\.description)).count == AuctionLoss.allCases.count)
  }

  @Test func `what may be on the page depends on what has won`() {
    let ads = [("a", "x"), ("b", "x"), ("c", "y")].map { Ad(id: $0, campaign: $1, price: price(3), creative: 0) }
    let outcome = outcome(of: [ads], floors: [0, 0]) { ad, chosen in !chosen.contains { $0.campaign == ad.campaign } }
    #expect(outcome.winners.map(\.ad.id) == ["a", "c"] && outcome.losers.map(\.reason) == [.refused])
  }

  @Test func `what did not answer has no ads`() {
    let results: [AuctionAnswer<Int>.Result] = [
      .failure("x"), .timeout, .cancelled, .passedOver, .ads([], after: .zero),
    ]
    let answers = results.map { AuctionAnswer(source: "s", result: $0) }
    let outcome = AuctionOutcome(of: answers, to: request([0]), at: .zero)
    #expect(outcome.winners.isEmpty && outcome.losers.isEmpty && outcome.answers == answers)
    #expect(answers.map(\.isInTime) == [false, false, false, false, true])
  }

  @Test func `floors of another currency are a mistake`() async {
    await #expect(processExitsWith: .failure) {
      let floors = [try Price("1 USD"), try Price("1 EUR")]
      _ = PageRequest(for: "", currency: "USD", floors: floors, timeout: .zero)
    }
    #expect(request([]).floors.isEmpty)
    #expect(price(3).map { PageRequest(for: "", places: -1, floor: $0, timeout: .zero).floors.count } == 0)
  }

  // MARK: Worlds

  /// Every list of up to four prices from 0 to 3, for every list of up to three floors from 0 to 3.
  @Test func `in small worlds the choice is the documented one`() {
    for floors in Self.lists(of: 4, upTo: 3).sampled(oneIn: 8) {
      for prices in Self.lists(of: 4, upTo: 4) {
        let ads = prices.enumerated().map { ad("\($0)", $1) }
        let outcome = outcome(of: [Array(ads.prefix(2)), Array(ads.dropFirst(2))], floors: floors)
        if let fault = Self.fault(of: outcome, ads, floors) { Issue.record("\(prices) for \(floors): \(fault)") }
      }
    }
  }

  /// The lists of numbers below a limit that have up to a number of elements.
  private static func lists(of limit: Int64, upTo count: Int) -> [[Int64]] {
    count == 0 ? [[]] : [[]] + lists(of: limit, upTo: count - 1).flatMap { list in (0..<limit).map { [$0] + list } }
  }

  /// What an outcome lacks of its description; the ads are named by their positions.
  private static func fault(of outcome: AuctionOutcome<Int>, _ ads: [Ad<Int>], _ floors: [Int64]) -> String? {
    let won = outcome.winners
    let places = won.map(\.place)
    let names = won.map(\.ad.id) + outcome.losers.map(\.ad.id)
    guard names.sorted() == ads.map(\.id) else { return "the ads are \(names)" }
    guard Set(places).count == places.count else { return "a place is taken twice" }
    for (one, other) in zip(won, won.dropFirst()) where one.price.micros <= other.price.micros {
      if one.price != other.price || one.ad.id > other.ad.id { return "\(one.ad.id) is before \(other.ad.id)" }
    }
    for (turn, winner) in won.enumerated() {
      let first = floors.indices.first { floors[$0] <= winner.price.micros && !places.prefix(turn).contains($0) }
      if winner.place != first { return "\(winner.ad.id) is at \(winner.place)" }
    }
    for loser in outcome.losers {
      let price = loser.ad.price?.micros ?? 0
      let isEmpty = { (place: Int) in !places.contains(place) }
      if let place = floors.indices.first(where: { isEmpty($0) && floors[$0] <= price }) { return "\(place) is empty" }
      let isBelow = !floors.isEmpty && floors.allSatisfy { $0 > price }
      if loser.reason != (isBelow ? .belowFloor : .outbid) { return "\(loser.ad.id) is \(loser.reason)" }
      // Each place that it could have had has an ad that goes before it.
      for winner in won where floors[winner.place] <= price {
        if winner.price.micros < price || winner.price.micros == price && winner.ad.id > loser.ad.id {
          return "\(winner.ad.id) has the place of \(loser.ad.id)"
        }
      }
    }
    return nil
  }

  @Test func `in random worlds the choice is the models`() {
    for seed in 0..<Sample.of(20_000 as UInt64, few: 1_000) {
      var random = SeededGenerator(seed: seed)
      let floors = (0..<Int.random(in: 0...5, using: &random)).map { _ in Int64.random(in: 0...6, using: &random) }
      let answers = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        (0..<Int.random(in: 0...6, using: &random)).map { _ in randomAd(&random) }
      }
      let most = Int.random(in: 1...3, using: &random)
      let isAllowed = { (ad: Ad<Int>, chosen: [Ad<Int>]) in
        ad.campaign != "c0" && chosen.count { $0.campaign == ad.campaign } < most
      }
      let outcome = outcome(of: answers, floors: floors, where: isAllowed)
      let model = AuctionModel(answers, floors: floors, at: Self.now, where: isAllowed)
      let decisions = model.decisions
      let won = decisions.filter { $0.place != nil }
      let faulty = model.entries.filter { model.fault($0.ad) != nil }
      let outbid = decisions.filter { $0.place == nil }
      let lost = faulty.map { ($0, model.fault($0.ad)) } + outbid.map { ($0.entry, $0.loss) }
      let isSame =
        outcome.winners.map(\.ad) == won.map(\.entry.ad) && outcome.winners.map(\.place) == won.map(\.place)
        && outcome.winners.map(\.source) == won.map { "source \($0.entry.source)" }
        && outcome.losers.map(\.ad) == lost.map(\.0.ad) && outcome.losers.map(\.reason) == lost.map(\.1)
        && outcome.losers.map(\.source) == lost.map { "source \($0.0.source)" }
      #expect(isSame, "seed \(seed): \(outcome)")
    }
  }

  private func randomAd(_ random: inout SeededGenerator) -> Ad<Int> {
    let name = "\(Int.random(in: 0...30, using: &random))"
    let campaign = "c\(Int.random(in: 0...4, using: &random))"
    var ad = Ad(id: name, campaign: campaign, creative: Int.random(in: 0...999, using: &random))
    ad.price = price(Int64.random(in: 0...8, using: &random))
    switch Int.random(in: 0...20, using: &random) {
    case 0: ad.price = nil
    case 1: ad.price = price(9, "EUR")
    case 2: ad.expires = Self.now
    case 3: ad.expires = Self.now + .milliseconds(1)
    case 4: ad.identity = AdIdentity(adID: name, campaign: "")
    default: break
    }
    return ad
  }
}
