import AdServing
import TestSupport
import Testing

@Suite struct AdjacencyRulesTests {
  // MARK: - Rows

  @Test func anAdRefusesRowsByAuthorTagWordAndRisk() {
    let blocks = RowBlocks(authors: ["mallory"], tags: ["war"], words: ["Crash", "plane down", "…"], mostRisk: .medium)
    let cases: [(RowFacts, AdjacencyRefusal?)] = [
      (RowFacts(author: "mallory"), .author("mallory")), (RowFacts(author: "Mallory"), nil),
      (RowFacts(tags: ["war", "sea"]), .tag("war")), (RowFacts(tags: ["War"]), nil),
      (RowFacts(text: "A CRASH, again"), .word("Crash")), (RowFacts(text: "It crashed; crashes"), nil),
      (RowFacts(text: "Plane\n— down!"), .word("plane down")), (RowFacts(text: "down plane"), nil),
      (RowFacts(text: "plane"), nil), (RowFacts(risk: .high), .risk(.high)), (RowFacts(risk: .low), nil),
      (RowFacts(), nil),
    ]
    for (row, reason) in cases { #expect(blocks.refusal(of: row) == reason, "\(row)") }
    // Content of which nothing is known counts as of medium risk.
    #expect(RowBlocks(mostRisk: .low).refusal(of: RowFacts()) == .risk(.medium))
    #expect(RowBlocks().refusal(of: RowFacts(author: "x", tags: ["y"], text: "z", risk: .high)) == nil)
  }

  // MARK: - Small worlds

  /// The first ad of the queue that a plain reading of the rules allows, place by place.
  private static func expected(
    _ queue: [AdFacts], _ page: AdjacencyPage, within rows: Int, most: Int?, floors: [Int64]
  ) -> [Int?] {
    var assigned: [Int?] = []
    for (place, row) in page.places.enumerated() {
      let rest = queue.indices.filter { !assigned.contains($0) }
      assigned.append(
        rest.first { index in
          let ad = queue[index]
          let neighbours =
            (row > 0 ? [page.rows[row - 1]] : page.rowBefore.map { [$0] } ?? [])
            + (row < page.rows.count ? [page.rows[row]] : [])
          if neighbours.contains(where: { $0.author == "m" && ad.blocks.authors.contains("m") }) { return false }
          if (ad.price?.micros ?? -1) < floors[place] { return false }
          var others = page.adsBefore.map { ($0.ad, -$0.rowsAgo) }
          for (other, place) in zip(assigned, page.places) { if let other { others.append((queue[other], place)) } }
          for (other, otherRow) in others where rows > 0 && row - otherRow <= rows {
            if !Set(other.advertisers).isDisjoint(with: ad.advertisers) { return false }
            if !Set(other.categories).isDisjoint(with: ad.categories) { return false }
          }
          let onPage = assigned.compactMap { $0.map { queue[$0] } }
          return ad.advertisers.allSatisfy { name in onPage.count { $0.advertisers.contains(name) } < most ?? .max }
        })
    }
    return assigned
  }

  @Test func everySmallPageHasTheFirstAdsThatMayBeShown() throws {
    let kinds = try [
      AdFacts(advertisers: ["a"], price: Price("1 USD")),
      AdFacts(advertisers: ["a", "b"], categories: [AdCategory(name: "x")], price: Price("2 USD")),
      AdFacts(categories: [AdCategory(name: "x")], blocks: RowBlocks(authors: ["m"]), price: Price("3 USD")),
      AdFacts(categories: [AdCategory(taxonomy: 2, name: "x")], price: Price("1 USD")),
    ]
    let floors = try [Price("0 USD"), Price("2 USD")]
    let placings = [[0, 1, 2], [1, 3], [0, 3, 4], [2]]
    var sample = Sample(oneIn: 6)
    for number in 0..<256 {
      let queue = (0..<4).map { kinds[number >> (2 * $0) & 3] }
      for closed in 0..<16 {
        let rows = (0..<4).map { RowFacts(author: closed >> $0 & 1 == 1 ? "m" : nil) }
        for places in placings where sample.takesNext() {
          for (distance, most) in [(0, nil), (0, 1), (1, nil), (2, 2), (5, 1)] as [(Int, Int?)] {
            let page = AdjacencyPage(
              rows: rows, places: places, rowBefore: RowFacts(author: number % 2 == 0 ? "m" : nil),
              adsBefore: [AdjacencyPage.EarlierAd(kinds[number % 3], rowsAgo: 1)])
            let found = AdjacencyRules(rows: distance, mostOfAdvertiser: most, floors: floors).assign(queue, to: page)
            let expected = Self.expected(
              queue, page, within: distance, most: most, floors: places.indices.map { $0 == 0 ? 0 : 2_000_000 })
            if found != expected {
              Issue.record("queue \(number), rows \(closed), \(places): \(found), not \(expected)")
            }
          }
        }
      }
    }
  }

  // MARK: - Pages

  @Test func twoPagesAreAsOneWhatTheSecondNeedsIsPassedOn() {
    let queue = ["a", "a", "b", "a"].map { AdFacts(advertisers: [$0]) }
    let rules = AdjacencyRules(rows: 3)
    let row = RowFacts()
    let whole = rules.assign(queue, to: AdjacencyPage(rows: Array(repeating: row, count: 8), places: [1, 3, 5, 7]))
    #expect(whole == [0, 2, 1, nil])
    let first = AdjacencyPage(rows: Array(repeating: row, count: 4), places: [1, 3])
    let before = rules.assign(queue, to: first)
    let ads = rules.adsBeforeNextPage(first, before.map { $0.map { queue[$0] } })
    #expect(ads.map(\.rowsAgo) == [3, 1])
    let second = AdjacencyPage(rows: Array(repeating: row, count: 4), places: [1, 3], rowBefore: row, adsBefore: ads)
    #expect(before == [0, 2] && rules.assign([queue[1], queue[3]], to: second) == [0, nil])
  }

  @Test func aFloorIsOfItsPlaceAndItsCurrency() throws {
    let page = AdjacencyPage(rows: [RowFacts(), RowFacts()], places: [0, 1, 2])
    let ads = try [
      AdFacts(price: Price("1 EUR")), AdFacts(), AdFacts(price: Price("1 USD")), AdFacts(price: Price("2 USD")),
    ]
    let two = try Price("2 USD")
    #expect(AdjacencyRules { $0 == 1 ? two : nil }.assign(ads, to: page) == [0, 3, 1])
    #expect(AdjacencyRules(floors: [two]).assign(ads, to: page) == [3, nil, nil])
    #expect(AdjacencyRules(floors: []).assign(ads, to: page) == [0, 1, 2])
  }

  @Test func reasonsAreWorded() throws {
    let reasons: [(AdjacencyRefusal, String)] = try [
      (.author("m"), "the author 'm' is blocked"), (.tag("war"), "the tag 'war' is blocked"),
      (.word("crash"), "the word 'crash' is blocked"), (.risk(.high), "the risk is high"),
      (.advertiser("a"), "another ad of 'a' is too close"), (.tooMany("a"), "the page has enough ads of 'a'"),
      (.category(AdCategory(name: "IAB3")), "another ad of category 'IAB3' is too close"),
      (.belowFloor(Price("1 USD")), "it does not meet the floor of 1.00 USD"),
    ]
    for (reason, words) in reasons { #expect("\(reason)" == words) }
  }
}
