/// Which feed rows of a list ads are to have: fixed positions, a repeating interval, and what limits both.
///
/// Positions are final feed positions, with every earlier ad already in, and count from 0. Rules start anew in each
/// section; ads go on. A place that a rule refuses is dropped: it is not moved, and it moves no other place.
///
/// ```swift
/// let rules = try PlacementRules("at 1 every 6 from 12 max 8 gap 2")
/// let plan = try PlacementPlan(rules: rules, userCounts: [40], adCount: 10)
/// plan.places.map(\.path.row)   // [1, 12, 18, 24, 30, 36, 42]
/// ```
/// The same rules can be written as JSON, whose members have the names of the properties.
public struct PlacementRules: Hashable, Sendable {
  /// Fixed feed positions, in any order.
  public var at: [Int]
  /// The interval of repeated positions, at least 2.
  public var every: Int?
  /// The first repeated position; without it the interval counts from the last fixed one, or from before the first row.
  public var from: Int?
  /// The most ads of a section.
  public var max: Int?
  /// The most ads of all sections.
  public var maxInAll: Int?
  /// The least content rows between two ads.
  public var gap: Int
  /// The least content rows before the first ad.
  public var before: Int
  /// The least content rows after the last ad.
  public var after: Int
  /// The ads' largest share of all rows of a section, from 0 to 1.
  public var share: Double?
  /// Whether an ad may stand exactly at the end of a section.
  public var trailing: Bool
  /// The sections that have ads; nil for all.
  public var sections: [Int]?
  /// The sections that have no ads, whatever else the rules say.
  public var except: [Int]
  /// Tags of content that no ad stands beside.
  public var avoid: [String]
  /// Moves each repeated position on by up to `(every - 1) / 2` rows, always the same for the same seed.
  public var seed: Int?

  /// Makes a rule set; it is judged where it is used, or by ``validate()``.
  public init(
    at: [Int] = [], every: Int? = nil, from: Int? = nil, max: Int? = nil, maxInAll: Int? = nil, gap: Int = 0,
    before: Int = 0, after: Int = 0, share: Double? = nil, trailing: Bool = false, sections: [Int]? = nil,
    except: [Int] = [], avoid: [String] = [], seed: Int? = nil
  ) {
    self.at = at
    self.every = every
    self.from = from
    self.max = max
    self.maxInAll = maxInAll
    self.gap = gap
    self.before = before
    self.after = after
    self.share = share
    self.trailing = trailing
    self.sections = sections
    self.except = except
    self.avoid = avoid
    self.seed = seed
  }
}

// MARK: - Validity

extension PlacementRules {
  /// Refuses values that are out of range, named twice, or at odds with each other.
  /// - Complexity: O(*n* log *n*), where *n* is the number of fixed positions and sections.
  /// - Throws: ``PlacementError/invalidValue(word:value:expected:column:)``, ``PlacementError/duplicate(word:value:)``,
  ///   ``PlacementError/incomplete(word:needs:)``, ``PlacementError/contradiction(_:_:)``.
  public func validate() throws(PlacementError) {
    for position in at { try PlacementRules.check("at", position) }
    for section in sections ?? [] { try PlacementRules.check("sections", section) }
    for section in except { try PlacementRules.check("except", section) }
    try PlacementRules.check("every", every, from: 2)
    for (word, value) in [("from", from), ("max", max), ("maxInAll", maxInAll)] {
      try PlacementRules.check(word, value)
    }
    for (word, value) in [("gap", gap), ("before", before), ("after", after)] {
      try PlacementRules.check(word, value)
    }
    try PlacementRules.check("seed", seed, to: .max)
    if let share, !(0...1 ~= share) {
      throw .invalidValue(word: "share", value: "\(share)", expected: PlacementRules.shareRange, column: nil)
    }
    try PlacementRules.checkUnique("at", at)
    try PlacementRules.checkUnique("sections", sections ?? [])
    try PlacementRules.checkUnique("except", except)
    try checkTogether()
  }

  private func checkTogether() throws(PlacementError) {
    if from != nil, every == nil { throw .incomplete(word: "from", needs: "every") }
    if seed != nil, every == nil { throw .incomplete(word: "seed", needs: "every") }
    if trailing, after > 0 { throw .contradiction("trailing", "after \(after)") }
    let excluded = Set(except)
    if let both = (sections ?? []).first(where: excluded.contains) {
      throw .contradiction("sections \(both)", "except \(both)")
    }
  }

  static let shareRange = "a share from 0 to 1"

  /// What a number may be, in words.
  static func range(from least: Int, to most: Int) -> String {
    most == .max ? "a number from \(least)" : "a number from \(least) to \(most)"
  }

  private static func check(
    _ word: String, _ value: Int?, from least: Int = 0, to most: Int = RowMap.limit
  ) throws(PlacementError) {
    guard let value, !(least...most ~= value) else { return }
    throw .invalidValue(word: word, value: "\(value)", expected: range(from: least, to: most), column: nil)
  }

  private static func checkUnique(_ word: String, _ values: [Int]) throws(PlacementError) {
    let sorted = values.sorted()
    for (one, next) in zip(sorted, sorted.dropFirst()) where one == next { throw .duplicate(word: word, value: one) }
  }
}
