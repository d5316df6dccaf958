/// The places that the rules of several tenants give one list.
///
/// Tenants stand in order of precedence. A position that two name is the first one's that may have it; and no ad stands so close
/// above a position of an earlier tenant that it would keep that one's ad from it: the place is refused, and
/// ``RefusalReason/yields(to:)`` says for whom. Besides, each has the places that its own rules name:
///
/// - positions are final feed positions, with the earlier ads of all tenants in;
/// - `max`, `before`, `after` and `share` count the tenant's own ads, `share` among all rows of the section;
/// - `gap` counts to the nearest ad of any tenant, and the larger of the two tenants' gaps holds; ads of two tenants never stand
///   side by side.
///
/// ```swift
/// let direct = Tenant(name: "direct", rules: try PlacementRules("at 4 gap 3"))
/// let network = Tenant(name: "network", rules: try PlacementRules("every 3"))
/// let plan = try JointPlan([direct, network], userCounts: [11])
/// plan.places.map { "\($0.place.path.row) \(plan.tenants[$0.tenant].name)" }   // ["4 direct", "8 network", "11 network"]
/// ```
///
/// Whether an earlier tenant's position is met in the end is not foreseen: content that it avoids, or that ends before it, leaves
/// it empty, and the place that went out of its way with it. So pages decide as their whole would.
///
/// With one tenant it is a ``PlacementPlan``. A plan costs nothing until it is asked. It knows no number of ads: who has too few
/// leaves places unfilled.
public struct JointPlan: Sendable {
  /// The tenants, the first before the others.
  public let tenants: [Tenant]
  /// The content rows of each section.
  public let userCounts: [Int]

  let rules: [RuleTables]
  let traits: ContentTraits

  /// Makes the plan of a list; where rules have `avoid`, the traits of the content need to tell its tags.
  /// - Complexity: O(sections + *n* log *n*), where *n* is the number of fixed positions.
  /// - Throws: ``PlacementError/unnamedTenant(_:)``, ``PlacementError/duplicateTenant(_:)``, what
  ///   ``PlacementRules/validate()`` throws, ``PlacementError/invalidCount(_:)`` where a count is negative or above
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
  /// - Complexity: O(tenants) for each that is walked, and for each that yields.
  public var places: Places { Places(plan: self) }

  /// Every place that the rules of the tenants name, with what became of it, in feed order.
  ///
  /// The repeated places of a section are infinite; of those after its end only one exactly at the end is told.
  public var decisions: Decisions { Decisions(plan: self) }
}

/// A place, and whose it is.
public struct JointPlace: Hashable, Sendable {
  /// The tenant, by its number in the plan.
  public var tenant: Int
  /// The place; its ad and its ordinal count the tenant's own.
  public var place: Place
}

/// What became of a place that the rules of a tenant name.
public struct JointDecision: Hashable, Sendable {
  /// The tenant, by its number in the plan.
  public var tenant: Int
  /// What became of it.
  public var decision: PlacementDecision
}

// MARK: - Sequences

extension JointPlan {
  /// The places of a plan, found while they are walked.
  public struct Places: Sequence, IteratorProtocol, Sendable {
    private var sections: SectionBySection<JointPlan>

    init(plan: JointPlan) { sections = SectionBySection(plan) }

    /// The next place.
    public mutating func next() -> JointPlace? {
      sections.next { walk in walk.nextPlace() }
    }
  }

  /// The decisions of a plan, made while they are walked.
  public struct Decisions: Sequence, IteratorProtocol, Sendable {
    private var sections: SectionBySection<JointPlan>

    init(plan: JointPlan) { sections = SectionBySection(plan) }

    /// The next decision.
    public mutating func next() -> JointDecision? {
      sections.next { walk in walk.next() }
    }
  }
}

extension JointPlan: SectionedPlan {
  func walk(section: Int, after previous: JointWalk?) -> JointWalk {
    var lanes = rules.map { TenantLane($0, section: section) }
    for (number, lane) in (previous?.lanes ?? []).enumerated() { lanes[number].ownInAll = lane.ownInAll }
    return JointWalk(
      tenants: rules, section: section, contentCount: userCounts[section], traits: traits, lanes: lanes)
  }
}

/// How far one tenant's rules have come in a section.
struct TenantLane: Hashable, Sendable {
  /// What becomes of the tenant's next position.
  enum State: Hashable, Sendable {
    /// It is decided on in its turn.
    case going
    /// It may be met when other tenants have got more ads.
    case waiting
    /// Only more content can meet it.
    case ended
    /// Nothing can, nor any that content reaches.
    case exhausted
  }

  /// The positions that have not been decided on.
  var positions: NamedPositions
  /// The last position that has been decided on, or passed over.
  var passed: PassedPosition?
  /// The tenant's places in the section, and in all.
  var own = 0
  var ownInAll = 0
  var state = State.going

  init(_ tenant: RuleTables, section: Int) { positions = NamedPositions(tenant, section: section) }

  /// The same without what is only known while it is walked.
  var atRest: TenantLane {
    var lane = self
    (lane.ownInAll, lane.state) = (0, .going)
    return lane
  }

  /// Goes on below a place to which content has come; the interval counts from there, unless it has begun.
  mutating func passOver(_ position: Int, places: Int) {
    guard let current = positions.current, current.position <= position else { return }
    passed = PassedPosition(content: position - places, places: places)
    positions.follow(lastPassed: position, movedBy: 0)
    positions.skip(to: position + 1)
  }

  /// Goes where the content takes the last position that has been passed.
  mutating func follow(_ move: (inout PassedPosition) -> Void) {
    guard var moved = passed else { return }
    let former = moved.position
    move(&moved)
    passed = moved
    if moved.position != former { positions.follow(lastPassed: moved.position, movedBy: moved.position - former) }
  }
}

/// A position as it travels with content: the content rows and the places before it.
struct PassedPosition: Hashable, Sendable {
  var content: Int
  var places: Int

  /// The feed row, with every place filled.
  var position: Int { content + places }

  /// Keeps its feed row when a place comes above it.
  mutating func makeRoom(at row: Int) {
    if position <= row { return }
    content -= 1
    places += 1
  }
}
