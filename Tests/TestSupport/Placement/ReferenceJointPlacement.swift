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
  /// Of each tenant that moves places, the content rows to decide on in the section, and that from which on it does.
  private var ideals: [[Int]] = []
  private var turns: [Int] = []
  /// The ads found.
  public private(set) var ads: [Ad] = []
  /// The refused positions: tenant, section, feed row, and why.
  public private(set) var refused: [(tenant: Int, section: Int, row: Int, reason: ReferenceRefusal)] = []

  /// Places ads, of which each tenant has as many as `supply` says, or no end of them.
  public init(_ tenants: [ReferenceTenant], _ sections: [[ReferenceRow]], supply: [Int]? = nil) {
    (self.tenants, self.sections) = (tenants, sections)
    self.supply = supply ?? tenants.map { _ in .max }
    for section in sections.indices {
      ideals = tenants.map { $0.nearest == nil ? [] : $0.ideals(section: section) }
      turns = tenants.map { _ in 0 }
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
    for (number, tenant) in tenants.enumerated() {
      if tenant.nearest != nil {
        while let ideal = ideals[number].first, self.row(of: ideal, number, section) <= row {
          decide(on: ideal, number, section)
        }
      } else if tenant.names(row, section: section) {
        let above = adsOf(section)
        let reason =
          above.last.flatMap { $0.row == row ? .yields(tenants[$0.tenant].name) : nil }
          ?? refusal(number, section, row - above.count)
          ?? awaited(number, section, row, after: row).map { .yields(tenants[$0].name) }
        settle(number, section, row, reason)
      }
    }
  }

  private mutating func settle(_ number: Int, _ section: Int, _ row: Int, _ reason: ReferenceRefusal?) {
    if let reason { return refused.append((number, section, row, reason)) }
    let above = adsOf(section)
    let own = above.count { $0.tenant == number }
    let inAll = ads.count { $0.tenant == number }
    ads.append(
      Ad(
        tenant: number, section: section, row: row, content: row - above.count, ordinal: own + 1, number: inAll))
  }

  private func refusal(_ number: Int, _ section: Int, _ content: Int) -> ReferenceRefusal? {
    let (above, tenant) = (adsOf(section), tenants[number])
    let last = above.last.map { (content: $0.content, gap: tenant.gap(to: tenants[$0.tenant])) }
    let inAll = ads.count { $0.tenant == number }
    let reason = tenant.refusal(
      section: section, content: content, rows: sections[section], own: above.count { $0.tenant == number },
      ownInAll: inAll, all: above.count, above: last, below: nil)
    return reason ?? (inAll < supply[number] ? nil : .noAd)
  }

  /// The earlier tenant that names a row just below another's and could have it.
  private func awaited(_ number: Int, _ section: Int, _ row: Int, after decided: Int) -> Int? {
    let above = adsOf(section)
    return (0..<number).first { other in
      let tenant = tenants[other]
      let own = above.filter { $0.tenant == other }.count
      let ownInAll = ads.filter { $0.tenant == other }.count
      if !tenant.hasAds(in: section) || sections[section].count < tenant.few { return false }
      if own >= tenant.max || ownInAll >= tenant.maxInAll { return false }
      return (row + 1..<row + 1 + tenant.gap(to: tenants[number])).contains { next in
        let content = next - above.count
        if content < tenant.before { return false }
        if let last = above.last, content - last.content < tenant.gap(to: tenants[last.tenant]) { return false }
        if tenant.nearest == nil { return next > decided && tenant.names(next, section: section) }
        return nextRow(of: other, section, after: decided).map { $0 <= next } == true
      }
    }
  }
}

// MARK: - Moved places

extension ReferenceJointPlacement {
  /// The feed row at which an ideal content row is decided on.
  private func row(of ideal: Int, _ number: Int, _ section: Int) -> Int {
    max(ideal, turns[number]) + adsOf(section).count
  }

  private mutating func decide(on ideal: Int, _ number: Int, _ section: Int) {
    let (tenant, above) = (tenants[number], adsOf(section))
    let row = row(of: ideal, number, section)
    var reason = refusal(number, section, ideal)
    var content = ideal
    if reason?.isOfPlace == true {
      let lowest = lowest(number, section)
      let rows = sections[section]
      let open = (0...rows.count).filter {
        $0 >= lowest && $0 <= rows.count - max(tenant.after, tenant.trailing ? 0 : 1)
          && abs($0 - ideal) <= tenant.nearest ?? 0 && tenant.refusal(beside: $0, rows) == nil
      }
      if let nearest = open.min(by: { (abs($0 - ideal), $0) < (abs($1 - ideal), $1) }) {
        (content, reason) = (nearest, refusal(number, section, nearest))
      }
    }
    if reason == nil {
      if content + above.count > row {
        turns[number] = content
        return
      }
      if let other = awaited(number, section, content + above.count, after: row) {
        // It is known below the other's row whether that one has an ad.
        if let below = nextRow(of: other, section, after: row), below - above.count < sections[section].count {
          turns[number] = below - above.count
          return
        }
        reason = .yields(tenants[other].name)
      }
    }
    ideals[number].removeFirst()
    let refusedRow = max(row, above.last.map { $0.row + 1 } ?? 0)
    settle(number, section, reason == nil ? content + above.count : refusedRow, reason)
  }

  private func lowest(_ number: Int, _ section: Int) -> Int {
    let tenant = tenants[number]
    return max(tenant.before, adsOf(section).last.map { $0.content + tenant.gap(to: tenants[$0.tenant]) } ?? 0)
  }

  /// The next feed row that a tenant may have.
  private func nextRow(of number: Int, _ section: Int, after row: Int) -> Int? {
    if let reach = tenants[number].nearest {
      let possible = ideals[number].first { $0 + reach >= lowest(number, section) }
      return possible.map { self.row(of: $0, number, section) }
    }
    return (row + 1...row + 60).first { tenants[number].names($0, section: section) }
  }
}
