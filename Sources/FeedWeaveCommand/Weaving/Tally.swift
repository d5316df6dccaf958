/// How many rows are whose.
struct Tally: Hashable, Sendable {
  /// The rows of the content.
  var items: Int
  /// The rows of ads.
  var ads: Int

  /// The counts in words, `36 items · 5 ads`; without ads nothing is said of them.
  var words: String {
    let items = "\(items) \(items == 1 ? "item" : "items")"
    return ads == 0 ? items : items + " · \(ads) \(ads == 1 ? "ad" : "ads")"
  }

  /// Two counts in one.
  static func + (one: Tally, other: Tally) -> Tally {
    Tally(items: one.items + other.items, ads: one.ads + other.ads)
  }
}
