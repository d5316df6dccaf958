/// Rules for which ads may be shown near each other, and what each place costs at least.
///
/// They assign the ads of a queue to places that other rules have named, such as those of a `MergedFeed`. An ad that may
/// not be shown at a place keeps its turn: the next one of the queue is tried there, and the first one at the next place.
///
/// ```swift
/// let rules = AdjacencyRules(rows: 5, mostOfAdvertiser: 1)
/// let page = AdjacencyPage(rows: posts.map(facts), places: [3, 7, 11])
/// rules.assign(queue.map { AdFacts($0) }, to: page)   // [0, 2, nil]: the first ad, the third, and none
/// ```
public struct AdjacencyRules: Sendable {
  /// The number of content rows within which no other ad has the same advertiser or the same category; 0 for no limit.
  ///
  /// Two ads are within *n* rows if at most *n* content rows are between them.
  public var rows: Int
  /// The largest number of ads of one advertiser on a page; nil for no limit.
  public var mostOfAdvertiser: Int?
  /// Returns the floor of a place, by its number on the page from 0; nil if there is none.
  public var floor: @Sendable (Int) -> Price?

  /// Makes rules whose floors are computed.
  public init(rows: Int = 0, mostOfAdvertiser: Int? = nil, floor: @escaping @Sendable (Int) -> Price? = { _ in nil }) {
    (self.rows, self.mostOfAdvertiser, self.floor) = (rows, mostOfAdvertiser, floor)
  }

  /// Makes rules with a table of floors; places beyond its end have its last floor, and with an empty one none.
  public init(rows: Int = 0, mostOfAdvertiser: Int? = nil, floors: [Price]) {
    self.init(rows: rows, mostOfAdvertiser: mostOfAdvertiser) {
      floors.isEmpty ? nil : floors[min($0, floors.count - 1)]
    }
  }
}

/// A page with places for ads, and what it needs of the page before.
public struct AdjacencyPage: Sendable {
  /// An ad of an earlier page.
  public struct EarlierAd: Sendable {
    /// The ad.
    public var ad: AdFacts
    /// The number of content rows between it and the page.
    public var rowsAgo: Int

    /// Makes an earlier ad.
    public init(_ ad: AdFacts, rowsAgo: Int) { (self.ad, self.rowsAgo) = (ad, rowsAgo) }
  }

  /// The content rows of the page.
  public var rows: [RowFacts]
  /// The content row that the ad of each place precedes, in ascending order; the count of the rows is the end.
  public var places: [Int]
  /// The number of each place's demand source, such as `AdSlot.tenant`; empty if all places are of one.
  public var sources: [Int]
  /// The last content row of the page before; nil if there is none.
  public var rowBefore: RowFacts?
  /// The ads of earlier pages, of which those within ``AdjacencyRules/rows`` count.
  public var adsBefore: [EarlierAd]

  /// Makes a page.
  public init(
    rows: [RowFacts], places: [Int], sources: [Int] = [], rowBefore: RowFacts? = nil, adsBefore: [EarlierAd] = []
  ) {
    (self.rows, self.places, self.sources) = (rows, places, sources)
    (self.rowBefore, self.adsBefore) = (rowBefore, adsBefore)
  }
}

// MARK: - Assigning

extension AdjacencyRules {
  /// Returns, for each place, the index of its ad in the queue; nil for a place at which none may be shown.
  /// - Complexity: O(*p* · *q* · *c*) for *p* places, *q* ads in the queue, and *c* the words and ads near a place.
  public func assign(_ queue: [AdFacts], to page: AdjacencyPage) -> [Int?] {
    var page = page
    page.sources = []
    return assign(bySource: [queue], to: page)
  }

