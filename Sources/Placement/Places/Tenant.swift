/// An advertiser or network with ads in a feed: its name and its rules.
///
/// Several tenants are listed in order of precedence: if two tenants name the same place, the earlier one gets it; see
/// ``JointPlan``.
public struct Tenant: Hashable, Sendable, Codable {
  /// The tenant's name, which is unique in a feed.
  public var name: String
  /// The rules for the places of its ads.
  public var rules: PlacementRules

  /// Makes a tenant.
  public init(name: String, rules: PlacementRules) {
    self.name = name
    self.rules = rules
  }
}

extension Tenant {
  /// Throws for tenants without a name, with the same name, or with invalid rules.
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
