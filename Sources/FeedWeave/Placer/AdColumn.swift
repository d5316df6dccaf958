import Placement

/// The ads of a feed in a column from the top down, as their repetition is judged: counted through all sections.
///
/// It is gone through from the top down, while ads come into it.
struct AdColumn {
  /// An ad in the column.
  struct Entry {
    var row: Int
    let adID: String
    let tenant: Int
  }

  /// The ads that stood in it before, by their rows then.
  private let former: [Entry]
  /// How far up and down matters.
  private let reach: Int
  /// The first row of each section then.
  private let starts: [Int]
  /// The ads above the place that was asked about last, by their rows now.
  private var above: [Entry] = []
  /// The first of those before that has not been passed.
  private var next = 0
  /// How many have come, less those that go: by so much the rows below stand further down.
  private var shift = 0

  init<Creative>(_ state: AdPlacerState<Creative>) {
    reach = state.repeatReach
    let map = state.live.shown
    starts = map.feedCounts.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
    var entries: [Entry] = []
    for section in 0..<(reach > 0 ? map.feedSectionCount : 0) {
      for rank in 0..<map.insertedRowCount(inFeedSection: section) {
        let insertion = map.insertedRow(ofRank: rank, inFeedSection: section)
        guard let ad = state.standing[LivePlacement.PlaceID(number: insertion.number)] else { continue }
        entries.append(Entry(row: starts[section] + insertion.row, adID: ad.ad.id, tenant: ad.tenant))
      }
    }
    former = entries
  }

  /// The ads near a place that would be this row if it alone was filled, or that an ad stands at, which is not counted.
  ///
  /// Places are asked about from the top down.
  mutating func near(
    section: Int, row: Int, isFilled: Bool, least: (_ tenant: Int) -> Int
  ) -> [NearAd] {
    guard reach > 0 else { return [] }
    let row = starts[section] + row
    pass(before: row)
    let now = row + shift
    above.removeFirst(above.firstIndex { now - $0.row <= reach } ?? above.count)
    let below = former[(next + (isFilled ? 1 : 0))...].prefix { $0.row - row + (isFilled ? 0 : 1) <= reach }
    return above.map { NearAd(adID: $0.adID, distance: $0.row - now, least: least($0.tenant)) }
      + below.map {
        NearAd(adID: $0.adID, distance: $0.row - row + (isFilled ? 0 : 1), least: least($0.tenant))
      }
  }

  /// Notes that an ad has come to the place that was asked about last.
  mutating func come(_ adID: String, ofTenant tenant: Int, section: Int, row: Int) {
    guard reach > 0 else { return }
    above.append(Entry(row: starts[section] + row + shift, adID: adID, tenant: tenant))
    shift += 1
  }

  /// Notes which ad stays at the filled place that was asked about last; nil where none does.
  mutating func stay(_ adID: String?, ofTenant tenant: Int) {
    guard reach > 0, next < former.count else { return }
    if let adID {
      above.append(Entry(row: former[next].row + shift, adID: adID, tenant: tenant))
    } else {
      shift -= 1
    }
    next += 1
  }

  private mutating func pass(before row: Int) {
    while next < former.count, former[next].row < row {
      var entry = former[next]
      entry.row += shift
      above.append(entry)
      next += 1
    }
  }
}
