/// The places that the rules of several tenants give one list.
///
/// Tenants are listed in order of precedence. If two tenants name a position, the first one that may have it gets it.
/// An ad so close above a position of an earlier tenant that it would prevent that tenant's ad is refused as
/// ``RefusalReason/yields(to:)``, which names the earlier tenant. Apart from that, each tenant has the places that its
/// own rules name:
///
/// - positions are final feed positions, which include the earlier ads of all tenants;
/// - a tenant has no ads, and no precedence, in a section with fewer content rows than its `few`;
/// - `max`, `before`, `after` and `share` count the tenant's own ads, `share` among all rows of the section;
/// - `gap` counts to the nearest ad of any tenant, and the larger of the two tenants' gaps holds; ads of two tenants
///   are never adjacent.
///
/// With `nearest`, a tenant's ideal rows do not depend on the ads of others. A place that would be too close above an earlier
/// tenant's position is decided on below it, and then moved from its ideal row if need be.
///
/// ```swift
/// let direct = Tenant(name: "direct", rules: try PlacementRules("at 4 gap 3"))
/// let network = Tenant(name: "network", rules: try PlacementRules("every 3"))
/// let plan = try JointPlan([direct, network], userCounts: [11])
/// plan.places.map { "\($0.place.path.row) \(plan.tenants[$0.tenant].name)" }   // ["4 direct", "8 network", "11 network"]
/// ```
///
/// A place yields to an earlier tenant's position even if that one has no ad in the end, because its rules avoid the
/// content or the content ends before it; then both stay empty. So pages get the same places as their whole content at
/// once.
///
/// A ``PlacementPlan`` is the same for a single tenant. A plan is computed lazily. It does not limit the number of ads: a
/// tenant with too few ads leaves places unfilled.
public struct JointPlan: Sendable {
  /// The number of content rows of each section.
  public let userCounts: [Int]

  let rules: [RuleTables]
  private let traits: ContentTraits
  /// The number of ads that each tenant has; nil for no limit.
  private let adCounts: OneOrMore<Int>?

  /// Makes the plan of a list; if any rules have `avoid`, the traits must return tags.
  /// - Complexity: O(sections + *n* log *n*), where *n* is the number of fixed positions.
  /// - Throws: ``PlacementError/unnamedTenant(_:)``, ``PlacementError/duplicateTenant(_:)``, what
  ///   ``PlacementRules/validate()`` throws, ``PlacementError/invalidCount(_:)`` if a count is negative or above
  ///   ``RowMap/limit``, and ``PlacementError/tagsUnknown``.
  public init(
    _ tenants: [Tenant], userCounts: [Int], traits: ContentTraits = .none
  ) throws(PlacementError) {
    try Tenant.validate(tenants)
    try self.init(RuleTables.all(tenants), userCounts: userCounts, traits: traits)
  }

  /// Makes the plan of validated rules.
  init(
    _ rules: [RuleTables], userCounts: [Int], adCounts: OneOrMore<Int>? = nil, traits: ContentTraits
  ) throws(PlacementError) {
    for tenant in rules { try tenant.check(traits) }
    for count in adCounts ?? OneOrMore(0) where count < 0 { throw .invalidCount(count) }
    try RowMap.check(counts: userCounts)
    self.userCounts = userCounts
    self.rules = rules
    self.traits = traits
    self.adCounts = adCounts
  }
}

extension JointPlan {
  /// The tenants in order of precedence.
  /// - Complexity: O(tenants).
  public var tenants: [Tenant] { rules.map { Tenant(name: $0.name, rules: $0.rules) } }

  /// The places of all tenants, in feed order.
  /// - Complexity: O(tenants) for each element of the iteration, and for each place that yields.
  public var places: Places { Places(plan: self) }

  /// The decisions on all places that the tenants' rules name, in feed order.
  ///
  /// The rules name infinitely many repeated places in a section; after its end, only one exactly at the end is
  /// included.
  public var decisions: Decisions { Decisions(plan: self) }
}

/// A place with its tenant.
public struct JointPlace: Hashable, Sendable {
  /// The number of the tenant in the plan.
  public var tenant: Int
  /// The place; its ad and its ordinal count only the tenant's ads.
  public var place: Place
}

/// The decision on a place that a tenant's rules name.
public struct JointDecision: Hashable, Sendable {
  /// The number of the tenant in the plan.
  public var tenant: Int
  /// The decision.
  public var decision: PlacementDecision
}

extension JointDecision: Codable {
  private enum CodingKeys: String, CodingKey {
    case tenant
  }

  /// Decodes a decision with the number of its tenant, which is 0 if the member `tenant` is missing.
  /// - Throws: `DecodingError`; its underlying error is ``PlacementError/invalidDecision(_:)``, which names the value, if
  ///   it is not the decoder's own.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    tenant = container.contains(.tenant) ? try container.decodeCount(forKey: .tenant) : 0
    decision = try PlacementDecision(from: decoder)
  }

  /// Encodes the decision as one object; the number of the first tenant is left out.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    if tenant != 0 { try container.encode(tenant, forKey: .tenant) }
    try decision.encode(to: encoder)
  }
}

// MARK: - Sequences

extension JointPlan {
  /// The places of a plan, computed during iteration.
  public struct Places: Sequence, IteratorProtocol, Sendable {
    private var walk: PlanWalk

    init(plan: JointPlan) { walk = PlanWalk(plan) }

    /// Returns the next place.
    public mutating func next() -> JointPlace? { walk.next { $0.nextPlace() } }
  }

  /// The decisions of a plan, computed during iteration.
  public struct Decisions: Sequence, IteratorProtocol, Sendable {
    private var walk: PlanWalk

    init(plan: JointPlan) { walk = PlanWalk(plan) }

    /// Returns the next decision.
    public mutating func next() -> JointDecision? { walk.next { $0.next() } }
  }

  /// Returns the walk of a section, given that of the section before; one after the last section has no content.
  fileprivate func walk(section: Int, after previous: SectionWalk? = nil) -> SectionWalk {
    var progress = rules.map { TenantProgress($0, section: section) }
    for number in progress.indices {
      progress[number].ownInAll = previous?.progress[number].ownInAll ?? 0
      progress[number].adCount = adCounts?[number]
    }
    return SectionWalk(
      tenants: rules, section: section, contentCount: section < userCounts.count ? userCounts[section] : 0,
      traits: traits, progress: progress)
  }
}

/// A walk through the sections of a plan, one after another.
struct PlanWalk: Sendable {
  private let plan: JointPlan
  private var section = 0
  private var walk: SectionWalk

  init(_ plan: JointPlan) {
    self.plan = plan
    walk = plan.walk(section: 0)
  }

  /// Returns the next element of the current section's walk, or of the sections after it.
  mutating func next<Element>(_ advance: (inout SectionWalk) -> Element?) -> Element? {
    while section < plan.userCounts.count {
      if let element = advance(&walk) { return element }
      beginNextSection()
    }
    return nil
  }

  /// Goes on to the beginning of a section, and counts the ads before it.
  mutating func skip(toSection end: Int) {
    while section < end {
      while walk.nextPlace() != nil {}
      beginNextSection()
    }
  }

  private mutating func beginNextSection() {
    section += 1
    walk = plan.walk(section: section, after: walk)
  }
}
