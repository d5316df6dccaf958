/// The ads of several tenants in one list, found by looking at every feed row: slow, and obviously right.
public struct ReferenceJointPlacement {
  /// An ad: whose, where, and the content rows before it.
  public struct Ad: Equatable {
    /// The tenant, the section, the feed row, the content rows before it.
    public var tenant, section, row, content: Int
    /// Which of the tenant's it is, in the section from 1 and in all from 0.
    public var ordinal, number: Int

    /// Makes an ad.
    public init(tenant: Int, section: Int, row: Int, content: Int, ordinal: Int, number: Int) {
      (self.tenant, self.section, self.row, self.content) = (tenant, section, row, content)
      (self.ordinal, self.number) = (ordinal, number)
    }
  }

  private let tenants: [ReferenceTenant]
  private let sections: [[ReferenceRow]]
  private let supply: [Int]
  /// The ads found.
  public private(set) var ads: [Ad] = []
  /// The refused positions: tenant, section, feed row, and why.
  public private(set) var refused: [(tenant: Int, section: Int, row: Int, reason: ReferenceRefusal)] = []

  /// Places ads, of which each tenant has as many as `supply` says, or no end of them.
  public init(_ tenants: [ReferenceTenant], _ sections: [[ReferenceRow]], supply: [Int]? = nil) {
    (self.tenants, self.sections) = (tenants, sections)
    self.supply = supply ?? tenants.map { _ in .max }
    for section in sections.indices {
      var row = 0
      // Ads move the end down as long as there are any.
      while row <= sections[section].count + adsOf(section).count {
        visit(section, row)
        row += 1
      }
    }
  }

  private func adsOf(_ section: Int) -> [Ad] { ads.filter { $0.section == section } }

  private mutating func visit(_ section: Int, _ row: Int) {
    for (number, tenant) in tenants.enumerated() where names(tenant, section, row) {
      let above = adsOf(section)
      if let last = above.last, last.row == row {
        refused.append((number, section, row, .yields(tenants[last.tenant].name)))
        continue
      }
      let own = above.filter { $0.tenant == number }.count
      let ownInAll = ads.filter { $0.tenant == number }.count
      let content = row - above.count
      let last = above.last.map { (content: $0.content, gap: tenant.gap(to: tenants[$0.tenant])) }
      let reason =
        tenant.refusal(
          section: section, content: content, rows: sections[section], own: own, ownInAll: ownInAll, all: above.count,
          above: last, below: nil) ?? (ownInAll < supply[number] ? yielding(number, section, row) : .noAd)
      if let reason {
        refused.append((number, section, row, reason))
      } else {
        ads.append(
          Ad(tenant: number, section: section, row: row, content: content, ordinal: own + 1, number: ownInAll))
      }
    }
  }

  /// Whether an earlier tenant names a row just below that it could have.
  private func yielding(_ number: Int, _ section: Int, _ row: Int) -> ReferenceRefusal? {
    let above = adsOf(section)
    for (other, tenant) in tenants.enumerated() where other < number && tenant.hasAds(in: section) {
      let own = above.filter { $0.tenant == other }.count
      let ownInAll = ads.filter { $0.tenant == other }.count
      if own >= tenant.max || ownInAll >= tenant.maxInAll || sections[section].count < tenant.few { continue }
      let distance = tenant.gap(to: tenants[number])
      for next in row + 1..<row + 1 + distance where names(tenant, section, next) {
        let content = next - above.count
        if content < tenant.before { continue }
        if let last = above.last, content - last.content < tenant.gap(to: tenants[last.tenant]) { continue }
        return .yields(tenant.name)
      }
    }
    return nil
  }

  /// Whether a tenant's rules name a feed row.
  private func names(_ tenant: ReferenceTenant, _ section: Int, _ row: Int) -> Bool {
    if tenant.at.contains(row) { return true }
    guard let every = tenant.every else { return false }
    let lastFixed = tenant.at.max() ?? -1
    if row <= lastFixed { return false }
    var first = lastFixed + every
    if let from = tenant.from, from > lastFixed { first = from }
    return (0...row).contains { first + $0 * every + tenant.jitter($0, section: section) == row }
  }
}
