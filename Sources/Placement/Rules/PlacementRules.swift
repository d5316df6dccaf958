/// Rules for the feed rows that show ads: fixed positions, a repeating interval, and limits for both.
///
/// Positions are final feed positions, which include all earlier ads, and count from 0. Rules start again in each
/// section, while ads are used continuously. A place that a rule refuses is left out: without ``nearest`` it is not
/// moved, and it moves no other place.
///
/// ```swift
/// let rules = try PlacementRules("at 1 every 6 from 12 max 8 gap 2")
/// let plan = try PlacementPlan(rules: rules, userCounts: [40], adCount: 10)
/// plan.places.map(\.path.row)   // [1, 12, 18, 24, 30, 36, 42]
/// ```
/// Rules can also be written as JSON, whose members have the names of the properties.
public struct PlacementRules: Hashable, Sendable {
  /// Fixed feed positions, in any order.
  public var at: [Int]
  /// The interval of repeated positions, at least 2.
  public var every: Int?
  /// The first repeated position, if it is after the last fixed one; else the interval counts from the last fixed one.
  ///
  /// With neither `from` nor fixed positions, the interval counts from the position before the first row.
  public var from: Int?
  /// The largest number of ads in a section, at fixed and repeated positions together.
  public var max: Int?
  /// The largest number of ads in all sections together.
  public var maxInAll: Int?
  /// The smallest number of content rows between two ads.
  public var gap: Int
  /// The smallest number of content rows of a section that has ads.
  public var few: Int
  /// The smallest number of content rows before the first ad.
  public var before: Int
  /// The smallest number of content rows after the last ad.
  public var after: Int
  /// The largest share of ads in a section, from 0 to 1, of its whole content and the ads so far.
  public var share: Double?
  /// Whether one ad may be placed exactly at the end of a section.
  public var trailing: Bool
  /// The sections that have ads; nil for all.
  public var sections: [Int]?
  /// The sections that have no ads; none of them may be in ``sections``.
  public var except: [Int]
  /// The tags of content rows next to which no ad is placed.
  public var avoid: [String]
  /// The largest number of content rows by which a refused place is moved, from 1 to ``RowMap/limit``; nil for none.
  ///
  /// A place precedes a content row. The *ideal* row is that of the rules with nothing refused, and does not depend on
  /// what becomes of earlier places or of other tenants' ads. A place that is refused there moves to the nearest row that
  /// it may precede, the upper one of two; the gap to the ad above is then at least 1. A place at or beyond the end of the
  /// content is not moved, nor one that would be refused anywhere, such as by `max`.
  public var nearest: Int?
  /// The seed for jitter, which moves each repeated position down by up to `(every - 1) / 2` rows; nil for none.
  ///
  /// The same seed always gives the same positions.
  public var seed: Int?

  /// Makes a rule set; its values are checked where it is used, or by ``validate()``.
  public init(
    at: [Int] = [], every: Int? = nil, from: Int? = nil, max: Int? = nil, maxInAll: Int? = nil, gap: Int = 0,
    few: Int = 0, before: Int = 0, after: Int = 0, share: Double? = nil, trailing: Bool = false, sections: [Int]? = nil,
    except: [Int] = [], avoid: [String] = [], nearest: Int? = nil, seed: Int? = nil
  ) {
    (self.at, self.every, self.from, self.max, self.maxInAll) = (at, every, from, max, maxInAll)
    (self.gap, self.few, self.before, self.after, self.share) = (gap, few, before, after, share)
    (self.trailing, self.sections, self.except) = (trailing, sections, except)
    (self.avoid, self.nearest, self.seed) = (avoid, nearest, seed)
  }
}

// MARK: - Text

extension PlacementRules {
  /// Parses a line such as `at 3,9 every 6 from 12 max 8 max 20 in all gap 2 trailing`.
  ///
  /// The words are the properties' names; `max m in all` and `maxInAll m` are equivalent. A tag with spaces or commas
  /// is put in quotes, in which `\` escapes the next character: `avoid news,"breaking \"news\""`.
  /// - Complexity: O(*n* log *n*) in the length of the line.
  /// - Throws: ``PlacementError``, with the column of the word or value that is wrong.
  public init(_ line: String) throws(PlacementError) {
    var reader = RuleReader(line)
    while try reader.readRule() {}
    self = reader.rules
    try validate()
  }
}
