import AdServing
import Placement

/// The ads of a feed in a column from the top down, as their repetition is judged: counted through all sections.
///
/// It is gone through from the top down, while ads come into it. Those that are too far from what is asked about are not looked at.
struct AdColumn {
  /// An ad in the column.
  struct Entry {
    var row: Int
    let adID: String
    let tenant: Int
  }

  /// What the feed showed before.
  private let map: InsertionMap
  /// How far up and down matters.
  private let reach: Int
  /// How many rows, and how many ads, there were above each section then.
  private let starts, ranks: [Int]
  /// The ads above the place that was asked about last, by their rows now.
  private var above: [Entry] = []
  /// The first of those before that has not been passed.
  private var next = 0
  /// How many have come, less those that go: by so much the rows below stand further down.
  private var shift = 0

  init<Creative>(_ state: AdPlacerState<Creative>) {
    (map, reach) = (state.live.shown, state.repeatReach)
    let counts = state.repeatReach > 0 ? map.feedCounts : []
    starts = counts.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
    ranks = counts.indices.reduce(into: [0]) { [map] in
      $0.append($0[$0.count - 1] + map.insertedRowCount(inFeedSection: $1))
    }
  }

  /// The ads near a place that would be this row if it alone was filled, or that an ad stands at, which is not counted.
  ///
  /// Places are asked about from the top down; what stood before still stands, but for those above.
  /// - Complexity: O(log ads), and what is near.
  mutating func near<Creative>(
    section: Int, row: Int, isFilled: Bool, in standing: StandingAds<Creative>, least: (_ tenant: Int) -> Int
  ) -> [NearAd] {
    guard reach > 0 else { return [] }
    let row = starts[section] + row
    pass(before: row, in: standing)
    let now = row + shift
    above.removeFirst(above.firstIndex { now - $0.row <= reach } ?? above.count)
    var near = above.map { NearAd(adID: $0.adID, distance: $0.row - now, least: least($0.tenant)) }
    var rank = next + (isFilled ? 1 : 0)
    while let below = entry(rank, in: standing) {
      let distance = below.row - row + (isFilled ? 0 : 1)
      if distance > reach { break }
      near.append(NearAd(adID: below.adID, distance: distance, least: least(below.tenant)))
      rank += 1
    }
    return near
  }

  /// Notes that an ad has come to the place that was asked about last.
  mutating func come(_ adID: String, ofTenant tenant: Int, section: Int, row: Int) {
    guard reach > 0 else { return }
    above.append(Entry(row: starts[section] + row + shift, adID: adID, tenant: tenant))
    shift += 1
  }

  /// Notes which ad stays at the next filled place, whether it was asked about or not; nil where none does.
  mutating func stay(_ adID: String?, ofTenant tenant: Int) {
    guard let former = insertion(next) else { return }
    if let adID {
      above.append(Entry(row: former.row + shift, adID: adID, tenant: tenant))
    } else {
      shift -= 1
    }
    next += 1
  }

  private mutating func pass<Creative>(before row: Int, in standing: StandingAds<Creative>) {
    next = max(next, firstRank(notAbove: row - reach))
    while var entry = entry(next, in: standing), entry.row < row {
      entry.row += shift
      above.append(entry)
      next += 1
    }
  }
}

// MARK: - What stood there before

extension AdColumn {
  private func entry<Creative>(_ rank: Int, in standing: StandingAds<Creative>) -> Entry? {
    guard let insertion = insertion(rank), let ad = standing[LivePlacement.PlaceID(number: insertion.number)] else {
      return nil
    }
    return Entry(row: insertion.row, adID: ad.ad.id, tenant: ad.tenant)
  }

  /// The insertion of a rank among all, by its row among all; nil below the last.
  private func insertion(_ rank: Int) -> (row: Int, number: Int)? {
    guard rank < ranks[ranks.count - 1] else { return nil }
    let section = ranks.indices.partitioningIndex { ranks[$0] > rank } - 1
    let insertion = map.insertedRow(ofRank: rank - ranks[section], inFeedSection: section)
    return (starts[section] + insertion.row, insertion.number)
  }

  /// The rank of the first insertion that does not stand above a row.
  private func firstRank(notAbove row: Int) -> Int {
    if row <= 0 { return 0 }
    let section = starts.indices.partitioningIndex { starts[$0] > row } - 1
    return ranks[section]
      + (0..<map.insertedRowCount(inFeedSection: section)).partitioningIndex {
        starts[section] + map.insertedRow(ofRank: $0, inFeedSection: section).row >= row
      }
  }
}
