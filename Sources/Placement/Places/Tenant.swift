/// An advertiser or network with ads in a feed: a name, and rules of its own.
///
/// Where there are several, they stand in order of precedence: a place that two want is the earlier one's; see ``JointPlan``.
public struct Tenant: Hashable, Sendable, Codable {
  /// What it is called; no two in a feed are called the same.
  public var name: String
  /// Where its ads may stand.
  public var rules: PlacementRules

  /// Makes a tenant.
  public init(name: String, rules: PlacementRules) {
    self.name = name
    self.rules = rules
  }
}

extension Tenant {
  /// Refuses tenants without names, with the same name, or with rules that cannot be met.
  /// - Throws: ``PlacementError/unnamedTenant(_:)``, ``PlacementError/duplicateTenant(_:)``, and what
  ///   ``PlacementRules/validate()`` throws.
  static func validate(_ tenants: [Tenant]) throws(PlacementError) {
    var names: Set<String> = []
    for (number, tenant) in tenants.enumerated() {
      if tenant.name.isEmpty { throw .unnamedTenant(number) }
      if !names.insert(tenant.name).inserted { throw .duplicateTenant(tenant.name) }
      try tenant.rules.validate()
    }
  }
}
