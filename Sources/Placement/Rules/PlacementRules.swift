/// Rules for the feed rows that show ads: fixed positions, a repeating interval, and limits for both.
///
/// Positions are final feed positions, which include all earlier ads, and count from 0. Rules start again in each
/// section, while ads are used continuously. A place that a rule refuses is left out: it is not moved, and it moves no
/// other place.
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
  /// The seed for jitter, which moves each repeated position down by up to `(every - 1) / 2` rows; nil for none.
  ///
  /// The same seed always gives the same positions.
  public var seed: Int?

  /// Makes a rule set; its values are checked where it is used, or by ``validate()``.
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

extension PlacementRules: CustomStringConvertible {
  /// The line from which the rules can be parsed, such as `every 6 from 3 max 8`.
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

  /// Returns tags in the form that a line has, quoted where necessary.
  static func list(_ tags: [String]) -> String { tags.map(RuleWords.quotedWhereNeeded).joined(separator: ",") }

  /// Returns a share in decimal notation without an exponent, which a line cannot have.
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

  /// Decodes a rule set, in which every member is optional.
  /// - Throws: `DecodingError`; its underlying error is ``PlacementError/unknownMember(_:)`` or what ``validate()``
  ///   throws, if it is not the decoder's own.
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
    try decoder.checking { try validate() }
  }

  /// Encodes the members that do not have their default values.
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
