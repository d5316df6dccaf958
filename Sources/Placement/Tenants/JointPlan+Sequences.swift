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
