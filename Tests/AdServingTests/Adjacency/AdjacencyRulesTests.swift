import AdServing
import TestSupport
import Testing

@Suite struct AdjacencyRulesTests {
  // MARK: - Rows

  @Test func `an ad refuses rows by author tag word and risk`() {
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

  /// The first ad of its queue that a plain reading of the rules allows, place by place; the queues have one numbering.
  private static func expected(
    _ queue: [AdFacts], of sources: [Int]? = nil, _ page: AdjacencyPage, within rows: Int, most: Int?, floors: [Int64]
  ) -> [Int?] {
    var assigned: [Int?] = []
    for (place, row) in page.places.enumerated() {
      let rest = queue.indices.filter { !assigned.contains($0) }
      assigned.append(
        rest.first { index in
          let ad = queue[index]
          if let sources, sources[index] != page.sources[place] { return false }
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

  @Test func `every small page has the first ads that may be shown`() throws {
    let kinds = try [
      AdFacts(advertisers: ["a"], price: Price("1 USD")),
      AdFacts(advertisers: ["a", "b"], categories: [AdCategory(name: "x")], price: Price("2 USD")),
      AdFacts(categories: [AdCategory(name: "x")], blocks: RowBlocks(authors: ["m"]), price: Price("3 USD")),
      AdFacts(categories: [AdCategory(taxonomy: 2, name: "x")], price: Price("1 USD")),
    ]
    let floors = try [Price("0 USD"), Price("2 USD")]
    let placings = [[0, 1, 2], [1, 3], [0, 3, 4], [2]]
    var sample = Sample(oneIn: 18)
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
            // The same ads, of which the first two are another source's than the last two, which has every second place.
            var shared = page
            shared.sources = places.indices.map { $0 % 2 }
            let bySource = AdjacencyRules(rows: distance, mostOfAdvertiser: most, floors: floors)
              .assign(bySource: [Array(queue[..<2]), Array(queue[2...])], to: shared)
            let indices = zip(bySource, shared.sources).map { ad, source in ad.map { $0 + 2 * source } }
            let expectedBySource = Self.expected(
              queue, of: [0, 0, 1, 1], shared, within: distance, most: most,
              floors: places.indices.map { $0 == 0 ? 0 : 2_000_000 })
            if indices != expectedBySource {
              Issue.record("queues \(number), rows \(closed), \(places): \(indices), not \(expectedBySource)")
            }
          }
        }
      }
    }
  }

  // MARK: - Pages

  @Test func `two pages are as one what the second needs is passed on`() {
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

  @Test func `pages of every length are as one whole`() {
    var random = SeededGenerator(seed: 3)
    for number in 0..<Sample.of(20_000, few: 500) {
      func roll(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
      let (length, rules) = (1 + roll(12), AdjacencyRules(rows: roll(5)))
      let queue = (0..<roll(9)).map { _ in
        AdFacts(
          advertisers: [["a"], ["b"], ["a", "b"], []][roll(4)], categories: [[AdCategory(name: "x")], []][roll(2)],
          blocks: RowBlocks(authors: [["m"], []][roll(2)]))
      }
      let rows = (0..<length).map { _ in RowFacts(author: ["m", "n"][roll(2)]) }
      let places = (0..<length).filter { _ in roll(2) == 0 }
      let whole = rules.assign(queue, to: AdjacencyPage(rows: rows, places: places))
      var (joined, start): ([Int?], Int) = ([], 0)
      var page = AdjacencyPage(rows: [], places: [])
      while start < length {
        let end = start + 1 + roll(length - start)
        (page.rows, page.places) = (Array(rows[start..<end]), places.filter { start..<end ~= $0 }.map { $0 - start })
        let left = queue.indices.filter { !joined.contains($0) }
        let ads = rules.assign(left.map { queue[$0] }, to: page).map { $0.map { left[$0] } }
        page.adsBefore = rules.adsBeforeNextPage(page, ads.map { $0.map { queue[$0] } })
        page.rowBefore = page.rows.last
        if page.adsBefore.count > rules.rows + 1 {
          Issue.record("case \(number): \(page.adsBefore.count) ads are kept")
        }
        (joined, start) = (joined + ads, end)
      }
      if joined != whole { Issue.record("case \(number), \(places) of \(length): \(joined), not \(whole)") }
    }
  }

  @Test func `a page costs its places and not what was before`() {
    let tried = Shared(0)
    let rules = AdjacencyRules(rows: 2) { _ in
      tried.change { $0 += 1 }
      return nil
    }
    let ads = ["a", "b", "c", "d"].map { AdFacts(advertisers: [$0]) }
    var before: [AdjacencyPage.EarlierAd] = []
    for count in [1_000, 2_000, 4_000, 20_000] {
      tried.change { $0 = 0 }
      let page = AdjacencyPage(
        rows: Array(repeating: RowFacts(), count: count), places: Array(0..<count), adsBefore: before)
      let queue = (0..<count).map { ads[$0 % ads.count] }
      let time = ContinuousClock().measure {
        let chosen = rules.assign(queue, to: page)
        before = rules.adsBeforeNextPage(page, chosen.map { $0.map { queue[$0] } })
      }
      #expect(tried.value == count && before.count == 2 && time < .seconds(20), "\(count) places: \(time)")
    }
  }

  @Test func `a floor is of its place and its currency`() throws {
    let page = AdjacencyPage(rows: [RowFacts(), RowFacts()], places: [0, 1, 2])
    let ads = try [
      AdFacts(price: Price("1 EUR")), AdFacts(), AdFacts(price: Price("1 USD")), AdFacts(price: Price("2 USD")),
    ]
    let two = try Price("2 USD")
    #expect(AdjacencyRules { $0 == 1 ? two : nil }.assign(ads, to: page) == [0, 3, 1])
    #expect(AdjacencyRules(floors: [two]).assign(ads, to: page) == [3, nil, nil])
    #expect(AdjacencyRules(floors: []).assign(ads, to: page) == [0, 1, 2])
  }

  @Test func `reasons are worded`() throws {
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
