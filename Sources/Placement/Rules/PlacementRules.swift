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
  /// The first repeated position, where it lies after the last fixed one; else the interval counts from that one.
  ///
  /// Without either it counts from before the first row.
  public var from: Int?
  /// The most ads of a section, at fixed and repeated positions together.
  public var max: Int?
  /// The most ads of all sections.
  public var maxInAll: Int?
  /// The least content rows between two ads.
  public var gap: Int
  /// The least content rows before the first ad.
  public var before: Int
  /// The least content rows after the last ad.
  public var after: Int
  /// The ads' largest share of all rows of a section, from 0 to 1: of its whole content, and the ads so far.
  public var share: Double?
  /// Whether one ad may stand exactly at the end of a section.
  public var trailing: Bool
  /// The sections that have ads; nil for all.
  public var sections: [Int]?
  /// The sections that have no ads; ``sections`` names none of them.
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
