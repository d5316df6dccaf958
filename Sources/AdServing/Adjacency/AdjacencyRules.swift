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
  /// The last content row of the page before; nil if there is none.
  public var rowBefore: RowFacts?
  /// The ads of earlier pages, of which those within ``AdjacencyRules/rows`` count.
  public var adsBefore: [EarlierAd]

  /// Makes a page.
  public init(rows: [RowFacts], places: [Int], rowBefore: RowFacts? = nil, adsBefore: [EarlierAd] = []) {
    (self.rows, self.places, self.rowBefore, self.adsBefore) = (rows, places, rowBefore, adsBefore)
  }
}

// MARK: - Assigning

extension AdjacencyRules {
  /// Returns, for each place, the index of its ad in the queue; nil for a place at which none may be shown.
  /// - Complexity: O(*p* · *q* · *c*) for *p* places, *q* ads in the queue, and *c* the words and ads near a place.
  public func assign(_ queue: [AdFacts], to page: AdjacencyPage) -> [Int?] {
    var (assigned, left) = ([Int?](), Array(queue.indices))
    for place in page.places.indices {
      let taken = assigned.map { $0.map { queue[$0] } }
      let found = left.firstIndex { refusal(of: queue[$0], atPlace: place, of: page, after: taken) == nil }
      assigned.append(found.map { left.remove(at: $0) })
    }
    return assigned
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
  public func refusal(
    of ad: AdFacts, atPlace place: Int, of page: AdjacencyPage, after ads: [AdFacts?]
  ) -> AdjacencyRefusal? {
    if let floor = floor(place) {
      guard let price = ad.price, price.currency == floor.currency, price.micros >= floor.micros else {
        return .belowFloor(floor)
      }
    }
    let row = page.places[place]
    let above = row == 0 ? page.rowBefore : row <= page.rows.count ? page.rows[row - 1] : nil
    let below = row < page.rows.count ? page.rows[row] : nil
    for neighbour in [above, below] {
      if let reason = neighbour.flatMap(ad.blocks.refusal) { return reason }
    }
    if let mostOfAdvertiser,
      let name = ad.advertisers.first(where: { name in
        ads.count { $0?.advertisers.contains(name) == true } >= mostOfAdvertiser
      })
    {
      return .tooMany(name)
    }
    guard rows > 0 else { return nil }
    let onPage = zip(page.places, ads).lazy.filter { row - $0.0 <= rows }.compactMap(\.1)
    let earlier = page.adsBefore.lazy.filter { $0.rowsAgo <= rows - row }.map(\.ad)
    for other in Array(earlier) + Array(onPage) {
      if let name = ad.advertisers.first(where: other.advertisers.contains) { return .advertiser(name) }
      if let category = ad.categories.first(where: other.categories.contains) { return .category(category) }
    }
    return nil
  }
}
