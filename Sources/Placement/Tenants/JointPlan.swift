/// The places that the rules of several tenants give one list.
///
/// Tenants are listed in order of precedence. If two tenants name a position, the first one that may have it gets it.
/// An ad so close above a position of an earlier tenant that it would prevent that tenant's ad is refused as
/// ``RefusalReason/yields(to:)``, which names the earlier tenant. Apart from that, each tenant has the places that its
/// own rules name:
///
/// - positions are final feed positions, which include the earlier ads of all tenants;
/// - `max`, `before`, `after` and `share` count the tenant's own ads, `share` among all rows of the section;
/// - `gap` counts to the nearest ad of any tenant, and the larger of the two tenants' gaps holds; ads of two tenants
///   are never adjacent.
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
/// With one tenant it is the same as a ``PlacementPlan``. A plan is computed lazily. It does not limit the number of
/// ads: a tenant with too few ads leaves places unfilled.
public struct JointPlan: Sendable {
  /// The tenants in order of precedence.
  public let tenants: [Tenant]
  /// The number of content rows of each section.
  public let userCounts: [Int]

  private let rules: [RuleTables]
  private let traits: ContentTraits

  /// Makes the plan of a list; if any rules have `avoid`, the traits must return tags.
  /// - Complexity: O(sections + *n* log *n*), where *n* is the number of fixed positions.
  /// - Throws: ``PlacementError/unnamedTenant(_:)``, ``PlacementError/duplicateTenant(_:)``, what
  ///   ``PlacementRules/validate()`` throws, ``PlacementError/invalidCount(_:)`` if a count is negative or above
  ///   ``RowMap/limit``, and ``PlacementError/tagsUnknown``.
  public init(
    _ tenants: [Tenant], userCounts: [Int], traits: ContentTraits = .none
  ) throws(PlacementError) {
    try Tenant.validate(tenants)
    rules = RuleTables.all(tenants)
    for tenant in rules { try tenant.check(traits) }
    try RowMap.check(counts: userCounts)
    self.tenants = tenants
    self.userCounts = userCounts
    self.traits = traits
  }
}

extension JointPlan {
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
    private var sections: SectionBySection<JointPlan>

    init(plan: JointPlan) { sections = SectionBySection(plan) }

    /// Returns the next place.
    public mutating func next() -> JointPlace? {
      sections.next { walk in walk.nextPlace() }
    }
  }

  /// The decisions of a plan, computed during iteration.
  public struct Decisions: Sequence, IteratorProtocol, Sendable {
    private var sections: SectionBySection<JointPlan>

    init(plan: JointPlan) { sections = SectionBySection(plan) }

    /// Returns the next decision.
    public mutating func next() -> JointDecision? {
      sections.next { walk in walk.next() }
    }
  }
}

extension JointPlan: SectionedPlan {
  func walk(section: Int, after previous: JointWalk?) -> JointWalk {
    var lanes = rules.map { TenantProgress($0, section: section) }
    for (number, lane) in (previous?.lanes ?? []).enumerated() { lanes[number].ownInAll = lane.ownInAll }
    return JointWalk(
      tenants: rules, section: section, contentCount: userCounts[section], traits: traits, lanes: lanes)
  }
}

/// The progress of one tenant's rules in a section.
struct TenantProgress: Hashable, Sendable {
  /// The state of the tenant's next position.
  enum State: Hashable, Sendable {
    /// The position is decided on in feed order.
    case going
    /// The position may become possible when other tenants have more ads.
    case waiting
    /// Only more content can make the position possible.
    case ended
    /// Neither this position nor any later one can be filled in this content.
    case exhausted
  }

  /// The positions that have not been decided on.
  var positions: NamedPositions
  /// The last position that has been decided on or skipped.
  var passed: PassedPosition?
  /// The number of the tenant's places in the section, and in all sections.
  var own = 0
  var ownInAll = 0
  var state = State.going

  init(_ tenant: RuleTables, section: Int) { positions = NamedPositions(tenant, section: section) }

  /// The progress without the values that are valid only during a walk.
  var withoutWalkState: TenantProgress {
    var lane = self
    (lane.ownInAll, lane.state) = (0, .going)
    return lane
  }

  /// Skips the positions up to a place below which content was added; the interval counts from there, unless it has
  /// begun.
  mutating func passOver(_ position: Int, places: Int) {
    guard let current = positions.current, current.position <= position else { return }
    passed = PassedPosition(content: position - places, places: places)
    positions.follow(lastPassed: position, movedBy: 0)
    positions.skip(to: position + 1)
  }

  /// Moves the last passed position with the content, and adjusts the later positions.
  mutating func follow(_ move: (inout PassedPosition) -> Void) {
    guard var moved = passed else { return }
    let former = moved.position
    move(&moved)
    passed = moved
    if moved.position != former { positions.follow(lastPassed: moved.position, movedBy: moved.position - former) }
  }
}

/// A position that moves with content: the numbers of content rows and places before it.
struct PassedPosition: Hashable, Sendable {
  var content: Int
  var places: Int

  /// The feed row of the position if every place is filled.
  var position: Int { content + places }

  /// Adjusts the position to a place that is added above it, so that its feed row stays the same.
  mutating func makeRoom(at row: Int) {
    if position <= row { return }
    content -= 1
    places += 1
  }
}
