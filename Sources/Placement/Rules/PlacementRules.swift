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

// MARK: - Text

extension PlacementRules {
  /// Reads a line such as `at 3,9 every 6 from 12 max 8 max 20 in all gap 2 trailing`.
  ///
  /// The words are the members' names; `max m in all` and `maxInAll m` say the same. A tag with spaces or commas stands in
  /// quotes, in which `\` takes what follows it as it is: `avoid news,"breaking \"news\""`.
  /// - Complexity: O(*n* log *n*) in the length of the line.
  /// - Throws: ``PlacementError``, with the column of the word or value that is wrong.
  public init(_ line: String) throws(PlacementError) {
    var reader = RuleReader(line)
    while try reader.readRule() {}
    self = reader.rules
    try validate()
  }
}

extension PlacementRules: CustomStringConvertible {
  /// The line that says the same: `every 6 from 3 max 8`.
  public var description: String {
    var parts: [String] = []
    func add(_ word: String, _ value: String?) { if let value { parts.append("\(word) \(value)") } }
    add("at", at.isEmpty ? nil : PlacementRules.list(at))
    add("every", every.map(String.init))
    add("from", from.map(String.init))
    add("max", max.map(String.init))
    add("maxInAll", maxInAll.map(String.init))
    add("gap", gap == 0 ? nil : String(gap))
    add("before", before == 0 ? nil : String(before))
    add("after", after == 0 ? nil : String(after))
    add("share", share.map(PlacementRules.plain))
    if trailing { parts.append("trailing") }
    add("sections", sections.map { $0.isEmpty ? "none" : PlacementRules.list($0) })
    add("except", except.isEmpty ? nil : PlacementRules.list(except))
    add("avoid", avoid.isEmpty ? nil : PlacementRules.list(avoid))
    add("seed", seed.map(String.init))
    return parts.joined(separator: " ")
  }

  static func list(_ numbers: [Int]) -> String { numbers.map(String.init).joined(separator: ",") }

  /// Tags as a line has them: in quotes where they would be taken for something else.
  static func list(_ tags: [String]) -> String { tags.map(RuleWords.quotedWhereNeeded).joined(separator: ",") }

  /// A share in the digits that a line can have, which has no exponents.
  static func plain(_ share: Double) -> String {
    let words = "\(share.magnitude)"
    let parts = words.split(separator: "e-")
    guard parts.count == 2, let exponent = Int(parts[1]) else { return words }
    return "0." + String(repeating: "0", count: exponent - 1) + parts[0].filter { $0 != "." && $0 != "," }
  }
}

// MARK: - Codable

extension PlacementRules: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case at, every, from, max, maxInAll, gap, before, after, share, trailing, sections, except, avoid, seed
  }

  /// Reads a rule set in which every member is optional.
  /// - Throws: ``PlacementError/unknownMember(_:)``, what ``validate()`` throws, and the decoder's own errors.
  public init(from decoder: any Decoder) throws {
    try decoder.checkMembers(CodingKeys.self, unknown: PlacementError.unknownMember)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      at: try container.decodeUnlessMissing([Int].self, forKey: .at) ?? [],
      every: try container.decodeUnlessMissing(Int.self, forKey: .every),
      from: try container.decodeUnlessMissing(Int.self, forKey: .from),
      max: try container.decodeUnlessMissing(Int.self, forKey: .max),
      maxInAll: try container.decodeUnlessMissing(Int.self, forKey: .maxInAll),
      gap: try container.decodeUnlessMissing(Int.self, forKey: .gap) ?? 0,
      before: try container.decodeUnlessMissing(Int.self, forKey: .before) ?? 0,
      after: try container.decodeUnlessMissing(Int.self, forKey: .after) ?? 0,
      share: try container.decodeUnlessMissing(Double.self, forKey: .share),
      trailing: try container.decodeUnlessMissing(Bool.self, forKey: .trailing) ?? false,
      sections: try container.decodeUnlessMissing([Int].self, forKey: .sections),
      except: try container.decodeUnlessMissing([Int].self, forKey: .except) ?? [],
      avoid: try container.decodeUnlessMissing([String].self, forKey: .avoid) ?? [],
      seed: try container.decodeUnlessMissing(Int.self, forKey: .seed))
    try validate()
  }

  /// Writes the members that say something.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    if !at.isEmpty { try container.encode(at, forKey: .at) }
    try container.encodeIfPresent(every, forKey: .every)
    try container.encodeIfPresent(from, forKey: .from)
    try container.encodeIfPresent(max, forKey: .max)
    try container.encodeIfPresent(maxInAll, forKey: .maxInAll)
    if gap != 0 { try container.encode(gap, forKey: .gap) }
    if before != 0 { try container.encode(before, forKey: .before) }
    if after != 0 { try container.encode(after, forKey: .after) }
    try container.encodeIfPresent(share, forKey: .share)
    if trailing { try container.encode(trailing, forKey: .trailing) }
    try container.encodeIfPresent(sections, forKey: .sections)
    if !except.isEmpty { try container.encode(except, forKey: .except) }
    if !avoid.isEmpty { try container.encode(avoid, forKey: .avoid) }
    try container.encodeIfPresent(seed, forKey: .seed)
  }
}
