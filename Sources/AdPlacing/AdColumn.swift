import AdServing
import Placement

/// The ads of a feed from the top down, for checking repeat distances: rows are counted through all sections.
///
/// Places are visited from the top down, while ads are inserted. Ads that are too far from the visited place are not
/// examined.
struct AdColumn {
  /// An ad in the column.
  struct Entry {
    fileprivate var row: Int
    fileprivate let creativeID: String
    fileprivate let tenant: Int
    fileprivate let expires: Duration?
  }

  /// The map of the feed before.
  private let map: InsertionMap
  /// The number of rows, up and down, within which ads matter.
  private let reach: Int
  /// The number of rows, and of ads, above each section before.
  private let starts, ranks: [Int]
  /// The ads above the last visited place, with their present rows.
  private var above: [Entry] = []
  /// The rank of the first ad of the map that has not been passed.
  private var next = 0
  /// The number of inserted ads minus removed ones, by which the rows below have moved down.
  private var shift = 0

  /// Makes the column; nil if no ad affects another.
  init?<Creative>(_ state: AdPlacerState<Creative>) {
    let reach = state.repeatReach
    guard reach > 0 else { return nil }
    (map, self.reach) = (state.live.shown, reach)
    let counts = map.feedCounts
    starts = counts.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
    ranks = counts.indices.reduce(into: [0]) { [map] in
      $0.append($0[$0.count - 1] + map.insertedRowCount(inFeedSection: $1))
    }
  }

  /// Returns the ads near a place: an unfilled one at the row it would have if filled alone, or a filled one, whose own
  /// ad is left out.
  ///
  /// Call it for places from the top down. Ads below the place must not have changed; those that expire by a time may be
  /// cleared, so that their rows do not count.
  /// - Complexity: O(log ads + nearby ads).
  mutating func near<Creative>(
    section: Int, row: Int, isFilled: Bool, in ads: AdsByPlace<Creative>, expiringBy time: Duration? = nil,
    least: (_ tenant: Int) -> Int
  ) -> [NearAd] {
    let row = starts[section] + row
    pass(before: row, in: ads)
    let now = row + shift
    above.removeFirst(above.firstIndex { now - $0.row <= reach } ?? above.count)
    var near = above.map { NearAd(creativeID: $0.creativeID, distance: $0.row - now, least: least($0.tenant)) }
    var rank = next + (isFilled ? 1 : 0)
    var expiredCount = 0
    while let below = entry(rank, in: ads) {
      let distance = below.row - row + (isFilled ? 0 : 1) - expiredCount
      if distance > reach { break }
      near.append(NearAd(creativeID: below.creativeID, distance: distance, least: least(below.tenant)))
      if let time, let expires = below.expires, expires <= time { expiredCount += 1 }
      rank += 1
    }
    return near
  }

  /// Records an ad inserted at the last visited place.
  mutating func insert(_ creativeID: String, ofTenant tenant: Int, section: Int, row: Int) {
    above.append(Entry(row: starts[section] + row + shift, creativeID: creativeID, tenant: tenant, expires: nil))
    shift += 1
  }

  /// Records the ad that is kept at the next filled place, visited or not; nil if none is.
  mutating func keep(_ creativeID: String?, ofTenant tenant: Int) {
    guard let former = insertion(next) else { return }
    if let creativeID {
      above.append(Entry(row: former.row + shift, creativeID: creativeID, tenant: tenant, expires: nil))
    } else {
      shift -= 1
    }
    next += 1
  }

  private mutating func pass<Creative>(before row: Int, in ads: AdsByPlace<Creative>) {
    next = max(next, firstRank(notAbove: row - reach))
    while var entry = entry(next, in: ads), entry.row < row {
      entry.row += shift
      above.append(entry)
      next += 1
    }
  }
}

// MARK: - Ads before

extension AdColumn {
  private func entry<Creative>(_ rank: Int, in ads: AdsByPlace<Creative>) -> Entry? {
    guard let insertion = insertion(rank), let ad = ads[LivePlacement.PlaceID(number: insertion.number)] else {
      return nil
    }
    return Entry(row: insertion.row, creativeID: ad.ad.creativeID, tenant: ad.tenant, expires: ad.ad.expires)
  }

  /// Returns the insertion of a rank in the whole feed, with its row in the whole feed; nil after the last.
  private func insertion(_ rank: Int) -> (row: Int, number: Int)? {
    guard rank < ranks[ranks.count - 1] else { return nil }
    let section = ranks.indices.partitioningIndex { ranks[$0] > rank } - 1
    let insertion = map.insertedRow(ofRank: rank - ranks[section], inFeedSection: section)
    return (starts[section] + insertion.row, insertion.number)
  }

  /// Returns the rank of the first insertion at or below a row.
  private func firstRank(notAbove row: Int) -> Int {
    if row <= 0 { return 0 }
    let section = starts.indices.partitioningIndex { starts[$0] > row } - 1
    return ranks[section]
      + (0..<map.insertedRowCount(inFeedSection: section)).partitioningIndex {
        starts[section] + map.insertedRow(ofRank: $0, inFeedSection: section).row >= row
      }
  }
}
