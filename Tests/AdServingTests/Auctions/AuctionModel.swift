import AdServing

/// What an auction decides, looked up for each ad by itself and in no hurry.
struct AuctionModel {
  struct Entry {
    let ad: Ad<Int>
    let source: Int
    /// The position in all answers together.
    let number: Int
  }

  let entries: [Entry]
  let floors: [Int64]
  let now: Duration
  let isAllowed: (Ad<Int>, [Ad<Int>]) -> Bool

  init(
    _ answers: [[Ad<Int>]], floors: [Int64], at now: Duration, where isAllowed: @escaping (Ad<Int>, [Ad<Int>]) -> Bool
  ) {
    let ads = answers.enumerated().flatMap { source, ads in ads.map { (source, $0) } }
    entries = ads.enumerated().map { Entry(ad: $1.1, source: $1.0, number: $0) }
    (self.floors, self.now, self.isAllowed) = (floors, now, isAllowed)
  }

  /// Why an ad cannot take part.
  func fault(_ ad: Ad<Int>) -> AuctionLoss? {
    let names = [ad.id, ad.creativeID, ad.campaign] + ad.advertisers
    if names.contains("") { return .unnamed }
    if let expires = ad.expires, expires <= now { return .expired }
    guard let price = ad.price else { return .unpriced }
    if price.currency != "USD" { return .otherCurrency }
    if !floors.isEmpty, floors.allSatisfy({ price.micros < $0 }) { return .belowFloor }
    return nil
  }

  /// The ads that take part, from the one that chooses its place first: each is before those that it precedes.
  var order: [Entry] {
    let bids = entries.filter { fault($0.ad) == nil }
    func precedes(_ one: Entry, _ other: Entry) -> Bool {
      let prices = (one.ad.price?.micros ?? 0, other.ad.price?.micros ?? 0)
      return prices.0 > prices.1 || prices.0 == prices.1 && one.number < other.number
    }
    var order = bids
    for bid in bids { order[bids.count { precedes($0, bid) }] = bid }
    return order
  }

  /// The place or the loss of each ad that takes part, in their order.
  var decisions: [(entry: Entry, place: Int?, loss: AuctionLoss?)] {
    var decisions: [(entry: Entry, place: Int?, loss: AuctionLoss?)] = []
    for entry in order {
      let winners = decisions.filter { $0.place != nil }
      let place = floors.indices.first { place in
        floors[place] <= entry.ad.price?.micros ?? 0 && !winners.contains { $0.place == place }
      }
      if decisions.contains(where: { $0.entry.ad.id == entry.ad.id }) {
        decisions.append((entry, nil, .sameName))
      } else if place == nil {
        decisions.append((entry, nil, .outbid))
      } else if !isAllowed(entry.ad, winners.map(\.entry.ad)) {
        decisions.append((entry, nil, .refused))
      } else {
        decisions.append((entry, place, nil))
      }
    }
    return decisions
  }
}
