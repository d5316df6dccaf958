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
