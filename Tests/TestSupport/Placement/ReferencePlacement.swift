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
  /// Content rows that a section with ads has at least.
  public var few = 0
  /// Content rows before the first ad.
  public var before = 0
  /// Content rows after the last ad.
  public var after = 0
  /// The ads' share of a section's rows.
  public var share = 1.0
  /// Whether an ad may stand at the end.
  public var trailing = false
  /// The sections that have ads; nil for all.
  public var sections: [Int]?
  /// The sections that have none.
  public var except: [Int] = []
  /// Whether an ad may stand beside a row of a section.
  public var allows: (_ section: Int, _ row: Int) -> Bool = { _, _ in true }

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

  /// A feed row, or a place at the end or beyond it.
  public struct Step {
    /// What stands there, or would.
    public var ad: Ad
    /// What keeps an ad away, all of it, in the words of the rules; nil where no rule names the place.
    public var faults: [String]?
    /// Whether content stands there where no ad does.
    public var hasContent: Bool

    /// Whether an ad stands there.
    public var isAd: Bool { faults == [] }
  }

  /// Rules that name no place.
  public init() {}

  /// The ads that there are, in order.
  public func ads(counts: [Int], available: Int) -> [Ad] {
    steps(counts: counts, available: available).filter(\.isAd).map(\.ad)
  }

  /// Walks each section row by row, and puts an ad wherever a place is named and nothing is against it.
  public func steps(counts: [Int], available: Int) -> [Step] {
    var steps: [Step] = []
    var total = 0
    for (section, count) in counts.enumerated() {
      var content = 0
      var row = 0
      var own: [Ad] = []
      while content < count || row <= Swift.max(content + own.count, at.max() ?? 0) {
        let ad = Ad(section: section, row: row, content: row - own.count, number: total + own.count)
        // Behind the end the interval goes on for ever, and nobody tells of it.
        let isTold = content < count || row == count + own.count || at.contains(row)
        let faults = isTold && isNamed(row) ? faults(ad, own, count: count, available: available) : nil
        let step = Step(ad: ad, faults: faults, hasContent: content < count)
        steps.append(step)
        if step.isAd { own.append(ad) } else { content = Swift.min(count, content + 1) }
        row += 1
      }
      total += own.count
    }
    return steps
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

  private func faults(_ ad: Ad, _ own: [Ad], count: Int, available: Int) -> [String] {
    var faults: [String] = []
    if sections?.contains(ad.section) == false || except.contains(ad.section) {
      faults.append("its section has no ads")
    }
    if count < few { faults.append("few \(few)") }
    if ad.content > count { faults.append("the content ends before it") }
    if ad.content == count, !trailing || own.last?.content == count { faults.append("no trailing ad") }
    if own.count >= max { faults.append("max \(max)") }
    if ad.number >= maxInAll { faults.append("max \(maxInAll) in all") }
    if ad.number >= available { faults.append("no ad is left") }
    if ad.content < before { faults.append("before \(before)") }
    if count - ad.content < after { faults.append("after \(after)") }
    if let previous = own.last, ad.content - previous.content < gap { faults.append("gap \(gap)") }
    if Double(own.count + 1) > share * Double(count + own.count + 1) + 1e-9 { faults.append("share \(share)") }
    for row in [ad.content - 1, ad.content] where row >= 0 && row < count && !allows(ad.section, row) {
      faults.append("the content of row \(row) allows no ad beside it")
    }
    return faults
  }
}
