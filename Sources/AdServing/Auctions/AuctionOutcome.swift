/// What came of asking a source in an auction.
public struct AuctionAnswer<Creative> {
  /// What came of it.
  public enum Result {
    /// The source answered after some time; without ads, it had none.
    case ads([Ad<Creative>], after: Duration)
    /// The source failed, and why.
    case failure(String)
    /// The source did not answer until the deadline.
    case timeout
    /// The caller's task was cancelled before the source answered.
    case cancelled
    /// The source was not asked, since ``Auction/overdueLimit`` requests to it still run after their auctions.
    case passedOver
  }

  /// The name of the source.
  public let source: String
  /// What came of asking it.
  public let result: Result

  /// Makes an answer.
  public init(source: String, result: Result) { (self.source, self.result) = (source, result) }

  /// The ads that the source sent in time, in its order.
  public var ads: [Ad<Creative>] { if case .ads(let ads, _) = result { ads } else { [] } }

  /// Whether the source answered in time, with or without ads.
  public var isInTime: Bool { if case .ads = result { true } else { false } }
}

extension AuctionAnswer: Sendable where Creative: Sendable {}
extension AuctionAnswer: Equatable where Creative: Equatable {}
extension AuctionAnswer: Hashable where Creative: Hashable {}
extension AuctionAnswer.Result: Sendable where Creative: Sendable {}
extension AuctionAnswer.Result: Equatable where Creative: Equatable {}
extension AuctionAnswer.Result: Hashable where Creative: Hashable {}

/// Why an ad has not won a place in an auction; of several reasons, the first in this order is given.
public enum AuctionLoss: Hashable, Sendable, CaseIterable {
  /// The ad came after the auction had ended.
  case late
  /// One of the ad's names is empty.
  case unnamed
  /// The ad had expired when the auction ended.
  case expired
  /// The ad has no price.
  case unpriced
  /// The ad's price is in another currency than the floors; prices are not converted.
  case otherCurrency
  /// The ad's price is below the floors of all places.
  case belowFloor
  /// An ad before it in the order of prices has the same name.
  case sameName
  /// Other ads have all places whose floors its price meets.
  case outbid
  /// The caller does not allow the ad, or not beside those that have won.
  case refused
}

extension AuctionLoss: CustomStringConvertible {
  /// A description of the reason in English.
  public var description: String {
    switch self {
    case .late: "it came after the auction had ended"
    case .unnamed: "one of its names is empty"
    case .expired: "it may not be shown any more"
    case .unpriced: "it has no price"
    case .otherCurrency: "its price is in another currency"
    case .belowFloor: "its price is below all floors"
    case .sameName: "an ad of its name is in the auction"
    case .outbid: "other ads have the places whose floors it meets"
    case .refused: "the page does not allow it"
    }
  }
}

/// The ads that won the places of a page in an auction, those that did not, and what came of asking each source.
///
/// Ads win in the order of their prices, the highest first; those of one price in the order of their sources, and within
/// an answer in its order. Each takes the first place, in the order of places, that is not taken and whose floor its price
/// meets. So no place is left empty whose floor an allowed ad meets that has not won. A winner pays its own price: the
/// auction is a first-price auction.
///
/// It is a function of the answers and the time, without a clock: ``Auction`` asks and judges, and code that asks by itself
/// judges with ``init(of:to:at:where:)``.
public struct AuctionOutcome<Creative> {
  /// An ad that won a place.
  public struct Winner {
    /// The ad.
    public let ad: Ad<Creative>
    /// The name of the source that sent it.
    public let source: String
    /// The place that it won, counted from 0 in the order of the request's floors.
    public let place: Int
    /// What a thousand of its impressions pay, which is the ad's price.
    public let price: Price
  }

  /// An ad that won no place.
  public struct Loser {
    /// The ad.
    public let ad: Ad<Creative>
    /// The name of the source that sent it.
    public let source: String
    /// The reason.
    public let reason: AuctionLoss
  }

  /// The winners, in the order of their prices.
  public private(set) var winners: [Winner] = []
  /// The other ads that were sent in time: first those that could not take part, in the order of the answers, and then
  /// those that lost, in the order of their prices.
  public private(set) var losers: [Loser] = []
  /// What came of asking each source, in the order of the sources.
  public let answers: [AuctionAnswer<Creative>]
}

extension AuctionOutcome: Sendable where Creative: Sendable {}
extension AuctionOutcome: Equatable where Creative: Equatable {}
extension AuctionOutcome.Winner: Sendable where Creative: Sendable {}
extension AuctionOutcome.Winner: Equatable where Creative: Equatable {}
extension AuctionOutcome.Loser: Sendable where Creative: Sendable {}
extension AuctionOutcome.Loser: Equatable where Creative: Equatable {}

// MARK: - Judging

extension AuctionOutcome {
  /// An ad that takes part.
  private typealias Bid = (ad: Ad<Creative>, source: String, price: Price)

  /// Judges the answers of sources to a request.
  /// - Parameters:
  ///   - answers: What came of asking each source, in the order of the sources.
  ///   - request: What they were asked.
  ///   - now: The time, since the origin from which the ads' expiries count.
  ///   - isAllowed: Returns whether an ad that would win may be on the page with those that have won before it.
  /// - Complexity: O(*n* log *n* + *n* · *p*) for *n* ads and *p* places, and at most *n* calls of `isAllowed`.
  public init(
    of answers: [AuctionAnswer<Creative>], to request: PageRequest<some Sendable>, at now: Duration,
    where isAllowed: (_ ad: Ad<Creative>, _ chosen: [Ad<Creative>]) -> Bool = { _, _ in true }
  ) {
    self.answers = answers
    let floors = request.floors.map(\.micros)
    var bids: [Bid] = []
    for answer in answers {
      for ad in answer.ads {
        if let fault = Self.fault(of: ad, in: request.currency, from: floors.min(), at: now) {
          losers.append(Loser(ad: ad, source: answer.source, reason: fault))
        } else if let price = ad.price {
          bids.append((ad, answer.source, price))
        }
      }
    }
    // Sorting is stable: those of one price stay in the order of the answers.
    award(bids.sorted { $0.price.micros > $1.price.micros }, floors, where: isAllowed)
  }

  /// Gives the places to ads, which are in the order of their prices.
  private mutating func award(
    _ bids: [Bid], _ floors: [Int64], where isAllowed: (_ ad: Ad<Creative>, _ chosen: [Ad<Creative>]) -> Bool
  ) {
    var (free, names, chosen) = (Array(floors.indices), Set<String>(), [Ad<Creative>]())
    for bid in bids {
      let position = free.firstIndex { floors[$0] <= bid.price.micros }
      if !names.insert(bid.ad.id).inserted {
        losers.append(Loser(ad: bid.ad, source: bid.source, reason: .sameName))
      } else if let position, isAllowed(bid.ad, chosen) {
        winners.append(Winner(ad: bid.ad, source: bid.source, place: free.remove(at: position), price: bid.price))
        chosen.append(bid.ad)
      } else {
        losers.append(Loser(ad: bid.ad, source: bid.source, reason: position == nil ? .outbid : .refused))
      }
    }
  }

  /// Returns why an ad cannot take part; nil if it can.
  private static func fault(
    of ad: Ad<Creative>, in currency: String, from floor: Int64?, at now: Duration
  ) -> AuctionLoss? {
    if ad.identity.isUnnamed { return .unnamed }
    if ad.hasExpired(at: now) { return .expired }
    guard let price = ad.price else { return .unpriced }
    if price.currency != currency { return .otherCurrency }
    return price.micros < floor ?? 0 ? .belowFloor : nil
  }
}
