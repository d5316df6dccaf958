extension JointPlan {
  /// The places of a plan, found while they are walked.
  public struct Places: Sequence, IteratorProtocol, Sendable {
    private var sections: Sections

    init(plan: JointPlan) { sections = Sections(plan: plan) }

    /// The next place.
    public mutating func next() -> JointPlace? {
      sections.next { walk in walk.nextPlace() }
    }
  }

  /// The decisions of a plan, made while they are walked.
  public struct Decisions: Sequence, IteratorProtocol, Sendable {
    private var sections: Sections

    init(plan: JointPlan) { sections = Sections(plan: plan) }

    /// The next decision.
    public mutating func next() -> JointDecision? {
      sections.next { walk in walk.next() }
    }
  }

  /// Walks one section of a plan after another; each tenant's ads go on from one to the next.
  private struct Sections: Sendable {
    private let plan: JointPlan
    private var section = 0
    private var walk: JointWalk?
    private var ownInAll: [Int]

    init(plan: JointPlan) {
      self.plan = plan
      ownInAll = Array(repeating: 0, count: plan.tenants.count)
    }

    mutating func next<Element>(_ advance: (inout JointWalk) -> Element?) -> Element? {
      while section < plan.userCounts.count {
        var current = walk ?? begin()
        walk = nil
        if let element = advance(&current) {
          walk = current
          return element
        }
        ownInAll = current.lanes.map(\.ownInAll)
        section += 1
      }
      return nil
    }

    private func begin() -> JointWalk {
      let lanes = zip(plan.rules, ownInAll).map { tenant, ownInAll in
        var lane = TenantLane(tenant, section: section)
        lane.ownInAll = ownInAll
        return lane
      }
      return JointWalk(
        tenants: plan.rules, section: section, contentCount: plan.userCounts[section], traits: plan.traits,
        lanes: lanes)
    }
  }
}
