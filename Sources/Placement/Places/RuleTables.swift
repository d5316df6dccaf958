/// Rules that have been judged, as they are asked for each place: sorted, and by sets.
struct RuleTables: Hashable, Sendable {
  let rules: PlacementRules
  /// Whose they are, by the number and the name of the tenant; the rules of a feed that has no tenants are those of an only one.
  let tenant: Int
  let name: String
  /// The fixed positions, ascending.
  let fixed: [Int]
  /// The tags of content that no ad stands beside.
  let avoided: Set<String>
  private let included: Set<Int>?
  private let excluded: Set<Int>

  /// - Complexity: O(*n* log *n*), where *n* is the number of fixed positions and sections.
  init(_ rules: PlacementRules, tenant: Int = 0, name: String = "") {
    self.rules = rules
    self.tenant = tenant
    self.name = name
    fixed = rules.at.sorted()
    avoided = Set(rules.avoid)
    included = rules.sections.map(Set.init)
    excluded = Set(rules.except)
  }

  /// The rules of tenants, in their order.
  static func all(_ tenants: [Tenant]) -> [RuleTables] {
    tenants.enumerated().map { RuleTables($1.rules, tenant: $0, name: $1.name) }
  }

  /// Whether the rules give a section any ads.
  func hasAds(inSection section: Int) -> Bool {
    !excluded.contains(section) && included?.contains(section) ?? true
  }

  /// Refuses to judge content by tags that nobody tells.
  func check(_ traits: ContentTraits) throws(PlacementError) {
    if !avoided.isEmpty, traits.tags == nil { throw .tagsUnknown }
  }
}
