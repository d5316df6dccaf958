/// Placement rules as plain values, and the walk that applies them row by row: slow, and obviously right.
public struct ReferencePlacement {
  /// Fixed feed rows.
  public var at: [Int] = []
  /// The interval.
  public var every: Int?
  /// The first repeated feed row.
  public var from: Int?
  /// The most ads of a section.
  public var max = Int.max
  /// The most ads of all sections.
  public var maxInAll = Int.max
  /// Content rows between two ads.
  public var gap = 0
  /// Content rows before the first ad.
  public var before = 0
  /// Content rows after the last ad.
  public var after = 0
  /// The ads' share of a section's rows.
  public var share = 1.0
  /// Whether an ad may stand at the end.
  public var trailing = false

  /// A placed ad: its section, its feed row, the content rows before it, and its number.
  public struct Ad: Equatable {
    /// The section.
    public var section: Int
    /// The feed row.
    public var row: Int
    /// The content rows before it.
    public var content: Int
    /// Which ad it is.
    public var number: Int

    /// Makes an ad.
    public init(section: Int, row: Int, content: Int, number: Int) {
      (self.section, self.row, self.content, self.number) = (section, row, content, number)
    }
  }

  /// Rules that name no place.
  public init() {}

  /// Walks each section, and puts an ad wherever a place is named and nothing forbids it.
  public func ads(counts: [Int], available: Int) -> [Ad] {
    var ads: [Ad] = []
    for (section, count) in counts.enumerated() {
      var content = 0
      var row = 0
      var own: [Ad] = []
      while content < count {
        let ad = Ad(section: section, row: row, content: content, number: ads.count + own.count)
        if isNamed(row), allows(ad, own: own, total: ads.count, count: count, available: available) {
          own.append(ad)
        } else {
          content += 1
        }
        row += 1
      }
      let last = Ad(section: section, row: row, content: content, number: ads.count + own.count)
      if trailing, isNamed(row), allows(last, own: own, total: ads.count, count: count, available: available) {
        own.append(last)
      }
      ads += own
    }
    return ads
  }

  /// Whether fixed or repeated positions name a feed row.
  private func isNamed(_ row: Int) -> Bool {
    if at.contains(row) { return true }
    guard let every else { return false }
    let lastFixed = at.max() ?? -1
    if row <= lastFixed { return false }
    if let from, from > lastFixed { return row >= from && (row - from).isMultiple(of: every) }
    return (row - lastFixed).isMultiple(of: every)
  }

  private func allows(_ ad: Ad, own: [Ad], total: Int, count: Int, available: Int) -> Bool {
    if own.count == max || total + own.count == maxInAll || total + own.count == available { return false }
    if ad.content < before || count - ad.content < after { return false }
    if let previous = own.last, ad.content - previous.content < gap { return false }
    return Double(own.count + 1) <= share * Double(count + own.count + 1) + 1e-9
  }
}