  /// Returns, for each place, the index of its ad in the queue of its source; nil for a place at which none may be shown.
  ///
  /// Ads of all sources keep away from each other.
  /// - Complexity: As for one queue.
  /// - Precondition: ``AdjacencyPage/sources`` are empty, or as many as the places, each the index of a queue.
  public func assign(bySource queues: [[AdFacts]], to page: AdjacencyPage) -> [Int?] {
    precondition(
      page.sources.isEmpty || page.sources.count == page.places.count,
      "\(page.sources.count) sources for \(page.places.count) places")
    var (left, above) = (queues.map { Array($0.indices) }, AdsAbove(page.adsBefore))
    return page.places.indices.map { place in
      let source = page.sources.isEmpty ? 0 : page.sources[place]
      let queue = queues[source]
      above.near.removeAll { $0.row < page.places[place] - max(rows, 0) }
      let found = left[source].firstIndex { refusal(of: queue[$0], atPlace: place, of: page, after: above) == nil }
      guard let ad = found.map({ left[source].remove(at: $0) }) else { return nil }
      above.add(queue[ad], at: page.places[place])
      return ad
    }
  }

  /// Returns the facts that the next page needs of this one, given the ads of its places.
  public func adsBeforeNextPage(_ page: AdjacencyPage, _ ads: [AdFacts?]) -> [AdjacencyPage.EarlierAd] {
    let count = page.rows.count
    let earlier = page.adsBefore.map { AdjacencyPage.EarlierAd($0.ad, rowsAgo: $0.rowsAgo + count) }
    let own = zip(page.places, ads).compactMap { row, ad in
      ad.map { AdjacencyPage.EarlierAd($0, rowsAgo: count - row) }
    }
    return (earlier + own).filter { $0.rowsAgo <= rows }
  }

  /// Returns why an ad may not be shown at a place; nil if it may.
  ///
  /// - Parameters:
  ///   - ad: The ad.
  ///   - place: The number of the place on the page, from 0.
  ///   - page: The page.
  ///   - ads: The ads of the places above, nil for one without an ad.
  /// - Complexity: O(words and ads near the place + ads above it).
  public func refusal(
    of ad: AdFacts, atPlace place: Int, of page: AdjacencyPage, after ads: [AdFacts?]
  ) -> AdjacencyRefusal? {
    var above = AdsAbove(page.adsBefore)
    for (row, ad) in zip(page.places, ads) { if let ad { above.add(ad, at: row) } }
    return refusal(of: ad, atPlace: place, of: page, after: above)
  }

  private func refusal(
    of ad: AdFacts, atPlace place: Int, of page: AdjacencyPage, after above: AdsAbove
  ) -> AdjacencyRefusal? {
    if let floor = floor(place) {
      guard let price = ad.price, price.currency == floor.currency, price.micros >= floor.micros else {
        return .belowFloor(floor)
      }
    }
    let row = page.places[place]
    let before = row == 0 ? page.rowBefore : row <= page.rows.count ? page.rows[row - 1] : nil
    let after = row < page.rows.count ? page.rows[row] : nil
    for neighbour in [before, after] {
      if let reason = neighbour.flatMap(ad.blocks.refusal) { return reason }
    }
    if let most = mostOfAdvertiser, let name = ad.advertisers.first(where: { above.counts[$0, default: 0] >= most }) {
      return .tooMany(name)
    }
    guard rows > 0 else { return nil }
    for other in above.near where other.row >= row - rows {
      if let name = ad.advertisers.first(where: other.ad.advertisers.contains) { return .advertiser(name) }
      if let category = ad.categories.first(where: other.ad.categories.contains) { return .category(category) }
    }
    return nil
  }
}

/// The ads above a place.
private struct AdsAbove {
  /// The ads that may be near enough, each with the content row of the page that it precedes; below 0 on earlier pages.
  var near: [(row: Int, ad: AdFacts)]
  /// The number of ads of each advertiser on the page.
  private(set) var counts: [String: Int] = [:]

  init(_ earlier: [AdjacencyPage.EarlierAd]) { near = earlier.map { (-max($0.rowsAgo, 0), $0.ad) } }

  mutating func add(_ ad: AdFacts, at row: Int) {
    near.append((row, ad))
    for name in Set(ad.advertisers) { counts[name, default: 0] += 1 }
  }
}
